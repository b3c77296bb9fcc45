//! The error and gamma functions have names that the standard library has reserved for its own, and rustc warns wherever one is
//! called. In a function with an attribute it is the table that says what they mean, so there the warning says nothing.

use crate::tokens::{TokenStream, quote};
use syn::visit::{self, Visit};

/// Keeps rustc quiet about a function that calls one of these methods.
pub fn allowance(item: &syn::ItemFn) -> TokenStream {
    let mut calls = Calls { special: false };
    calls.visit_item_fn(item);
    if calls.special { quote!(#[allow(unstable_name_collisions)]) } else { TokenStream::new() }
}

struct Calls {
    special: bool,
}

impl<'a> Visit<'a> for Calls {
    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let rule = retrograde_rules::lookup(&call.method.to_string());
        self.special |= rule.is_some_and(|rule| rule.special);
        visit::visit_expr_method_call(self, call);
    }
}
