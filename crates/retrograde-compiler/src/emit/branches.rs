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

/// `OneOf::First((saved1, saved2))`, and what choices around make of it that it is given on to.
pub(super) fn leaves(given: &[Residue]) -> TokenStream {
    let Some((own, outer)) = given.split_first() else { return TokenStream::new() };
    outer.iter().fold(one_of(own, parts(own)), |kept, outer| one_of(outer, quote!((#kept,))))
}

fn parts(residue: &Residue) -> TokenStream {
    let (slots, choices) = (residue.slots.iter().map(site_name), residue.choices.iter().map(|id| kept(*id)));
    quote!((#(#slots,)* #(#choices,)*))
}

fn one_of(residue: &Residue, parts: TokenStream) -> TokenStream {
    let rt = rt();
    let is_last = residue.branch + 1 == residue.of;
    let own = if is_last { parts } else { quote!(#rt::OneOf::First(#parts)) };
    (0..residue.branch).fold(own, |inner, _| quote!(#rt::OneOf::Second(#inner)))
}

pub(super) fn takes_up(residue: &Residue) -> TokenStream {
    let (pattern, name) = (one_of(residue, parts(residue)), kept(residue.id));
    quote!(let #pattern = &#name else { ::core::unreachable!("the backward run takes the branches of the forward run") };)
}

/// `let kept = ` and `;`, around a choice whose branches leave something, unless that is given on.
pub(super) fn keeps(blocks: &[Vec<Stmt>]) -> Option<[TokenStream; 2]> {
    let depth = depth(blocks)?;
    let mut branch = blocks.first()?;
    let mut inside = 0;
    while let Stmt::Nested(_, inner) = branch.last()? {
        (branch, inside) = (inner.first()?, inside + 1);
    }
    let Stmt::Leaves(given) = branch.last()? else { return None };
    // The outermost choice that it is given on to has the name.
    let name = kept(given.last()?.id);
    Some(if inside + 1 == depth { [quote!(let #name =), quote!(;)] } else { Default::default() })
}

/// How many choices what the branches leave is given through.
fn depth(blocks: &[Vec<Stmt>]) -> Option<usize> {
    match blocks.first()?.last()? {
        Stmt::Leaves(given) => Some(given.len()),
        Stmt::Nested(_, inner) => depth(inner),
        _ => None,
    }
}

fn kept(id: usize) -> Ident {
    local(&format!("kept{id}"))
}
