//! retrograde-macros

use proc_macro::TokenStream;

/// Gives a struct a shadow and a tangent with the same field names; see `retrograde::Differentiable`. It is plain data too.
#[proc_macro_derive(Differentiable)]
pub fn differentiable_struct(input: TokenStream) -> TokenStream {
    retrograde_compiler::derive::derive(syn::parse_macro_input!(input)).into()
}

/// Marks a struct or an enum as plain data; see `retrograde::Plain`.
#[proc_macro_derive(Plain)]
pub fn plain_type(input: TokenStream) -> TokenStream {
    retrograde_compiler::derive::derive_plain(syn::parse_macro_input!(input)).into()
}

/// Makes a function reversible: it gets a companion of the same name with its inverse and, if asked for, its derivatives.
#[proc_macro_attribute]
pub fn reversible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item);
    retrograde_compiler::expand::reversible(arguments.into(), &item).into()
}

/// Differentiates an ordinary function: it gets a companion of the same name with its pullback and gradient.
#[proc_macro_attribute]
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item);
    retrograde_compiler::expand::differentiable(arguments.into(), &item).into()
}
