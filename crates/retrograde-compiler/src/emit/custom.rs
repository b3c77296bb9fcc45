//! What an ordinary function has besides the plain pullback: its companion as a value that can be differentiated,
//!
//! ```text
//! impl<'a1> DifferentiableFunction<(&'a1 [f64], f64)> for f {
//!     type Output = f64;
//!     fn call(&self, args: (&'a1 [f64], f64)) -> f64 { f(args.0, args.1) }
//!     fn call_pullback<K: Kind>(&self, args: (&'a1 [f64], f64)) -> (f64, impl Fn(..)) { ... }
//! }
//! ```
//!
//! and other pullbacks, where the attribute chooses one: by tangents, or by running the function again on the way back.

use super::arguments::is_known;
use super::body::local;
use super::expr::{copied, ident, of_kind, rt};
use super::ordinary::Pullback;
use super::values::{Lifetimes, is_mentioned};
use crate::host::names_in;
use crate::ir::{Function, Param, Passing};
use crate::numbers;
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote};
use proc_macro2::Ident;
use quote::format_ident;
use std::rc::Rc;

/// As many arguments have gradients in the library, as a tuple.
const MOST: usize = 8;

/// Makes the companion of an ordinary function a value. Nothing for a function whose arguments do not say what all its type parameters
/// are, which has constants, or whose value borrows.
pub(super) fn value(item: &syn::ItemFn, function: &Function, tangent: bool) -> Option<TokenStream> {
    let (sig, params) = (&item.sig, &function.params);
    let syn::ReturnType::Type(_, output) = &sig.output else { return None };
    let names = names_in(sig.to_token_stream());
    let mut types: Vec<syn::Type> = Vec::new();
    for input in &sig.inputs {
        let syn::FnArg::Typed(typed) = input else { return None };
        types.push((*typed.ty).clone());
    }
    let refused = ["impl", "unsafe", "async", "Self"].iter().any(|word| names.has(word));
    let passed =
        |param: &Param| param.passing != Passing::Exclusive && !param.is_constant() && param.callable.is_none();
    let borrows = output.to_token_stream().to_string().contains(['&', '\'']);
    let many = types.is_empty() || types.len() > MOST;
    if refused || borrows || many || !params.iter().all(passed) {
        return None;
    }
    if !sig.generics.params.iter().all(|param| is_mentioned(param, &types)) {
        return None;
    }
    let kind = format_ident!("{}", if names.has("K") { names.clone().mint("K") } else { "K".into() });
    let mut lifetimes = Lifetimes::new(names);
    types.iter_mut().for_each(|ty| lifetimes.give_names(ty));
    let (rt, mut generics) = (rt(), sig.generics.clone());
    for (k, lifetime) in lifetimes.added.iter().enumerate() {
        generics.params.insert(k, syn::parse_quote!(#lifetime));
    }
    // If a type has no gradient, the pullback says so, and once is enough: with the lifetime, rustc asks for no proof of it here.
    let active = params.iter().map(|param| param.ty.rust()).chain([Rc::new((**output).clone())]);
    for ty in active.filter(|ty| !is_known(ty) && !numbers::mentions(ty, &sig.generics)) {
        let mut ty = (*ty).clone();
        let given = lifetimes.added.len();
        lifetimes.give_names(&mut ty);
        let of_bound = lifetimes.added.split_off(given);
        let bound = syn::parse_quote!(for<'any, #(#of_bound),*> #ty: #rt::Differentiable);
        generics.make_where_clause().predicates.push(bound);
    }
    let named = generics.params.iter().map(|param| match param {
        syn::GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        syn::GenericParam::Type(param) => param.ident.to_token_stream(),
        syn::GenericParam::Const(param) => param.ident.to_token_stream(),
    });
    // What is left for the way back does not borrow the function.
    let captured = quote!(use<#(#named,)* #kind>);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (name, args, places) = (&sig.ident, local("args"), local("places"));
    let (value, backward, seed) = (local("value"), local("backward"), local("seed"));
    let parts: Vec<Ident> = (0..types.len()).map(|k| local(&format!("arg{k}"))).collect();
    let fields: Vec<_> = (0..types.len()).map(syn::Index::from).collect();
    let shadows = quote!(#rt::ShadowOf<(#(#types,)*), #kind>);
    let gradient = quote!(#rt::TangentOf<#output, #kind::Width>);
    let kinds = parts.iter().map(|part| quote!(#part, #rt::PhantomData::<#kind>));
    let carried = params.iter().zip(&parts).zip(&fields).map(|((param, part), k)| {
        let (again, ty) = ((param.passing == Passing::Shared).then(|| quote!(#part,)), &param.ty.rust());
        quote!(#again #rt::along::<#ty, #kind>(&#places.#k))
    });
    let types = quote!((#(#types,)*));
    let open = quote!(let (#(#parts,)*) = #args;);
    let tangent = tangent.then(|| {
        let pushed = params.iter().zip(&parts).zip(&fields).map(|((param, part), k)| {
            let ty = &param.ty.rust();
            quote!(#part, #rt::along::<#ty, #kind>(&#places.#k))
        });
        quote! {
            #[allow(unused, clippy::all, clippy::pedantic)]
            impl #impl_generics #rt::DifferentiableTangent<#types> for #name #where_clause {
                #[inline]
                fn call_tangent<#kind: #rt::Kind>(&self, #args: #types, #places: &#shadows) -> (#output, #gradient) {
                    #open
                    Self::tangent(#(#pushed),*)
                }
            }
        }
    });
    Some(quote! {
        #[allow(unused, clippy::all, clippy::pedantic)]
        impl #impl_generics #rt::DifferentiableFunction<#types> for #name #where_clause {
            type Output = #output;
            #[inline]
            fn call(&self, #args: #types) -> #output {
                #open
                #name(#(#parts),*)
            }
            #[inline]
            fn call_pullback<#kind: #rt::Kind>(&self, #args: #types) -> (#output, impl Fn(#gradient, &#shadows) + #captured) {
                #open
                let (#value, #backward) = Self::pullback(#(#kinds),*);
                (#value, move |#seed, #places| #backward(#seed, #(#carried),*))
            }
        }
        #tangent
    })
}

/// The pullback that keeps the arguments and runs the function, as it is taped, again on the way back:
///
/// ```text
/// fn pullback(x: f64, _: PhantomData<K0>) -> (f64, impl Fn(..)) {
///     (f(x), move |seed, x_adj| Self::recorded(x, PhantomData::<K0>).1(seed, x_adj))
/// }
/// ```
pub(super) fn checkpointed(pullback: &Pullback<'_>, item: &syn::ItemFn, function: &Function) -> TokenStream {
    let seed = local("seed");
    let (again, places) = (arguments(function), shadows(pullback, true));
    let kinds = function.params.iter().zip(&pullback.kinds).enumerate().map(|(k, (param, kind))| {
        let (arg, kind) = (lent(item, k, param), of_kind(&quote!(#kind)));
        quote!(#arg, #kind)
    });
    let (closure, name) = (closure(pullback, &seed), pullback.itself(item));
    let recorded = pullback.derived(item, "recorded");
    pullback.wrapped(item, &quote!((#name(#(#again),*), #closure { #recorded(#(#kinds),*).1(#seed, #places) })))
}

/// The pullback that pushes a tangent for each number of the arguments and keeps the Jacobian:
///
/// ```text
/// fn pullback(x: f64, _: PhantomData<K0>) -> (f64, impl Fn(..)) {
///     let value = f(x);
///     let shape = value.clone();
///     let columns0 = if ACTIVE { Columns::of(&x.to_owned(), |x_tan| Self::tangent(x, x_tan)) } else { Columns::default() };
///     (value, move |seed, x_adj| columns0.pull(&x.to_owned(), &shape, &seed, x_adj))
/// }
/// ```
pub(super) fn by_tangents(pullback: &Pullback<'_>, item: &syn::ItemFn, function: &Function) -> TokenStream {
    let (rt, seed, name, output) = (rt(), local("seed"), pullback.itself(item), pullback.output);
    let push = pullback.derived(item, "tangent");
    let (value, shape, tangent) = (local("value"), local("shape"), local("tangent"));
    let mut columns = TokenStream::new();
    let mut pulls = TokenStream::new();
    for (k, (param, kind)) in function.params.iter().zip(&pullback.kinds).enumerate() {
        if !param.active || param.is_constant() {
            continue;
        }
        let (var, ty, column) = (ident(&param.var), &param.ty.rust(), local(&format!("columns{k}")));
        let shadow = ident(&param.var.adjoint());
        let owned = match param.passing {
            Passing::Value => quote!(&#var),
            _ => quote!(&::std::borrow::ToOwned::to_owned(#var)),
        };
        let pushed = function.params.iter().enumerate().map(|(j, other)| {
            let (arg, off) = (lent(item, j, other), quote!(#rt::Rules::new().off()));
            let direction = if j == k { quote!(#tangent) } else { off };
            quote!(#arg, #direction)
        });
        columns.extend(quote! {
            let #column = if <#rt::ShadowOf<#ty, #kind> as #rt::Adjoint>::ACTIVE {
                #rt::Columns::of(#owned, |#tangent| #push(#(#pushed),*))
            } else {
                ::core::default::Default::default()
            };
        });
        pulls.extend(quote! {
            #column.pull::<_, #output, #kind>(#owned, &#shape, &#seed, #shadow);
        });
    }
    let (args, closure) = (arguments(function), closure(pullback, &seed));
    let body = quote! {
        let #value = #name(#(#args),*);
        let #shape = #rt::clone(&#value);
        #columns
        (#value, #closure { #pulls })
    };
    pullback.wrapped(item, &body)
}

/// `move |seed, x_adj, w, w_adj|`
fn closure(pullback: &Pullback<'_>, seed: &Ident) -> TokenStream {
    let places = shadows(pullback, false);
    quote!(move |#seed, #places|)
}

/// What the way back is given for each parameter: what was passed by reference, and its places. A receiver that was passed by value is
/// given by reference, and only handed on.
fn shadows(pullback: &Pullback<'_>, hand_on: bool) -> TokenStream {
    let places = pullback.function.params.iter().enumerate().map(|(k, param)| {
        let (name, shadow) = (ident(&param.var), ident(&param.var.adjoint()));
        let again = match (pullback.is_again(k), param.passing) {
            (true, Passing::Value) if hand_on => Some(quote!(&#name,)),
            (true, Passing::Value) => Some(quote!(_,)),
            (true, _) => Some(quote!(#name,)),
            (false, _) => None,
        };
        quote!(#again #shadow)
    });
    quote!(#(#places),*)
}

/// An argument that is used again afterwards.
fn argument(param: &Param) -> TokenStream {
    let name = ident(&param.var);
    if param.passing == Passing::Value { copied(&quote!(#name)) } else { quote!(#name) }
}

/// The same for what is derived, which takes a receiver by reference.
fn lent(item: &syn::ItemFn, k: usize, param: &Param) -> TokenStream {
    let name = ident(&param.var);
    let taken = k == 0 && item.sig.receiver().is_some() && param.passing == Passing::Value;
    if taken { quote!(&#name) } else { argument(param) }
}

fn arguments(function: &Function) -> Vec<TokenStream> {
    function.params.iter().map(argument).collect()
}
