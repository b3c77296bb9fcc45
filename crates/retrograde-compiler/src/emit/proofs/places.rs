//! Elements. Two of them are different places if their indices differ, and the length of what holds them stays when they change: so it is
//! for slices and the like, and rustc is asked whether what is indexed is one. It is asked once for each variable and way, before the first
//! statement that relies on it, and only where something changes or a chain of iterators was taken for a loop over indices.

use super::super::body::Body;
use super::super::expr::rt_at;
use super::Proofs;
use crate::access::{Touch, each_touch};
use crate::ir::{Arg, At, Expr, Growth, Place, Step, Stmt, Type, TypeKind, Var, Window};
use crate::pieces::{ToForm, ToRust};
use crate::tokens::{TokenStream, quote, quote_spanned};
use proc_macro2::Ident;
use std::rc::Rc;

impl Body<'_> {
    /// Asks about all places that a statement finds by an index.
    pub(in crate::emit) fn proved_places(&self, stmt: &Stmt) -> TokenStream {
        if self.proofs == Proofs::Nothing {
            return TokenStream::new();
        }
        let mut found = Found { bound: Vec::new(), lists: Vec::new() };
        found.statement(stmt);
        let Found { bound, lists } = found;
        let asked = lists.iter().filter(|(list, _)| !bound.contains(&list.root) && list.root.is_primal());
        let ask = |(list, walked): &(Place, bool)| {
            let written = self.written_list(list);
            let elements = written.is_none() && (*walked || self.relies_on(list));
            let elements = elements.then(|| self.ask_elements(list, &bound)).flatten();
            // A slice has these methods itself, and they are found before those of any trait.
            let methods = !written.is_some_and(|ty| matches!(ty.kind, TypeKind::Slice(_)));
            let reading = methods.then(|| self.ask_methods(list, &bound, false)).flatten();
            // What changes a list is asked where it may be changed: elsewhere it may be lent.
            let changing = (methods && writes(stmt, &list.root)).then(|| self.ask_methods(list, &bound, true));
            [elements, reading, changing.flatten()]
        };
        asked.flat_map(ask).flatten().collect()
    }

    fn relies_on(&self, list: &Place) -> bool {
        self.written.contains(&list.root) || self.function.lists.contains(&list.way())
    }

    /// The slice or array that a parameter is written as, which no type of the user's can be called.
    fn written_list(&self, list: &Place) -> Option<&Type> {
        let param = self.function.params.iter().find(|param| param.var == list.root);
        let mut ty = param.map(|param| &param.ty);
        for step in &list.path {
            ty = match (step, ty.map(|ty| &ty.kind)) {
                (Step::Deref, _) => ty,
                (Step::Index(_), Some(TypeKind::Array(item, _) | TypeKind::Slice(item))) => Some(item),
                _ => None,
            };
        }
        ty.filter(|ty| matches!(ty.kind, TypeKind::Array(..) | TypeKind::Slice(_)))
    }

    fn ask_elements(&self, list: &Place, bound: &[Var]) -> Option<TokenStream> {
        if !self.asked.borrow_mut().insert(list.way()) {
            return None;
        }
        let list = without_bound(list, bound);
        let (at, place) = (list.root.span, self.place(&list));
        let rt = rt_at(at.rust());
        Some(quote_spanned!(at.rust()=> #rt::has_elements(|| &#place);))
    }

    /// Asks that methods which are taken for those of slices are: that no trait of the user's gives them to vectors or arrays, where they
    /// would be found first.
    fn ask_methods(&self, list: &Place, bound: &[Var], changing: bool) -> Option<TokenStream> {
        let methods = self.function.list_methods.get(&list.way())?;
        if !self.asked.borrow_mut().insert(format!("{}({changing})", list.way())) {
            return None;
        }
        let changes = |method: &Ident| *method == "swap" || method.to_string().ends_with("_mut");
        let list = without_bound(list, bound);
        let place = self.receiver(&Expr::Read(list));
        let ask = |method: Ident| {
            let at = method.span();
            let rt = rt_at(at);
            let args = (0..arity(&method.to_string())?).map(|_| quote_spanned!(at=> #rt::any_index()));
            // What these give is asked of the value.
            let asked = if method == "len" || method == "is_empty" { quote!(has_length) } else { quote!(of_lists) };
            Some(quote_spanned!(at=> #rt::#asked(|| {
                #[allow(unused_imports)]
                use #rt::OfLists as _;
                #place.#method(#(#args),*)
            });))
        };
        Some(methods.iter().map(ToRust::rust).filter(|method| changes(method) == changing).filter_map(ask).collect())
    }
}

/// Whether a statement, or one inside it, changes a variable.
fn writes(stmt: &Stmt, var: &Var) -> bool {
    let mut found = false;
    each_touch(stmt, &mut |touch, place| found |= touch == Touch::Write && place.root == *var);
    found || stmt.blocks().iter().flatten().any(|inner| writes(inner, var))
}

/// How many arguments a method of slices takes.
fn arity(method: &str) -> Option<usize> {
    Some(match method {
        "len" | "is_empty" | "iter" | "iter_mut" | "first" | "first_mut" | "last" | "last_mut" => 0,
        "chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut" | "windows" | "get" | "get_mut" => 1,
        "swap" => 2,
        _ => return None,
    })
}

/// A place with any index in the place of those that are not known in front of a statement.
fn without_bound(list: &Place, bound: &[Var]) -> Place {
    let mut list = list.clone();
    for step in &mut list.path {
        if let Step::Index(index) = step
            && index.any(&|part| matches!(part, Expr::Read(place) if bound.contains(&place.root)))
        {
            let any: syn::Path = syn::parse_quote!(::retrograde::emitted::any_index);
            *step = Step::Index(Rc::new(Expr::Call(any.form(), Vec::new(), At(list.root.span))));
        }
    }
    list
}

/// What a statement takes for lists.
struct Found {
    /// the variables that are only known inside of it
    bound: Vec<Var>,
    /// each with whether the statement walks along it
    lists: Vec<(Place, bool)>,
}

impl Found {
    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { init, .. } => init.iter().for_each(|init| self.expr(init)),
            Stmt::Update { place, value, .. } | Stmt::Assign { place, value, .. } => {
                self.place(place);
                self.expr(value);
            }
            Stmt::Mapped(mapped) => {
                self.place(&mapped.place);
                self.expr(&mapped.value);
            }
            Stmt::Swap(a, b) | Stmt::Distinct(a, b) => [a, b].into_iter().for_each(|place| self.place(place)),
            Stmt::Call { callee, args, .. } => {
                callee.place().into_iter().for_each(|place| self.place(place));
                for arg in args {
                    match arg {
                        Arg::Exclusive(place) | Arg::Shadow(Some(place)) => self.place(place),
                        Arg::Shared(value) => self.expr(value),
                        Arg::Shadow(None) => {}
                    }
                }
            }
            Stmt::Nested(head, _) => {
                self.bound.extend(head.binds().into_iter().cloned());
                head.exprs().into_iter().for_each(|expr| self.expr(expr));
                for place in head.walked() {
                    self.place(place);
                    self.lists.push((place.clone(), true));
                }
            }
            Stmt::View { place, cut, .. } => {
                self.place(place);
                cut.iter().for_each(|cut| self.expr(cut));
            }
            Stmt::Grow(place, growth) => {
                self.place(place);
                if let Growth::Push(item) = growth {
                    self.expr(item);
                }
            }
            Stmt::Window(Window { place, .. }) | Stmt::Load(_, place) => self.place(place),
            Stmt::Share(share) => {
                self.expr(&share.value);
                self.place(&share.place);
            }
            Stmt::SameLength(places) => places.iter().for_each(|place| self.place(place)),
            Stmt::Safe { reads, .. } => reads.iter().for_each(|place| self.place(place)),
            Stmt::Save(_, value) | Stmt::Leave(value) | Stmt::Release { value, .. } => self.expr(value),
            Stmt::LetCall { args, .. } | Stmt::LetTangent { args, .. } => args.iter().for_each(|arg| self.expr(arg)),
            // These change nothing, or stand on the way back.
            Stmt::Forget { .. }
            | Stmt::TypeOf { .. }
            | Stmt::Shadow { .. }
            | Stmt::Shape(..)
            | Stmt::Repack(_)
            | Stmt::Uncompute(_)
            | Stmt::Fused(_)
            | Stmt::Tape(..)
            | Stmt::Thaw(_)
            | Stmt::Leaves(_)
            | Stmt::TakesUp(_)
            | Stmt::Reserve(..)
            | Stmt::Promote(_)
            | Stmt::Demote(_)
            | Stmt::Renew { .. }
            | Stmt::Backward { .. } => {}
        }
    }

    fn place(&mut self, place: &Place) {
        place.indices().for_each(|index| self.expr(index));
        let named = place.via.as_ref().map_or(0, |via| via.steps);
        for (k, step) in place.path.iter().enumerate().skip(named) {
            if matches!(step, Step::Index(_) | Step::Slice(_)) {
                self.lists.push((place.prefix(k), false));
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Read(place) | Expr::Lend(place) => self.place(place),
            Expr::Length(place, _) => {
                self.place(place);
                self.lists.push((place.clone(), false));
            }
            Expr::Method(name, args, _) if matches!(&**name, "len" | "is_empty") => {
                if let [Expr::Read(place)] = &args[..] {
                    self.lists.push((place.clone(), false));
                }
            }
            Expr::Block(locals, _) => self.bound.extend(locals.iter().map(|inner| inner.var.clone())),
            Expr::Match(matched, arms) => {
                self.bound.extend(arms.iter().flat_map(|(case, _)| matched.bound(case)).cloned());
            }
            _ => {}
        }
        expr.parts().into_iter().for_each(|part| self.expr(part));
    }
}
