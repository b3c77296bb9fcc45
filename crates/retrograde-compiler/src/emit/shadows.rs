//! Statements on gradients and tangents: places of cells, zero shadows, and names that stand only for a type.

use super::body::{Body, local, rules, site_name};
use super::expr::{ident, rt, unread};
use crate::ir::{BinaryOp, Expr, Place, Role, Step, TapeSlot, Type, UpdateOp, Var};
use crate::pieces::ToRust;
use crate::tokens::{TokenStream, quote};
use proc_macro2::Ident;

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
        if let Some(added) = self.add_up(place, &method, &gradient) {
            return added;
        }
        if let Some((promoted, target)) = self.promoted(place) {
            return quote!(#promoted.#method(#rt::if_active(#target, || #gradient)););
        }
        let place = self.shadow_ref(place);
        match (op, is_free(value)) {
            (UpdateOp::Sub, false) => quote!(#rt::sub_with(#place, || #gradient);),
            (UpdateOp::Sub, true) => quote!(#rt::sub(#place, #gradient);),
            (_, false) => quote!(#rt::add_with(#place, || #gradient);),
            (_, true) => quote!(#rt::add(#place, #gradient);),
        }
    }

    /// Adds to a gradient that is a variable.
    pub(super) fn accumulate_in_variable(&self, op: UpdateOp, place: &Place, value: &Expr) -> TokenStream {
        let (place, value) = (self.place(place), self.expr(value));
        if op == UpdateOp::Sub { quote!(#place -= #value;) } else { quote!(#place += #value;) }
    }

    /// Gives a gradient that is a variable another value.
    pub(super) fn set_variable(&self, place: &Place, value: &Expr) -> TokenStream {
        let target = self.place(place);
        if let Expr::Binary(BinaryOp::Mul, factors, _) = value
            && factors[0] == Expr::Read(place.clone())
        {
            let factor = self.expr(&factors[1]);
            return quote!(#target *= #factor;);
        }
        let value = self.expr(value);
        quote!(#target = #value;)
    }

    /// Gives a gradient or tangent a value; a fresh one comes into being with it.
    pub(super) fn set(&self, place: &Place, value: &Expr, fresh: bool) -> TokenStream {
        let rt = rt();
        if fresh && let Expr::Read(new) = value {
            let (place, new) = (self.shadow_mut(place), ident(&new.root));
            return quote!(#rt::give(&mut #place, #new););
        }
        if fresh {
            let (name, like) = (ident(&place.root), ident(&place.root.primal()));
            let rules = rules();
            return quote!(#name = #rules.shadow(|| &#like););
        }
        if let Some((promoted, _)) = self.promoted(place) {
            let value = self.expr(value);
            return quote!(#promoted.set(#value););
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

    /// Zero gradients for what a place holds again. What it held then is there, or at `site` only its shape is found.
    pub(super) fn renew(&self, place: &Place, held: Option<&Var>, site: Option<&TapeSlot>) -> TokenStream {
        let (rules, target) = (rules(), self.shadow_mut(place));
        let like = match site {
            Some(site) => Expr::Restore(site.clone()),
            None => Expr::Read(place.primal()),
        };
        let like = self.like(&like);
        match held.map(ident) {
            Some(held) => quote!(let #held = #rules.replaced(&mut #target, || #like);),
            None => quote!(#rules.renew(&mut #target, || #like);),
        }
    }

    /// Places of gradients change hands, whatever their shapes.
    pub(super) fn swap_shadows(&self, a: &Place, b: &Place) -> TokenStream {
        if let (Some((Step::Index(i), list)), Some((Step::Index(j), other))) =
            (a.path.split_last(), b.path.split_last())
            && a.root == b.root
            && list == other
        {
            let list = self.shadow_mut(&a.prefix(list.len()));
            let (i, j) = (self.expr(i), self.expr(j));
            return quote!(#list.swap(#i, #j););
        }
        let (first, second) = (self.shadow_mut(a), self.shadow_mut(b));
        if a.root != b.root {
            return quote!(::core::mem::swap(&mut #first, &mut #second););
        }
        // They may be one and the same.
        let (rt, one, other) = (rt(), local("one"), local("other"));
        quote! {{
            let (#one, #other) = (#rt::moved(&mut #first), #rt::moved(&mut #second));
            #first = #other;
            #second = #one;
        }}
    }

    /// A place of gradients, to be changed as a whole. Names for places only lend it.
    pub(super) fn shadow_mut(&self, place: &Place) -> TokenStream {
        let name = ident(&place.root);
        let steps = place.path.iter().filter(|step| **step != Step::Deref);
        steps.fold(quote!(#name), |tokens, step| self.step(tokens, step))
    }

    /// Whether a place may not be given a value of another shape: what is behind a reference has a gradient of the caller's.
    pub(super) fn must_keep_shape(&self, place: &Place, value: &Expr) -> bool {
        let is_restored = matches!(value, Expr::Restore(_));
        let active = !self.function.activity.contains(&place.root.name);
        active && !is_restored && self.is_reference(&place.root) && self.shapes.may_change(place, value)
    }

    /// The tangent of an operation, as it is computed from a part of those that it reads, and which parts these have.
    fn in_parts(&self, place: &Place, value: &Expr) -> Option<(TokenStream, TokenStream)> {
        let mut read = Vec::new();
        let linear = !matches!(value, Expr::Read(_)) && tangents(value, &mut read);
        if !place.root.is(Role::Tangent) || !linear || self.swept.is_some() {
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
    pub(super) fn type_of(&mut self, var: &Var, ty: Option<&Type>, like: &Expr) -> TokenStream {
        let (rt, name) = (rt(), ident(var));
        let type_of = if let Expr::Restore(site) = like {
            let site = site_name(site);
            quote!(#site.type_of())
        } else if let Expr::Read(place) = like
            && place.path.is_empty()
            && self.is_witness(&place.root)
        {
            let other = ident(&place.root);
            quote!(#other.clone())
        } else {
            let like = self.expr(&self.with_copies(like));
            quote!(#rt::type_of(|| #like))
        };
        self.types_only.insert(var.clone());
        let ty = ty.map(|ty| {
            let ty = &ty.rust();
            quote!(: #rt::TypeOf<#ty>)
        });
        quote!(let #name #ty = #type_of;)
    }

    /// A zero gradient for a local of the type of `like`.
    pub(super) fn zero_shadow(&self, like: &Expr) -> TokenStream {
        let rules = rules();
        if let Expr::Unread(float) = like {
            let unread = unread(*float);
            return quote!(#rules.shadow(#unread));
        }
        let like = self.like(like);
        quote!(#rules.shadow(|| #like))
    }

    /// An expression for its type: a variable is borrowed, so that nothing is moved.
    fn like(&self, expr: &Expr) -> TokenStream {
        if let Expr::Restore(site) = expr {
            let site = site_name(site);
            return quote!(#site.type_of().value());
        }
        let tokens = self.expr(expr);
        match expr {
            Expr::Read(place) if place.root.is_primal() && !self.is_witness(&place.root) => quote!(&#tokens),
            _ => tokens,
        }
    }
}

/// Whether nothing is left of computing a gradient that nobody asks for: it is arithmetic of variables, and no index is checked.
fn is_free(value: &Expr) -> bool {
    match value {
        Expr::Read(place) if !place.root.is_primal() => true,
        Expr::Read(place) => place.indices().next().is_none(),
        Expr::Literal(_) | Expr::Zero | Expr::ZeroOf(_) | Expr::Restore(_) => true,
        Expr::Unary(..) | Expr::Binary(..) | Expr::Plus(_) | Expr::Weighed(_) => value.parts().into_iter().all(is_free),
        _ => false,
    }
}

/// The places whose tangents are read; false if an expression is more than rules and sums of these.
fn tangents<'e>(value: &'e Expr, read: &mut Vec<&'e Place>) -> bool {
    match value {
        Expr::Read(place) if place.root.is(Role::Tangent) => {
            read.push(place);
            true
        }
        Expr::Derivative(derivative) => tangents(&derivative.incoming, read),
        Expr::Weighed(weighed) => tangents(&weighed.incoming, read),
        Expr::Binary(BinaryOp::Mul, factors, _) => tangents(&factors[0], read),
        Expr::Unary(_, inner, _) => tangents(inner, read),
        Expr::Binary(BinaryOp::Add, parts, _) | Expr::Plus(parts) => parts.iter().all(|part| tangents(part, read)),
        _ => false,
    }
}

/// The variable that says which part of the tangents is computed.
pub(super) fn part() -> Ident {
    local("block")
}
