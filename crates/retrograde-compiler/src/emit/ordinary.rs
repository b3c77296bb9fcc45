//! Ordinary functions: the function as it was written, and a companion with its pullback, its tangent, and what is built on them.
//!
//! The pullback runs forwards, saving what would be lost, and returns the value with a closure that runs backwards. The closure's
//! type is the type of the residual: it is inferred, so nothing is boxed but the residuals of self-recursive calls.

use super::arguments::is_scalar;
use super::body::{Body, Guard, local, rules, site_name};
use super::expr::{ident, rt, rt_at};
use super::{Form, Home, backward, companion, companion_function, items, signature::Signature};
use crate::access::{Touch, each_touch};
use crate::ir::{Expr, Function, Keep, Passing, Shade, Site, Stmt, Var};
use crate::lists::{grown, perhaps_lists};
use crate::names::Names;
use crate::tape::{Taped, each_site};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashSet;
use syn::spanned::Spanned;

/// What an ordinary function has besides its value.
#[derive(Debug)]
pub struct OrdinaryForms {
    /// both runs of its pullback
    pub taped: Taped,
    /// its tangent, if asked for
    pub tangent: Option<Form>,
    /// whether the residual is in a box
    pub recursive: bool,
}

/// Emits an ordinary function and its companion.
pub fn ordinary(item: &syn::ItemFn, function: &Function, forms: &OrdinaryForms) -> TokenStream {
    let pullback = Pullback::of(item, function);
    let mut functions = vec![pullback.emit(item, &forms.taped, forms.recursive)];
    // A call in an arm of a choice is run again on the way back.
    if recursive(&forms.taped.forward, function) || recursive(&forms.taped.backward, function) {
        functions.push(pullback.boxed(item));
    }
    if let Some(form) = &forms.tangent {
        functions.push(tangent(item, form));
    }
    functions.push(backward::drivers(item, function, pullback.output, forms.tangent.is_some()));
    let companion = companion(item, false, functions.into_iter());
    let reserved = super::reserved::allowance(item);
    quote!(#reserved #[allow(dead_code, clippy::needless_range_loop)] #item #companion)
}

fn recursive(stmts: &[Stmt], function: &Function) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::LetCall { callee, .. } => callee.0.get_ident().is_some_and(|ident| *ident == *function.name.name),
        other => other.blocks().iter().any(|block| recursive(block, function)),
    })
}

/// The signature of the pullback and what is built on it.
pub(super) struct Pullback<'f> {
    function: &'f Function,
    /// the type parameter that says how many gradients travel together
    pub width: Ident,
    /// for each parameter, the type parameter that says what kind of shadow it has
    pub kinds: Vec<Ident>,
    /// the type of the value
    pub output: &'f syn::Type,
}

impl<'f> Pullback<'f> {
    pub(super) fn of(item: &'f syn::ItemFn, function: &'f Function) -> Self {
        let mut names = Names::in_tokens(item.sig.to_token_stream());
        let mut fresh = |name: &str| if names.has(name) { names.mint(name) } else { name.to_string() };
        let width = format_ident!("{}", fresh("W"));
        let kinds = (0..function.params.len()).map(|k| format_ident!("{}", fresh(&format!("K{k}")))).collect();
        let syn::ReturnType::Type(_, output) = &item.sig.output else {
            unreachable!("the parser asks for a return type")
        };
        Self { function, width, kinds, output }
    }

    pub(super) fn generics(&self, item: &syn::ItemFn) -> (TokenStream, TokenStream) {
        let (rt, width) = (rt(), &self.width);
        let mut generics = item.sig.generics.clone();
        generics.params.push(syn::parse_quote!(#width: #rt::Width));
        for (param, kind) in self.function.params.iter().zip(&self.kinds) {
            let constant = param.is_constant().then(|| quote!(+ #rt::Constant<#width>));
            generics.params.push(syn::parse_quote!(#kind: #rt::Kind<Width = #width> #constant));
        }
        let where_clause = generics.where_clause.take();
        (generics.to_token_stream(), where_clause.to_token_stream())
    }

    /// Values, each with a type that says what kind of shadow the backward run will be given.
    pub(super) fn params(&self) -> TokenStream {
        let params = self.function.params.iter().zip(&self.kinds).map(|(param, kind)| {
            let (name, ty) = (ident(&param.var), &param.ty.0);
            let reference = (param.passing == Passing::Shared).then(|| quote!(&));
            quote!(#name: #reference #ty, _: ::core::marker::PhantomData<#kind>)
        });
        quote!(#(#params),*)
    }

    /// `Fn(gradient, &argument, &shadow, ...)`: what was passed by reference is given again, so that the residual borrows nothing.
    pub(super) fn backward_type(&self) -> TokenStream {
        let (rt, width, output) = (rt(), &self.width, self.output);
        let shadows = self.function.params.iter().zip(&self.kinds).map(|(param, kind)| {
            let ty = &param.ty.0;
            let rt = rt_at(ty.span());
            let again = (param.passing == Passing::Shared).then(|| quote!(&#ty,));
            quote_spanned!(ty.span()=> #again &<#ty as #rt::Differentiable>::Shadow<#kind>)
        });
        quote!(Fn(#rt::TangentOf<#output, #width>, #(#shadows),*))
    }

    /// What the backward run's type depends on: no lifetime of an argument.
    pub(super) fn captured(&self, item: &syn::ItemFn) -> TokenStream {
        let own = item.sig.generics.params.iter().map(|param| match param {
            syn::GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            syn::GenericParam::Type(param) => param.ident.to_token_stream(),
            syn::GenericParam::Const(param) => param.ident.to_token_stream(),
        });
        let (width, kinds) = (&self.width, &self.kinds);
        quote!(use<#(#own,)* #width, #(#kinds),*>)
    }

    fn emit(&self, item: &syn::ItemFn, taped: &Taped, recursive: bool) -> TokenStream {
        let (rt, rules, width, output, vis) = (rt(), rules(), &self.width, self.output, &item.vis);
        let (generics, where_clause) = self.generics(item);
        let (params, backward_type) = (self.params(), self.backward_type());
        let mut body = Body::new(self.function, false);
        body.grown.extend(grown(&taped.backward));
        body.lists.extend(perhaps_lists(&taped.forward));
        body.guard = Guard::Everything;
        body.width = self.width.clone();
        body.kinds =
            self.function.params.iter().zip(&self.kinds).map(|(p, kind)| (p.var.clone(), quote!(#kind))).collect();
        let (tapes, cursors) = tapes(&taped.backward);
        let forward = body.block(&taped.forward);
        body.guard = Guard::Nothing;
        let backward = body.block(&taped.backward);
        let (result, result_adj) = (ident(&taped.result), ident(&taped.result.shaded(Shade::Adjoint)));
        // The way back needs the value's shape.
        let value = if is_scalar(output) { quote!(#result) } else { quote!(::core::clone::Clone::clone(&#result)) };
        let thaw = thaw(taped);
        let seed = local("seed");
        let (captured, items) = (self.captured(item), items(self.function));
        let shadows = self.function.params.iter().map(|param| {
            let (name, shadow) = (ident(&param.var), ident(&param.var.shaded(Shade::Adjoint)));
            let again = (param.passing == Passing::Shared).then(|| quote!(#name,));
            quote!(#again #shadow)
        });
        let closure = quote!(move |#seed, #(#shadows),*| {
            let #result_adj = #rules.shadow(|| &#result);
            #rt::add(&#result_adj, #seed);
            #cursors
            #thaw
            #backward
        });
        // In a circle of calls, a residual cannot hold itself.
        let (residual, closure) = if recursive {
            (quote!(Box<dyn #backward_type>), quote!(Box::new(#closure)))
        } else {
            (quote!(impl #backward_type + #captured), closure)
        };
        quote! {
            /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
            /// any number of times.
            #[inline]
            #vis fn pullback #generics (#params) -> (#output, #residual) #where_clause {
                #items
                let #rules = #rt::Rules::<#width>::new();
                #tapes
                #forward
                (#value, #closure)
            }
        }
    }

    fn boxed(&self, item: &syn::ItemFn) -> TokenStream {
        let (output, vis) = (self.output, &item.vis);
        let (generics, where_clause) = self.generics(item);
        let (params, backward_type) = (self.params(), self.backward_type());
        let args = self.function.params.iter().zip(&self.kinds).map(|(param, kind)| {
            let name = ident(&param.var);
            quote!(#name, ::core::marker::PhantomData::<#kind>)
        });
        quote! {
            /// The pullback with its residual in a box, for calls from the function itself.
            #vis fn pullback_boxed #generics (#params) -> (#output, Box<dyn #backward_type>) #where_clause {
                let (value, backward) = Self::pullback(#(#args),*);
                (value, Box::new(backward))
            }
        }
    }
}

/// Declarations of the tapes that the backward run reads, and of its cursors into them.
fn tapes(backward: &[Stmt]) -> (TokenStream, TokenStream) {
    let rt = rt();
    let mut sites: Vec<Site> = Vec::new();
    each_site(backward, &mut |site| {
        if !sites.contains(site) {
            sites.push(site.clone());
        }
    });
    let mut tapes = TokenStream::new();
    let mut cursors = TokenStream::new();
    for site in sites {
        let name = site_name(&site);
        match site.keep {
            Keep::Here => continue,
            Keep::Type => {
                tapes.extend(quote!(let mut #name = #rt::TypeOnly::new();));
            }
            Keep::Once => tapes.extend(quote!(let mut #name = #rt::Slot::new();)),
            Keep::Many => tapes.extend(quote!(let mut #name = #rt::Tape::new();)),
        }
        cursors.extend(quote!(let mut #name = #name.back();));
    }
    (tapes, cursors)
}

/// The backward run may be repeated, so it changes copies of the forward run's variables.
fn thaw(taped: &Taped) -> TokenStream {
    let mut declared: HashSet<&Var> = HashSet::new();
    for stmt in &taped.forward {
        if let Stmt::Let { var, .. } | Stmt::LetCall { var, .. } = stmt {
            declared.insert(var);
        }
    }
    let mut changed: Vec<Var> = Vec::new();
    for stmt in &taped.backward {
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write && declared.contains(&place.root) && !changed.contains(&place.root) {
                changed.push(place.root.clone());
            }
        });
    }
    changed.iter().map(ident).map(|name| quote!(let mut #name = ::core::clone::Clone::clone(&#name);)).collect()
}

/// `f::tangent(x, x_tan, ...) -> (value, tangent)`.
fn tangent(item: &syn::ItemFn, form: &Form) -> TokenStream {
    let signature = Signature::of(&item.sig, Home::Module);
    let syn::ReturnType::Type(_, output) = &item.sig.output else { unreachable!("the parser asks for a return type") };
    let (rt, width) = (rt(), &signature.width);
    let function = companion_function(item, form, Some(false), &signature);
    let mut function: syn::ItemFn = syn::parse_quote!(#function);
    let Some(Expr::Read(result)) = &form.optimised.result else { unreachable!("the tangent names its result") };
    let (value, pushed) = (ident(&result.root), ident(&result.root.shaded(Shade::Tangent)));
    let pushed = if form.optimised.inert.contains(&result.root.name) {
        quote!(#rt::Zero::ZERO)
    } else {
        quote!(#rt::get(&#pushed))
    };
    function.sig.output = syn::parse_quote!(-> (#output, #rt::TangentOf<#output, #width>));
    function.block.stmts.push(syn::Stmt::Expr(syn::parse_quote!((#value, #pushed)), None));
    function.to_token_stream()
}
