//! Updates of values, with what is checked about them.

use super::body::{Body, Guard, local};
use super::expr::rt_at;
use super::text;
use crate::access::mentions;
use crate::ir::{Expr, Place, UpdateOp};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};

impl Body<'_> {
    pub(super) fn update(&self, op: UpdateOp, place: &Place, value: &Expr, at: Span) -> TokenStream {
        if op.scales() {
            return self.scale(op, place, value, at);
        }
        let (target, value) = (self.place(place), self.pure(value));
        if op != UpdateOp::Xor && self.watches(place) {
            let (rt, by, name) = (rt_at(at), local("by"), text::place(place));
            return if op == UpdateOp::Sub {
                quote_spanned!(at=> { let #by = #value; #rt::Absorbing(&#target, &#by).sub(#name); #target -= #by; })
            } else {
                quote_spanned!(at=> { let #by = #value; #rt::Absorbing(&#target, &#by).add(#name); #target += #by; })
            };
        }
        match op {
            UpdateOp::Sub => quote_spanned!(at=> #target -= #value;),
            UpdateOp::Xor => quote_spanned!(at=> #target ^= #value;),
            _ => quote_spanned!(at=> #target += #value;),
        }
    }

    /// Whether it is checked that an update leaves enough of the old value: in the function and its inverse, for what belongs to the
    /// caller and may be a float. A local is computed again or compared at its end.
    fn watches(&self, place: &Place) -> bool {
        self.checked
            && self.guard != Guard::Nothing
            && !self.function.inert.contains(&place.root.name)
            && self.function.params.iter().any(|param| param.var == place.root)
    }

    /// `*=` and `/=`, by a trait that knows when they can be undone. The factor is evaluated before the place is borrowed if it reads
    /// another part of the same variable.
    fn scale(&self, op: UpdateOp, place: &Place, value: &Expr, at: Span) -> TokenStream {
        let rt = rt_at(at);
        let name = if op == UpdateOp::Mul { "multiply" } else { "divide" };
        let method = format_ident!("{name}{}", if self.checked { "_checked" } else { "" }, span = at);
        let (target, factor) = (self.exclusive(place), self.pure(value));
        let mut shares = false;
        mentions(value, &mut |read| shares |= read.root == place.root);
        if !shares {
            return quote_spanned!(at=> #rt::Scale::#method(#target, #factor););
        }
        let by = local("by");
        quote_spanned!(at=> { let #by = #factor; #rt::Scale::#method(#target, #by); })
    }
}
