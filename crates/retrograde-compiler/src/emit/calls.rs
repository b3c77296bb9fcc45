//! Calls, and the tape that keeps what they and other statements leave for the way back.

use super::body::{Body, local, rules, site_name};
use super::expr::{ident, path_to, rt};
use crate::access::{is_integer, reads};
use crate::ir::{Arg, Expr, Keep, Place, Shade, Site, Var, Variant};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

impl Body<'_> {
    pub(super) fn call(&self, callee: &syn::Path, variant: Variant, args: &[Arg]) -> TokenStream {
        let changed: Vec<&Var> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Exclusive(place) => Some(&place.root),
                _ => None,
            })
            .collect();
        let mut copies = TokenStream::new();
        let passed: Vec<TokenStream> = args
            .iter()
            .enumerate()
            .map(|(k, arg)| match arg {
                Arg::Exclusive(place) => self.exclusive(place),
                Arg::Shared(expr) => {
                    let value = self.pure(expr);
                    let mut aliased = false;
                    reads(expr, &mut |read| aliased |= changed.contains(&&read.root));
                    // rustc will not read a place that the same call borrows, even where both are proved apart.
                    if aliased && !matches!(expr, Expr::Borrow(_)) {
                        let copy = format_ident!("argument{k}", span = Span::mixed_site());
                        copies.extend(quote!(let #copy = #value;));
                        quote!(#copy)
                    } else {
                        value
                    }
                }
                Arg::Shadow(shadow) => self.shadow_argument(shadow.as_ref()),
            })
            .collect();
        let callee = variant_path(callee, variant);
        if copies.is_empty() { quote!(#callee(#(#passed),*);) } else { quote!({ #copies #callee(#(#passed),*); }) }
    }

    fn shadow_argument(&self, shadow: Option<&Place>) -> TokenStream {
        let rules = rules();
        shadow.map_or_else(|| quote!(#rules.off()), |place| self.shadow_ref(place))
    }

    /// Keeps a value for the way back.
    pub(super) fn save(&self, site: &Site, value: &Expr) -> TokenStream {
        let (name, value) = (site_name(site), self.expr(value));
        match site.keep {
            Keep::Type => quote!(#name.see(&#value);),
            Keep::Here => quote!(let #name = #value;),
            Keep::Many if self.slots.contains(&site.id) => {
                let slot = slot_name(site);
                quote!(*#slot = #value;)
            }
            Keep::Once | Keep::Many => quote!(#name.push(#value);),
        }
    }

    /// A call of an ordinary function with tangents.
    pub(super) fn let_tangent(
        &self,
        var: &Var,
        callee: &syn::Path,
        args: &[Expr],
        shadows: &[Option<Place>],
    ) -> TokenStream {
        let rt = rt();
        let (name, tangent) = (ident(var), ident(&var.shaded(Shade::Tangent)));
        let pairs = args.iter().zip(shadows).map(|(arg, shadow)| {
            let arg = self.argument(arg);
            let shadow = self.shadow_argument(shadow.as_ref());
            quote!(#arg, #shadow)
        });
        let callee = path_to(callee, "tangent");
        let (rules, pushed) = (rules(), local("pushed"));
        quote! {
            let (mut #name, #pushed) = #callee(#(#pairs),*);
            let #tangent = #rules.shadow(|| &#name);
            #rt::add(&#tangent, #pushed);
        }
    }

    /// Runs the residual of a call backwards.
    pub(super) fn backward(
        &self,
        site: &Site,
        incoming: &Expr,
        args: &[Option<Expr>],
        shadows: &[Option<Place>],
    ) -> TokenStream {
        let rt = rt();
        let incoming = self.expr(incoming);
        let shadows = args.iter().zip(shadows).map(|(arg, shadow)| {
            let arg = arg.as_ref().map(|arg| self.argument(arg)).map(|arg| quote!(#arg,));
            let shadow = match shadow {
                Some(place) => self.shadow_ref(place),
                None => quote!(#rt::inactive()),
            };
            quote!(#arg #shadow)
        });
        let back = site_name(site);
        let back = match site.keep {
            Keep::Here => quote!(#back),
            Keep::Once | Keep::Many | Keep::Type => quote!(#back.pop()),
        };
        quote!(#back(#incoming, #(#shadows),*);)
    }

    /// A call of an ordinary function that keeps its residual.
    pub(super) fn let_call(&self, var: &Var, callee: &syn::Path, args: &[Expr], site: Option<&Site>) -> TokenStream {
        let name = ident(var);
        let values: Vec<TokenStream> = args.iter().map(|arg| self.argument(arg)).collect();
        let Some(site) = site else { return quote!(let mut #name = #callee(#(#values),*);) };
        let back = site_name(site);
        let recursive = callee.get_ident().is_some_and(|ident| *ident == *self.function.name.name);
        let method = if recursive { "pullback_boxed" } else { "pullback" };
        let companion = path_to(callee, method);
        let kinds = args.iter().map(|arg| self.kind(arg));
        let call = quote!(#companion(#(#values, #kinds),*));
        let residual = local("residual");
        match site.keep {
            Keep::Here => quote!(let (mut #name, #back) = #call;),
            Keep::Once | Keep::Many | Keep::Type => quote! {
                let (mut #name, #residual) = #call;
                #back.push(#residual);
            },
        }
    }

    fn is_constant(&self, arg: &Expr) -> bool {
        let mut active = false;
        reads(arg, &mut |read| active |= !self.function.inert.contains(&read.root.name));
        !active || is_integer(arg, &self.function.inert)
    }

    /// The kind of shadow that an argument has.
    fn kind(&self, arg: &Expr) -> TokenStream {
        let (rt, width) = (rt(), &self.width);
        if self.is_constant(arg) {
            return quote!(::core::marker::PhantomData::<#rt::Off<#width>>);
        }
        let own = place_of(arg).and_then(|place| self.kinds.get(&place.root)).cloned();
        let kind = own.unwrap_or_else(|| quote!(#rt::On<#width>));
        quote!(::core::marker::PhantomData::<#kind>)
    }
}

fn place_of(arg: &Expr) -> Option<&Place> {
    match arg {
        Expr::Borrow(inner) => place_of(inner),
        Expr::Read(place) => Some(place),
        _ => None,
    }
}

/// The room that a loop has made on the tape for one turn.
pub fn slot_name(site: &Site) -> Ident {
    format_ident!("slot{}", site.id, span = Span::mixed_site())
}

fn variant_path(callee: &syn::Path, variant: Variant) -> TokenStream {
    match variant {
        Variant::Forward => quote!(#callee),
        Variant::Inverse => path_to(callee, "inverse"),
        Variant::Adjoint => path_to(callee, "adjoint"),
        Variant::InverseAdjoint => path_to(callee, "inverse_adjoint"),
        Variant::Tangent => path_to(callee, "tangent"),
        Variant::InverseTangent => path_to(callee, "inverse_tangent"),
    }
}
