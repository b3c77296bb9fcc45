//! `#[differentiable]` on an `impl` or a trait: its methods are ordinary functions, with siblings beside each.
//!
//! A method that gives something which may have a gradient is meant, or one that changes something. The others stay as they are. A function
//! without `self` is meant if it has the attribute itself.

use crate::emit::{self, Context, Placement};
use crate::error::{Diagnostic, Errors, to_compile_errors};
use crate::expand;
use crate::ir::FunctionKind;
use crate::options::{self, Options};
use crate::parse;
use crate::pieces::Keeping;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Expands `#[differentiable(...)]` on an `impl`.
pub fn differentiable_impl(arguments: TokenStream, item: &syn::ItemImpl) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, FunctionKind::Ordinary, &errors);
    let mut mistakes = errors.take();
    let mut item = item.clone();
    let context = context(&item);
    let items = std::mem::take(&mut item.items).into_iter().map(|item| match item {
        syn::ImplItem::Fn(method) => {
            let errors = Errors::new();
            let Some((function, options)) = meant(&method, options, &errors) else {
                errors.take();
                return method.to_token_stream();
            };
            let (found, emitted) = expand::function(&function, FunctionKind::Ordinary, &context, options, errors);
            mistakes.extend(found);
            emitted
        }
        other => other.to_token_stream(),
    });
    item.items = vec![syn::ImplItem::Verbatim(items.collect())];
    let errors = to_compile_errors(&mistakes);
    quote!(#errors #item)
}

/// What is around the methods of an `impl` with the attribute.
pub(crate) fn context(item: &syn::ItemImpl) -> Context {
    Context { placement: Placement::Impl, generics: item.generics.clone(), inherent: item.trait_.is_none() }
}

/// A method of an `impl` with the attribute as a function, and what is asked of it; `None` if it stays as it is.
pub(crate) fn meant(method: &syn::ImplItemFn, outer: Options, errors: &Errors) -> Option<(syn::ItemFn, Options)> {
    let syn::ImplItemFn { mut attrs, vis, modifiers, sig, block } = method.clone();
    let own = take_own(&mut attrs, outer, errors);
    if own.is_none() && (!is_meant(&sig) || has_other(&attrs)) {
        return None;
    }
    Some((syn::ItemFn { attrs, vis, modifiers, sig, block: Box::new(block) }, own.unwrap_or(outer)))
}

/// Expands `#[differentiable(...)]` on a trait.
pub fn differentiable_trait(arguments: TokenStream, item: &syn::ItemTrait) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, FunctionKind::Ordinary, &errors);
    let mut mistakes = errors.take();
    let mut item = item.clone();
    let context = Context { placement: Placement::Trait, generics: item.generics.clone(), inherent: false };
    let items = std::mem::take(&mut item.items).into_iter().map(|item| match item {
        syn::TraitItem::Fn(mut method) => {
            let errors = Errors::new();
            let own = take_own(&mut method.attrs, options, &errors);
            if own.is_none() && !is_meant(&method.sig) {
                errors.take();
                return method.to_token_stream();
            }
            let (found, emitted) = declared(&method, &context, own.unwrap_or(options), errors);
            mistakes.extend(found);
            emitted
        }
        other => other.to_token_stream(),
    });
    item.items = vec![syn::TraitItem::Verbatim(items.collect())];
    // So that whoever takes something with this trait can take its gradient too. A shadow owns what it holds, hence `'static`.
    item.colon_token.get_or_insert_default();
    item.supertraits.push(syn::parse_quote!(::retrograde::emitted::Differentiable));
    item.supertraits.push(syn::parse_quote!('static));
    let errors = to_compile_errors(&mistakes);
    quote!(#errors #item)
}

fn declared(
    method: &syn::TraitItemFn,
    context: &Context,
    options: Options,
    errors: Errors,
) -> (Vec<Diagnostic>, TokenStream) {
    let mut method = method.clone();
    let syn::TraitItemFn { attrs, sig, default, .. } = &method;
    if let Some(body) = default {
        // An `impl` with a body of its own and without the attribute would keep the derivative of this one, and nothing could tell.
        errors.push(
            body.brace_token.span.join(),
            format!(
                "a default body may be replaced without its derivative: declare the method here, and put the body into a function, \
                 `#[differentiable] fn {}<T: ...>(x: &T, ...)`",
                sig.ident
            ),
        );
    }
    let mut item: syn::ItemFn = syn::parse_quote!(#(#attrs)* #sig {});
    parse::complete(&mut item.sig);
    let lowered = parse::lower(&item, &errors);
    let callables = lowered.map(|lowered| {
        item = lowered.item;
        lowered.callables
    });
    let mut function = parse::without_body(&item, FunctionKind::Ordinary, &errors);
    for (param, callable) in function.params.iter_mut().zip(callables.into_iter().flatten()) {
        param.callable = callable;
    }
    expand::refuse_name(&method.sig.ident, &errors);
    expand::refuse_marked_functions(&function.params, &errors);
    parse::strip_marks(&mut item.sig);
    parse::strip_marks(&mut method.sig);
    let mistakes = errors.take();
    let siblings = (mistakes.is_empty() && function.params.len() == item.sig.inputs.len())
        .then(|| emit::declared_ordinary(&item, &function, options.tangent, context));
    (mistakes, quote!(#method #siblings))
}

/// What the method's own attribute asks for, besides that around it.
fn take_own(attrs: &mut Vec<syn::Attribute>, outer: Options, errors: &Errors) -> Option<Options> {
    let is_ours = |attr: &syn::Attribute| attr.path().segments.last().is_some_and(|s| s.ident == "differentiable");
    let attr = attrs.remove(attrs.iter().position(is_ours)?);
    let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
    let own = options::parse(arguments, FunctionKind::Ordinary, errors);
    Some(Options { tangent: own.tangent || outer.tangent, recursive: own.recursive || outer.recursive, ..own })
}

/// Whether a method has another attribute that says what is derived from it.
fn has_other(attrs: &[syn::Attribute]) -> bool {
    let others = expand::ATTRIBUTES.map(|(name, _)| name);
    attrs.iter().any(|attr| attr.path().segments.last().is_some_and(|s| others.contains(&&*s.ident.to_string())))
}

/// Whether a method is one that an ordinary function could be.
fn is_meant(sig: &syn::Signature) -> bool {
    let has_gradient = match &sig.output {
        syn::ReturnType::Default => false,
        syn::ReturnType::Type(_, ty) => !crate::host::integer_type(ty) && !is_text_or_reference(ty),
    };
    sig.receiver().is_some() && has_gradient
}

fn is_text_or_reference(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(_) | syn::Type::ImplTrait(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "String"),
        _ => false,
    }
}
