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
