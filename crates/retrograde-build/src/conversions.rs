//! The types in signatures. A type of another crate cannot get a gradient, since its traits are ours to give only to types of the package; so the package sees the
//! copy's type, and values are converted field by field. That takes public fields.

use crate::copy::ident;
use crate::error::{Error, Result, error};
use crate::shape::{Shape, Side, member, path};
use crate::tree::{Crate, ItemId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeSet;

/// Types, with those that they are made of.
pub fn with_parts(tree: &Crate, types: impl IntoIterator<Item = ItemId>) -> Result<BTreeSet<ItemId>> {
    let mut open: Vec<ItemId> = types.into_iter().collect();
    let mut all = BTreeSet::new();
    while let Some(id) = open.pop() {
        if all.insert(id) {
            let fields = public_fields(tree, id)?;
            open.extend(fields.into_iter().flat_map(|ty| Shape::of(tree, id.0, ty, Some(id)).own()));
        }
    }
    Ok(all)
}

/// What a type holds, if everybody sees all of it.
fn public_fields(tree: &Crate, id: ItemId) -> Result<Vec<&syn::Type>> {
    let item = tree.item(id);
    let refused = |why: &str| -> Error {
        let (path, package) = (tree.path_of(id).join("::"), &tree.package.name);
        error!(
            "the type `{path}` of `{package}` {why}, so that its values cannot be converted: write a function of numbers of your own that calls it"
        )
    };
    if tree.public_path(id).is_none() {
        return Err(refused("is private"));
    }
    let fields: Vec<&syn::Field> = match &item.syntax {
        syn::Item::Struct(item) => {
            if item.fields.iter().any(|field| !matches!(field.vis, syn::Visibility::Public(_))) {
                return Err(refused("has private fields"));
            }
            if item.attrs.iter().any(|attr| attr.path().is_ident("non_exhaustive")) {
                return Err(refused("is `non_exhaustive`"));
            }
            item.fields.iter().collect()
        }
        syn::Item::Enum(item) => {
            if item.attrs.iter().any(|attr| attr.path().is_ident("non_exhaustive")) {
                return Err(refused("is `non_exhaustive`"));
            }
            item.variants.iter().flat_map(|variant| &variant.fields).collect()
        }
        _ => return Err(refused("is neither a struct nor an enum")),
    };
    Ok(fields.into_iter().map(|field| &field.ty).collect())
}

/// Conversions there and back.
pub fn conversions(tree: &Crate, types: &BTreeSet<ItemId>) -> TokenStream {
    let both = types.iter().map(|id| {
        let [original, copied] = [Side::Original, Side::Copy { depth: 0 }].map(|side| path(tree, *id, side));
        let [there, back] = [conversion(tree, *id, &copied, &original), conversion(tree, *id, &original, &copied)];
        quote!(#there #back)
    });
    quote!(#(#both)*)
}

fn conversion(tree: &Crate, id: ItemId, from: &TokenStream, into: &TokenStream) -> TokenStream {
    let arm = |fields: &syn::Fields, name: Option<&syn::Ident>| {
        let name = name.map(|name| quote!(::#name));
        let bound: Vec<_> = (0..fields.len()).map(|k| format_ident!("field_{}", k)).collect();
        let members: Vec<_> = fields.iter().enumerate().map(|(k, field)| member(field, k)).collect();
        let values = fields
            .iter()
            .zip(&bound)
            .map(|(field, bound)| Shape::of(tree, id.0, &field.ty, Some(id)).converted(&quote!(#bound)));
        quote!(#from #name { #(#members: #bound),* } => #into #name { #(#members: #values),* })
    };
    let arms: Vec<TokenStream> = match &tree.item(id).syntax {
        syn::Item::Struct(item) => vec![arm(&item.fields, None)],
        syn::Item::Enum(item) => {
            item.variants.iter().map(|variant| arm(&variant.fields, Some(&variant.ident))).collect()
        }
        _ => Vec::new(),
    };
    quote! {
        impl ::core::convert::From<#from> for #into {
            fn from(value: #from) -> Self {
                match value { #(#arms,)* }
            }
        }
    }
}

/// A function of the copy's types whose value is that of the crate.
pub fn wrapper(
    tree: &Crate,
    module: usize,
    sig: &syn::Signature,
    depth: usize,
    original: &TokenStream,
) -> Result<TokenStream> {
    let side = Side::Copy { depth };
    let (mut parameters, mut lets, mut passed, mut after) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (k, input) in sig.inputs.iter().enumerate() {
        let syn::FnArg::Typed(typed) = input else { continue };
        let name = match &*typed.pat {
            syn::Pat::Ident(pat) => pat.ident.clone(),
            _ => format_ident!("argument_{}", k),
        };
        let shape = Shape::of(tree, module, &typed.ty, None);
        let ty = shape.written(tree, side, &typed.ty);
        parameters.push(quote!(#name: #ty));
        if shape.own().is_empty() {
            passed.push(quote!(#name));
            continue;
        }
        let (held, value) = (format_ident!("original_{}", k), shape.converted(&quote!(#name)));
        lets.push(quote!(let mut #held = #value;));
        passed.push(match &shape {
            Shape::Reference { mutable: false, .. } => quote!(&#held),
            Shape::Reference { mutable: true, to } => {
                if matches!(**to, Shape::Slice(_)) {
                    let each = quote!(for (to, from) in #name.iter_mut().zip(#held) { *to = ::core::convert::Into::into(from); });
                    after.push(each);
                } else {
                    let back = to.converted(&quote!(#held));
                    after.push(quote!(*#name = #back;));
                }
                quote!(&mut #held)
            }
            _ => quote!(#held),
        });
    }
    let (name, generics) = (ident(&sig.ident.to_string()), &sig.generics);
    let (output, value) = match &sig.output {
        syn::ReturnType::Default => (TokenStream::new(), quote!(value)),
        syn::ReturnType::Type(_, ty) => {
            let shape = Shape::of(tree, module, ty, None);
            if matches!(shape, Shape::Reference { .. }) && !shape.own().is_empty() {
                return Err(error!(
                    "`{name}` gives a reference to what it converts: write a function of your own that gives a value"
                ));
            }
            let ty = shape.written(tree, side, ty);
            (quote!(-> #ty), shape.converted(&quote!(value)))
        }
    };
    Ok(quote! {
        pub fn #name #generics (#(#parameters),*) #output {
            #(#lets)*
            let value = #original(#(#passed),*);
            #(#after)*
            #value
        }
    })
}
