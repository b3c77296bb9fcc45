//! `#[differentiable]` on an `impl` or a trait: its methods are ordinary functions, with siblings beside each.
//!
//! A method that gives something which may have a gradient is meant, or one that changes something. The others stay as they are, and so does what
//! is marked `#[constant]`. A function without `self` is meant if it has the attribute itself.

use crate::emit::{self, Context, Placement, Seen};
use crate::error::{Diagnostic, Errors, to_compile_errors};
use crate::expand;
use crate::host::{integer_type, is_unit};
use crate::ir::FunctionKind;
use crate::numbers;
use crate::operators;
use crate::options::{self, Options};
use crate::parse;
use crate::pieces::Keeping;
use crate::projections;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::rc::Rc;

/// Expands `#[differentiable(...)]` on an `impl`.
pub fn differentiable_impl(arguments: TokenStream, item: &syn::ItemImpl) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, FunctionKind::Ordinary, &errors);
    let (found, emitted) = of_impl(options, item.clone(), Rc::default());
    let errors = to_compile_errors(&[errors.take(), found].concat());
    quote!(#errors #emitted)
}

/// The mistakes of the methods of an `impl`, and what it expands to all the same.
pub(crate) fn of_impl(options: Options, mut item: syn::ItemImpl, seen: Rc<Seen>) -> (Vec<Diagnostic>, TokenStream) {
    let mut mistakes = Vec::new();
    if item.trait_.as_ref().is_some_and(|(path, _)| !is_operator(path)) {
        // A trait with the attribute asks that what has it has a gradient.
        numbers::ask_of(&mut item.generics);
    }
    let context = Context { seen, ..context(&item) };
    if !left_out(&item) {
        if let Some(expanded) = operators::differentiable(options, &item, &context) {
            return expanded;
        }
        if let Some(expanded) = projections::differentiable(&item) {
            return (mistakes, expanded);
        }
    }
    let (head, mut rules) = (syn::ItemImpl { items: Vec::new(), ..item.clone() }, Vec::new());
    let items = std::mem::take(&mut item.items).into_iter().map(|item| match item {
        syn::ImplItem::Fn(mut method) => {
            let errors = Errors::new();
            let Some((function, options)) = meant(&method, options, &errors) else {
                errors.take();
                method.attrs.retain(|attr| !is_left_out(attr));
                return method.to_token_stream();
            };
            let rule = operators::of_method(&head, &function);
            let options = Options { tangent: options.tangent || rule.is_some(), ..options };
            rules.extend(rule);
            let (mut found, emitted) = expand::function(&function, FunctionKind::Ordinary, &context, options, errors);
            if !method.attrs.iter().any(is_ours) {
                let message =
                    format!(" (if `{}` is to stay without a derivative, mark it `#[constant]`)", method.sig.ident);
                found.iter_mut().for_each(|mistake| mistake.message += &message);
            }
            mistakes.extend(found);
            emitted
        }
        other => other.to_token_stream(),
    });
    item.items = vec![syn::ImplItem::Verbatim(items.collect())];
    (mistakes, quote!(#item #(#rules)*))
}

/// Whether a method of an `impl` is to stay without a derivative.
fn left_out(item: &syn::ItemImpl) -> bool {
    item.items.iter().any(|item| matches!(item, syn::ImplItem::Fn(method) if method.attrs.iter().any(is_left_out)))
}

/// What is around the methods of an `impl` with the attribute.
pub(crate) fn context(item: &syn::ItemImpl) -> Context {
    let placement = Placement::Impl;
    Context { generics: item.generics.clone(), inherent: item.trait_.is_none(), ..Context::from(placement) }
}

/// A method of an `impl` with the attribute as a function, and what is asked of it; `None` if it stays as it is.
pub(crate) fn meant(method: &syn::ImplItemFn, outer: Options, errors: &Errors) -> Option<(syn::ItemFn, Options)> {
    let syn::ImplItemFn { mut attrs, vis, modifiers, sig, block } = method.clone();
    let own = take_own(&mut attrs, outer, errors);
    if own.is_none() && (!is_meant(&sig) || has_other(&attrs) || attrs.iter().any(is_left_out)) {
        return None;
    }
    Some((syn::ItemFn { attrs, vis, modifiers, sig, block: Box::new(block) }, own.unwrap_or(outer)))
}

/// Expands `#[differentiable(...)]` on a trait.
pub fn differentiable_trait(arguments: TokenStream, item: &syn::ItemTrait) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let options = options::parse(arguments, FunctionKind::Ordinary, &errors);
    let (found, emitted) = of_trait(options, item.clone());
    let errors = to_compile_errors(&[errors.take(), found].concat());
    quote!(#errors #emitted)
}

/// The mistakes of the methods of a trait, and what it expands to all the same.
pub(crate) fn of_trait(options: Options, mut item: syn::ItemTrait) -> (Vec<Diagnostic>, TokenStream) {
    let mut mistakes = Vec::new();
    let context = Context { generics: item.generics.clone(), ..Context::from(Placement::Trait) };
    let items = std::mem::take(&mut item.items).into_iter().map(|item| match item {
        syn::TraitItem::Fn(mut method) => {
            let errors = Errors::new();
            let own = take_own(&mut method.attrs, options, &errors);
            if own.is_none() && (!is_meant(&method.sig) || method.attrs.iter().any(is_left_out)) {
                errors.take();
                method.attrs.retain(|attr| !is_left_out(attr));
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
    (mistakes, item.to_token_stream())
}

/// Takes off the methods of a trait what says that they stay as they are.
pub(crate) fn unmarked(item: &mut syn::ItemTrait) {
    for method in &mut item.items {
        if let syn::TraitItem::Fn(method) = method {
            method.attrs.retain(|attr| !is_left_out(attr));
        }
    }
}

fn is_ours(attr: &syn::Attribute) -> bool {
    crate::host::name(attr.path()) == "differentiable"
}

/// Whether an attribute says that a method stays as it is.
fn is_left_out(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("constant")
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
    numbers::ask(&mut item.sig, &context.generics);
    parse::refuse_without_value(&item.sig, &errors);
    let lowered = parse::lower(&item, &errors);
    let callables = lowered.map(|lowered| {
        item = lowered.item;
        lowered.callables
    });
    let mut function = parse::without_body(&item, FunctionKind::Ordinary, &errors);
    for (param, callable) in function.params.iter_mut().zip(callables.into_iter().flatten()) {
        param.callable = callable;
    }
    expand::refuse_name(&method.sig, &errors);
    expand::refuse_marked_functions(&function.params, &errors);
    parse::strip_marks(&mut item.sig);
    parse::strip_marks(&mut method.sig);
    let mistakes = errors.take();
    let siblings = (mistakes.is_empty() && function.params.len() == item.sig.inputs.len())
        .then(|| emit::declared_ordinary(&item, &function, options.tangent, context));
    (mistakes, quote!(#method #siblings))
}

/// What the method's own attribute asks for, besides that around it.
pub(crate) fn take_own(attrs: &mut Vec<syn::Attribute>, outer: Options, errors: &Errors) -> Option<Options> {
    let attr = attrs.remove(attrs.iter().position(is_ours)?);
    let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
    let own = options::parse(arguments, FunctionKind::Ordinary, errors);
    let (tangent, recursive) = (own.tangent || outer.tangent, own.recursive || outer.recursive);
    Some(Options { tangent, recursive, checks: own.checks.or(outer.checks), ..own })
}

/// Whether a trait is one of the standard library's for operators, which a function with numbers of a generic type may use as it is.
fn is_operator(path: &syn::Path) -> bool {
    const OPERATORS: [&str; 13] = [
        "Add",
        "AddAssign",
        "Deref",
        "Div",
        "DivAssign",
        "Index",
        "IndexMut",
        "Mul",
        "MulAssign",
        "Neg",
        "Rem",
        "Sub",
        "SubAssign",
    ];
    path.segments.last().is_some_and(|last| OPERATORS.contains(&&*last.ident.to_string()))
}

/// Whether a method has another attribute that says what is derived from it.
fn has_other(attrs: &[syn::Attribute]) -> bool {
    let others = expand::ATTRIBUTES.map(|(name, _)| name);
    attrs.iter().any(|attr| attr.path().segments.last().is_some_and(|s| others.contains(&&*s.ident.to_string())))
}

/// Whether a method is one that an ordinary function could be: it gives something that may have a gradient, or nothing but what it changes.
fn is_meant(sig: &syn::Signature) -> bool {
    let has_gradient = match &sig.output {
        syn::ReturnType::Type(_, ty) if !is_unit(ty) => !integer_type(ty) && !is_text_or_reference(ty),
        _ => sig.inputs.iter().any(changes_gradient),
    };
    sig.receiver().is_some() && has_gradient
}

/// Whether a parameter is something that may have a gradient and change.
fn changes_gradient(input: &syn::FnArg) -> bool {
    match input {
        syn::FnArg::Receiver(receiver) => is_exclusive(receiver),
        syn::FnArg::Typed(typed) => match &*typed.ty {
            syn::Type::Reference(reference) => {
                reference.mutability.is_some()
                    && !integer_type(&reference.elem)
                    && !is_text_or_reference(&reference.elem)
            }
            _ => false,
        },
    }
}

/// `&mut self`
pub(crate) fn is_exclusive(receiver: &syn::Receiver) -> bool {
    match &receiver.kind {
        syn::ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
        syn::ReceiverKind::Typed(_, ty) => matches!(&**ty, syn::Type::Reference(ty) if ty.mutability.is_some()),
        _ => false,
    }
}

fn is_text_or_reference(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(_) | syn::Type::ImplTrait(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "String"),
        _ => false,
    }
}
