//! Views: locals that borrow, and parts of slices.

use super::pattern::without_names;
use super::{Binding, Parser};
use crate::access::reads;
use crate::ir::{At, Bounds, Expr, Place, Step, Stmt};
use crate::pieces::ToForm;
use std::rc::Rc;
use syn::spanned::Spanned;

impl Parser<'_> {
    /// The step from `place` to a part of it.
    pub(super) fn part(&mut self, range: &syn::ExprRange, place: &Place) -> Step {
        if range.start.is_none()
            && range.end.is_none()
            && let Some(element) = self.each_element(place)
        {
            return element;
        }
        let start = range.start.as_ref().map(|start| self.expr(start));
        let end = range.end.as_ref().map(|end| self.expr(end));
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        Step::Slice(Rc::new(Bounds { start, end, inclusive }))
    }

    /// `let row = &mut a[..];`
    pub(super) fn view(&mut self, pat: &syn::PatIdent, reference: &syn::ExprReference, out: &mut Vec<Stmt>) {
        if let Some(token) = pat.mutability {
            self.error(token.span(), "a view cannot be made to point elsewhere: leave out this `mut`");
        }
        let exclusive = reference.mutability.is_some();
        match self.borrowed(&reference.expr, exclusive) {
            Some(place) => self.name(&pat.ident, place, exclusive, out),
            None => self.bind_refused(&pat.ident, true),
        }
    }

    /// Whether an expression names a parameter `&T` of a type parameter `T`. Rust copies the reference; what is behind it may be
    /// nothing that can be copied.
    pub(super) fn is_reference_to_open_type(&self, expr: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = expr else { return false };
        let binding = path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string()));
        binding.is_some_and(|binding| {
            let behind = self.views.get(&binding.var).filter(|place| place.path == [Step::Deref]);
            let ty = self.types.get(behind.map_or(&binding.var.name, |place| &place.root.name));
            let open = |ty: &syn::Type| match ty {
                syn::Type::Path(ty) => ty.path.get_ident().is_some_and(|name| self.open_types.contains(name)),
                _ => false,
            };
            binding.reference && !binding.mutable && ty.is_some_and(open)
        })
    }

    /// A place that is borrowed.
    pub(super) fn borrowed(&mut self, expr: &syn::Expr, exclusive: bool) -> Option<Place> {
        if exclusive { self.target(expr) } else { self.place(expr) }
    }

    /// Gives a place a name. What is behind a parameter keeps that name in everything that is emitted; a part of a local is
    /// written out at each use, because the way back computes the local again in between.
    fn name(&mut self, ident: &syn::Ident, place: Place, exclusive: bool, out: &mut Vec<Stmt>) {
        let lasting = self.reversible() && is_lasting(&place);
        let place = if lasting { place } else { self.steady(ident, place, out) };
        let var = self.bind_view(ident, exclusive);
        if lasting {
            out.push(Stmt::View { vars: vec![var.clone()], place: place.clone(), cut: None });
            self.views.insert(var.clone(), place.named(&var, true));
        } else {
            self.views.insert(var, place);
        }
    }

    pub(super) fn bind_view(&mut self, ident: &syn::Ident, exclusive: bool) -> crate::ir::Var {
        let var = self.bind(ident, |var| Binding {
            var,
            reference: true,
            mutable: exclusive,
            kind: "a view behind `&`",
            advice: "borrow with `&mut`, or with `iter_mut` in a loop",
        });
        self.activity.insert(var.name.clone());
        var
    }

    /// The same place with indices that stay as they are, whatever becomes of the variables in them.
    fn steady(&mut self, ident: &syn::Ident, place: Place, out: &mut Vec<Stmt>) -> Place {
        let mut hold = |this: &mut Self, expr: &Expr, what: &str| {
            let mut changes = false;
            reads(expr, &mut |read| changes |= this.may_change(&read.root.name));
            if !changes {
                return expr.clone();
            }
            let var = this.names.var(&format!("{ident}_{what}"));
            this.activity.insert(var.name.clone());
            let init = match what {
                "key" => Expr::Method("clone".into(), vec![expr.clone()], At(ident.span().form())),
                _ => expr.clone(),
            };
            out.push(Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(init) });
            Expr::Read(Place::var(&var))
        };
        let path = place
            .path
            .iter()
            .map(|step| match step {
                Step::Index(index) => Step::Index(Rc::new(match &**index {
                    Expr::Borrow(key) => Expr::Borrow(Rc::new(hold(self, key, "key"))),
                    index => hold(self, index, "index"),
                })),
                Step::Slice(bounds) => Step::Slice(Rc::new(Bounds {
                    start: bounds.start.as_ref().map(|start| hold(self, start, "start")),
                    end: bounds.end.as_ref().map(|end| hold(self, end, "end")),
                    inclusive: bounds.inclusive,
                })),
                step => step.clone(),
            })
            .collect();
        Place { path, ..place }
    }

    fn may_change(&self, name: &str) -> bool {
        self.scopes.iter().flat_map(|scope| scope.values()).any(|binding| &*binding.var.name == name && binding.mutable)
    }

    /// Patterns that name parts of what a reference points to: `let (lo, hi) = a.split_at_mut(k);`, `let P { x, y } = p;`. False if
    /// the right side is a value.
    pub(super) fn view_pattern(&mut self, pat: &syn::Pat, init: &syn::Expr, out: &mut Vec<Stmt>) -> bool {
        match init {
            syn::Expr::MethodCall(call) if call.method == "split_at_mut" || call.method == "split_at" => {
                self.split(pat, call, out);
                true
            }
            syn::Expr::Reference(reference) => {
                let exclusive = reference.mutability.is_some();
                match self.borrowed(&reference.expr, exclusive) {
                    Some(place) => self.name_parts(pat, &place, exclusive, out),
                    None => self.bind_pattern(pat),
                }
                true
            }
            syn::Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string()).cloned());
                let Some(binding) = binding.filter(|binding| binding.reference) else { return false };
                if let Some(place) = self.place(init) {
                    self.name_parts(pat, &place, binding.mutable, out);
                }
                true
            }
            syn::Expr::Paren(inner) => self.view_pattern(pat, &inner.expr, out),
            _ => false,
        }
    }

    fn split(&mut self, pat: &syn::Pat, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) {
        let exclusive = call.method == "split_at_mut";
        let (syn::Pat::Tuple(pair), Some(at)) = (pat, call.args.first()) else {
            self.error(pat, "name both parts: `let (low, high) = a.split_at_mut(k);`");
            return self.bind_pattern(pat);
        };
        let names: Vec<&syn::Ident> = pair
            .elems
            .iter()
            .filter_map(|elem| match elem {
                syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(&name.ident),
                _ => None,
            })
            .collect();
        let ([low, high], Some(place)) = (&names[..], self.borrowed(&call.receiver, exclusive)) else {
            self.error(pat, "name both parts: `let (low, high) = a.split_at_mut(k);`");
            return self.bind_pattern(pat);
        };
        let at = self.expr(at);
        let part = |start, end| Step::Slice(Rc::new(Bounds { start, end, inclusive: false }));
        let (first, second) = (part(None, Some(at.clone())), part(Some(at.clone()), None));
        let (first, second) = (place.clone().then(first), place.clone().then(second));
        if !self.reversible() || !is_lasting(&place) {
            self.name(low, first, exclusive, out);
            return self.name(high, second, exclusive, out);
        }
        let vars = vec![self.bind_view(low, exclusive), self.bind_view(high, exclusive)];
        self.views.insert(vars[0].clone(), first.named(&vars[0], true));
        self.views.insert(vars[1].clone(), second.named(&vars[1], true));
        out.push(Stmt::View { vars, place, cut: Some(at) });
    }

    /// Names the parts of a place by a pattern.
    pub(super) fn name_parts(&mut self, pat: &syn::Pat, place: &Place, exclusive: bool, out: &mut Vec<Stmt>) {
        self.name_parts_of(pat, place, place.path.len(), exclusive, out);
    }

    /// The same for a place inside of one that is `whole` steps away.
    fn name_parts_of(&mut self, pat: &syn::Pat, place: &Place, whole: usize, exclusive: bool, out: &mut Vec<Stmt>) {
        match pat {
            syn::Pat::Wild(_) | syn::Pat::Rest(_) => return,
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() => {
                // Elements cannot be borrowed one by one, so they are written out at each use.
                if !place.path[whole..].iter().any(|step| matches!(step, Step::Index(_))) {
                    return self.name(&name.ident, place.clone(), exclusive, out);
                }
                let var = self.bind_view(&name.ident, exclusive);
                self.views.insert(var, place.clone());
                return;
            }
            syn::Pat::Paren(inner) => return self.name_parts_of(&inner.pat, place, whole, exclusive, out),
            syn::Pat::Tuple(_) | syn::Pat::TupleStruct(_) | syn::Pat::Struct(_) | syn::Pat::Slice(_) => {}
            other => {
                self.error(other, "this pattern cannot name parts of a reference: name fields, `let P { x, y } = p;`");
                return self.bind_pattern(other);
            }
        }
        let Some(steps) = self.steps(pat) else { return self.bind_pattern(pat) };
        if self.reversible() && matches!(pat, syn::Pat::Slice(_)) {
            out.push(Stmt::Shape(place.clone(), without_names(pat).form()));
        }
        for (step, pat) in steps {
            self.name_parts_of(pat, &place.clone().then(step), whole, exclusive, out);
        }
    }
}

/// Whether a place is behind a parameter or a view, and so is there from the start of the function to its end.
fn is_lasting(place: &Place) -> bool {
    place.via.is_some() || place.path.first() == Some(&Step::Deref)
}
