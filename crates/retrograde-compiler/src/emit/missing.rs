//! Functions of a companion that stand for what is not there, and say why where they are called.

use super::calls::sibling_name;
use super::expr::rt;
use super::{Form, Placement, has_drivers, sibling_attributes};
use crate::tokens::{TokenStream, quote};
use proc_macro2::Ident;
use quote::format_ident;

/// What of the derivatives of an inverse was not asked for.
pub(super) fn of_inverse(item: &syn::ItemFn, placement: Placement, forms: &[Form]) -> TokenStream {
    let has = |name: &str| forms.iter().any(|form| form.name == name);
    let derivatives =
        [("adjoint", "inverse_adjoint", "HasInverseAdjoint"), ("tangent", "inverse_tangent", "HasInverseTangent")];
    let missing = derivatives.into_iter().filter(|(there, back, _)| has(there) && !has(back));
    missing.map(|(_, name, why)| stub(item, placement, name, 2, why)).collect()
}

/// What only a reversible function has, of one that is none.
pub(super) fn not_undone(item: &syn::ItemFn) -> TokenStream {
    let parts = [("inverse", 1), ("adjoint", 2)];
    parts.into_iter().map(|(name, each)| stub(item, Placement::Module, name, each, "CanBeUndone")).collect()
}

/// A function that takes as many arguments as what it stands for, `each` for every parameter, and asks for a trait that nothing implements.
fn stub(item: &syn::ItemFn, placement: Placement, name: &str, each: usize, why: &str) -> TokenStream {
    // In the `impl` of a trait there may be nothing that is not in the trait.
    if !has_drivers(item, placement) {
        return TokenStream::new();
    }
    let (rt, vis, why) = (rt(), &item.vis, format_ident!("{why}"));
    let (name, attributes) = match placement {
        Placement::Module => (Ident::new(name, item.sig.ident.span()), None),
        _ => (sibling_name(&item.sig.ident, name), Some(sibling_attributes(item))),
    };
    let whole = (placement == Placement::Trait).then(|| quote!(, Self: ::core::marker::Sized));
    let receiver = item.sig.receiver();
    let count = each * item.sig.inputs.len() - usize::from(receiver.is_some());
    let types: Vec<Ident> = (0..count).map(|k| format_ident!("__A{k}")).collect();
    let receiver = receiver.map(|receiver| quote!(#receiver,));
    quote! {
        #attributes
        #[doc(hidden)]
        #vis fn #name<#(#types),*>(#receiver #(_: #types),*) where for<'__none> #rt::NoLoss: #rt::#why #whole {
            ::core::unreachable!()
        }
    }
}
