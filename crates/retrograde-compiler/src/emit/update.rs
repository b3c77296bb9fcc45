//! Updates of values, with what is checked about them.

use super::body::{Body, Guard, held, local};
use super::expr::rt_at;
use crate::access::{Timeline, Touch, Touches, each_write, mentions};
use crate::hash::Set;
use crate::ir::{Expr, Facet, Mapped, Place, Role, Stmt, UpdateOp, Var};
use crate::pieces::{ToForm, ToRust};
use crate::text;
use crate::tokens::{TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use quote::format_ident;

impl Body<'_> {
    pub(super) fn update(&self, op: UpdateOp, place: &Place, value: &Expr, at: Span) -> TokenStream {
        if op.scales() {
            return self.scale(op, place, value, at);
        }
        let (target, value) = (self.target(place), self.pure(value));
        if op != UpdateOp::Xor && self.watches(place) {
            let (rt, by, name) = (rt_at(at), local("by"), text::place(&self.as_written(place)));
            let held = self.read_again.contains(&place.root).then(|| held(&place.root));
            let (check, change) = match (op, &held) {
                (UpdateOp::Sub, None) => (quote!(sub(#name)), quote_spanned!(at=> -=)),
                (UpdateOp::Sub, Some(held)) => (quote!(sub_from_local(#name, #held)), quote_spanned!(at=> -=)),
                (_, None) => (quote!(add(#name)), quote_spanned!(at=> +=)),
                (_, Some(held)) => (quote!(add_to_local(#name, #held)), quote_spanned!(at=> +=)),
            };
            return quote_spanned!(at=> { let #by = #value; #rt::Absorbing(&#target, &#by).#check; #target #change #by; });
        }
        match op {
            UpdateOp::Sub => quote_spanned!(at=> #target -= #value;),
            UpdateOp::Xor => quote_spanned!(at=> #target ^= #value;),
            _ => quote_spanned!(at=> #target += #value;),
        }
    }

    /// Whether it is checked that an update leaves enough of the old value, which may be a float: of what belongs to the caller in the
    /// function itself, and of a local that is read again after it was changed back. What the inverse finds small may be what rounding left of
    /// a zero, which is nobody's loss.
    fn watches(&self, place: &Place) -> bool {
        let belongs_to_caller = self.function.params.iter().any(|param| param.var == place.root);
        self.checked
            && !self.function.activity.is_integer(&place.root.name)
            && (belongs_to_caller && self.guard == Guard::Everything || self.read_again.contains(&place.root))
    }

    /// The locals of a block that are read after they were changed and changed back. A run in the direction of the function computes a
    /// local that is not restored as plain Rust does, whatever it absorbs.
    pub(super) fn read_again_in(&self, stmts: &[Stmt]) -> Vec<Var> {
        let forward = self.guard == Guard::Everything || self.carried == Role::Tangent;
        let mut changed = Set::default();
        stmts.iter().for_each(|stmt| {
            each_write(stmt, &mut |place| {
                changed.insert(place.root.clone());
            });
        });
        let may_be = |stmt: &Stmt| matches!(stmt, Stmt::Let { var, .. } if changed.contains(var));
        if !stmts.iter().any(may_be) {
            return Vec::new();
        }
        let timeline = Timeline::of(stmts);
        let born = stmts.iter().enumerate().filter_map(|(k, stmt)| match stmt {
            Stmt::Let { var, .. } if var.is_primal() && !self.function.activity.is_integer(&var.name) => {
                let life = timeline.after(var, k).iter().map(|(at, touches)| (&stmts[*at], *touches));
                Some((var, life))
            }
            _ => None,
        });
        born.filter(|(var, life)| {
            read_again(var, life.clone()) && (!forward || life.clone().any(|(stmt, _)| releases(stmt, var)))
        })
        .map(|(var, _)| var.clone())
        .collect()
    }

    /// An update of what views make of a place: it is mapped, changed, and mapped back.
    pub(super) fn mapped(&self, mapped: &Mapped) -> TokenStream {
        let (place, value, image) = (self.place(&mapped.place), self.pure(&mapped.value), local("image"));
        let (at, rt) = (mapped.at.0, rt_at(mapped.through.0.rust()));
        let var = Place::var(&Var::new("image", image.span().form()));
        let (seen, back) = (self.expr(&mapped.image()), self.expr(&mapped.preimage(Expr::Read(var))));
        let change = match mapped.op {
            UpdateOp::Add => quote_spanned!(at.rust()=> #image += #value;),
            UpdateOp::Sub => quote_spanned!(at.rust()=> #image -= #value;),
            UpdateOp::Xor => quote_spanned!(at.rust()=> #image ^= #value;),
            op @ (UpdateOp::Mul | UpdateOp::Div) => {
                let method = self.scaling(op, at.rust());
                quote_spanned!(at.rust()=> #rt::Scale::#method(&mut #image, #value);)
            }
        };
        // There and back must lead to the same, at the old value and at the new one: a bijection may be left by its domain.
        let check = self.checked.then(|| {
            let name = text::place(&mapped.place);
            quote_spanned!(mapped.through.0.rust()=> #rt::one_to_one(#name, &#place, &{ let #image = #seen; #back });)
        });
        quote!({ #check let mut #image = #seen; #change #place = #back; #check })
    }

    /// What a bijection makes of a value.
    pub(super) fn facet(&self, facet: Facet, path: &syn::Path, value: &Expr, at: Span) -> TokenStream {
        let (rt, value, method) = (rt_at(at), self.expr(value), Ident::new(facet.method(), at));
        let of = Ident::new(if facet == Facet::Slope { "Smooth" } else { "Bijection" }, at);
        quote_spanned!(at=> #rt::#of::#method(&#path, #value))
    }

    fn scaling(&self, op: UpdateOp, at: Span) -> Ident {
        let name = if op == UpdateOp::Mul { "multiply" } else { "divide" };
        format_ident!("{name}{}", if self.checked { "_checked" } else { "" }, span = at)
    }

    /// `*=` and `/=`, by a trait that knows when they can be undone. The factor is evaluated before the place is borrowed if it reads
    /// another part of the same variable.
    fn scale(&self, op: UpdateOp, place: &Place, value: &Expr, at: Span) -> TokenStream {
        let rt = rt_at(at);
        let method = self.scaling(op, at);
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

/// Whether a local is read after two changes, of which the second may undo the first. Changes by a loop that does not read it go in one
/// direction; one that does comes back to it.
fn read_again<'s>(var: &Var, life: impl Iterator<Item = (&'s Stmt, Touches)>) -> bool {
    let mut changes = 0;
    for (stmt, touches) in life {
        let (read, changed) = (touches.has(Touch::Read), touches.has(Touch::Write));
        match stmt {
            stmt if releases(stmt, var) => return false,
            Stmt::Nested(..) if read && changed => return true,
            _ if read && changes >= 2 => return true,
            _ => changes += u8::from(changed && changes < 2),
        }
    }
    false
}

fn releases(stmt: &Stmt, var: &Var) -> bool {
    matches!(stmt, Stmt::Release { var: released, .. } if released == var)
}
