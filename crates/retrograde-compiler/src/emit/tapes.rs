//! Tapes: where a forward run keeps what the backward run needs.

use super::Placement;
use super::body::{Body, site_name};
use super::expr::rt;
use super::ordinary::Pullback;
use crate::ir::{Opening, Storage, TapeSlot};
use crate::tokens::{ToTokens, TokenStream, quote};

impl Body<'_> {
    /// The declaration of a place on the tape, or of a cursor into it.
    pub(super) fn tape(&self, site: &TapeSlot, opening: Opening) -> TokenStream {
        let (rt, name) = (rt(), site_name(site));
        match (opening, site.keep) {
            (Opening::Back, _) => quote!(let mut #name = #name.back();),
            (Opening::Emptied, _) => quote!(#name.clear();),
            (Opening::New, Storage::Type) => quote!(let mut #name = #rt::TypeOnly::new();),
            (Opening::New, Storage::Once) => quote!(let mut #name = #rt::Slot::new();),
            (Opening::New, _) => {
                let tape = self.new_tape(site.id);
                quote!(let mut #name = #tape;)
            }
        }
    }

    /// A tape for many values.
    pub(super) fn new_tape(&self, id: usize) -> TokenStream {
        let rt = rt();
        match &self.reused {
            Some(function) if self.floats.contains(&id) => {
                quote!(#rt::Short::new(&#rt::Place(::core::module_path!(), #function, #id)))
            }
            Some(function) => quote!(#rt::Reused::new(&#rt::Place(::core::module_path!(), #function, #id))),
            None => quote!(#rt::Tape::new()),
        }
    }
}

impl Pullback<'_> {
    /// Whether all types in a function are known to borrow nothing: there are no type parameters and no lifetimes, as far as can be seen.
    pub(super) fn borrows_nothing(&self, item: &syn::ItemFn) -> bool {
        let visible = self.context.placement == Placement::Module
            || self.context.inherent
            || !self.context.generics.params.is_empty();
        let plain = |generics: &syn::Generics| {
            !generics.params.iter().any(|param| !matches!(param, syn::GenericParam::Const(_)))
        };
        let lifetimes = item.sig.to_token_stream().to_string().contains('\'');
        visible && plain(&item.sig.generics) && plain(&self.context.generics) && !lifetimes
    }
}
