//! Patterns of `match`: they are kept, with the names of the form. Each name is a view of a part of what the `match` looks at.

use super::pattern::{is_constant, is_rest};
use super::{Binding, Parser};
use crate::ir::{At, BinaryOp, Bound, Bounds, Expr, Place, Step};
use crate::pieces::ToForm;
use proc_macro2::Ident;
use quote::ToTokens;
use std::rc::Rc;
use syn::spanned::Spanned;

/// What a pattern looks at.
#[derive(Clone)]
struct Part {
    /// where it is, if that can be told
    place: Option<Place>,
    /// whether it is behind a reference, so that names are references too
    reference: bool,
    /// whether it is in a variable, which can be asked for its length
    stored: bool,
}

impl Part {
    fn of(value: &Expr, whole: Place) -> Self {
        match value {
            Expr::Read(place) => Part { place: Some(place.clone()), reference: false, stored: true },
            Expr::Borrow(inner) => Part { reference: true, ..Part::of(inner, whole) },
            _ => Part { place: Some(whole), reference: false, stored: false },
        }
    }

    /// The part one step further.
    fn then(&self, step: Option<Step>) -> Self {
        let place = self.place.clone().zip(step).map(|(place, step)| place.then(step));
        Part { place, ..*self }
    }
}

/// A name that a pattern binds, so far.
struct Name {
    ident: Ident,
    bound: Bound,
    reference: bool,
}

impl Parser<'_> {
    /// The pattern of an arm with its names bound, and what it binds. What is at no place of its own is part of `whole`.
    pub(super) fn arm_pattern(&mut self, pat: &syn::Pat, value: &Expr, whole: &Place) -> (syn::Pat, Vec<Bound>) {
        let mut pattern = pat.clone();
        let mut names = Vec::new();
        match (&mut pattern, value) {
            (syn::Pat::Tuple(tuple), Expr::Tuple(parts))
                if tuple.elems.len() == parts.len() && !tuple.elems.iter().any(is_rest) =>
            {
                for (k, (pat, part)) in tuple.elems.iter_mut().zip(parts).enumerate() {
                    let part = Part::of(part, whole.clone().then(Step::Field(k.to_string().into())));
                    self.bind_matched(pat, &part, &mut names);
                }
            }
            (pattern, value) => self.bind_matched(pattern, &Part::of(value, whole.clone()), &mut names),
        }
        for Name { bound: Bound { var, place }, reference, .. } in &names {
            // Where derivatives are asked for, rustc is asked whether this holds for a name without a place.
            self.activity.insert(var.name.clone());
            if let Some(place) = place {
                self.views.insert(var.clone(), place.clone().named(var, *reference));
            }
        }
        (pattern, names.into_iter().map(|name| name.bound).collect())
    }

    fn bind_matched(&mut self, pat: &mut syn::Pat, part: &Part, names: &mut Vec<Name>) {
        match pat {
            syn::Pat::Ident(ident) => {
                if is_constant(ident) {
                    return;
                }
                if let Some((_, inner)) = &mut ident.subpat {
                    self.bind_matched(inner, part, names);
                }
                self.bind_name(ident, part, names);
            }
            syn::Pat::Wild(_)
            | syn::Pat::Rest(_)
            | syn::Pat::Lit(_)
            | syn::Pat::Range(_)
            | syn::Pat::Path(_)
            | syn::Pat::Const(_) => {}
            syn::Pat::Paren(inner) => self.bind_matched(&mut inner.pat, part, names),
            syn::Pat::Reference(inner) => {
                if let Some(token) = inner.mutability {
                    self.error(token.span(), "a pattern may not borrow what it could change: leave out the `mut`");
                }
                self.bind_matched(&mut inner.pat, &Part { reference: false, ..part.clone() }, names);
            }
            syn::Pat::Or(or) => or.cases.iter_mut().for_each(|pat| self.bind_matched(pat, part, names)),
            syn::Pat::Tuple(tuple) => self.bind_positional(tuple.elems.iter_mut(), part, names),
            syn::Pat::TupleStruct(tuple) => {
                let part = self.held_by(&tuple.path, part);
                self.bind_positional(tuple.elems.iter_mut(), &part, names);
            }
            syn::Pat::Slice(slice) => self.bind_elements(slice, part, names),
            syn::Pat::Struct(parts) => {
                let part = self.held_by(&parts.path, part);
                for field in &mut parts.fields {
                    let step = Step::Field(field.member.form());
                    self.bind_matched(&mut field.pat, &part.then(Some(step)), names);
                    let renamed = field.pat.to_token_stream().to_string() != field.member.to_token_stream().to_string();
                    if renamed && field.colon_token.is_none() {
                        field.colon_token = Some(syn::Token![:](field.member.span()));
                    }
                }
            }
            other => {
                self.error(&*other, "this pattern is not supported: use literals, ranges, names, tuples and structs");
            }
        }
    }

    /// What a struct or a variant holds: of a variant, under its name.
    fn held_by(&self, path: &syn::Path, part: &Part) -> Part {
        let imported = || path.get_ident().map(ToString::to_string).filter(|name| self.variants.contains(name));
        if let Some(variant) = Expr::variant(&path.form()).or_else(|| imported().map(Into::into)) {
            return part.then(Some(Step::Field(variant)));
        }
        match Expr::constructor(&path.form()) {
            Some(step) if !self.reversible() => part.then(Some(step)),
            _ => part.clone(),
        }
    }

    /// Fields by position. Those after `..` have positions that the pattern does not tell.
    fn bind_positional<'p>(
        &mut self,
        elems: impl Iterator<Item = &'p mut syn::Pat>,
        part: &Part,
        names: &mut Vec<Name>,
    ) {
        let mut known = true;
        for (k, pat) in elems.enumerate() {
            known &= !is_rest(pat);
            let step = known.then(|| Step::Field(k.to_string().into()));
            self.bind_matched(pat, &part.then(step), names);
        }
    }

    /// Elements of a slice or an array. Those after `..` are counted from its end, whose place is known if it is in a variable.
    fn bind_elements(&mut self, slice: &mut syn::PatSlice, part: &Part, names: &mut Vec<Name>) {
        let (count, at) = (slice.elems.len(), At(slice.span().form()));
        let rest = slice.elems.iter().position(|pat| is_rest(named(pat)));
        let length = part.place.as_ref().filter(|_| part.stored).map(|place| Expr::Length(place.clone(), at));
        let from_end = |k: usize| {
            let operands = Rc::new([length.clone()?, Expr::literal(k)]);
            Some(Expr::Binary(BinaryOp::Sub, operands, at))
        };
        for (k, pat) in slice.elems.iter_mut().enumerate() {
            let step = match rest {
                Some(rest) if k == rest => {
                    let end = if k + 1 == count { Some(None) } else { from_end(count - 1 - k).map(Some) };
                    end.map(|end| Bounds { start: Some(Expr::literal(k)), end, inclusive: false })
                        .map(|bounds| Step::Slice(Rc::new(bounds)))
                }
                Some(rest) if k > rest => from_end(count - k).map(|index| Step::Index(Rc::new(index))),
                _ => Some(Step::Index(Rc::new(Expr::literal(k)))),
            };
            self.bind_matched(pat, &part.then(step), names);
        }
    }

    fn bind_name(&mut self, pat: &mut syn::PatIdent, part: &Part, names: &mut Vec<Name>) {
        if let Some(token) = pat.mutability.take() {
            self.error(token.span(), "what a `match` binds is a copy whose changes are lost: start a local from it");
        }
        let reference = part.reference || pat.by_ref.is_some();
        let known = names.iter_mut().find(|name| name.ident == pat.ident);
        let var = if let Some(name) = known {
            // One of several alternatives: only a part that they agree on can be told.
            let place = name.bound.place.take();
            name.bound.place = place.filter(|place| Some(place) == part.place.as_ref());
            name.bound.var.clone()
        } else {
            let binding = |var| Binding {
                var,
                reference,
                mutable: false,
                kind: "bound by a pattern",
                advice: "start a local from it, `let mut v = x;`",
            };
            let var = self.bind(&pat.ident, binding);
            let bound = Bound { var: var.clone(), place: part.place.clone() };
            names.push(Name { ident: pat.ident.clone(), bound, reference });
            var
        };
        if *var.name != *pat.ident.to_string() {
            pat.ident = match var.name.strip_prefix("r#") {
                Some(name) => Ident::new_raw(name, pat.ident.span()),
                None => Ident::new(&var.name, pat.ident.span()),
            };
        }
    }
}

/// The pattern behind a name.
fn named(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Ident(syn::PatIdent { subpat: Some((_, inner)), .. }) => inner,
        pat => pat,
    }
}
