//! What a piece of a crate mentions: paths, methods, macros. Names that are bound in it are its own.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// A path, and whether it begins with `::`.
pub type Path = (Vec<String>, bool);

/// What is mentioned.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    pub paths: BTreeSet<Path>,
    /// names of methods, and of whatever else belongs to a type
    pub names: BTreeSet<String>,
    /// macros
    pub macros: BTreeSet<Path>,
    /// whether anything is `unsafe`
    pub is_unsafe: bool,
    bound: BTreeSet<String>,
}

impl Mentions {
    pub fn of_item(item: &syn::Item) -> Self {
        Self::looked(|look| look.visit_item(item))
    }

    pub fn of_member(item: &syn::ImplItem) -> Self {
        Self::looked(|look| look.visit_impl_item(item))
    }

    /// The head of an `impl`.
    pub fn of_head(item: &syn::ItemImpl) -> Self {
        Self::looked(|look| {
            look.visit_generics(&item.generics);
            look.visit_type(&item.self_ty);
            item.trait_.iter().for_each(|(path, _)| look.visit_path(path));
        })
    }

    /// What stands in a macro, which may be anything.
    pub fn of_tokens(tokens: TokenStream) -> Self {
        let mut mentions = Self::default();
        mentions.tokens(tokens);
        mentions
    }

    fn looked(look: impl Fn(&mut Self)) -> Self {
        // What is bound is found first, wherever it stands.
        let mut first = Self::default();
        look(&mut first);
        let mut mentions = Self { bound: first.bound, ..Self::default() };
        look(&mut mentions);
        mentions
    }

    fn path(&mut self, path: &syn::Path, called: bool) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.names.extend(names.iter().skip(1).cloned());
        let own = !called && names.len() == 1 && self.bound.contains(&names[0]);
        if !own {
            self.paths.insert((names, path.leading_colon.is_some()));
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut leading = false;
        let mut colons = 0;
        let mut member = false;
        for tree in tokens {
            match tree {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end(&mut path, leading);
                        leading = false;
                    } else if path.is_empty() {
                        leading = true;
                    }
                    self.is_unsafe |= ident == "unsafe";
                    if member {
                        self.names.insert(ident.to_string());
                    } else {
                        path.push(ident.to_string());
                    }
                    (colons, member) = (0, false);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    if colons > 2 {
                        self.end(&mut path, leading);
                    }
                }
                TokenTree::Punct(punct) => {
                    if punct.as_char() == '!' && !path.is_empty() {
                        self.macros.insert((std::mem::take(&mut path), leading));
                    }
                    self.end(&mut path, leading);
                    member = punct.as_char() == '.';
                    (colons, leading) = (0, false);
                }
                TokenTree::Group(group) => {
                    self.end(&mut path, leading);
                    (colons, leading, member) = (0, false, false);
                    self.tokens(group.stream());
                }
                TokenTree::Literal(_) => {
                    self.end(&mut path, leading);
                    (colons, leading, member) = (0, false, false);
                }
            }
        }
        self.end(&mut path, leading);
    }

    fn end(&mut self, path: &mut Vec<String>, leading: bool) {
        let path = std::mem::take(path);
        self.names.extend(path.iter().skip(1).cloned());
        if path.len() > 1 || path.first().is_some_and(|name| !self.bound.contains(name)) {
            self.paths.insert((path, leading));
        }
    }
}

impl Visit<'_> for Mentions {
    fn visit_attribute(&mut self, _: &syn::Attribute) {}

    fn visit_path(&mut self, path: &syn::Path) {
        self.path(path, false);
        visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && path.qself.is_none()
        {
            self.path(&path.path, true);
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        self.names.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_unsafe(&mut self, expr: &syn::ExprUnsafe) {
        self.is_unsafe = true;
        visit::visit_expr_unsafe(self, expr);
    }

    fn visit_signature(&mut self, sig: &syn::Signature) {
        self.is_unsafe |= matches!(sig.safety, syn::Safety::Unsafe(_));
        visit::visit_signature(self, sig);
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        let leading = item.leading_colon.is_some();
        crate::tree::note_use(&item.tree, &mut Vec::new(), &mut |path, _| {
            self.paths.insert((path, leading));
        });
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        let names = mac.path.segments.iter().map(|segment| segment.ident.to_string());
        self.macros.insert((names.collect(), mac.path.leading_colon.is_some()));
        self.tokens(mac.tokens.clone());
    }

    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        let name = pat.ident.to_string();
        // A constant is written like a variable.
        if name.starts_with(char::is_uppercase) {
            self.paths.insert((vec![name], false));
        } else {
            self.bound.insert(name);
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_type_param(&mut self, param: &syn::TypeParam) {
        self.bound.insert(param.ident.to_string());
        visit::visit_type_param(self, param);
    }
}
