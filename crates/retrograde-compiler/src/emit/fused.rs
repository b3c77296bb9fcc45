//! Sums whose terms are run back as soon as they have been run, for drivers, which know the gradient of the value beforehand:
//!
//! ```text
//! fn fused<W: Width, K0: Kind<Width = W>>(
//!     x: &[f64], _: PhantomData<K0>, seed: f64, x_adj: &<[f64] as Differentiable>::Shadow<K0>,
//! ) -> f64
//! ```

use super::body::{Body, Guard, local, rules};
use super::expr::{ident, rt, rt_at};
use super::items;
use super::ordinary::{Pullback, this};
use crate::ir::{Stmt, Taped};
use crate::pieces::ToRust;
use crate::tokens::{TokenStream, quote, quote_spanned};
use syn::spanned::Spanned;

impl Body<'_> {
    /// Statements there and back.
    pub(super) fn fused(&mut self, there: &[Stmt], back: &[Stmt]) -> TokenStream {
        let guard = self.guard;
        self.guard = Guard::Everything;
        let there = self.block(there);
        self.guard = Guard::Nothing;
        let back = self.block(back);
        self.guard = guard;
        quote!(#there #back)
    }
}

impl Pullback<'_> {
    /// The function that adds the gradient to shadows and returns the value.
    pub(super) fn fused(&self, item: &syn::ItemFn, taped: &Taped) -> TokenStream {
        let (rt, rules, width, output, vis) = (rt(), rules(), &self.width, self.output, &item.vis);
        let name = self.name(item, "fused");
        let (generics, where_clause) = self.generics(item);
        let params = self.params(item);
        let shadows = self.function.params.iter().enumerate().map(|(k, param)| {
            let (ty, kind, shadow) = (&param.ty.rust(), self.kind(k), ident(&param.var.adjoint()));
            let rt = rt_at(ty.span());
            quote_spanned!(ty.span()=> #shadow: &#rt::ShadowOf<#ty, #kind>)
        });
        let (this, items, seed) = (this(item, self.function), items(self.function), local("seed"));
        let (result, result_adj) = (ident(&taped.result), ident(&taped.result.adjoint()));
        let body = self.body(item, taped).fused(&taped.forward, &taped.backward);
        let opening = if taped.scalar {
            quote!(let mut #result_adj = #seed;)
        } else {
            quote!(let #result_adj = #rules.shadow::<#output>(|| ::core::unreachable!()); #rt::add(&#result_adj, #seed);)
        };
        let body = quote! {
            #items
            #this
            let #rules = #rt::Rules::<#width>::new();
            #opening
            #body
            #result
        };
        let body = body.in_block();
        quote! {
            /// Adds the gradient to the shadows, for a gradient of the value that is known beforehand, and returns the value.
            #[inline]
            #vis fn #name #generics (#params, #seed: #rt::TangentOf<#output, #width>, #(#shadows),*) -> #output #where_clause {
                #body
            }
        }
    }
}
