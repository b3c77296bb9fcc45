//! What the package sees: each function where the crate has it. Its value is that of the crate; its companion is that of the copy.
//!
//! A function and its companion have one name, in two namespaces. `use` brings the first, and another name for a type the second.

use crate::choice::{Choice, Chosen};
use crate::conversions::wrapper;
use crate::copy::{NAME, ident};
use crate::error::{Result, error};
use crate::names::Found;
use crate::shape::{Shape, Side, path};
use crate::tree::{Crate, ItemId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

/// A module that the package sees.
#[derive(Default)]
struct Face {
    items: Vec<TokenStream>,
    modules: BTreeMap<String, Face>,
}

/// What the package sees: functions, and the types in their signatures.
pub fn facade(tree: &Crate, chosen: &[Chosen], types: &BTreeSet<ItemId>) -> Result<TokenStream> {
    let mut root = Face::default();
    for Chosen { choice, item, .. } in chosen.iter().filter(|chosen| chosen.method.is_none()) {
        let Some((name, around)) = choice.path.split_last() else { continue };
        let face = root.at(around);
        face.items.push(function(tree, choice, *item, around.len())?);
        if face.modules.contains_key(name) || tree.modules[item.0].children.contains_key(name) {
            return Err(error!(
                "a module is called like the function `{}`, and its companion would be, too: name the function by another path",
                choice.path.join("::")
            ));
        }
    }
    // A type is seen where everybody sees it first, and where its method was named.
    let shortest = types.iter().map(|id| (tree.public_path(*id).unwrap_or_default(), id));
    let of_methods = chosen.iter().filter(|chosen| chosen.method.is_some());
    let of_methods =
        of_methods.map(|chosen| (chosen.choice.path[..chosen.choice.path.len() - 1].to_vec(), &chosen.item));
    let places: BTreeSet<(Vec<String>, &ItemId)> = shortest.chain(of_methods).collect();
    for (public, id) in &places {
        let Some((name, around)) = public.split_last() else { continue };
        let (ty, name) = (path(tree, **id, Side::Copy { depth: around.len() }), ident(name));
        root.at(around).items.push(quote!(pub use #ty as #name;));
    }
    Ok(root.written())
}

impl Face {
    fn at(&mut self, path: &[String]) -> &mut Self {
        path.iter().fold(self, |face, module| face.modules.entry(module.clone()).or_default())
    }

    fn written(&self) -> TokenStream {
        let items = &self.items;
        let modules = self.modules.iter().map(|(name, face)| {
            let (name, inside) = (ident(name), face.written());
            quote!(pub mod #name { #inside })
        });
        quote!(#(#items)* #(#modules)*)
    }
}

fn function(tree: &Crate, choice: &Choice, id: ItemId, depth: usize) -> Result<TokenStream> {
    let written = choice.path.join("::");
    let name = choice.path.last().map(|name| ident(name));
    let public = tree.public_path(id).ok_or_else(|| error!("`{written}` is private"))?;
    let visible = if is_public(tree, &choice.path, id) { &choice.path } else { &public };
    let (called, visible) = (ident(&tree.package.called), names(visible));
    let copied = names(&tree.path_of(id));
    let copy = ident(NAME);
    let supers = std::iter::repeat_n(quote!(super::), depth);
    let package = &tree.package.name;
    let [value, companion] =
        [format!(" `{written}` of `{package}`."), format!(" The derivatives of `{written}` of `{package}`.")];
    let syn::Item::Fn(item) = &tree.item(id).syntax else { return Ok(TokenStream::new()) };
    let own = types_of(tree, id.0, &item.sig);
    let value_item = if own.is_empty() {
        quote!(pub use ::#called #(::#visible)* as #name;)
    } else {
        wrapper(tree, id.0, &item.sig, depth, &quote!(::#called #(::#visible)*))?
    };
    Ok(quote! {
        #[doc = #value]
        #value_item
        #[doc = #companion]
        pub type #name = #(#supers)* #copy #(::#copied)*;
    })
}

/// The types of the crate that a signature mentions.
pub fn types_of(tree: &Crate, module: usize, sig: &syn::Signature) -> Vec<ItemId> {
    let inputs = sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let output = match &sig.output {
        syn::ReturnType::Type(_, ty) => Some(&**ty),
        syn::ReturnType::Default => None,
    };
    inputs.chain(output).flat_map(|ty| Shape::of(tree, module, ty, None).own()).collect()
}

/// Whether everybody may write a path.
fn is_public(tree: &Crate, path: &[String], id: ItemId) -> bool {
    let Some((_, around)) = path.split_last() else { return false };
    let mut module = 0;
    for name in around {
        match tree.modules[module].children.get(name) {
            Some((child, true)) => module = *child,
            _ => return false,
        }
    }
    tree.at(path).found.contains(&Found::Item(id, Vec::new()))
        && (module != id.0 || tree.item(id).is_public())
        && (module == id.0 || tree.public_path(id).as_deref() == Some(path))
}

/// Names of a path.
pub fn names(path: &[String]) -> Vec<Ident> {
    path.iter().map(|name| ident(name)).collect()
}
