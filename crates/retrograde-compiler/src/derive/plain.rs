//! `#[derive(Plain)]`: values that change only through `&mut`, and how two of them are compared.

use super::{bounded, members};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Error, Fields, Ident, TypeParamBound, parse_quote};

/// `#[derive(Plain)]`: plain data without a gradient.
///
/// ```
/// let state = syn::parse_quote! { enum State { Idle, Busy(u32) } };
/// assert!(retrograde_compiler::derive::derive_plain(state).to_string().contains("Plain for State"));
/// ```
#[expect(clippy::needless_pass_by_value, reason = "an entry point takes what the macro shell parsed")]
pub fn derive_plain(input: DeriveInput) -> TokenStream {
    derive_for(&input, &[parse_quote!(::retrograde::emitted::Plain), parse_quote!(::retrograde::emitted::Restored)])
}

/// Plain data whose type parameters have `bounds`.
pub(super) fn derive_for(input: &DeriveInput, bounds: &[TypeParamBound]) -> TokenStream {
    let patterns: Vec<_> = match &input.data {
        Data::Struct(data) => vec![(quote!(Self), &data.fields)],
        Data::Enum(data) => {
            let path = |name: &Ident| quote!(Self::#name);
            data.variants.iter().map(|variant| (path(&variant.ident), &variant.fields)).collect()
        }
        Data::Union(_) => return Error::new_spanned(&input.ident, "a union is not plain data").to_compile_error(),
    };
    let (name, generics) = (&input.ident, bounded(&input.generics, bounds));
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let types: Vec<_> = patterns.iter().flat_map(|(_, fields)| fields.iter().map(|field| &field.ty)).collect();
    let differences = patterns.iter().map(|(path, fields)| difference(path, fields));
    let magnitudes = patterns.iter().map(|(path, fields)| magnitude(path, fields));
    let other_variant = (patterns.len() > 1).then(|| other_variant(name, &patterns));
    quote! {
        #[automatically_derived]
        impl #impl_generics ::retrograde::emitted::Plain for #name #ty_generics #where_clause {}

        #[automatically_derived]
        impl #impl_generics ::retrograde::emitted::Restored for #name #ty_generics #where_clause {
            fn mismatch(&self, expected: &Self, held: ::core::primitive::f64) -> ::core::option::Option<::retrograde::emitted::Mismatch> {
                // every field must itself be plain
                fn plain<T: ::retrograde::emitted::Plain + ?::core::marker::Sized>() {}
                #(plain::<#types>();)*
                match (self, expected) {
                    #(#differences)*
                    #other_variant
                }
            }

            fn magnitude(&self) -> ::core::primitive::f64 {
                match self {
                    #(#magnitudes)*
                }
            }
        }
    }
}

/// The arm that compares two values of one variant, field by field.
fn difference(path: &TokenStream, fields: &Fields) -> TokenStream {
    let members: Vec<_> = members(fields).collect();
    let found: Vec<_> = (0..members.len()).map(|k| format_ident!("found_{k}")).collect();
    let wanted: Vec<_> = (0..members.len()).map(|k| format_ident!("wanted_{k}")).collect();
    let places = members.iter().map(|member| format!(".{}", member.to_token_stream()));
    quote! {
        (#path { #(#members: #found,)* }, #path { #(#members: #wanted,)* }) => {
            #(if let ::core::option::Option::Some(mismatch) =
                ::retrograde::emitted::Restored::mismatch(#found, #wanted, held)
            {
                return ::core::option::Option::Some(mismatch.within(#places));
            })*
            let _ = held;
            ::core::option::Option::None
        }
    }
}

/// The arm that two values of different variants reach.
fn other_variant(ty: &Ident, patterns: &[(TokenStream, &Fields)]) -> TokenStream {
    let paths: Vec<_> = patterns.iter().map(|(path, _)| path).collect();
    let names = paths.iter().map(|path| path.to_string().replace(' ', "").replace("Self", &ty.to_string()));
    quote! {
        _ => {
            let name = |value: &Self| match value {
                #(#paths { .. } => ::core::format_args!(#names),)*
            };
            ::core::option::Option::Some(::retrograde::emitted::Mismatch::new(&name(expected), &name(self)))
        }
    }
}

fn magnitude(path: &TokenStream, fields: &Fields) -> TokenStream {
    let members: Vec<_> = members(fields).collect();
    let names: Vec<_> = (0..members.len()).map(|k| format_ident!("field_{k}")).collect();
    quote! {
        #path { #(#members: #names,)* } => {
            0.0_f64 #(.max(::retrograde::emitted::Restored::magnitude(#names)))*
        }
    }
}
