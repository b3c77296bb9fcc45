//! Parameters that are functions. In a derivative such a parameter is what the function captures, behind a reference; what it does is
//! passed beside it. So the signature is lowered:
//!
//! ```text
//! fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64       as it is written
//! fn twice<F0: Differentiable>(f: &F0, x: f64) -> f64    for its derivatives
//! ```

use crate::error::Errors;
use crate::host::names_in;
use crate::ir::Callable;
use crate::pieces::{ToForm, ToRust};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use std::rc::Rc;

/// A function with parameters that are functions.
pub struct Lowered {
    /// with what they capture instead
    pub item: syn::ItemFn,
    /// as drivers take them: companions, unless one takes references
    pub driven: Option<syn::ItemFn>,
    /// for each parameter, what it is called with, if it is a function
    pub callables: Vec<Option<Rc<Callable>>>,
}

/// Lowers a function that has parameters which are functions.
pub fn lower(item: &syn::ItemFn, errors: &Errors) -> Option<Lowered> {
    let mut names = names_in(item.sig.to_token_stream());
    let (mut lowered, mut driven) = (item.clone(), item.clone());
    let mut callables = Vec::new();
    for k in 0..item.sig.inputs.len() {
        let found = match &item.sig.inputs[k] {
            syn::FnArg::Typed(typed) => written(&typed.ty, &item.sig.generics),
            syn::FnArg::Receiver(_) => None,
        };
        let Some(found) = found else {
            callables.push(None);
            continue;
        };
        let callable = callable(&found, errors);
        let named = found.name.is_some();
        let ty = found.name.unwrap_or_else(|| format_ident!("{}", names.mint("F")));
        let types = callable.inputs.iter().map(ToRust::rust);
        let value = callable.output.rust();
        let companion: [syn::TypeParamBound; 3] = [
            syn::parse_quote!(::retrograde::emitted::DifferentiableFunction<(#(#types,)*), Output = #value>),
            syn::parse_quote!(::core::marker::Copy),
            syn::parse_quote!('static),
        ];
        // What the way back keeps borrows nothing.
        let data: [syn::TypeParamBound; 3] = [
            syn::parse_quote!(::retrograde::emitted::Differentiable),
            syn::parse_quote!(::core::clone::Clone),
            syn::parse_quote!('static),
        ];
        let reference: syn::Type = syn::parse_quote!(&#ty);
        replace(&mut lowered.sig, k, &ty, named, &data.into_iter().collect(), reference);
        replace(&mut driven.sig, k, &ty, named, &companion.into_iter().collect(), syn::parse_quote!(#ty));
        callables.push(Some(Rc::new(callable)));
    }
    let borrows = callables.iter().flatten().any(|callable: &Rc<Callable>| callable.borrowed.contains(&true));
    let driven = (!borrows).then_some(driven);
    callables.iter().any(Option::is_some).then_some(Lowered { item: lowered, driven, callables })
}

type Bounds = syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>;

/// `Fn(f64) -> f64`, and the type parameter that it is asked of, if there is one.
struct Written {
    name: Option<Ident>,
    inputs: Vec<syn::Type>,
    output: syn::ReturnType,
    word: Ident,
    lent: bool,
}

fn written(ty: &syn::Type, generics: &syn::Generics) -> Option<Written> {
    match ty {
        syn::Type::Paren(inner) => written(&inner.elem, generics),
        syn::Type::Group(inner) => written(&inner.elem, generics),
        syn::Type::Reference(inner) if inner.mutability.is_none() => {
            written(&inner.elem, generics).map(|found| Written { lent: true, ..found })
        }
        syn::Type::ImplTrait(inner) => among(&inner.bounds, None),
        syn::Type::TraitObject(inner) => among(&inner.bounds, None),
        syn::Type::FnPtr(inner) => Some(Written {
            name: None,
            inputs: inner.inputs.iter().map(|input| input.ty.clone()).collect(),
            output: inner.output.clone(),
            word: Ident::new("Fn", inner.fn_token.span),
            lent: false,
        }),
        syn::Type::Path(path) => {
            let name = path.path.get_ident()?;
            let own = generics.type_params().filter(|param| param.ident == *name).map(|param| &param.bounds);
            let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
            let asked = clauses.filter_map(|predicate| match predicate {
                syn::WherePredicate::Type(asked) if is_named(&asked.bounded_ty, name) => Some(&asked.bounds),
                _ => None,
            });
            let mut found = own.chain(asked).filter_map(|bounds| among(bounds, Some(name)));
            found.next()
        }
        _ => None,
    }
}

fn is_named(ty: &syn::Type, name: &Ident) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident(name))
}

fn among<'b>(bounds: impl IntoIterator<Item = &'b syn::TypeParamBound>, name: Option<&Ident>) -> Option<Written> {
    bounds.into_iter().find_map(|bound| {
        let syn::TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        let syn::PathArguments::Parenthesized(types) = &last.arguments else { return None };
        let inputs = types.inputs.iter().map(|input| input.ty.clone()).collect();
        let (name, output, word) = (name.cloned(), types.output.clone(), last.ident.clone());
        Some(Written { name, inputs, output, word, lent: false })
    })
}

/// What is called. After a mistake it is still good for finding more of them.
fn callable(found: &Written, errors: &Errors) -> Callable {
    let Written { inputs, output, word, lent, .. } = found;
    if word != "Fn" {
        errors.push(
            word.span(),
            format!("`{word}` may change what it captures, which a derivative could not follow: take `Fn`, and let it return what changes"),
        );
    }
    if let Some(changed) = inputs.iter().find(|ty| matches!(ty, syn::Type::Reference(ty) if ty.mutability.is_some())) {
        errors.push(changed, "a function that is an argument changes nothing: let it return what changes");
    }
    let output = match output {
        syn::ReturnType::Type(_, output) => (**output).clone(),
        syn::ReturnType::Default => {
            errors.push(
                word.span(),
                "a function that returns nothing has no derivative: let it return a value, `Fn(f64) -> f64`",
            );
            syn::parse_quote!(())
        }
    };
    let borrowed = inputs.iter().map(|ty| matches!(ty, syn::Type::Reference(_))).collect();
    let inputs = inputs.iter().map(|ty| owned(ty).form()).collect();
    Callable { inputs, borrowed, output: output.form(), lent: *lent }
}

/// The type of a copy of what is behind a reference.
fn owned(ty: &syn::Type) -> syn::Type {
    let syn::Type::Reference(reference) = ty else { return ty.clone() };
    match &*reference.elem {
        syn::Type::Slice(slice) => {
            let item = &slice.elem;
            syn::parse_quote!(::std::vec::Vec<#item>)
        }
        ty => ty.clone(),
    }
}

/// Gives parameter `k` another type, and what is asked of its type parameter.
fn replace(sig: &mut syn::Signature, k: usize, name: &Ident, named: bool, bounds: &Bounds, ty: syn::Type) {
    rebind(&mut sig.generics, name, named, bounds);
    if let syn::FnArg::Typed(typed) = &mut sig.inputs[k] {
        *typed.ty = ty;
        if let syn::Pat::Ident(pat) = &mut *typed.pat {
            pat.mutability = None;
        }
    }
}

/// Replaces what is asked of a type parameter, or adds it.
fn rebind(generics: &mut syn::Generics, name: &Ident, named: bool, bounds: &Bounds) {
    if let Some(clause) = &mut generics.where_clause {
        let others = std::mem::take(&mut clause.predicates).into_iter().filter(
            |predicate| !matches!(predicate, syn::WherePredicate::Type(asked) if is_named(&asked.bounded_ty, name)),
        );
        clause.predicates = others.collect();
    }
    if !named {
        generics.params.push(syn::GenericParam::Type(Ident::new(&name.to_string(), Span::call_site()).into()));
    }
    for param in generics.type_params_mut().filter(|param| param.ident == *name) {
        param.colon_token.get_or_insert_default();
        param.bounds.clone_from(bounds);
    }
}
