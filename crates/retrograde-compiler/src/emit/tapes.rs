//! Tapes: where a forward run keeps what the backward run needs.

use super::Placement;
use super::body::{Body, site_name};
use super::expr::{copied, ident, rt};
use super::ordinary::Pullback;
use crate::access::{Touch, each_touch};
use crate::hash::Set;
use crate::ir::{Stmt, Storage, TapeSlot, Var};
use crate::saves::each_site;
use crate::tokens::{ToTokens, TokenStream, quote};

impl Body<'_> {
    /// Declarations of the tapes that a backward run reads, and of its cursors into them.
    pub(super) fn tapes(&self, backward: &[Stmt]) -> (TokenStream, TokenStream) {
        let mut tapes = TokenStream::new();
        let mut cursors = TokenStream::new();
        for site in sites(backward).iter().filter(|site| !self.is_in_branch(site)) {
            let (tape, cursor) = self.tape(site);
            tapes.extend(tape);
            cursors.extend(cursor);
        }
        (tapes, cursors)
    }

    /// The declaration of a tape and of its cursor, if there is one.
    pub(super) fn tape(&self, site: &TapeSlot) -> (TokenStream, TokenStream) {
        let (rt, name) = (rt(), site_name(site));
        let tape = match site.keep {
            Storage::Here | Storage::Filled => return Default::default(),
            Storage::Type => quote!(let mut #name = #rt::TypeOnly::new();),
            Storage::Once => quote!(let mut #name = #rt::Slot::new();),
            Storage::Many | Storage::Rewound(_) if self.outside.contains(&site.id) => {
                quote!(#name.clear();)
            }
            Storage::Many | Storage::Rewound(_) => {
                let tape = self.new_tape(site.id);
                quote!(let mut #name = #tape;)
            }
        };
        (tape, quote!(let mut #name = #name.back();))
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

/// The places on the tape that statements read.
pub(super) fn sites(backward: &[Stmt]) -> Vec<TapeSlot> {
    let mut sites: Vec<TapeSlot> = Vec::new();
    each_site(backward, &mut |site| {
        if !sites.contains(site) {
            sites.push(site.clone());
        }
    });
    sites
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

/// The backward run changes copies of the forward run's variables: of all, if it may be repeated, and otherwise of those that are not
/// declared to change.
pub(super) fn thaw(forward: &[Stmt], backward: &[Stmt], repeated: bool) -> TokenStream {
    let mut declared: Set<&Var> = Set::default();
    for stmt in forward {
        match stmt {
            Stmt::Let { mutable: true, .. } | Stmt::LetCall { .. } if !repeated => {}
            Stmt::Let { var, .. } | Stmt::LetCall { var, .. } => {
                declared.insert(var);
            }
            _ => {}
        }
    }
    let mut changed: Vec<Var> = Vec::new();
    for stmt in backward {
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write && declared.contains(&place.root) && !changed.contains(&place.root) {
                changed.push(place.root.clone());
            }
        });
    }
    let renewed = |var: &Var| {
        let name = ident(var);
        let copy = copied(&quote!(#name));
        quote!(let mut #name = #copy;)
    };
    changed.iter().map(renewed).collect()
}
