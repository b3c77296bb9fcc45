//! A trait whose methods are reversible: beside each, its siblings.
//!
//! A method that returns nothing and takes something by `&mut` is meant; the others stay as they are.

use crate::emit::{self, Placement};
use crate::error::{Diagnostic, Errors, to_compile_errors};
use crate::expand;
use crate::ir::FunctionKind;
use crate::options::{self, Options};
use crate::parse;
use crate::pieces::Keeping;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Expands `#[reversible(...)]` on a trait.
pub fn reversible(arguments: TokenStream, item: &syn::ItemTrait) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, FunctionKind::Reversible, &errors);
    let mut mistakes = errors.take();
    let mut item = item.clone();
    let items = std::mem::take(&mut item.items);
    let items = items.iter().map(|item| match item {
        syn::TraitItem::Fn(method) if changes_something(&method.sig) => {
            let (found, emitted) = expand_method(method, options);
            mistakes.extend(found);
            emitted
        }
        other => other.to_token_stream(),
    });
    item.items = vec![syn::TraitItem::Verbatim(items.collect())];
    // What changes and is changed back must be plain data, as every parameter of a reversible function.
    item.colon_token.get_or_insert_default();
    item.supertraits.push(syn::parse_quote!(::retrograde::emitted::Plain));
    let errors = to_compile_errors(&mistakes);
    quote!(#errors #item)
}

fn expand_method(method: &syn::TraitItemFn, options: Options) -> (Vec<Diagnostic>, TokenStream) {
    let errors = Errors::new();
    let mut method = method.clone();
    if let Some(k) =
        method.attrs.iter().position(|attr| attr.path().segments.last().is_some_and(|s| s.ident == "reversible"))
    {
        let attr = method.attrs.remove(k);
        errors.push(&attr, "the attribute of the trait holds for its methods: leave this one out");
    }
    let syn::TraitItemFn { attrs, sig, default, .. } = &method;
    if let Some(body) = default {
        // An `impl` with a body of its own and without the attribute would keep the inverse of this one, and nothing could tell.
        errors.push(
            body.brace_token.span.join(),
            format!(
                "a default body may be replaced without its inverse: declare the method here, and put the body into a function, \
                 `#[reversible] fn {}<T: ...>(x: &mut T, ...)`",
                sig.ident
            ),
        );
    }
    let item: syn::ItemFn = syn::parse_quote!(#(#attrs)* #sig {});
    expand::refuse_name(sig, &errors);
    let params = parse::function(&item, FunctionKind::Reversible, &errors).params;
    expand::refuse_marks(&params, &item, Placement::Trait, options, &errors);
    let mut item = item;
    parse::strip_marks(&mut item.sig);
    let forms = if params.len() == sig.inputs.len() {
        expand::empty_forms(&item.sig, Placement::Trait, params, options)
    } else {
        Vec::new()
    };
    let siblings = emit::declared(&item, &forms);
    parse::strip_marks(&mut method.sig);
    (errors.take(), quote!(#method #siblings))
}

/// Whether a method is one that a reversible function could be.
fn changes_something(sig: &syn::Signature) -> bool {
    let exclusive = |ty: &syn::Type| matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_some());
    matches!(sig.output, syn::ReturnType::Default)
        && sig.inputs.iter().any(|input| match input {
            syn::FnArg::Receiver(receiver) => match &receiver.kind {
                syn::ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
                syn::ReceiverKind::Typed(_, ty) => exclusive(ty),
                _ => false,
            },
            syn::FnArg::Typed(typed) => exclusive(&typed.ty),
        })
}
