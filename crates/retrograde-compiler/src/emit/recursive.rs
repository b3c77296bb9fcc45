//! Calls of a function by itself. All its runs share one set of tapes: each run pushes what it saves and pops it on the way back, so the
//! last comes first again, and a call allocates nothing of its own.
//!
//! ```text
//! fn pullback_boxed(x: f64, ...) -> (f64, Box<dyn Fn(...)>) {
//!     struct Run<'r>(&'r dyn Fn(&Run<'_>, f64) -> f64);
//!     let saved1 = Shared::new(Tape::new());
//!     let run = |again: &Run<'_>, x: f64| { saved1.push(x); (again.0)(again, x - 1.0) };
//!     let value = run(&Run(&run), x);
//!     ...
//! ```
//!
//! Only a closure leaves the types of the tapes to be inferred, and a closure cannot name itself: it is given itself.

use super::arguments::is_fixed;
use super::body::{Body, Guard, local, rules, site_name};
use super::calls::Kind;
use super::expr::{ident, rt, rt_at};
use super::items;
use super::ordinary::Pullback;
use crate::hash::Set;
use crate::ir::{Expr, Function, Param, Passing, Stmt, Storage, TapeSlot, Taped, all_stmts};
use crate::lists::perhaps_lists;
use crate::pieces::ToRust;
use crate::saves::each_site;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::Ident;
use syn::spanned::Spanned;

impl Pullback<'_> {
    /// The pullback of a call by the function itself, if one set of tapes does for all such calls: they ask for the gradients of the same
    /// parameters, and nothing in the signature differs from one to the other.
    pub(super) fn again(&self, item: &syn::ItemFn, taped: &Taped) -> Option<TokenStream> {
        let function = self.function;
        let is_plain = |param: &Param| match param.passing {
            Passing::Shared => true,
            Passing::Value => is_fixed(&param.ty.rust()),
            Passing::Exclusive => false,
        };
        if !item.sig.generics.params.is_empty() || !is_fixed(self.output) || !function.params.iter().all(is_plain) {
            return None;
        }
        let mut body = Body::new(function, false);
        body.note(&taped.forward);
        body.note(&taped.backward);
        body.lists.extend(perhaps_lists(&taped.forward));
        body.guard = Guard::Everything;
        body.width = self.width.clone();
        body.again = true;
        let own = function.params.iter().zip(&self.kinds).map(|(p, kind)| (p.var.clone(), kind.to_token_stream()));
        body.kinds = own.collect();
        let asked = self.kinds_again(&body, &taped.forward)?;
        let kinds: Vec<TokenStream> = asked.iter().map(|kind| body.kind_type(kind)).collect();
        body.kinds = function.params.iter().map(|p| p.var.clone()).zip(kinds.iter().cloned()).collect();

        let (rt, rules, width, output, vis) = (rt(), rules(), &self.width, self.output, &item.vis);
        let boxed = format!("{}::pullback_boxed", item.sig.ident);
        body.reused = self.borrows_nothing(item).then_some(boxed);
        let (mut tapes, mut kept, mut cursors) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for site in sites(&taped.backward, function) {
            let name = site_name(&site);
            let tape = if site.keep == Storage::Type { quote!(#rt::TypeOnly::new()) } else { body.new_tape(site.id) };
            tapes.extend(quote!(let #name = #rt::Shared::new(#tape);));
            kept.extend(quote!(let #name = #name.into_inner();));
            cursors.extend(quote!(let #name = #name.back();));
        }
        let forward = body.block(&taped.forward);
        body.guard = Guard::Nothing;
        let backward = body.block(&taped.backward);

        let [again, seed, value] = ["again", "seed", "value"].map(local);
        let [run, back] = ["run", "back"].map(local);
        let names: Vec<_> = function.params.iter().map(|param| ident(&param.var)).collect();
        let types: Vec<_> = function.params.iter().map(passed).collect();
        let shadows: Vec<_> = function.params.iter().map(|param| ident(&param.var.adjoint())).collect();
        let shadow_types = function.params.iter().zip(&kinds).map(|(param, kind)| {
            let ty = &param.ty.rust();
            let rt = rt_at(ty.span());
            quote_spanned!(ty.span()=> &#rt::ShadowOf<#ty, #kind>)
        });
        let shadow_types: Vec<_> = shadow_types.collect();
        let is_off: Vec<_> = asked.iter().map(|kind| *kind == Kind::Off).collect();
        let inactive = self.inactive(&is_off);
        let is_again: Vec<_> = function.params.iter().map(|param| param.passing == Passing::Shared).collect();
        // What was passed by reference is given again.
        let returned = |parts: &[TokenStream], more: &[TokenStream]| -> TokenStream {
            let again = is_again.iter().zip(parts).map(|(again, part)| again.then(|| quote!(#part,)));
            again.zip(more).map(|(again, more)| quote!(#again #more,)).collect()
        };
        let pair_types = pairs(&types, &shadow_types, &is_off);
        let pair_params = pairs(&typed(&names, &types), &typed(&shadows, &shadow_types), &is_off);
        let pair_names = pairs(&tokens(&names), &tokens(&shadows), &is_off);
        let (given, given_types) = (returned(&tokens(&names), &tokens(&shadows)), returned(&types, &shadow_types));
        let is_own: Vec<_> =
            function.params.iter().zip(&asked).map(|(param, kind)| *kind == Kind::Of(param.var.clone())).collect();
        let own = || self.kinds.iter().zip(self.bounds()).zip(&is_own).filter(|(_, own)| **own).map(|(own, _)| own);
        let generics = own().map(|(own, bounds)| quote!(#own: #bounds));
        let generics = quote!(#width: #rt::Width, #(#generics),*);
        let arguments = own().map(|(own, _)| own);
        let arguments = quote!(#width, #(#arguments),*);
        let backward_type = quote!(Fn(#rt::TangentOf<#output, #width>, #given_types));
        let (result, result_adj) = (ident(&taped.result), ident(&taped.result.adjoint()));
        let items = items(function);
        let body = quote! {
            struct Run<'r>(&'r dyn Fn(&Run<'_>, #(#types),*) -> #output);
            struct Back<'r, #generics>(
                &'r dyn Fn(&Back<'_, #arguments>, #rt::TangentOf<#output, #width>, #pair_types),
            );
            #items
            let #rules = #rt::Rules::<#width>::new();
            #tapes
            let #run = |#again: &Run<'_>, #(#names: #types),*| -> #output {
                #forward
                #result
            };
            let #value = #run(&Run(&#run), #(#names),*);
            #kept
            (#value, Box::new(move |#seed, #given| {
                #cursors
                let #back = |#again: &Back<'_, #arguments>, #seed: #rt::TangentOf<#output, #width>, #pair_params| {
                    #inactive
                    let #result_adj = #rules.shadow::<#output>(|| unreachable!());
                    #rt::add(&#result_adj, #seed);
                    #backward
                };
                #back(&Back(&#back), #seed, #pair_names)
            }))
        };
        let body = body.in_block();
        Some(quote! {
            /// The pullback of calls by the function itself, with its residual in a box.
            #vis fn pullback_boxed<#generics>(
                #(#names: #types, _: #rt::PhantomData<#kinds>),*
            ) -> (#output, Box<dyn #backward_type>) {
                #body
            }
        })
    }

    /// Each run makes the places of constants for itself: passed along, they would only be in the way.
    fn inactive(&self, is_off: &[bool]) -> TokenStream {
        let params = self.function.params.iter().zip(is_off).filter(|(_, off)| **off);
        let places = params.map(|(param, _)| {
            let (shadow, ty, width) = (ident(&param.var.adjoint()), &param.ty.rust(), &self.width);
            let rt = rt_at(ty.span());
            quote_spanned!(ty.span()=> let #shadow = <#ty as #rt::Differentiable>::inactive::<#width>();)
        });
        places.collect()
    }

    /// For each parameter the kind of shadow that all calls ask for: its own, or always the same.
    fn kinds_again(&self, body: &Body, forward: &[Stmt]) -> Option<Vec<Kind>> {
        let mut calls = calls(forward, self.function)
            .map(|args| args.iter().map(|arg| body.kind_of_shadow(arg)).collect::<Vec<Kind>>());
        let first = calls.next()?;
        let stranger =
            |(kind, param): (&Kind, &Param)| matches!(kind, Kind::Of(_)) && *kind != Kind::Of(param.var.clone());
        let strangers = first.iter().zip(&self.function.params).any(stranger);
        (calls.all(|kinds| kinds == first) && !strangers).then_some(first)
    }
}

/// Something for each argument, and for its shadow unless that is one of a constant.
fn pairs(arguments: &[TokenStream], shadows: &[TokenStream], is_off: &[bool]) -> TokenStream {
    let each = arguments.iter().zip(shadows).zip(is_off);
    each.map(|((argument, shadow), off)| if *off { quote!(#argument,) } else { quote!(#argument, #shadow,) }).collect()
}

fn typed(names: &[Ident], types: &[TokenStream]) -> Vec<TokenStream> {
    names.iter().zip(types).map(|(name, ty)| quote!(#name: #ty)).collect()
}

fn tokens(names: &[Ident]) -> Vec<TokenStream> {
    names.iter().map(ToTokens::to_token_stream).collect()
}

/// How an argument is passed.
fn passed(param: &Param) -> TokenStream {
    let ty = &param.ty.rust();
    let reference = (param.passing == Passing::Shared).then(|| quote!(&));
    quote!(#reference #ty)
}

/// The tapes that the backward run reads. Calls by the function itself have none.
fn sites(backward: &[Stmt], function: &Function) -> Vec<TapeSlot> {
    let own: Set<usize> = all_stmts(backward)
        .filter_map(|stmt| match stmt {
            Stmt::Backward { site, callee, .. } if callee.is_itself(function) => Some(site.id),
            _ => None,
        })
        .collect();
    let mut sites: Vec<TapeSlot> = Vec::new();
    each_site(backward, &mut |site| {
        if site.keep != Storage::Here && !own.contains(&site.id) && !sites.contains(site) {
            sites.push(site.clone());
        }
    });
    sites
}

/// The calls by the function itself that keep something, each by its arguments.
fn calls<'s>(stmts: &'s [Stmt], function: &Function) -> impl Iterator<Item = &'s [Expr]> {
    all_stmts(stmts).filter_map(|stmt| match stmt {
        Stmt::LetCall { callee, args, site: Some(_), .. } if callee.is_itself(function) => Some(&args[..]),
        _ => None,
    })
}
