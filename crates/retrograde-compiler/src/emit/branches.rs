//! What the branches of a choice leave for the way back:
//!
//! ```text
//! let kept1 = if c { let saved1 = ..; let saved2 = ..; OneOf::First((saved1, saved2)) } else { OneOf::Second(()) };
//! ```

use super::body::{local, site_name};
use super::expr::rt;
use crate::ir::{Residue, Stmt};
use crate::tokens::{TokenStream, quote};
use proc_macro2::Ident;

/// `OneOf::First((saved1, saved2))`, as the value of a branch or as a pattern.
pub(super) fn one_of(residue: &Residue) -> TokenStream {
    let (rt, slots, choices) = (rt(), residue.slots.iter().map(site_name), residue.choices.iter().map(|id| kept(*id)));
    let parts = quote!((#(#slots,)* #(#choices,)*));
    let is_last = residue.branch + 1 == residue.of;
    let own = if is_last { parts } else { quote!(#rt::OneOf::First(#parts)) };
    (0..residue.branch).fold(own, |inner, _| quote!(#rt::OneOf::Second(#inner)))
}

pub(super) fn takes_up(residue: &Residue) -> TokenStream {
    let (pattern, name) = (one_of(residue), kept(residue.id));
    quote!(let #pattern = &#name else { ::core::unreachable!("the backward run takes the branches of the forward run") };)
}

/// `let kept = `, before a choice whose branches leave something.
pub(super) fn keeps(blocks: &[Vec<Stmt>]) -> Option<TokenStream> {
    let Stmt::Leaves(residue) = blocks.first()?.last()? else { return None };
    let name = kept(residue.id);
    Some(quote!(let #name =))
}

fn kept(id: usize) -> Ident {
    local(&format!("kept{id}"))
}
