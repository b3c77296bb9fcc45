//! A module that mirrors the module tree of a crate and holds what is reached of it.
//!
//! Since the copy has the modules of the original, relative paths stay as they are. Macros come first, at the root, since their names go by order.

use crate::names::Found;
use crate::reach::Reach;
use crate::rewrite::{ROOT, Rewrite, rules};
use crate::tree::{Crate, ItemId, Leaf};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;

/// What gets derivatives: functions, and methods by the number of their member.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    pub functions: Vec<ItemId>,
    pub methods: Vec<(ItemId, usize)>,
}

/// The name of the module that is the copy.
pub const NAME: &str = "copy";

/// Writes what is reached as a module.
pub fn copy(reach: &Reach, marked: &Marked) -> TokenStream {
    let tree = reach.tree;
    let mut filled: BTreeSet<usize> = BTreeSet::new();
    for (module, _) in reach.items.iter().chain(reach.members.keys()) {
        let mut next = Some(*module);
        while let Some(module) = next {
            filled.insert(module);
            next = tree.modules[module].parent;
        }
    }
    let macros: Vec<syn::ItemMacro> = reach.macros.iter().map(|k| rules(&tree.macros[*k].syntax, tree)).collect();
    let named = macros.iter().any(|item| item.mac.tokens.to_string().contains(ROOT));
    let copying = Copying { reach, marked, filled, named };
    let items = copying.module(0);
    let name = ident(NAME);
    quote! {
        mod #name {
            #(#macros)*
            #items
        }
    }
}

struct Copying<'r, 'c> {
    reach: &'r Reach<'c>,
    marked: &'r Marked,
    /// the modules with anything in them
    filled: BTreeSet<usize>,
    /// whether a macro names the root
    named: bool,
}

impl Copying<'_, '_> {
    fn module(&self, module: usize) -> TokenStream {
        let tree = self.reach.tree;
        let here = &tree.modules[module];
        let root = self.named.then(|| {
            let supers = std::iter::repeat_n(quote!(super::), here.path.len() + 1);
            let [name, root] = [NAME, ROOT].map(ident);
            quote!(use #(#supers)* #name as #root;)
        });
        let leaves = (0..here.leaves.len()).filter_map(|k| self.leaf(module, k));
        let items = (0..here.items.len()).filter_map(|k| self.item((module, k)));
        let children = here.children.iter().filter(|(_, (child, _))| self.filled.contains(child));
        let children = children.map(|(name, (child, _))| {
            let (name, inside) = (ident(name), self.module(*child));
            quote!(pub mod #name { #inside })
        });
        quote!(#root #(#leaves)* #(#items)* #(#children)*)
    }

    /// What `use` brings, if it is in the copy or in another crate that the package has.
    fn leaf(&self, module: usize, k: usize) -> Option<TokenStream> {
        let tree = self.reach.tree;
        let leaf = &tree.modules[module].leaves[k];
        let meaning = tree.meaning(module, &leaf.path, leaf.leading);
        let used = self.reach.leaves.contains(&(module, k));
        let there = meaning.found.iter().any(|found| match found {
            Found::Module(inner) => used && self.filled.contains(inner),
            Found::Item(id, _) => used && self.reach.items.contains(id),
            Found::Macro(_) => false,
            Found::Outside(path) => (used || may_be_trait(leaf)) && is_available(tree, path),
        });
        if !there || !(used || self.filled.contains(&module)) {
            return None;
        }
        let mut rewrite = Rewrite { tree, module };
        let (path, leading) = rewrite.path(&leaf.path, leaf.leading);
        let leading = leading.then(|| quote!(::));
        let (path, mut vis): (Vec<Ident>, _) = (path.iter().map(|name| ident(name)).collect(), leaf.vis.clone());
        rewrite.visit_visibility_mut(&mut vis);
        // What a private item is re-exported as is seen where the copy is, not farther.
        if leaf.public {
            vis = syn::parse_quote!(pub(crate));
        }
        Some(match &leaf.name {
            None => quote!(#vis use #leading #(#path)::* ::*;),
            Some(name) if path.len() > 1 && path.last().is_some_and(|last| last == name) => {
                quote!(#vis use #leading #(#path)::*;)
            }
            Some(name) => {
                let name = ident(name);
                quote!(#vis use #leading #(#path)::* as #name;)
            }
        })
    }

    fn item(&self, id: ItemId) -> Option<syn::Item> {
        let reach = self.reach;
        let mut item = reach.tree.item(id).syntax.clone();
        let mut rewrite = Rewrite { tree: reach.tree, module: id.0 };
        if let syn::Item::Impl(item) = &mut item {
            let members = reach.members.get(&id)?;
            let kept = std::mem::take(&mut item.items).into_iter().enumerate();
            let kept: Vec<_> = kept.filter(|(k, _)| members.contains(k)).collect();
            rewrite.visit_item_impl_mut(item);
            for (k, mut member) in kept {
                rewrite.visit_impl_item_mut(&mut member);
                if let syn::ImplItem::Fn(method) = &mut member
                    && self.marked.methods.contains(&(id, k))
                {
                    method.attrs.push(syn::parse_quote!(#[differentiable]));
                }
                item.items.push(member);
            }
            Rewrite::attributes(&mut item.attrs);
            return Some(syn::Item::Impl(item.clone()));
        }
        if !reach.items.contains(&id) {
            return None;
        }
        rewrite.visit_item_mut(&mut item);
        if let syn::Item::Fn(item) = &mut item
            && self.marked.functions.contains(&id)
        {
            item.attrs.push(syn::parse_quote!(#[differentiable]));
            item.vis = syn::parse_quote!(pub);
        }
        Some(item)
    }
}

/// Traits are used without being mentioned.
fn may_be_trait(leaf: &Leaf) -> bool {
    let last = leaf.path.last();
    leaf.name.is_none() || last.is_some_and(|name| name.starts_with(char::is_uppercase))
}

fn is_available(tree: &Crate, path: &[String]) -> bool {
    tree.package.dependencies.get(&path[0]).is_none_or(|dependency| dependency.called.is_some())
}

/// A name as Rust writes it.
pub fn ident(name: &str) -> Ident {
    match name.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(name, Span::call_site()),
    }
}
