//! What a piece of a crate says, said in the copy: paths begin at the copy's root instead of the crate's, or at what the package that has the copy calls
//! other crates; macros go by their bare names; attributes of other crates are gone.

use crate::names::Found;
use crate::tree::Crate;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::visit_mut::{self, VisitMut};

/// What the copy's root is called where only a macro names it.
pub const ROOT: &str = "copied_crate";

/// Derives that belong to the language.
const DERIVES: [&str; 9] = ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

/// Attributes that belong to the language and matter in a copy.
const ATTRIBUTES: [&str; 7] = ["allow", "cfg", "default", "derive", "inline", "repr", "rustfmt"];

/// Says what stands in a module of a crate.
pub struct Rewrite<'c> {
    pub tree: &'c Crate,
    pub module: usize,
}

impl Rewrite<'_> {
    /// A path, and whether it begins with `::`.
    pub fn path(&self, path: &[String], leading: bool) -> (Vec<String>, bool) {
        let [first, rest @ ..] = path else { return (path.to_vec(), leading) };
        if first == "crate" && !leading {
            let depth = self.tree.modules[self.module].path.len();
            let root = if depth == 0 { vec!["self".to_string()] } else { vec!["super".to_string(); depth] };
            return ([&root[..], rest].concat(), false);
        }
        if matches!(&**first, "self" | "super" | "Self") || !(leading || self.begins_outside(path)) {
            return (path.to_vec(), leading);
        }
        let called = match &**first {
            "alloc" => "std",
            first => match self.tree.package.dependencies.get(first).and_then(|other| other.called.as_ref()) {
                Some(called) => called,
                None => return (path.to_vec(), leading),
            },
        };
        ([&[called.to_string()], rest].concat(), true)
    }

    /// Whether the first name of a path is that of another crate, and of nothing in the module.
    fn begins_outside(&self, path: &[String]) -> bool {
        let meaning = self.tree.meaning(self.module, &path[..1], false);
        self.tree.is_crate(&path[0])
            && meaning.leaves.is_empty()
            && meaning.found.iter().all(|found| matches!(found, Found::Outside(_)))
    }

    /// An attribute of an item that stays, without what belongs to other crates.
    fn attribute(attr: &syn::Attribute) -> Option<syn::Attribute> {
        let name = attr.path().segments.first()?.ident.to_string();
        if !ATTRIBUTES.contains(&&*name) {
            return None;
        }
        if name != "derive" {
            return Some(attr.clone());
        }
        let mut kept: Vec<syn::Path> = Vec::new();
        let parsed = attr.parse_nested_meta(|meta| {
            let own = meta.path.segments.last().is_some_and(|last| DERIVES.contains(&&*last.ident.to_string()));
            kept.extend(own.then_some(meta.path));
            Ok(())
        });
        (parsed.is_ok() && !kept.is_empty()).then(|| syn::parse_quote!(#[derive(#(#kept),*)]))
    }

    pub fn attributes(attrs: &mut Vec<syn::Attribute>) {
        *attrs = attrs.iter().filter_map(Self::attribute).collect();
    }

    /// Tokens of a macro call.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let depth = self.tree.modules[self.module].path.len();
        let root: TokenStream = match depth {
            0 => quote!(self),
            _ => std::iter::repeat_n(quote!(super), depth).reduce(|a, b| quote!(#a::#b)).unwrap_or_default(),
        };
        with_root(tokens, &root)
    }
}

/// Tokens in which `crate::` and `$crate::` begin at a path.
pub fn with_root(tokens: TokenStream, root: &TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if ident == "crate" => {
                if matches!(out.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '$') {
                    out.pop();
                }
                out.extend(root.clone());
            }
            TokenTree::Group(group) => {
                let mut new = Group::new(group.delimiter(), with_root(group.stream(), root));
                new.set_span(group.span());
                out.push(new.into());
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// `macro_rules!` as the copy has it: its paths begin at the copy's root, by a name.
pub fn rules(item: &syn::ItemMacro, tree: &Crate) -> syn::ItemMacro {
    let root = Ident::new(ROOT, Span::call_site());
    let tokens = with_root(item.mac.tokens.clone(), &quote!(#root));
    let mut item = item.clone();
    item.mac.tokens = bare_macros(tokens, tree);
    item.attrs.clear();
    item
}

/// Calls of the crate's own macros by their bare names.
fn bare_macros(tokens: TokenStream, tree: &Crate) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '!' => {
                if let [.., TokenTree::Ident(root), TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Ident(name)] =
                    &out[..]
                    && root == ROOT
                    && tree.macros.iter().any(|found| name == &found.name)
                {
                    let name = name.clone();
                    out.truncate(out.len() - 4);
                    out.push(name.into());
                }
                out.push(token);
            }
            TokenTree::Group(group) => {
                out.push(Group::new(group.delimiter(), bare_macros(group.stream(), tree)).into());
            }
            _ => out.push(token),
        }
    }
    out.into_iter().collect()
}

impl VisitMut for Rewrite<'_> {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (new, leading) = self.path(&names, path.leading_colon.is_some());
        if new == names && leading == path.leading_colon.is_some() {
            return;
        }
        let span = path.segments.first().map_or(Span::call_site(), |first| first.ident.span());
        let old: Vec<syn::PathSegment> = path.segments.iter().skip(1).cloned().collect();
        let begin = &new[..new.len() - old.len()];
        let begin = begin.iter().map(|name| syn::PathSegment::from(Ident::new(name, span)));
        path.segments = begin.chain(old).collect();
        path.leading_colon = leading.then(|| syn::Token![::](span));
    }

    fn visit_item_use_mut(&mut self, item: &mut syn::ItemUse) {
        Self::attributes(&mut item.attrs);
        let syn::UseTree::Path(first) = &item.tree else { return };
        let (new, leading) = self.path(&[first.ident.to_string()], item.leading_colon.is_some());
        let mut tree = (*first.tree).clone();
        for name in new.iter().rev() {
            tree = syn::UseTree::Path(syn::UsePath {
                ident: Ident::new(name, first.ident.span()),
                colon2_token: first.colon2_token,
                tree: Box::new(tree),
            });
        }
        item.tree = tree;
        item.leading_colon = leading.then(|| syn::Token![::](item.use_token.span));
    }

    fn visit_visibility_mut(&mut self, vis: &mut syn::Visibility) {
        if matches!(vis, syn::Visibility::Restricted(path) if !path.path.is_ident("super") && !path.path.is_ident("self"))
        {
            *vis = syn::parse_quote!(pub(crate));
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let names: Vec<String> = mac.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let meaning = self.tree.meaning(self.module, &names, mac.path.leading_colon.is_some());
        let last = names.last().cloned().unwrap_or_default();
        let own = names.len() == 1 && self.tree.macros.iter().any(|found| found.name == last);
        if own || meaning.found.iter().any(|found| matches!(found, Found::Macro(_))) {
            mac.path = mac.path.segments.last().map_or_else(|| mac.path.clone(), |last| last.ident.clone().into());
        } else if let ([name], [other]) = (&names[..], self.tree.macro_crates.as_slice())
            && meaning.found.is_empty()
            && !crate::reach::MACROS.contains(&&**name)
        {
            let called = self.tree.package.dependencies.get(other).and_then(|other| other.called.as_ref());
            let [called, name] = [called.unwrap_or(other), name].map(|name| Ident::new(name, Span::call_site()));
            mac.path = syn::parse_quote!(::#called::#name);
        } else {
            self.visit_path_mut(&mut mac.path);
        }
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        if let Some(attrs) = crate::tree::attributes(item) {
            Self::attributes(attrs);
        }
        visit_mut::visit_item_mut(self, item);
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        Self::attributes(&mut item.attrs);
        visit_mut::visit_impl_item_fn_mut(self, item);
    }

    fn visit_impl_item_const_mut(&mut self, item: &mut syn::ImplItemConst) {
        Self::attributes(&mut item.attrs);
        visit_mut::visit_impl_item_const_mut(self, item);
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        Self::attributes(&mut item.attrs);
        visit_mut::visit_trait_item_fn_mut(self, item);
    }

    fn visit_field_mut(&mut self, field: &mut syn::Field) {
        Self::attributes(&mut field.attrs);
        visit_mut::visit_field_mut(self, field);
    }

    fn visit_variant_mut(&mut self, variant: &mut syn::Variant) {
        Self::attributes(&mut variant.attrs);
        visit_mut::visit_variant_mut(self, variant);
    }
}
