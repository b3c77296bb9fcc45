//! Derivatives that users give: of a scalar function by its partial derivatives, of any function by its pullback, of a reversible
//! primitive by its adjoint. The attributes only look at the signature; the body may be any Rust.

use crate::emit::custom_rules::{Derivative, Given, Made, Partials, Primitive};
use crate::emit::{self, Placement};
use crate::error::{Errors, to_compile_errors};
use crate::ir::{Function, FunctionKind, Passing, Role};
use crate::parse;
use crate::pieces::{Keeping, ToRust};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Meta, Token};

/// Expands `#[derivative(...)]`: the partial derivatives in the order of the parameters, and `test = range`.
pub fn derivative(arguments: TokenStream, item: &syn::ItemFn) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let arguments = list::<Expr>(arguments, &errors);
    let (tests, partials): (Vec<&Expr>, Vec<&Expr>) =
        arguments.iter().partition(|argument| test_of(argument).is_some());
    if !item.sig.generics.params.is_empty() {
        let message = "partial derivatives are those of `f64` or `f32`: write the function for one of them, or give a `#[pullback(...)]`";
        errors.push(&item.sig.generics, message);
        return finish(errors, item, TokenStream::new);
    }
    let function = signature(item, FunctionKind::Ordinary, &errors);
    let float = output(item, &errors).filter(|ty| is_float(ty));
    if let (syn::ReturnType::Type(_, ty), None) = (&item.sig.output, float) {
        errors
            .push(ty, "partial derivatives are those of a number: return `f64` or `f32`, or give a `#[pullback(...)]`");
    }
    let mut given = Vec::new();
    for (k, param) in function.params.iter().enumerate() {
        let ty = &param.ty.rust();
        let (is_float, partial) = (param.passing == Passing::Value && is_float(ty), partials.get(k));
        match partial {
            None => {
                let message = format!("there is no derivative with respect to `{}`: give one for each parameter, in their order", param.var.name);
                errors.push(param.var.span, message);
            }
            Some(Expr::Infer(wild)) if is_float => {
                let message = format!("the derivative with respect to `{}` is missing: if the value does not depend on it, write `0.0`", param.var.name);
                errors.push(wild, message);
            }
            Some(Expr::Infer(_)) if !param.active && param.passing == Passing::Value => given.push(None),
            Some(partial) if is_float => {
                if float.is_some_and(|float| *float != **ty) {
                    errors.push(ty, "the parameters and the value must be of one float type: convert in the body");
                }
                given.push(Some(*partial));
            }
            Some(partial) if !param.active && param.passing == Passing::Value => {
                let message = format!("`{}` is no float and has no derivative: write `_` for it", param.var.name);
                errors.push(*partial, message);
            }
            Some(_) => errors.push(
                ty,
                "partial derivatives are by floats passed by value, `x: f64`: for anything else give a `#[pullback(...)]`",
            ),
        }
    }
    if let Some(extra) = partials.get(function.params.len()) {
        errors.push(*extra, "there are more derivatives than parameters");
    }
    if function.params.len() == item.sig.inputs.len() && given.iter().all(Option::is_none) && errors.is_empty() {
        errors.push(&item.sig.ident, "no parameter is a float, so there is nothing to differentiate");
    }
    let test = points(&tests, &given, &errors);
    finish(errors, item, || Partials { item, function: &function, partials: given, test }.emit().finished())
}

/// Expands `#[pullback(path)]` and `#[pullback(path, tangent = path)]`.
pub fn pullback(arguments: TokenStream, item: &syn::ItemFn) -> TokenStream {
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let arguments = list::<Expr>(arguments, &errors);
    let function = signature(item, FunctionKind::Ordinary, &errors);
    output(item, &errors);
    let (mut back, mut tangent) = (None, None);
    for argument in &arguments {
        match argument {
            Expr::Path(path) if back.is_none() => back = Some(&path.path),
            Expr::Assign(assign) if is_name(&assign.left, "tangent") => match &*assign.right {
                Expr::Path(path) => tangent = Some(&path.path),
                other => errors.push(other, "name a function: `tangent = f_push`"),
            },
            other => errors.push(other, "write `#[pullback(f_back)]`, or `#[pullback(f_back, tangent = f_push)]`"),
        }
    }
    if back.is_none() && errors.is_empty() {
        errors.push(Span::call_site(), "name the function that carries gradients back: `#[pullback(f_back)]`");
    }
    finish(errors, item, || {
        back.map(|pullback| Given { item, function: &function, pullback, tangent }.emit().finished())
            .unwrap_or_default()
    })
}

/// How many gradients a derivative of one direction may have: as many as there are in a tuple.
const MOST_GRADIENTS: usize = 8;

/// Expands `#[primitive(inverse = path, adjoint = path, ...)]`.
pub fn primitive(arguments: TokenStream, item: &syn::ItemFn) -> TokenStream {
    const DERIVATIVES: [[(&str, Role); 2]; 2] = [
        [("adjoint", Role::Adjoint), ("inverse_adjoint", Role::Adjoint)],
        [("tangent", Role::Tangent), ("inverse_tangent", Role::Tangent)],
    ];
    let _keeping = Keeping::new();
    let errors = Errors::new();
    let arguments = list::<Meta>(arguments, &errors);
    let function = signature(item, FunctionKind::Reversible, &errors);
    if let syn::ReturnType::Type(_, ty) = &item.sig.output {
        errors.push(ty, "a reversible primitive returns nothing: it changes its `&mut` parameters");
    }
    if function.params.iter().all(|param| param.passing != Passing::Exclusive) && errors.is_empty() {
        errors.push(&item.sig.ident, "a reversible primitive changes something: take it by `&mut`");
    }
    let mut inverse = None;
    let mut given: Vec<(&'static str, &syn::Path)> = Vec::new();
    for argument in &arguments {
        let Meta::NameValue(syn::MetaNameValue { path, value: Expr::Path(value), .. }) = argument else {
            errors.push(argument, "name a function for a part: `inverse = f_inverse`");
            continue;
        };
        match DERIVATIVES.as_flattened().iter().find(|(name, _)| path.is_ident(name)) {
            _ if path.is_ident("inverse") => inverse = Some(&value.path),
            Some((name, _)) => given.push((name, &value.path)),
            None => errors.push(
                path,
                "unknown part: there are `inverse`, `adjoint`, `inverse_adjoint`, `tangent` and `inverse_tangent`",
            ),
        }
    }
    let own = inverse.is_some_and(|path| path.is_ident(&item.sig.ident));
    let mut derivatives = Vec::new();
    for pair in DERIVATIVES {
        let found = pair.map(|(name, _)| given.iter().find(|(given, _)| *given == name).map(|(_, path)| *path));
        let made = match found {
            [None, None] => continue,
            [Some(there), Some(back)] => [Made::With(there), Made::With(back)],
            [Some(either), None] | [None, Some(either)] if own => [Made::With(either); 2],
            [Some(there), None] => [Made::By(there), Made::ByUndoing(there)],
            [None, Some(back)] => [Made::ByUndoing(back), Made::By(back)],
        };
        if let (Made::By(path) | Made::ByUndoing(path), Some(extra)) =
            (made[0], function.params.iter().filter(|param| param.active).nth(MOST_GRADIENTS))
        {
            let message = format!(
                "the other direction is derived for at most {MOST_GRADIENTS} parameters that have a gradient, and `{}` is one more: give both directions",
                extra.var.name
            );
            errors.push(path, message);
        }
        let named = pair.into_iter().zip(made);
        derivatives.extend(named.map(|((name, role), made)| Derivative { name, role, made }));
    }
    if inverse.is_none() && errors.is_empty() {
        errors.push(
            Span::call_site(),
            "`inverse` is missing: name what undoes the function, `#[primitive(inverse = f_inverse)]`",
        );
    }
    finish(errors, item, || {
        inverse
            .map(|inverse| Primitive { item, function: &function, inverse, derivatives }.emit().finished())
            .unwrap_or_default()
    })
}

fn list<T: syn::parse::Parse>(arguments: TokenStream, errors: &Errors) -> Vec<T> {
    match Punctuated::<T, Token![,]>::parse_terminated.parse2(arguments) {
        Ok(list) => list.into_iter().collect(),
        Err(error) => {
            errors.push(error.span(), &error);
            Vec::new()
        }
    }
}

fn signature(item: &syn::ItemFn, kind: FunctionKind, errors: &Errors) -> Function {
    let mut function = parse::without_body(item, kind, errors);
    if let Some(receiver) = item.sig.receiver() {
        errors.push(receiver, "a derivative is given for a function outside of an `impl`: a method may call it");
        function.params.retain(|param| param.var.span.rust().start() != receiver.self_token.span.start());
    }
    for param in function.params.iter().filter(|param| param.mark.is_some()) {
        errors.push(param.var.span, "a mark says nothing where the derivative is given: leave it out");
    }
    function
}

/// The type of the value, which there must be.
fn output<'i>(item: &'i syn::ItemFn, errors: &Errors) -> Option<&'i syn::Type> {
    match &item.sig.output {
        syn::ReturnType::Type(_, ty) => Some(ty),
        syn::ReturnType::Default => {
            errors.push(
                &item.sig.ident,
                "the function returns nothing that could be differentiated: give it a return type, such as `-> f64`",
            );
            None
        }
    }
}

fn is_float(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident(name))
}

/// What follows `test =`.
fn test_of(argument: &Expr) -> Option<&Expr> {
    match argument {
        Expr::Assign(assign) if is_name(&assign.left, "test") => Some(&assign.right),
        _ => None,
    }
}

/// The points of the test, one for each parameter: a range for a float, a value for anything else.
fn points<'a>(tests: &[&'a Expr], given: &[Option<&Expr>], errors: &Errors) -> Option<Vec<&'a Expr>> {
    let test = test_of(tests.first()?)?;
    if let Some(second) = tests.get(1) {
        errors.push(*second, "one `test` is enough");
    }
    let points: Vec<&Expr> = match test {
        Expr::Range(_) => vec![test; given.len()],
        Expr::Tuple(tuple) => tuple.elems.iter().collect(),
        _ => Vec::new(),
    };
    let mut pairs = points.iter().zip(given);
    if points.len() == given.len() && pairs.all(|(point, by)| matches!(point, Expr::Range(_)) == by.is_some()) {
        return Some(points);
    }
    errors.push(
        test,
        "write a range of floats, `test = 0.1..2.0`, or in parentheses one for each parameter, with a value for what is no float: `test = (0.1..2.0, 3)`",
    );
    None
}

/// What the attribute expands to: after an error the function with an empty companion.
fn finish(errors: Errors, item: &syn::ItemFn, emit: impl FnOnce() -> TokenStream) -> TokenStream {
    let mistakes = errors.take();
    if mistakes.is_empty() {
        return emit();
    }
    let errors = to_compile_errors(&mistakes);
    let mut item = item.clone();
    parse::strip_marks(&mut item.sig);
    // An `impl` has no room for a companion.
    let companion = item.sig.receiver().is_none().then(|| emit::derived(&item, Placement::Module, &[], Some(false)));
    quote!(#errors #[allow(unused)] #item #companion)
}
