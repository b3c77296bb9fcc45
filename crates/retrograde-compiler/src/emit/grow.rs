//! Lists that get longer and shorter, and their gradients with them.

use super::body::Body;
use super::expr::{copied, ident, rt};
use crate::ir::{At, Expr, Growth, Place, Step};
use crate::tokens::{TokenStream, quote};
use std::rc::Rc;

impl Body<'_> {
    pub(super) fn grow(&self, list: &Place, growth: &Growth) -> TokenStream {
        let (rt, value) = (rt(), list.root.is_primal());
        let place = if value { self.place(list) } else { self.shadow_mut(list) };
        match growth {
            Growth::Push(item) if value => {
                let item = self.kept_value(item);
                quote!(#place.push(#item);)
            }
            Growth::Push(Expr::Read(item)) => {
                let item = ident(&item.root);
                quote!(#rt::grow(&mut #place, #item);)
            }
            Growth::Push(_) => unreachable!("a tangent has a name"),
            Growth::Pop(var) if value => {
                let var = ident(var);
                quote!(let mut #var = #place.pop();)
            }
            Growth::Pop(var) => {
                let mutable = self.grown.contains(var).then(|| quote!(mut));
                let var = ident(var);
                quote!(let #mutable #var = #rt::pop_shadow(&mut #place);)
            }
            Growth::Shrink(None) => quote!(#place.pop();),
            Growth::Shrink(Some(var)) => {
                let var = ident(var);
                quote!(let #var = #rt::shrink(&mut #place);)
            }
            Growth::Unpop(var) if value => {
                let var = ident(var);
                quote!(#place.extend(#rt::clone(&#var));)
            }
            Growth::Unpop(var) => {
                let (gradient, var) = (ident(&var.with_roles(list.root.roles)), ident(var));
                quote!(#rt::unpop(&mut #place, &#var, &#gradient);)
            }
        }
    }

    /// A value that is kept elsewhere: a list is copied, since it may be needed again.
    pub(super) fn kept_value(&self, expr: &Expr) -> TokenStream {
        self.copied(expr).unwrap_or_else(|| self.pure(&self.with_copies(expr)))
    }

    /// A copy of what may be a list.
    pub(super) fn copied(&self, expr: &Expr) -> Option<TokenStream> {
        match expr {
            Expr::Read(place) if self.is_list(place) => Some(copied(&self.place(place))),
            _ => None,
        }
    }

    /// What is put together from lists holds copies of them.
    pub(super) fn with_copies(&self, expr: &Expr) -> Expr {
        let part = |part: &Expr| match part {
            Expr::Read(place) if self.is_list(place) => {
                Expr::Method("clone".into(), vec![part.clone()], At(place.root.span))
            }
            part => self.with_copies(part),
        };
        let each = |parts: &[Expr]| parts.iter().map(part).collect();
        match expr {
            Expr::Construct(path, parts) => Expr::Construct(path.clone(), each(parts)),
            Expr::Tuple(parts) => Expr::Tuple(each(parts)),
            Expr::Vector(list) => match &**list {
                Expr::Array(parts) => Expr::Vector(Rc::new(Expr::Array(each(parts)))),
                _ => expr.clone(),
            },
            Expr::Struct(path, parts) => {
                let parts = parts.iter().map(|(name, value)| (name.clone(), part(value)));
                Expr::Struct(path.clone(), parts.collect())
            }
            other => other.clone(),
        }
    }

    fn is_list(&self, place: &Place) -> bool {
        // What a variant holds is found under its name.
        let is_field = |step: &Step| matches!(step, Step::Field(name) if !name.starts_with(char::is_uppercase));
        place.path.iter().all(is_field) && place.root.is_primal() && self.lists.contains(&place.root)
    }
}
