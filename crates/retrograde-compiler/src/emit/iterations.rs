//! Loops over ranges, and what their iterations have of the tape and of gradients.

use super::body::{Body, site_name};
use super::calls::slot_name;
use super::expr::{copied, ident, rt};
use crate::ir::{Place, Promoted, Range, Stmt, Storage, TapeSlot, Var};
use crate::tokens::{ToTokens, TokenStream, quote};
use proc_macro2::{Ident, Span};
use quote::format_ident;

impl Body<'_> {
    /// A loop whose iterations have the tape as an array each: slots to fill, which go along with it, or what was saved, from the end.
    pub(super) fn repeat(
        &mut self,
        var: &Var,
        range: &Range,
        fills: &[(TapeSlot, Place)],
        rewinds: &[TapeSlot],
        body: &[Stmt],
    ) -> TokenStream {
        let iterations = self.range(range);
        let (mut before, mut pattern, mut zipped) =
            (TokenStream::new(), ident(var).to_token_stream(), iterations.clone());
        for (site, like) in fills {
            let (tape, slot, value) = (site_name(site), slot_name(site), self.place(like));
            let value = copied(&value);
            let slots = quote!(#tape.slots((#iterations).count(), #value));
            // Without iterations, the element need not be there.
            let may_be_missing = like.indices().next().is_some();
            let slots =
                if may_be_missing { quote!(if (#iterations).count() == 0 { &mut [] } else { #slots }) } else { slots };
            before.extend(quote!(let #slot = #slots;));
            (pattern, zipped) = (quote!((#pattern, #slot)), quote!((#zipped).zip(#slot)));
        }
        let back = self.rewound(range, rewinds, &mut before);
        let body = self.block(body);
        quote!(#before for #pattern in #zipped { #back #body })
    }

    /// The tape as arrays, before a loop that reads them from the end, and the step back at the start of each iteration.
    fn rewound(&self, range: &Range, rewinds: &[TapeSlot], before: &mut TokenStream) -> Option<TokenStream> {
        let Storage::Rewound(number) = rewinds.first()?.keep else { return None };
        let all = format_ident!("all{number}", span = Span::mixed_site());
        let left = left(number);
        let reversed = range.stride.as_ref().is_some_and(|stride| stride.from_end);
        let forwards = self.range(&Range { reversed, ..range.clone() });
        before.extend(quote!(let #all = (#forwards).count();));
        for site in rewinds {
            let (array, tape) = (array(site), site_name(site));
            before.extend(quote!(let #array = #tape.turns(#all);));
        }
        before.extend(quote!(let mut #left = #all;));
        Some(quote!(#left -= 1;))
    }

    pub(super) fn reserve(&self, site: &TapeSlot, ranges: &[Range]) -> TokenStream {
        let tape = site_name(site);
        let counts = ranges.iter().map(|range| self.range(range)).map(|range| quote!((#range).count()));
        let count = counts.reduce(|all, count| quote!(#all * #count));
        quote!(#tape.reserve(#count);)
    }

    pub(super) fn promote(&mut self, promoted: &Promoted) -> TokenStream {
        let (rt, name, target, place) =
            (rt(), ident(&promoted.var), target(&promoted.var), self.shadow_ref(&promoted.place));
        self.promoted.insert(promoted.var.clone());
        let begin = if promoted.sum { quote!(sum) } else { quote!(held) };
        quote!(let #target = #place; let mut #name = #rt::Promoted::#begin(#target);)
    }

    pub(super) fn demote(&mut self, promoted: &Promoted) -> TokenStream {
        let (name, target) = (ident(&promoted.var), target(&promoted.var));
        self.promoted.remove(&promoted.var);
        if promoted.sum { quote!(#name.add_to(#target);) } else { quote!(#name.put_back(#target);) }
    }

    /// The variable that holds the gradient of an element, and the place that it is of.
    pub(super) fn promoted(&self, place: &Place) -> Option<(Ident, Ident)> {
        let is_promoted = place.path.is_empty() && self.promoted.contains(&place.root);
        is_promoted.then(|| (ident(&place.root), target(&place.root)))
    }
}

/// What was saved.
pub(super) fn restored(site: &TapeSlot) -> TokenStream {
    let name = site_name(site);
    match site.keep {
        Storage::Once | Storage::Many if site.residual_of.is_some() => {
            let rt = rt();
            quote!(#rt::Residual::saved(|| #name.pop().clone()))
        }
        Storage::Rewound(number) => {
            let (array, left) = (array(site), left(number));
            quote!(#array[#left].clone())
        }
        Storage::Here => quote!(#name.clone()),
        _ => quote!(#name.pop().clone()),
    }
}

/// The tape as an array of iterations.
fn array(site: &TapeSlot) -> Ident {
    format_ident!("tape{}", site.id, span = Span::mixed_site())
}

/// How many iterations of the array are left.
fn left(number: usize) -> Ident {
    format_ident!("left{number}", span = Span::mixed_site())
}

/// The name of the place whose gradient is in a variable.
fn target(var: &Var) -> Ident {
    format_ident!("{}_target", ident(var), span = Span::mixed_site())
}
