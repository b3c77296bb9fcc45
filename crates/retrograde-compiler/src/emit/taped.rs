//! Call statements in ordinary functions. Whether what is called is reversible or ordinary, only its companion knows, so both have
//! `f::taped`, which runs the function and returns what its way back needs, and `f::untaped`, the way back. A reversible function needs
//! nothing: its way back is its adjoint.
//!
//! ```text
//! fn taped<K0, K1>(y: &mut f64, _: PhantomData<K0>, x: f64, _: PhantomData<K1>) -> R
//! fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, residual: R)
//! ```

use super::body::{Body, local, site_name};
use super::calls::{Passed, sibling_name, span_of};
use super::custom_rules::own_parameters;
use super::expr::{ident, path_to, rt, rt_at};
use super::generics::Generics;
use super::ordinary::{Pullback, reference, this};
use super::signature::Signature;
use super::{Placement, sibling_attributes};
use crate::ir::{Arg, Callee, Expr, Function, Param, Passing, Role, Storage, TapeSlot, Variant};
use crate::pieces::{ToRust, raw};
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::Ident;
use quote::format_ident;
use syn::spanned::Spanned;

impl Body<'_> {
    /// A call statement that keeps what its way back needs, or its way back.
    pub(super) fn taped_call(&self, callee: &Callee, variant: Variant, args: &[Arg], site: &TapeSlot) -> TokenStream {
        let Passed { args: mut passed, apart, before } = self.passed(args, false);
        let receiver = matches!(callee, Callee::Method(..))
            .then(|| self.changed_receiver(&args[0], &passed[0], apart.contains(&0)));
        let kept = site_name(site);
        let derived = if variant == Variant::FORWARD {
            for (k, arg) in args.iter().enumerate() {
                let (kind, value) = (self.kind_of(arg, args), &passed[k]);
                passed[k] = quote!(#value, #kind);
                if k == 0 && receiver.is_some() {
                    passed[k] = kind;
                }
            }
            "taped"
        } else {
            if receiver.is_some() {
                passed.remove(0);
            }
            passed.push(if site.keep == Storage::Here { quote!(&#kept) } else { quote!(#kept.pop()) });
            "untaped"
        };
        let call = match callee {
            Callee::Function(path) => {
                let function = path_to(&path.rust().path, derived);
                quote!(#function(#(#passed),*))
            }
            Callee::Associated(path) => {
                let mut path = (*path.rust()).clone();
                if let Some(last) = path.path.segments.last_mut() {
                    last.ident = sibling_name(&last.ident, derived);
                    last.arguments = syn::PathArguments::None;
                }
                quote!(#path(#(#passed),*))
            }
            Callee::Method(name, at) => {
                let name = sibling_name(&raw(name, at.0.rust()), derived);
                quote!(#receiver.#name(#(#passed),*))
            }
            Callee::Value(_) => unreachable!("the parser makes no such call"),
        };
        let call = if before.is_empty() { call } else { quote!({ #before #call }) };
        match (variant, site.keep) {
            (Variant::FORWARD, Storage::Here) => quote!(let #kept = #call;),
            (Variant::FORWARD, _) => quote!(#kept.push(#call);),
            _ => quote!(#call;),
        }
    }

    /// The kind of shadow that an argument will have on the way back.
    fn kind_of(&self, arg: &Arg, args: &[Arg]) -> TokenStream {
        let active = |arg: &Arg| match arg {
            Arg::Exclusive(place) => !self.function.activity.contains(&place.root.name),
            Arg::Shared(expr) => !self.is_constant(expr),
            Arg::Shadow(_) => false,
        };
        match arg {
            Arg::Exclusive(place)
                if self.function.activity.is_constant(&place.root.name) && args.iter().any(active) =>
            {
                let (rt, width, at) = (rt(), &self.width, span_of(arg));
                quote_spanned!(at=> #rt::PhantomData::<#rt::MustBeMarkedConstant<#width>>)
            }
            Arg::Exclusive(place) => self.kind(&Expr::Lend(place.clone())),
            Arg::Shared(expr) => self.kind(expr),
            Arg::Shadow(_) => unreachable!("the way there has no shadows"),
        }
    }
}

/// `f::taped` and `f::untaped` of a reversible function: what undoes it needs nothing but the arguments.
pub(super) fn reversible(item: &syn::ItemFn, function: &Function, placement: Placement) -> TokenStream {
    let signature = Signature::of(&item.sig, placement);
    let (name, width) = (&item.sig.ident, &signature.width);
    let names: Vec<Ident> = function.params.iter().map(|param| ident(&param.var)).collect();
    let shadows: Vec<Ident> = function.params.iter().map(|param| ident(&param.var.adjoint())).collect();
    let types: Vec<TokenStream> = own_parameters(item);
    let given = (!types.is_empty()).then(|| quote!(::<#(#types),*>));
    let (itself, adjoint) = match placement {
        Placement::Module => (quote!(#name), quote!(Self::adjoint)),
        Placement::Impl | Placement::Trait => {
            let adjoint = sibling_name(name, "adjoint");
            (quote!(Self::#name), quote!(Self::#adjoint))
        }
    };
    // A parameter may be named like the function.
    let passed: Vec<Ident> = function.params.iter().enumerate().map(|(k, param)| passed(k, param)).collect();
    let kinds = (0..names.len()).map(|k| format_ident!("__K{k}"));
    let mut generics = Generics::of(&item.sig.generics);
    generics.add(kinds.clone().map(|kind| quote!(#kind)));
    if placement == Placement::Trait {
        generics.ask([quote!(Self: ::core::marker::Sized)]);
    }
    let (generics, where_clause) = generics.done();
    let kinds: Vec<Ident> = kinds.collect();
    let head = Head { item, function, placement, name: "taped" };
    let taped = head.emit(
        &generics,
        &there(item, function, &passed, &kinds),
        &TokenStream::new(),
        &where_clause,
        &quote!(#itself #given (#(#passed),*)),
    );
    let (generics, where_clause) = signature.generics(function, Some(Role::Adjoint));
    let params = signature.params(function, Some(Role::Adjoint), false);
    let given = &signature.shadows;
    let untaped = Head { name: "untaped", ..head }.emit(
        &generics,
        &quote!(#params _: &()),
        &TokenStream::new(),
        &where_clause,
        &quote!(#adjoint::<#(#types,)* #width, #(#given),*>(#(#names, #shadows),*)),
    );
    quote!(#taped #untaped)
}

/// `f::taped` and `f::untaped` of an ordinary function that changes something. What it returns, if anything, is not used.
pub(super) fn ordinary(pullback: &Pullback, item: &syn::ItemFn) -> Option<TokenStream> {
    let (function, placement) = (pullback.function, pullback.placement());
    let changes = function.params.iter().any(|param| param.passing == Passing::Exclusive);
    if !changes || function.params.iter().any(|param| param.callable.is_some()) {
        return None;
    }
    let signature = Signature::of(&item.sig, placement);
    let (rt, width, derived) = (rt(), &pullback.width, pullback.derived(item, "pullback"));
    let names: Vec<Ident> = function.params.iter().map(|param| ident(&param.var)).collect();
    let types: Vec<TokenStream> = own_parameters(item);

    let mut generics = Generics::of(&item.sig.generics);
    generics.add([quote!(#width: #rt::Width)]);
    for (param, kind) in function.params.iter().zip(&pullback.kinds) {
        let bound = if param.is_constant() { quote!(#rt::Constant<#width>) } else { quote!(#rt::Kind<Width = #width>) };
        generics.add([quote!(#kind: #bound)]);
    }
    let (generics, where_clause) = generics.done();
    let kinds: Vec<TokenStream> = pullback.kinds.iter().map(ToTokens::to_token_stream).collect();
    let kinds = fixed(function, &kinds, width);
    let residual = residual(pullback, &kinds);
    let captured = pullback.captured(item);
    let (value, back, seed) = (local("value"), local("back"), local("seed"));
    let again: Vec<TokenStream> = (0..names.len()).map(|k| again(pullback, k)).collect();
    let (unused, seed) = if crate::host::is_unit(pullback.output) {
        (None, quote!(#rt::Zero::ZERO))
    } else {
        let unused = quote!(let #seed = #rt::get(&#rt::Rules::<#width>::new().shadow(|| &#value)););
        (Some(unused), quote!(#rt::clone(&#seed)))
    };
    let head = Head { item, function, placement, name: "taped" };
    let taped = head.emit(
        &generics,
        &there(item, function, &names, &pullback.kinds),
        &quote!(-> impl #residual + #captured),
        &quote!(#where_clause),
        &quote! {
            let (#value, #back) = #derived::<#(#types,)* #width, #(#kinds),*>(#(#names, #rt::PhantomData),*);
            #unused
            move |#(#again),*| #back(#seed, #(#again),*)
        },
    );
    let (generics, where_clause) = signature.generics(function, Some(Role::Adjoint));
    let params = signature.params(function, Some(Role::Adjoint), false);
    let kinds: Vec<TokenStream> = signature.shadows.iter().map(|shadow| quote!(#shadow::Kind)).collect();
    let kinds = fixed(function, &kinds, &signature.width);
    let residual = self::residual(pullback, &kinds);
    let opening = signature.opening(function, Role::Adjoint);
    let untaped = Head { name: "untaped", ..head }.emit(
        &generics,
        &quote!(#params #back: &impl #residual),
        &TokenStream::new(),
        &where_clause,
        &{
            let given = (0..names.len()).map(|k| given(pullback, k));
            quote!(#opening #back(#(#given),*))
        },
    );
    Some(quote!(#taped #untaped))
}

/// What both kinds of functions have of the heads of `taped` and `untaped`.
#[derive(Clone, Copy)]
struct Head<'a> {
    item: &'a syn::ItemFn,
    function: &'a Function,
    placement: Placement,
    name: &'static str,
}

impl Head<'_> {
    fn emit(
        &self,
        generics: &TokenStream,
        params: &TokenStream,
        output: &TokenStream,
        where_clause: &TokenStream,
        body: &TokenStream,
    ) -> TokenStream {
        let (item, vis) = (self.item, &self.item.vis);
        let name = match self.placement {
            Placement::Module => Ident::new(self.name, item.sig.ident.span()),
            Placement::Impl | Placement::Trait => sibling_name(&item.sig.ident, self.name),
        };
        let attributes = (self.placement != Placement::Module).then(|| sibling_attributes(item));
        let renamed = self.function.params.first().is_some_and(|param| *param.var.name != *"self");
        let this = if renamed { this(item, self.function) } else { None };
        let doc = if self.name == "taped" {
            " Runs the function for a call by an ordinary one, and returns what its way back needs."
        } else {
            " The way back of `taped`: values as they are after the function, each followed by its gradient."
        };
        let body = quote!(#this #body).in_block();
        quote! {
            #[doc = #doc]
            #attributes
            #[inline]
            #vis fn #name #generics (#params) #output #where_clause { #body }
        }
    }
}

/// A name for an argument that only passes through.
fn passed(k: usize, param: &Param) -> Ident {
    if *param.var.name == *"self" { ident(&param.var) } else { local(&format!("arg{k}")) }
}

/// Values, each with a type that says what kind of shadow the way back will be given.
fn there(item: &syn::ItemFn, function: &Function, names: &[Ident], kinds: &[Ident]) -> TokenStream {
    let pairs = function.params.iter().zip(&item.sig.inputs).zip(names.iter().zip(kinds));
    let params = pairs.map(|((param, input), (name, kind))| {
        let (ty, reference) = (&param.ty.rust(), reference(param.passing));
        let value = match input {
            syn::FnArg::Receiver(receiver) => receiver.to_token_stream(),
            syn::FnArg::Typed(_) => quote!(#name: #reference #ty),
        };
        let rt = rt();
        quote!(#value, _: #rt::PhantomData<#kind>)
    });
    quote!(#(#params),*)
}

/// `Fn(&argument, &shadow, ...)`: the residual of a pullback without the gradient of the value.
fn residual(pullback: &Pullback, kinds: &[TokenStream]) -> TokenStream {
    let params = pullback.function.params.iter().zip(kinds).enumerate().map(|(k, (param, kind))| {
        let ty = &param.ty.rust();
        let rt = rt_at(ty.span());
        let reference = reference(param.passing).unwrap_or_else(|| quote!(&));
        let again = pullback.is_again(k).then(|| quote!(#reference #ty,));
        quote_spanned!(ty.span()=> #again &#rt::ShadowOf<#ty, #kind>)
    });
    quote!(Fn(#(#params),*))
}

/// The kinds of shadows; those of parameters marked `#[constant]` have only one.
fn fixed(function: &Function, kinds: &[TokenStream], width: &Ident) -> Vec<TokenStream> {
    let rt = rt();
    let kind = |(param, kind): (&Param, &TokenStream)| {
        if param.is_constant() { quote!(#rt::Off<#width>) } else { kind.clone() }
    };
    function.params.iter().zip(kinds).map(kind).collect()
}

/// An argument and its shadow as a residual names them.
fn again(pullback: &Pullback, k: usize) -> TokenStream {
    let param = &pullback.function.params[k];
    let (name, shadow) = (ident(&param.var), ident(&param.var.adjoint()));
    let again = pullback.is_again(k).then(|| quote!(#name,));
    quote!(#again #shadow)
}

/// An argument and its shadow as a residual is given them.
fn given(pullback: &Pullback, k: usize) -> TokenStream {
    let param = &pullback.function.params[k];
    let (rt, name, shadow) = (rt(), ident(&param.var), ident(&param.var.adjoint()));
    let again = pullback.is_again(k).then(|| quote!(#name,));
    if param.is_constant() { quote!(#again #rt::inactive()) } else { quote!(#again #shadow) }
}
