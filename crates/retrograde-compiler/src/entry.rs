//! What rustc calls: every attribute and derive, from tokens to tokens. Whatever it is given, it returns.

use crate::long_sums::LongSums;
use crate::nesting::{self, Sums};
use crate::{conditional, custom_rules, derive, expand, methods, module, renamed, traits};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;

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

/// Expands an attribute, which may say by which path the library is found.
fn found_by(arguments: TokenStream, item: TokenStream, entry: Entry) -> TokenStream {
    match renamed::in_arguments(arguments) {
        (arguments, None) => entry(arguments, item),
        (arguments, Some(path)) => renamed::renamed(entry(arguments, item), &path),
    }
}

/// `#[reversible]` on a function or a trait.
pub fn reversible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    found_by(arguments, item, on_reversible)
}

fn on_reversible(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(at) = nesting::unparsable(&item, Sums::Cut) {
        return refused(at, item);
    }
    if let Ok(mut found) = syn::parse2(item.clone()) {
        LongSums::of(&item).visit_item_trait_mut(&mut found);
        return match nesting::too_deep(|nesting| nesting.visit_item_trait(&found)) {
            Some(at) => refused(at, item),
            None => traits::reversible(arguments, &found),
        };
    }
    let place = "a function with a body: on each method of an `impl`, or on a whole trait";
    on_function("#[reversible]", place, arguments, item, expand::reversible)
}

/// `#[differentiable]` on a function, an `impl`, a trait or an inline module.
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let path = renamed::in_arguments(arguments.clone()).1.unwrap_or_else(|| quote!(::retrograde));
    if nesting::unparsable(&item, Sums::Cut).is_none()
        && let Some(versions) = conditional::versions(&quote!(#[#path::differentiable(#arguments)]), &item)
    {
        return versions;
    }
    found_by(arguments, item, on_differentiable)
}

fn on_differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(at) = nesting::unparsable(&item, Sums::Cut) {
        return refused(at, item);
    }
    if let Ok(mut found) = syn::parse2(item.clone()) {
        LongSums::of(&item).visit_item_impl_mut(&mut found);
        return match nesting::too_deep(|nesting| nesting.visit_item_impl(&found)) {
            Some(at) => refused(at, item),
            None => methods::differentiable_impl(arguments, &found),
        };
    }
    if let Ok(mut found) = syn::parse2(item.clone()) {
        LongSums::of(&item).visit_item_trait_mut(&mut found);
        return match nesting::too_deep(|nesting| nesting.visit_item_trait(&found)) {
            Some(at) => refused(at, item),
            None => methods::differentiable_trait(arguments, &found),
        };
    }
    if let Ok(mut found) = syn::parse2::<syn::ItemMod>(item.clone()) {
        LongSums::of(&item).visit_item_mod_mut(&mut found);
        return match nesting::too_deep(|nesting| nesting.visit_item_mod(&found)) {
            Some(at) => refused(at, item),
            None => module::differentiable(arguments, &found),
        };
    }
    let place = "a function with a body, an `impl`, a trait or an inline module";
    on_function("#[differentiable]", place, arguments, item, expand::differentiable)
}

/// `#[derivative]` on a function.
pub fn derivative(arguments: TokenStream, item: TokenStream) -> TokenStream {
    found_by(arguments, item, |arguments, item| {
        on_function("#[derivative]", "a function with a body", arguments, item, custom_rules::derivative)
    })
}

/// `#[pullback]` on a function.
pub fn pullback(arguments: TokenStream, item: TokenStream) -> TokenStream {
    found_by(arguments, item, |arguments, item| {
        on_function("#[pullback]", "a function with a body", arguments, item, custom_rules::pullback)
    })
}

/// `#[primitive]` on a function.
pub fn primitive(arguments: TokenStream, item: TokenStream) -> TokenStream {
    found_by(arguments, item, |arguments, item| {
        on_function("#[primitive]", "a function with a body", arguments, item, custom_rules::primitive)
    })
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
    if let Some(at) = nesting::unparsable(&arguments, Sums::Deep).or_else(|| nesting::unparsable(&item, Sums::Cut)) {
        return refused(at, item);
    }
    match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(mut function) => {
            LongSums::of(&item).visit_item_fn_mut(&mut function);
            match nesting::too_deep(|nesting| nesting.visit_signature(&function.sig)) {
                Some(at) => refused(at, item),
                None => match not_rust(|found| found.visit_signature(&function.sig)) {
                    Ok(()) => expand(arguments, &function),
                    Err(error) => [error.to_compile_error(), item].into_iter().collect(),
                },
            }
        }
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
    let path = renamed::on_type(&item);
    let derived = derived(item, derive);
    match path {
        Some(path) => renamed::renamed(derived, &path),
        None => derived,
    }
}

fn derived(item: TokenStream, derive: fn(syn::DeriveInput) -> TokenStream) -> TokenStream {
    if let Some(at) = nesting::unparsable(&item, Sums::Deep) {
        return refused(at, TokenStream::new());
    }
    let input: syn::DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    if let Some(at) = nesting::too_deep(|nesting| nesting.visit_derive_input(&input)) {
        return refused(at, TokenStream::new());
    }
    match not_rust(|found| found.visit_derive_input(&input)) {
        Ok(()) => derive(input),
        Err(error) => error.to_compile_error(),
    }
}

/// What syn takes for Rust and rustc does not: fields and type parameters called `_`, and trait objects without `dyn`.
fn not_rust(look: impl FnOnce(&mut NotRust)) -> syn::Result<()> {
    let mut found = NotRust(None);
    look(&mut found);
    found.0.map_or(Ok(()), Err)
}

struct NotRust(Option<syn::Error>);

impl NotRust {
    fn name(&mut self, name: &syn::Ident, what: &str) {
        if name == "_" {
            self.0.get_or_insert_with(|| syn::Error::new(name.span(), format!("{what} needs a name")));
        }
    }
}

impl Visit<'_> for NotRust {
    fn visit_field(&mut self, field: &syn::Field) {
        field.ident.iter().for_each(|name| self.name(name, "a field"));
        visit::visit_field(self, field);
    }

    fn visit_type_param(&mut self, param: &syn::TypeParam) {
        self.name(&param.ident, "a type parameter");
        visit::visit_type_param(self, param);
    }

    fn visit_const_param(&mut self, param: &syn::ConstParam) {
        self.name(&param.ident, "a constant parameter");
        visit::visit_const_param(self, param);
    }

    fn visit_type_trait_object(&mut self, object: &syn::TypeTraitObject) {
        if object.dyn_token.is_none() {
            self.0.get_or_insert_with(|| syn::Error::new_spanned(object, "expected a type"));
        }
        visit::visit_type_trait_object(self, object);
    }
}

/// An item that is nested too deeply stays as it is.
fn refused(at: Span, item: TokenStream) -> TokenStream {
    [syn::Error::new(at, nesting::MESSAGE).to_compile_error(), item].into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::nothing_is_kept;

    /// A process that expands for hours does not grow, whatever it is given.
    #[test]
    fn nothing_is_kept_of_an_expansion() {
        for item in [
            "fn f(y: &mut f64, x: f64) { *y += x * x; }",
            "fn f(x: f64) -> f64 { let y = g(x); y * h(|v| v + x) }",
            "fn f(x: &mut u8, w: Wrong) { *x = 1; w.len(); let 5 = y; }",
            "impl S { fn f(&self, x: f64) -> f64 { self.a * x } }",
            "trait T { fn f(&mut self, x: f64); }",
            "trait T { fn f(&self, x: f64) -> f64; }",
            "struct P<T> { #[without_gradient] a: T, b: Vec<f64> }",
            "enum E { A(f64), B { x: f64 } }",
            "struct",
        ] {
            for (name, entry) in ENTRIES {
                let arguments: TokenStream =
                    if name == "reversible" { "adjoint, tangent" } else { "" }.parse().expect("tokens");
                entry(arguments, item.parse().expect("tokens"));
                assert!(nothing_is_kept(), "{name} of {item}");
            }
        }
    }
}
