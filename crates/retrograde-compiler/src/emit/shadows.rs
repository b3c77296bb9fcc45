//! Statements on gradients and tangents: places of cells, zero shadows, and names that stand only for a type.

use super::body::{Body, rules, site_name};
use super::expr::{ident, rt};
use crate::ir::{Expr, Place, Shade, UpdateOp, Var};
use proc_macro2::TokenStream;
use quote::quote;

impl Body<'_> {
    pub(super) fn accumulate(&self, op: UpdateOp, place: &Place, value: &Expr) -> TokenStream {
        let rt = rt();
        let gradient = self.expr(value);
        let method = if op == UpdateOp::Sub { quote!(sub) } else { quote!(add) };
        if let Some(added) = self.add_to_sum(place, &method, &gradient) {
            return added;
        }
        let place = self.shadow_ref(place);
        match (op, value) {
            (UpdateOp::Sub, Expr::Derivative(_)) => quote!(#rt::sub_with(#place, || #gradient);),
            (UpdateOp::Sub, _) => quote!(#rt::sub(#place, #gradient);),
            (_, Expr::Derivative(_)) => quote!(#rt::add_with(#place, || #gradient);),
            (_, _) => quote!(#rt::add(#place, #gradient);),
        }
    }

    /// Gives a gradient or tangent a value; a fresh one comes into being with it.
    pub(super) fn set(&self, place: &Place, value: &Expr, fresh: bool) -> TokenStream {
        let rt = rt();
        if fresh {
            let (name, like) = (ident(&place.root), ident(&place.root.shaded(Shade::Value)));
            let rules = rules();
            return quote!(#name = #rules.shadow(|| &#like););
        }
        let target = self.shadow_ref(place);
        if *value == Expr::Zero {
            return quote!(#rt::clear(#target););
        }
        let value = self.expr(value);
        quote!(#rt::set(#target, #value);)
    }

    /// A name for the type of `like`.
    pub(super) fn witness(&mut self, var: &Var, like: &Expr) -> TokenStream {
        let (rt, name) = (rt(), ident(var));
        let witness = if let Expr::Restore(site) = like {
            let site = site_name(site);
            quote!(#site.witness())
        } else if let Expr::Read(place) = like
            && place.path.is_empty()
            && self.is_witness(&place.root)
        {
            let other = ident(&place.root);
            quote!(#other.clone())
        } else {
            let like = self.expr(like);
            quote!(#rt::witness(|| #like))
        };
        self.witnesses.insert(var.clone());
        quote!(let #name = #witness;)
    }

    /// A zero gradient for a local of the type of `like`.
    pub(super) fn zero_shadow(&self, like: &Expr) -> TokenStream {
        let (rules, like) = (rules(), self.like(like));
        quote!(#rules.shadow(|| #like))
    }

    /// An expression for its type: a variable is borrowed, so that nothing is moved.
    fn like(&self, expr: &Expr) -> TokenStream {
        let tokens = self.expr(expr);
        match expr {
            Expr::Read(place) if place.root.shade == Shade::Value && !self.is_witness(&place.root) => quote!(&#tokens),
            _ => tokens,
        }
    }
}
