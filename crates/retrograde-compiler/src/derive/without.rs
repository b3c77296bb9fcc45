//! Types without numbers: their gradient is nothing, and is nowhere.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

/// An enum of names is like an integer, and what has no fields is like `()`.
pub fn without_gradient(input: &DeriveInput) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics ::retrograde::emitted::WithoutGradient for #name #ty_generics #where_clause {}

        #[automatically_derived]
        impl #impl_generics ::retrograde::emitted::Differentiable for #name #ty_generics #where_clause {
            type Shadow<K: ::retrograde::emitted::Kind> = ::retrograde::emitted::InactivePlace<K>;
            type Owned<K: ::retrograde::emitted::Kind> = ::retrograde::emitted::InactivePlace<K>;
            type Tangent<W: ::retrograde::emitted::Width> = ::retrograde::emitted::NoGradient;
            const FIXED: bool = true;

            #[inline(always)]
            fn zero_shadow<K: ::retrograde::emitted::Kind>(&self) -> Self::Owned<K> {
                ::retrograde::emitted::Zero::ZERO
            }

            #[inline(always)]
            fn into_tangent<W: ::retrograde::emitted::Width>(
                _: Self::Owned<::retrograde::emitted::On<W>>,
            ) -> Self::Tangent<W> {
                ::retrograde::emitted::Zero::ZERO
            }

            #[inline(always)]
            fn lane<__W: ::retrograde::emitted::Width>(
                _: &Self::Tangent<__W>,
                _: usize,
            ) -> Self::Tangent<::retrograde::emitted::One> {
                ::retrograde::emitted::Zero::ZERO
            }

            #[inline(always)]
            fn set_lane<__W: ::retrograde::emitted::Width>(
                _: &mut Self::Tangent<__W>,
                _: usize,
                _: Self::Tangent<::retrograde::emitted::One>,
            ) {
            }

            #[inline(always)]
            fn inactive<W: ::retrograde::emitted::Width>() -> &'static Self::Shadow<::retrograde::emitted::Off<W>> {
                ::retrograde::emitted::inactive_shadow()
            }

            fn visit(
                &mut self,
                _: &Self::Shadow<::retrograde::emitted::On<::retrograde::emitted::One>>,
                _: &mut ::retrograde::emitted::Visitor<'_>,
            ) {
            }
        }
    }
}
