//! A companion as a value that can be called forwards and backwards:
//!
//! ```text
//! impl<'a1> Reversible<(&'a1 mut f64, f64)> for f {
//!     fn call(&self, args: (&'a1 mut f64, f64)) { f(args.0, args.1); }
//!     fn uncall(&self, args: (&'a1 mut f64, f64)) { Self::inverse(args.0, args.1); }
//! }
//! ```
//!
//! and, if it has derivatives, with gradients or tangents:
//!
//! ```text
//! impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for f {
//!     fn call_adjoint(&self, args: (&'a1 mut f64, f64), places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>) {
//!         Self::adjoint(args.0, places.0, args.1, places.1);
//!     }
//! }
//! ```

use super::body::local;
use super::expr::rt;
use crate::host::names_in;
use crate::names::Names;
use crate::tokens::{ToTokens, TokenStream, quote};
use proc_macro2::Span;
use quote::format_ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// As many arguments have places in the library.
const MOST: usize = 8;

/// Makes the companion of a reversible function a function value, with the derivatives whose names are given.
///
/// Nothing for a function whose arguments do not say what all its type parameters are: Rust has no place for the others.
pub fn reversible(item: &syn::ItemFn, derivatives: &[&str]) -> Option<TokenStream> {
    let sig = &item.sig;
    let mut types: Vec<syn::Type> = Vec::new();
    for input in &sig.inputs {
        let syn::FnArg::Typed(typed) = input else { return None };
        types.push((*typed.ty).clone());
    }
    let names = names_in(sig.to_token_stream());
    // These have been refused already, and would only be in error once more.
    let refused = ["impl", "unsafe", "async"].iter().any(|word| names.has(word));
    if refused || !sig.generics.params.iter().all(|param| is_mentioned(param, &types)) {
        return None;
    }
    let mut lifetimes = Lifetimes::new(names);
    types.iter_mut().for_each(|ty| lifetimes.give_names(ty));
    let mut generics = sig.generics.clone();
    for (k, lifetime) in lifetimes.added.iter().enumerate() {
        generics.params.insert(k, syn::parse_quote!(#lifetime));
    }
    let (rt, name, args) = (rt(), &sig.ident, local("args"));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let fields: Vec<_> = (0..types.len()).map(syn::Index::from).collect();
    let types = quote!((#(#types,)*));
    let passed = quote!(#(#args.#fields),*);
    let traits = [
        ("adjoint", "ReversibleAdjoint", "call_adjoint"),
        ("inverse_adjoint", "InverseAdjoint", "uncall_adjoint"),
        ("tangent", "ReversibleTangent", "call_tangent"),
        ("inverse_tangent", "InverseTangent", "uncall_tangent"),
    ];
    let traits = traits.iter().filter(|(function, ..)| fields.len() <= MOST && derivatives.contains(function));
    let derivatives = traits.map(|names| {
        let (function, of, method) =
            (format_ident!("{}", names.0), format_ident!("{}", names.1), format_ident!("{}", names.2));
        let places = local("places");
        quote! {
            #[allow(clippy::all, clippy::pedantic)]
            impl #impl_generics #rt::#of<#types> for #name #where_clause {
                #[inline]
                fn #method(&self, #args: #types, #places: <#types as #rt::Arguments>::Places<'_>) {
                    Self::#function(#(#args.#fields, #places.#fields),*);
                }
            }
        }
    });
    Some(quote! {
        #[allow(clippy::all, clippy::pedantic)]
        impl #impl_generics #rt::Reversible<#types> for #name #where_clause {
            #[inline]
            fn call(&self, #args: #types) {
                #name(#passed);
            }
            #[inline]
            fn uncall(&self, #args: #types) {
                Self::inverse(#passed);
            }
        }
        #(#derivatives)*
    })
}

/// Gives every lifetime that is left out a name.
pub struct Lifetimes {
    names: Names,
    /// the names
    pub added: Vec<syn::Lifetime>,
}

impl Lifetimes {
    /// None so far; `names` are in use.
    pub fn new(names: Names) -> Self {
        Self { names, added: Vec::new() }
    }

    /// Gives names in a type.
    pub fn give_names(&mut self, ty: &mut syn::Type) {
        self.visit_type_mut(ty);
    }

    fn fresh(&mut self) -> syn::Lifetime {
        let lifetime = syn::Lifetime::new(&format!("'{}", self.names.mint("a")), Span::call_site());
        self.added.push(lifetime.clone());
        lifetime
    }
}

impl VisitMut for Lifetimes {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.fresh());
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.fresh();
        }
    }

    /// What a function pointer leaves out is its own.
    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}

    /// The same for `Fn(&T)`.
    fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}
}

/// Whether a parameter stands in one of the types as itself, and not only as in `T::Item`.
pub fn is_mentioned(param: &syn::GenericParam, types: &[syn::Type]) -> bool {
    let name = match param {
        syn::GenericParam::Lifetime(_) => return true,
        syn::GenericParam::Type(param) => &param.ident,
        syn::GenericParam::Const(param) => &param.ident,
    };
    let mut mention = Mention { name, found: false };
    types.iter().for_each(|ty| mention.visit_type(ty));
    mention.found
}

struct Mention<'i> {
    name: &'i syn::Ident,
    found: bool,
}

impl<'i> Visit<'i> for Mention<'_> {
    fn visit_type_path(&mut self, path: &'i syn::TypePath) {
        if path.qself.is_none() {
            self.visit_path(&path.path);
        }
    }

    fn visit_path(&mut self, path: &'i syn::Path) {
        self.found |= path.is_ident(self.name);
        visit::visit_path(self, path);
    }
}
