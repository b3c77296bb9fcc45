//! Attributes inside a function, which the form does not keep: one that matters must not be lost in silence.

use crate::error::Errors;
use syn::visit::Visit;

/// Refuses attributes in the signature and the body of a function, save those that only speak to lints and readers.
pub fn check(item: &syn::ItemFn, errors: &Errors) {
    for attr in item.attrs.iter().filter(|attr| matches!(attr.style, syn::AttrStyle::Inner(_))) {
        errors.push(attr, "inner attributes are not supported: write this one above the function");
    }
    let mut inside = Inside { errors };
    inside.visit_signature(&item.sig);
    inside.visit_block(&item.block);
}

struct Inside<'e> {
    errors: &'e Errors,
}

impl<'i> Visit<'i> for Inside<'_> {
    fn visit_attribute(&mut self, attr: &'i syn::Attribute) {
        let first = attr.path().segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !["allow", "expect", "warn", "deny", "doc", "rustfmt", "clippy"].contains(&first.as_str()) {
            let message =
                "attributes inside a function are not supported yet: put it on the whole function, or leave it out";
            self.errors.push(attr, message);
        }
    }

    /// An item of its own keeps its attributes.
    fn visit_item(&mut self, _: &'i syn::Item) {}
}
