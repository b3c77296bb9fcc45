//! Attributes inside a function: the marks of parameters, and those that the form does not keep. One that matters must not be lost in
//! silence.

use crate::error::Errors;
use crate::ir::{Mark, Passing};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// Refuses attributes in the signature and the body of a function, save those that only speak to lints and readers.
pub fn check(item: &syn::ItemFn, errors: &Errors) {
    for attr in item.attrs.iter().filter(|attr| matches!(attr.style, syn::AttrStyle::Inner(_))) {
        errors.push(attr, "inner attributes are not supported: write this one above the function");
    }
    let mut inside = Inside { errors, body: false };
    inside.visit_signature(&item.sig);
    inside.body = true;
    inside.visit_block(&item.block);
}

/// What an attribute on a parameter marks it as.
fn mark_of(attr: &syn::Attribute) -> Option<Mark> {
    let name = attr.path().get_ident()?.to_string();
    match name.as_str() {
        "constant" => Some(Mark::Constant),
        "loss" => Some(Mark::Loss),
        "output" => Some(Mark::Output),
        _ => None,
    }
}

/// Takes the marks, which rustc does not know, off the parameters and the locals.
pub fn strip_all_marks(item: &mut syn::ItemFn) {
    strip_marks(&mut item.sig);
    Unmarked.visit_block_mut(&mut item.block);
}

struct Unmarked;

impl VisitMut for Unmarked {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        local.attrs.retain(|attr| !is_constant(attr));
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_constant(attr: &syn::Attribute) -> bool {
    mark_of(attr) == Some(Mark::Constant)
}

/// The mark `#[constant]` of a local.
pub fn constant(local: &syn::Local) -> Option<&syn::Attribute> {
    local.attrs.iter().find(|attr| is_constant(attr))
}

/// Takes the marks, which rustc does not know, off the parameters.
pub fn strip_marks(sig: &mut syn::Signature) {
    for input in &mut sig.inputs {
        let attrs = match input {
            syn::FnArg::Typed(typed) => &mut typed.attrs,
            syn::FnArg::Receiver(receiver) => &mut receiver.attrs,
        };
        attrs.retain(|attr| mark_of(attr).is_none());
    }
}

/// What a parameter is, for its mark.
pub struct Marked {
    /// the function gives a value, and not only what it changes
    pub returns: bool,
    /// by value or reference
    pub passing: Passing,
    /// its type is written as an integer
    pub integer: bool,
    /// it is `self`
    pub receiver: bool,
}

/// The mark of a parameter.
pub fn mark(attrs: &[syn::Attribute], marked: &Marked, errors: &Errors) -> Option<Mark> {
    let mut marks = attrs.iter().filter_map(|attr| Some((attr, mark_of(attr)?)));
    let (attr, mark) = marks.next()?;
    if let Some((second, _)) = marks.next() {
        errors.push(second, "a parameter has one mark: leave out the others");
    }
    if !matches!(attr.meta, syn::Meta::Path(_)) {
        errors.push(attr, "this mark takes no arguments: its name alone says what the parameter is");
    }
    let Some((name, what)) = (match mark {
        Mark::Constant => None,
        Mark::Loss => Some(("loss", "a loss is one number")),
        Mark::Output => {
            Some(("output", "the output of a Jacobian is a number, or an array, slice or vector of numbers"))
        }
    }) else {
        return Some(mark);
    };
    let message = match marked {
        Marked { returns: true, .. } => {
            format!("the {name} of a function that returns a value is that value: leave this out")
        }
        Marked { receiver: true, .. } => {
            format!("{what}: take it as a `&mut` parameter of its own and mark that")
        }
        Marked { integer: true, .. } => {
            format!("an integer has no gradient, so it cannot be the {name}: make it `f64` or `f32`")
        }
        Marked { passing: Passing::Value | Passing::Shared, .. } => {
            format!("the {name} is what the function changes: take it by `&mut`")
        }
        _ => return Some(mark),
    };
    errors.push(attr, message);
    None
}

struct Inside<'e> {
    errors: &'e Errors,
    /// past the signature, where nothing is marked
    body: bool,
}

impl<'i> Visit<'i> for Inside<'_> {
    fn visit_attribute(&mut self, attr: &'i syn::Attribute) {
        let first = attr.path().segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !self.body && mark_of(attr).is_some() {
            return;
        }
        if !["allow", "expect", "warn", "deny", "doc", "rustfmt", "clippy", "inline", "cold"].contains(&first.as_str())
        {
            let message = if is_constant(attr) {
                "this marks a parameter or a `let`: leave it out"
            } else if mark_of(attr).is_some() {
                "only a parameter is marked with this: leave it out"
            } else {
                "attributes inside a function are not supported yet: put it on the whole function, or leave it out"
            };
            self.errors.push(attr, message);
        }
    }

    fn visit_local(&mut self, local: &'i syn::Local) {
        if let Some(mark) = constant(local) {
            if !matches!(mark.meta, syn::Meta::Path(_)) {
                self.errors.push(mark, "this mark takes no arguments: its name alone says what the local is");
            }
            let mut rest = local.clone();
            rest.attrs.retain(|attr| !is_constant(attr));
            return Inside { errors: self.errors, body: true }.visit_local(&rest);
        }
        visit::visit_local(self, local);
    }

    /// An item of its own keeps its attributes.
    fn visit_item(&mut self, _: &'i syn::Item) {}
}
