//! Statements on gradients and tangents: places of cells, zero shadows, and names that stand only for a type.

use super::body::{Body, local, rules, site_name};
use super::expr::{ident, rt};
use crate::ir::{Expr, Place, Shade, UpdateOp, Var};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Body<'_> {
    pub(super) fn accumulate(&self, op: UpdateOp, place: &Place, value: &Expr) -> TokenStream {
        let rt = rt();
        if let Some((parts, tangent)) = self.in_parts(place, value) {
            let (target, rules, part) = (self.shadow_ref(place), rules(), part());
            let tangent = if op == UpdateOp::Sub { quote!(#rt::Gradient::negated(#tangent)) } else { tangent };
            return quote!(#rules.add_parts(#target, #parts, |#rules, #part| #tangent););
        }
        let gradient = self.expr(value);
        let method = if op == UpdateOp::Sub { quote!(sub) } else { quote!(add) };
        if let Some(added) = self.add_to_sum(place, &method, &gradient) {
            return added;
        }
        if let Some((near, target)) = self.near(place) {
            return quote!(#near.#method(#rt::if_active(#target, || #gradient)););
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
        if let Some((near, _)) = self.near(place) {
            let value = self.expr(value);
            return quote!(#near.set(#value););
        }
        let target = self.shadow_ref(place);
        if *value == Expr::Zero {
            return quote!(#rt::clear(#target););
        }
        if let Some((parts, tangent)) = self.in_parts(place, value) {
            let (rules, part) = (rules(), part());
            return quote!(#rules.set_parts(#target, #parts, |#rules, #part| #tangent););
        }
        let value = self.expr(value);
        quote!(#rt::set(#target, #value);)
    }

    /// The tangent of an operation, as it is computed from a part of those that it reads, and which parts these have.
    fn in_parts(&self, place: &Place, value: &Expr) -> Option<(TokenStream, TokenStream)> {
        let mut read = Vec::new();
        let linear = matches!(value, Expr::Derivative(_) | Expr::Plus(_)) && tangents(value, &mut read);
        if place.root.shade != Shade::Tangent || !linear || self.lanes.is_some() {
            return None;
        }
        let rt = rt();
        let mut parts: Vec<TokenStream> = Vec::new();
        let mut seen: Vec<&Place> = Vec::new();
        for place in read {
            if !seen.contains(&place) {
                let place = self.shadow_ref(place);
                parts.push(quote!(#rt::parts(#place)));
            }
            seen.push(place);
        }
        self.in_parts.set(true);
        let tangent = self.expr(value);
        self.in_parts.set(false);
        Some((quote!(#(#parts)|*), tangent))
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

/// The places whose tangents are read; false if an expression is more than rules and sums of these.
fn tangents<'e>(value: &'e Expr, read: &mut Vec<&'e Place>) -> bool {
    match value {
        Expr::Read(place) if place.root.shade == Shade::Tangent => {
            read.push(place);
            true
        }
        Expr::Derivative(derivative) => tangents(&derivative.incoming, read),
        Expr::Plus(parts) => parts.iter().all(|part| tangents(part, read)),
        _ => false,
    }
}

/// The variable that says which part of the tangents is computed.
pub(super) fn part() -> Ident {
    local("block")
}
