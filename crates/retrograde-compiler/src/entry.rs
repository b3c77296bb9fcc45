//! What rustc calls: every attribute and derive, from tokens to tokens. Whatever it is given, it returns.

use crate::{by_hand, derive, expand, methods, traits};
use proc_macro2::{Span, TokenStream};

/// Makes of the arguments of an attribute and the item that it is on what stands there instead. A derive has no arguments, and stands beside
/// its item.
pub type Entry = fn(TokenStream, TokenStream) -> TokenStream;

/// Every attribute and derive by its name.
pub const ENTRIES: [(&str, Entry); 7] = [
    ("reversible", reversible),
    ("differentiable", differentiable),
    ("derivative", derivative),
    ("pullback", pullback),
    ("primitive", primitive),
    ("Differentiable", |_, item| derive_differentiable(item)),
    ("Plain", |_, item| derive_plain(item)),
];

/// `#[reversible]` on a function or a trait.
pub fn reversible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(item) = syn::parse2(item.clone()) {
        return traits::reversible(arguments, &item);
    }
    let place = "a function with a body: on each method of an `impl`, or on a whole trait";
    on_function("#[reversible]", place, arguments, item, expand::reversible)
}

/// `#[differentiable]` on a function, an `impl` or a trait.
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Ok(item) = syn::parse2(item.clone()) {
        return methods::differentiable_impl(arguments, &item);
    }
    if let Ok(item) = syn::parse2(item.clone()) {
        return methods::differentiable_trait(arguments, &item);
    }
    let place = "a function with a body, an `impl` or a trait";
    on_function("#[differentiable]", place, arguments, item, expand::differentiable)
}

/// `#[derivative]` on a function.
pub fn derivative(arguments: TokenStream, item: TokenStream) -> TokenStream {
    on_function("#[derivative]", "a function with a body", arguments, item, by_hand::derivative)
}

/// `#[pullback]` on a function.
pub fn pullback(arguments: TokenStream, item: TokenStream) -> TokenStream {
    on_function("#[pullback]", "a function with a body", arguments, item, by_hand::pullback)
}

/// `#[primitive]` on a function.
pub fn primitive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    on_function("#[primitive]", "a function with a body", arguments, item, by_hand::primitive)
}

/// `#[derive(Differentiable)]`.
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|error| error.to_compile_error(), derive::derive)
}

/// `#[derive(Plain)]`.
pub fn derive_plain(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|error| error.to_compile_error(), derive::derive_plain)
}

/// Expands a function. Anything else stays as it is, so that only the attribute is in error.
fn on_function(
    attribute: &str,
    place: &str,
    arguments: TokenStream,
    item: TokenStream,
    expand: expand::Expand,
) -> TokenStream {
    match syn::parse2(item.clone()) {
        Ok(function) => expand(arguments, &function),
        Err(mut error) => {
            if syn::parse2::<syn::Item>(item.clone()).is_ok() {
                error = syn::Error::new(Span::call_site(), format!("`{attribute}` belongs on {place}"));
            }
            [error.to_compile_error(), item].into_iter().collect()
        }
    }
}
