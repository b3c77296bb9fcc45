//! `#[differentiable]` on an inline module: the functions that are marked in it and what they call get derivatives, or all that could have some if none
//! is marked. What the module says of its types, constants and functions is known to all of them.
//!
//! Each function is expanded as its own attribute would expand it, only that it sees what is around it.

mod gradients;
mod reach;
mod surroundings;
mod tree;

use crate::emit::{self, Context, Placement, Seen};
use crate::error::{Diagnostic, Errors, to_compile_errors};
use crate::expand;
use crate::ir::FunctionKind;
use crate::methods;
use crate::options::{self, Options};
use crate::pieces::Keeping;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use reach::{Choice, choices};
use std::rc::Rc;
use surroundings::{Surroundings, surroundings};
use tree::{Mark, Tree};

/// Expands `#[differentiable(...)]` on a module.
pub fn differentiable(arguments: TokenStream, item: &syn::ItemMod) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, FunctionKind::Ordinary, &errors);
    let Some((_, items)) = &item.content else {
        errors.push(
            item,
            "an attribute sees what is inside of `mod name { .. }` only: write the module here, or mark its functions",
        );
        let errors = to_compile_errors(&errors.take());
        return quote!(#errors #item);
    };
    let tree = Tree::of(items);
    let choices = choices(&tree);
    let chosen: Vec<bool> = choices.iter().map(|choice| choice.chosen).collect();
    let deriving = tree.deriving(&chosen);
    let surroundings = surroundings(&tree);
    let explicit = tree.functions.iter().any(|function| function.mark == Mark::Differentiable);
    let mut mistakes = errors.take();
    if !chosen.contains(&true) && mistakes.is_empty() {
        let errors = Errors::new();
        errors.push(
            &item.ident,
            "nothing in this module could have a gradient: it has no function of floats that gives or changes some",
        );
        mistakes = errors.take();
    }
    let mut walk = Walk {
        choices: &choices,
        deriving: &deriving,
        surroundings: &surroundings,
        explicit,
        mistakes,
        ..Walk::default()
    };
    let mut item = item.clone();
    walk.module(&mut item, options);
    let errors = to_compile_errors(&walk.mistakes);
    quote!(#errors #item)
}

/// A walk through the items in the order in which [`Tree`] numbered them.
#[derive(Default)]
struct Walk<'t> {
    choices: &'t [Choice],
    deriving: &'t [bool],
    surroundings: &'t [Surroundings],
    /// whether anything is marked
    explicit: bool,
    mistakes: Vec<Diagnostic>,
    functions: usize,
    types: usize,
    scopes: usize,
}

impl Walk<'_> {
    fn module(&mut self, item: &mut syn::ItemMod, outer: Options) {
        let Some((_, items)) = &mut item.content else { return };
        let scope = self.scopes;
        self.scopes += 1;
        let Surroundings { seen, assumptions } = &self.surroundings[scope];
        let proofs = emit::proofs_of_items(assumptions).finished();
        let options = self.options(&mut item.attrs, outer);
        let expanded = std::mem::take(items).into_iter().map(|item| self.item(item, options, seen));
        let expanded: TokenStream = expanded.collect();
        items.push(syn::Item::Verbatim(quote!(#expanded #proofs)));
    }

    fn item(&mut self, item: syn::Item, options: Options, seen: &Rc<Seen>) -> TokenStream {
        match item {
            syn::Item::Fn(item) => self.function(item, options, seen),
            syn::Item::Impl(mut item) => {
                let marked = item.attrs.iter().any(|attr| crate::host::name(attr.path()) == "differentiable")
                    && crate::operators::is_operator(&item);
                let own = self.options(&mut item.attrs, options);
                for method in &mut item.items {
                    if let syn::ImplItem::Fn(method) = method {
                        self.mark(&mut method.attrs, &method.sig, own);
                        // No path leads to an operator.
                        if marked {
                            method.attrs.retain(|attr| crate::host::name(attr.path()) != "constant");
                        }
                    }
                }
                let (found, emitted) = methods::of_impl(own, item, seen.clone());
                self.mistakes.extend(found);
                emitted
            }
            syn::Item::Trait(mut item) => {
                let own = self.options(&mut item.attrs, options);
                let first = self.functions;
                for method in &mut item.items {
                    if let syn::TraitItem::Fn(method) = method {
                        self.mark(&mut method.attrs, &method.sig, own);
                    }
                }
                if !self.choices[first..self.functions].iter().any(|choice| choice.chosen) {
                    methods::unmarked(&mut item);
                    return item.to_token_stream();
                }
                let (found, emitted) = methods::of_trait(own, item);
                self.mistakes.extend(found);
                emitted
            }
            syn::Item::Mod(mut item) => {
                self.module(&mut item, options);
                item.to_token_stream()
            }
            syn::Item::Struct(mut item) => {
                self.derive(&mut item.attrs);
                item.to_token_stream()
            }
            syn::Item::Enum(mut item) => {
                self.derive(&mut item.attrs);
                item.to_token_stream()
            }
            other => other.to_token_stream(),
        }
    }

    fn function(&mut self, mut item: syn::ItemFn, outer: Options, seen: &Rc<Seen>) -> TokenStream {
        let Choice { chosen, recursive } = self.choices[self.functions];
        self.functions += 1;
        let errors = Errors::new();
        let own = methods::take_own(&mut item.attrs, outer, &errors);
        if !chosen {
            errors.take();
            item.attrs.retain(|attr| !attr.path().is_ident("constant"));
            return item.to_token_stream();
        }
        let marked = own.is_some();
        let options = own.unwrap_or(outer);
        let options = Options { recursive: options.recursive || recursive, ..options };
        let context = Context { seen: seen.clone(), ..Context::from(Placement::Module) };
        let (found, emitted) = expand::function(&item, FunctionKind::Ordinary, &context, options, errors);
        let found: Vec<_> = found.into_iter().map(|mistake| self.explained(mistake, &item.sig, marked)).collect();
        self.mistakes.extend(found);
        under_conditions(&item.attrs, emitted)
    }

    /// A mistake in a function that nobody marked.
    fn explained(&self, mut mistake: Diagnostic, sig: &syn::Signature, marked: bool) -> Diagnostic {
        let (name, message) = (&sig.ident, &mistake.message);
        if !marked {
            mistake.message = if self.explicit {
                format!(
                    "{message} (`{name}` gets a derivative because a function that has one calls it: if it is a constant there, mark \
                     it `#[constant]`)"
                )
            } else {
                format!(
                    "{message} (`{name}` gets a derivative because the module has the attribute: if it needs none, mark it \
                     `#[constant]`, or mark those functions `#[differentiable]` that are to have one)"
                )
            };
        }
        mistake
    }

    /// Says in an attribute of a method what was chosen for it.
    fn mark(&mut self, attrs: &mut Vec<syn::Attribute>, sig: &syn::Signature, outer: Options) {
        let Choice { chosen, recursive } = self.choices[self.functions];
        self.functions += 1;
        let mark = Mark::of(attrs);
        if mark == Mark::Other {
            return;
        }
        if !chosen {
            attrs.retain(|attr| crate::host::name(attr.path()) != "differentiable");
            if mark != Mark::Constant {
                attrs.push(syn::parse_quote!(#[constant]));
            }
            return;
        }
        let recursive = recursive.then(|| quote!(recursive,));
        let associated = sig.receiver().is_none().then(|| quote!(associated,));
        let has_own = attrs.iter().any(|attr| crate::host::name(attr.path()) == "differentiable");
        if has_own && recursive.is_none() && associated.is_none() {
            return;
        }
        let errors = Errors::new();
        let own = methods::take_own(attrs, outer, &errors).unwrap_or(outer);
        errors.take();
        let tangent = own.tangent.then(|| quote!(tangent,));
        let checks = own.checks.map(|on| quote!(checks = #on,));
        let again = own.recursive.then(|| quote!(recursive,)).filter(|_| recursive.is_none());
        let kind = own.forward.then(|| quote!(forward,)).or(own.checkpoint.then(|| quote!(checkpoint,)));
        attrs.push(syn::parse_quote!(#[differentiable(#recursive #again #associated #tangent #checks #kind)]));
    }

    /// What the attribute of an item asks for, which is taken off, besides that around it.
    fn options(&mut self, attrs: &mut Vec<syn::Attribute>, outer: Options) -> Options {
        let errors = Errors::new();
        let own = methods::take_own(attrs, outer, &errors);
        self.mistakes.extend(errors.take());
        own.unwrap_or(outer)
    }

    fn derive(&mut self, attrs: &mut Vec<syn::Attribute>) {
        if self.deriving[self.types] {
            attrs.push(syn::parse_quote!(#[derive(::retrograde::emitted::Differentiable)]));
        }
        self.types += 1;
    }
}

/// What is there only if an item is: each part of what the item expands to has its conditions.
fn under_conditions(attrs: &[syn::Attribute], emitted: TokenStream) -> TokenStream {
    let conditions: Vec<&syn::Attribute> = attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect();
    if conditions.is_empty() {
        return emitted;
    }
    let Ok(file) = syn::parse2::<syn::File>(emitted.clone()) else { return emitted };
    let under = |item: syn::Item| {
        let has = match &item {
            syn::Item::Fn(item) => tree::is_conditional(&item.attrs),
            _ => false,
        };
        if has { item.to_token_stream() } else { quote!(#(#conditions)* #item) }
    };
    file.items.into_iter().map(under).collect()
}
