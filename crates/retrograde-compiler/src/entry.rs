//! What rustc calls: every attribute and derive, from tokens to tokens. Whatever it is given, it returns.

use crate::{by_hand, derive, expand, methods, nesting, traits};
use proc_macro2::{Span, TokenStream};
use syn::visit::Visit;

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
    if let Some(at) = nesting::unparsable(&item) {
        return refused(at, item);
    }
    if let Ok(found) = syn::parse2(item.clone()) {
        return match nesting::too_deep(|nesting| nesting.visit_item_trait(&found)) {
            Some(at) => refused(at, item),
            None => traits::reversible(arguments, &found),
        };
    }
    let place = "a function with a body: on each method of an `impl`, or on a whole trait";
    on_function("#[reversible]", place, arguments, item, expand::reversible)
}

/// `#[differentiable]` on a function, an `impl` or a trait.
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(at) = nesting::unparsable(&item) {
        return refused(at, item);
    }
    if let Ok(found) = syn::parse2(item.clone()) {
        return match nesting::too_deep(|nesting| nesting.visit_item_impl(&found)) {
            Some(at) => refused(at, item),
            None => methods::differentiable_impl(arguments, &found),
        };
    }
    if let Ok(found) = syn::parse2(item.clone()) {
        return match nesting::too_deep(|nesting| nesting.visit_item_trait(&found)) {
            Some(at) => refused(at, item),
            None => methods::differentiable_trait(arguments, &found),
        };
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
    on_type(item, derive::derive)
}

/// `#[derive(Plain)]`.
pub fn derive_plain(item: TokenStream) -> TokenStream {
    on_type(item, derive::derive_plain)
}

/// Expands a function. Anything else stays as it is, so that only the attribute is in error.
fn on_function(
    attribute: &str,
    place: &str,
    arguments: TokenStream,
    item: TokenStream,
    expand: expand::Expand,
) -> TokenStream {
    if let Some(at) = nesting::unparsable(&arguments).or_else(|| nesting::unparsable(&item)) {
        return refused(at, item);
    }
    match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => match nesting::too_deep(|nesting| nesting.visit_signature(&function.sig)) {
            Some(at) => refused(at, item),
            None => expand(arguments, &function),
        },
        Err(mut error) => {
            if syn::parse2::<syn::Item>(item.clone()).is_ok() {
                error = syn::Error::new(Span::call_site(), format!("`{attribute}` belongs on {place}"));
            }
            [error.to_compile_error(), item].into_iter().collect()
        }
    }
}

/// Derives something for a type.
fn on_type(item: TokenStream, derive: fn(syn::DeriveInput) -> TokenStream) -> TokenStream {
    if let Some(at) = nesting::unparsable(&item) {
        return refused(at, TokenStream::new());
    }
    match syn::parse2(item).and_then(with_named_fields) {
        Ok(input) => match nesting::too_deep(|nesting| nesting.visit_derive_input(&input)) {
            Some(at) => refused(at, TokenStream::new()),
            None => derive(input),
        },
        Err(error) => error.to_compile_error(),
    }
}

/// A type whose fields have names: syn takes `_` for one, which rustc does not.
fn with_named_fields(input: syn::DeriveInput) -> syn::Result<syn::DeriveInput> {
    struct Unnamed(Option<Span>);
    impl Visit<'_> for Unnamed {
        fn visit_field(&mut self, field: &syn::Field) {
            let unnamed = field.ident.as_ref().filter(|name| *name == "_");
            self.0 = self.0.or(unnamed.map(syn::Ident::span));
        }
    }
    let mut unnamed = Unnamed(None);
    unnamed.visit_data(&input.data);
    unnamed.0.map_or(Ok(input), |at| Err(syn::Error::new(at, "a field needs a name")))
}

/// An item that is nested too deeply stays as it is.
fn refused(at: Span, item: TokenStream) -> TokenStream {
    [syn::Error::new(at, nesting::MESSAGE).to_compile_error(), item].into_iter().collect()
}
