//! Functions as arguments. In a derivative, what a function captures is lent, and beside it goes its code, which captures nothing:
//!
//! ```text
//! integrate(|x| k * x, 0.0, b)          becomes, in a pullback,
//!
//! integrate::pullback(&(k.to_owned(),), PhantomData::<On<W>>, move |environment: &_, (x,)| {
//!     let k = &environment.0;
//!     ...                               // as the forward run of a function
//!     (value, move |seed, environment: &_, environment_adj: &_, places: &_| { ... })
//! }, 0.0, ...)
//! ```
//!
//! So a residual borrows nothing, and whoever is given the function knows only its types.

use super::body::{Body, Guard, local, rules};
use super::expr::{ident, path_to_type, rt, rt_at};
use super::proofs::Proofs;
use crate::ir::{Callable, Code, Derived, Expr, Function, FunctionValue, Lifted, Param, Passing, Role, Taped, Var};
use crate::lists::perhaps_lists;
use crate::locals::written;
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::spanned::Spanned;

/// The name of what a parameter does.
pub(super) fn code_name(var: &Var) -> Ident {
    format_ident!("{}_code", var.name.trim_start_matches("r#"), span = Span::mixed_site())
}

/// `C0: Fn(&F, (f64,)) -> (f64, B0) + Copy, B0: Fn(gradient, &F, &shadow of F, &shadow of (f64,))`
pub(super) fn pulled(param: &Param, callable: &Callable, [code, back]: [&Ident; 2], width: &Ident) -> [TokenStream; 2] {
    let (rt, ty) = (rt(), &param.ty.rust());
    let (inputs, output) = (callable.inputs.iter().map(ToRust::rust), &callable.output.rust());
    let args = quote!((#(#inputs,)*));
    [
        quote!(#code: Fn(&#ty, #args) -> (#output, #back) + ::core::marker::Copy + 'static),
        quote!(#back: Fn(
            #rt::TangentOf<#output, #width>,
            &#ty,
            &#rt::ShadowOf<#ty, #rt::On<#width>>,
            &#rt::ShadowOf<#args, #rt::On<#width>>,
        ) + 'static),
    ]
}

/// `C0: Fn(&F, &shadow of F, (f64,), &shadow of (f64,)) -> (f64, tangent) + Copy`
pub(super) fn pushed(param: &Param, callable: &Callable, code: &Ident, width: &Ident) -> TokenStream {
    let (rt, ty) = (rt(), &param.ty.rust());
    let (inputs, output) = (callable.inputs.iter().map(ToRust::rust), &callable.output.rust());
    let args = quote!((#(#inputs,)*));
    quote!(#code: Fn(
        &#ty,
        &#rt::ShadowOf<#ty, #rt::On<#width>>,
        #args,
        &#rt::ShadowOf<#args, #rt::On<#width>>,
    ) -> (#output, #rt::TangentOf<#output, #width>) + ::core::marker::Copy + 'static)
}

impl Body<'_> {
    /// What a function that is an argument of a derivative does.
    pub(super) fn code(&self, function: &FunctionValue) -> TokenStream {
        let width = &self.width;
        match &function.code {
            Code::Param(var, _) => {
                let code = code_name(var);
                quote!(#code)
            }
            Code::Path(path) => {
                // If the function does not take these arguments, it is the one in error.
                let (value, span) = (path_to_type(&path.rust().path), path.rust().path.span());
                let rt = rt_at(span);
                let [args, places] =
                    ["args", "places"].map(|name| Ident::new(name, Span::mixed_site().located_at(span)));
                if self.carried == Role::Tangent {
                    let call = quote_spanned!(span=> #rt::push_through::<_, _, #width>(&#value {}, #args, #places));
                    quote!(|_: &_, _: &_, #args, #places: &_| #call)
                } else {
                    let call = quote_spanned!(span=> #rt::through::<_, _, #width>(&#value {}, #args));
                    quote!(|_: &_, #args| #call)
                }
            }
            Code::Closure(lifted) => match &lifted.derived {
                Derived::Taped(taped) => self.taped_closure(lifted, taped),
                Derived::Tangent(pushed) => self.pushed_closure(lifted, pushed),
                Derived::Nothing => unreachable!("an argument of a derivative has one"),
            },
        }
    }

    /// A function as an argument of a function itself.
    pub(super) fn function(&self, function: &FunctionValue) -> TokenStream {
        let value = match &function.code {
            Code::Path(path) => {
                let path = path.rust();
                quote!(#path)
            }
            Code::Param(_, callable) => {
                let args: Vec<Ident> = (0..callable.inputs.len()).map(|k| local(&format!("arg{k}"))).collect();
                let given = args.iter().zip(&callable.borrowed).map(|(arg, borrowed)| {
                    if *borrowed { quote!(::std::borrow::ToOwned::to_owned(#arg)) } else { quote!(#arg) }
                });
                let value = self.applied(function, &quote!((#(#given,)*)));
                quote!((|#(#args),*| #value))
            }
            Code::Closure(lifted) => {
                let environment = local("environment");
                let captured = match &function.environment {
                    Expr::Borrow(captured) => self.expr(captured),
                    other => self.expr(other),
                };
                let (names, args, positions) = parts(lifted);
                let mut body = self.inside(&lifted.function);
                let stmts = body.block(&lifted.function.body);
                let value = lifted.function.result.as_ref().map(|value| body.expr(value));
                quote!({
                    let #environment = #captured;
                    move |#(#args),*| { #(let #names = &#environment.#positions;)* #stmts #value }
                })
            }
        };
        if function.lent { quote!(&#value) } else { value }
    }

    /// The value of a parameter that is a function at some arguments.
    pub(super) fn applied(&self, function: &FunctionValue, args: &TokenStream) -> TokenStream {
        let (rt, environment, code) = (rt(), self.expr(&function.environment), self.code(function));
        if self.carried == Role::Tangent {
            let width = &self.width;
            quote!(#rt::applied_pushed::<_, _, _, _, #width>(#environment, #code, #args))
        } else {
            quote!(#rt::apply(#environment, #code, #args))
        }
    }

    fn inside<'f>(&self, function: &'f Function) -> Body<'f> {
        let mut body = Body::new(function, false);
        (body.guard, body.proofs) = (Guard::Nothing, self.proofs);
        body.width = self.width.clone();
        body.placement = None;
        body.carried = self.carried;
        body
    }

    fn taped_closure(&self, lifted: &Lifted, taped: &Taped) -> TokenStream {
        let (rt, rules, width) = (rt(), rules(), &self.width);
        let [environment, environment_adj, places, seed] =
            ["environment", "environment_adj", "places", "seed"].map(local);
        let (names, _, positions) = parts(lifted);
        let (given, lend) = given(lifted);
        let mut body = self.inside(&lifted.function);
        let proved = body.proved_params(lifted);
        if taped.scalar {
            body.variables.insert(taped.result.adjoint());
        }
        body.note(&taped.forward);
        body.note(&taped.backward);
        body.lists.extend(perhaps_lists(&taped.forward));
        let forward = body.block(&taped.forward);
        body.proofs = Proofs::Nothing;
        let backward = body.block(&taped.backward);
        let (result, result_adj) = (ident(&taped.result), ident(&taped.result.adjoint()));
        let (seed, opening) = if taped.scalar {
            let changes = written(&taped.backward).contains(&taped.result.adjoint()).then(|| quote!(mut));
            (quote!(#changes #result_adj), TokenStream::new())
        } else {
            let grown = body.grown.contains(&taped.result.adjoint()).then(|| quote!(mut));
            let opening = quote!(let #grown #result_adj = #rules.shadow(|| &#result); #rt::add(&#result_adj, #seed););
            (seed.to_token_stream(), opening)
        };
        let shadows = shadows(lifted, Role::Adjoint, &environment_adj, &places);
        quote! {
            move |#environment: &_, (#(#given,)*)| {
                #lend
                #(let #names = &#environment.#positions;)*
                #proved
                let #rules = #rt::Rules::<#width>::new();
                #forward
                (#rt::clone(&#result), move |#seed, #environment: &_, #environment_adj: &_, #places: &_| {
                    #lend
                    #(let #names = &#environment.#positions;)*
                    #shadows
                    #opening
                    #backward
                })
            }
        }
    }

    fn pushed_closure(&self, lifted: &Lifted, pushed: &Function) -> TokenStream {
        let (rt, rules, width) = (rt(), rules(), &self.width);
        let [environment, environment_tan, places] = ["environment", "environment_tan", "places"].map(local);
        let (names, _, positions) = parts(lifted);
        let (given, lend) = given(lifted);
        let mut body = self.inside(pushed);
        let proved = body.proved_params(lifted);
        let stmts = body.block(&pushed.body);
        let Some(Expr::Read(result)) = &pushed.result else { unreachable!("the tangent names its result") };
        let (value, tangent) = (ident(&result.root), ident(&result.root.tangent()));
        let tangent = if pushed.activity.contains(&result.root.name) {
            quote!(#rt::Zero::ZERO)
        } else {
            quote!(#rt::get(&#tangent))
        };
        let shadows = shadows(lifted, Role::Tangent, &environment_tan, &places);
        quote! {
            move |#environment: &_, #environment_tan: &_, (#(#given,)*), #places: &_| {
                #lend
                #(let #names = &#environment.#positions;)*
                #shadows
                #proved
                let #rules = #rt::Rules::<#width>::new();
                #stmts
                (#value, #tangent)
            }
        }
    }
}

/// What a closure captures, its own parameters, and where what it captures is found.
fn parts(lifted: &Lifted) -> (Vec<Ident>, Vec<Ident>, Vec<syn::Index>) {
    let mut names: Vec<Ident> = lifted.function.params.iter().map(|param| ident(&param.var)).collect();
    let args = names.split_off(lifted.captured);
    (names, args, (0..lifted.captured).map(syn::Index::from).collect())
}

/// What a closure is given in a derivative, and what lends it copies of what it takes by reference.
fn given(lifted: &Lifted) -> (Vec<Ident>, TokenStream) {
    let (mut given, mut lend) = (Vec::new(), TokenStream::new());
    for (k, param) in lifted.function.params[lifted.captured..].iter().enumerate() {
        let name = ident(&param.var);
        if param.passing == Passing::Shared {
            let copy = local(&format!("copy{k}"));
            lend.extend(quote!(let #name = &#copy;));
            given.push(copy);
        } else {
            given.push(name);
        }
    }
    (given, lend)
}

/// Names for the places of gradients or tangents of what a closure captures, and of its parameters.
fn shadows(lifted: &Lifted, role: Role, captured: &Ident, args: &Ident) -> TokenStream {
    let (lent, own) = lifted.function.params.split_at(lifted.captured);
    let name = |params: &[Param], places: &Ident| -> TokenStream {
        let named = params.iter().enumerate().map(|(k, param)| {
            let (shadow, k) = (ident(&param.var.with(role)), syn::Index::from(k));
            quote!(let #shadow = &#places.#k;)
        });
        named.collect()
    };
    let (lent, own) = (name(lent, captured), name(own, args));
    quote!(#lent #own)
}
