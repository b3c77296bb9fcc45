//! The signatures of a companion's functions, made from the user's.

use super::generics::Generics;
use crate::access::each_variable;
use crate::emit::expr::{ident, rt, rt_at};
use crate::emit::{Placement, functions};
use crate::hash::Map;
use crate::host::names_in;
use crate::ir::{Function, Param, Passing, Role, Var};
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::Ident;
use quote::format_ident;
use syn::spanned::Spanned;

/// The user's signature and the names of what is added to it.
pub struct Signature<'i> {
    sig: &'i syn::Signature,
    /// the type parameter that says how many gradients travel together
    pub width: Ident,
    /// for each parameter, the type parameter of its shadow
    pub shadows: Vec<Ident>,
    /// for each parameter, the type parameter of what it does, if it is a function
    codes: Vec<Ident>,
    /// how long shadows live
    pub lifetime: syn::Lifetime,
    /// where the function stands
    pub placement: Placement,
}

impl<'i> Signature<'i> {
    /// Names that do not clash with the user's type parameters. Those of an `impl` or a trait cannot be seen from its functions.
    pub fn of(sig: &'i syn::Signature, placement: Placement) -> Self {
        let mut names = names_in(sig.to_token_stream());
        let hidden = if placement == Placement::Module { "" } else { "__" };
        let mut fresh = |name: &str| {
            let name = format!("{hidden}{name}");
            if names.has(&name) { names.mint(&name) } else { name }
        };
        let width = format_ident!("{}", fresh("W"));
        let lifetime = syn::Lifetime::new(&format!("'{}", fresh("s")), proc_macro2::Span::call_site());
        let shadows = (0..sig.inputs.len()).map(|k| format_ident!("{}", fresh(&format!("S{k}")))).collect();
        let codes = (0..sig.inputs.len()).map(|k| format_ident!("{}", fresh(&format!("C{k}")))).collect();
        Self { sig, width, shadows, codes, lifetime, placement }
    }

    /// Type parameters and the `where` clause.
    pub fn generics(&self, function: &Function, role: Option<Role>) -> (TokenStream, TokenStream) {
        let mut generics = Generics::of(&self.sig.generics);
        if let Some(role) = role {
            let (rt, width, s) = (rt(), &self.width, &self.lifetime);
            generics.add_lifetime(s);
            generics.add([quote!(#width: #rt::Width)]);
            for ((param, shadow), code) in function.params.iter().zip(&self.shadows).zip(&self.codes) {
                if let Some(callable) = &param.callable {
                    generics.add([quote!(#code)]);
                    generics.ask([functions::pushed(param, callable, code, width)]);
                    continue;
                }
                let ty = &param.ty.rust();
                let rt = rt_at(ty.span());
                generics.add([if param.is_constant() {
                    quote_spanned!(ty.span()=> #shadow: #rt::Constant<#width>)
                } else if is_direction(param, role) {
                    quote_spanned!(ty.span()=> #shadow: #rt::Direction<#s, #ty, #width>)
                } else {
                    quote_spanned!(ty.span()=> #shadow: #rt::Shadow<#s, #ty, #width>)
                }]);
            }
            if self.placement == Placement::Trait {
                generics.ask([quote!(Self: ::core::marker::Sized + #rt::Differentiable)]);
            }
        }
        generics.done()
    }

    /// Parameters, each followed by its shadow. An output that is not touched is left out, or lent if its length is asked for.
    pub fn params(&self, function: &Function, role: Option<Role>, outputs_untouched: bool) -> TokenStream {
        let inputs = self.sig.inputs.iter().zip(&self.codes);
        let params = function.params.iter().zip(inputs).zip(&self.shadows).map(|((param, (input, code)), shadow)| {
            let value = if outputs_untouched && param.passing == Passing::Exclusive {
                let (name, ty) = (ident(&param.var), &param.ty.rust());
                let lent = if *param.var.name == *"self" { quote!(&#name,) } else { quote!(#name: &#ty,) };
                asks_for(function, &param.var).then_some(lent)
            } else {
                Some(quote!(#input,))
            };
            let shadow = role.map(|role| {
                let name = ident(&param.var.with(role));
                if param.callable.is_some() {
                    let (rt, ty, does) = (rt(), &param.ty.rust(), functions::code_name(&param.var));
                    let width = &self.width;
                    let places = quote!(&#rt::ShadowOf<#ty, #rt::On<#width>>);
                    let kind = quote!(#rt::PhantomData<#rt::On<#width>>);
                    return quote!(#name: #places, _: #kind, #does: #code,);
                }
                quote!(#name: #shadow,)
            });
            quote!(#value #shadow)
        });
        params.collect()
    }

    /// Makes places of what is passed for gradients or tangents.
    pub fn opening(&self, function: &Function, role: Role) -> TokenStream {
        let given = |param: &Param| !param.is_constant() && param.callable.is_none();
        let params = function.params.iter().zip(&self.shadows).filter(|(param, _)| given(param));
        let shadows = params.map(|(param, shadow)| {
            let (rt, name) = (rt(), ident(&param.var.with(role)));
            if !is_direction(param, role) {
                return quote!(let #name = #rt::Shadow::into_shadow(#name););
            }
            let ty = &param.ty.rust();
            quote! {
                let #name = #rt::Direction::into_places(#name);
                let #name = #rt::along::<#ty, #shadow::Kind>(&#name);
            }
        });
        shadows.collect()
    }

    /// For each parameter, the type that says what kind of shadow it has.
    pub fn kinds(&self, function: &Function) -> Map<Var, TokenStream> {
        function
            .params
            .iter()
            .zip(&self.shadows)
            .filter(|(param, _)| !param.is_constant() || param.callable.is_some())
            .map(|(param, shadow)| {
                let (rt, width) = (rt(), &self.width);
                let kind = if param.callable.is_some() { quote!(#rt::On<#width>) } else { quote!(#shadow::Kind) };
                (param.var.clone(), kind)
            })
            .collect()
    }

    /// Asks rustc that every parameter is plain data.
    pub fn plain_checks(function: &Function) -> TokenStream {
        let check = |param: &Param| {
            let ty = &param.ty.rust();
            let rt = rt_at(ty.span());
            quote_spanned!(ty.span()=> #rt::plain::<#ty>();)
        };
        function.params.iter().map(check).collect()
    }
}

/// Whether what is passed for a parameter may be its tangent itself: the value is the function's own, and so nobody reads the tangent
/// afterwards.
fn is_direction(param: &Param, role: Role) -> bool {
    role == Role::Tangent && param.passing == Passing::Value && param.active
}

/// Whether a body mentions a variable at all.
pub fn asks_for(function: &Function, var: &Var) -> bool {
    let mut found = false;
    each_variable(&function.body, &mut |other| found |= other == var);
    found
}
