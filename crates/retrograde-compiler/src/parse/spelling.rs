//! What Rust has more than one spelling for, in the one that the other rewritings know: `(a..b).contains(&x)` are two comparisons, a
//! pattern in place of a parameter is a `let`, and what a block declares is declared by the body.

use super::exits::names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// An ordinary function in the usual spelling.
pub fn usual(item: &syn::ItemFn) -> syn::ItemFn {
    let mut item = item.clone();
    let mut declared = Declared { depth: 0, names: Vec::new() };
    declared.visit_block(&item.block);
    let taken = Mentioned::of(&item);
    let mut spelling = Spelling { declared: declared.once(), taken, moved: Vec::new(), depth: 0 };
    spelling.visit_block_mut(&mut item.block);
    item.block.stmts.splice(0..0, spelling.moved);
    item
}

/// A function whose parameters have names; a pattern takes the parameter apart in front of the body.
pub fn with_named_params(item: &syn::ItemFn) -> syn::ItemFn {
    let mut item = item.clone();
    let taken: BTreeSet<String> = Mentioned::of(&item);
    let mut lets: Vec<Stmt> = Vec::new();
    for input in &mut item.sig.inputs {
        let syn::FnArg::Typed(typed) = input else { continue };
        let parts = !matches!(*typed.pat, syn::Pat::Ident(_) | syn::Pat::Wild(_));
        let bound = names(&typed.pat);
        if !parts || bound.is_empty() {
            continue;
        }
        let mut name = bound.iter().map(Ident::to_string).collect::<Vec<_>>().join("_");
        while taken.contains(&name) {
            name.push('_');
        }
        let name = Ident::new(&name, Span::call_site().located_at(typed.pat.span()));
        let pat = std::mem::replace(&mut *typed.pat, syn::parse_quote!(#name));
        lets.push(match &pat {
            syn::Pat::Reference(reference) => {
                let inner = &reference.pat;
                parse_quote!(let #inner = *#name;)
            }
            pat => parse_quote!(let #pat = #name;),
        });
    }
    item.block.stmts.splice(0..0, lets);
    item
}

/// All names of a function.
struct Mentioned(BTreeSet<String>);

impl Mentioned {
    fn of(item: &syn::ItemFn) -> BTreeSet<String> {
        let mut found = Mentioned(BTreeSet::new());
        found.visit_item_fn(item);
        found.0
    }
}

impl Visit<'_> for Mentioned {
    fn visit_ident(&mut self, name: &Ident) {
        self.0.insert(name.to_string());
    }
}

/// What the blocks inside of a body declare.
struct Declared {
    depth: usize,
    names: Vec<String>,
}

impl Declared {
    /// What may be declared by the body, since nothing else has the name.
    fn once(mut self) -> BTreeSet<String> {
        self.names.sort();
        let twice = |name: &String| self.names.iter().filter(|other| *other == name).count() > 1;
        self.names.iter().filter(|name| !twice(name)).cloned().collect()
    }
}

impl Visit<'_> for Declared {
    fn visit_block(&mut self, block: &Block) {
        self.depth += 1;
        visit::visit_block(self, block);
        self.depth -= 1;
    }

    fn visit_item(&mut self, item: &syn::Item) {
        self.names.extend(declares(item));
    }

    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        self.names.push(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

/// The name that an item has.
fn declares(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Const(item) => Some(item.ident.to_string()),
        syn::Item::Fn(item) => Some(item.sig.ident.to_string()),
        syn::Item::Use(item) => Some(item.tree.to_token_stream().to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

struct Spelling {
    declared: BTreeSet<String>,
    /// all names of the function
    taken: BTreeSet<String>,
    moved: Vec<Stmt>,
    depth: usize,
}

impl Spelling {
    /// Gives constants and functions that a block declares, and another one too, names of their own.
    fn tell_apart(&mut self, block: &mut Block) {
        let is_declared = |stmt: &Stmt| match stmt {
            Stmt::Item(syn::Item::Const(item)) => Some(item.ident.clone()),
            Stmt::Item(syn::Item::Fn(item)) => Some(item.sig.ident.clone()),
            _ => None,
        };
        for old in block.stmts.iter().filter_map(is_declared).collect::<Vec<_>>() {
            if self.declared.contains(&old.to_string()) {
                continue;
            }
            let mut new = format!("{old}_");
            while !self.taken.insert(new.clone()) {
                new.push('_');
            }
            self.declared.insert(new.clone());
            Renamed { old: old.to_string(), new }.visit_block_mut(block);
        }
    }
}

/// Gives an item another name.
struct Renamed {
    old: String,
    new: String,
}

impl Renamed {
    fn rename(&self, name: &mut Ident) {
        if *name == self.old {
            *name = Ident::new(&self.new, name.span());
        }
    }
}

impl VisitMut for Renamed {
    fn visit_item_const_mut(&mut self, item: &mut syn::ItemConst) {
        self.rename(&mut item.ident);
        visit_mut::visit_item_const_mut(self, item);
    }

    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        self.rename(&mut item.sig.ident);
        visit_mut::visit_item_fn_mut(self, item);
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() == 1 {
            self.rename(&mut path.segments[0].ident);
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        self.rename(&mut pat.ident);
        visit_mut::visit_pat_ident_mut(self, pat);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = self.tokens(std::mem::take(&mut mac.tokens));
    }
}

impl Renamed {
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let renamed = |token| match token {
            TokenTree::Ident(mut name) => {
                self.rename(&mut name);
                name.into()
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            other => other,
        };
        tokens.into_iter().map(renamed).collect()
    }
}

impl VisitMut for Spelling {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.depth += 1;
        visit_mut::visit_block_mut(self, block);
        self.depth -= 1;
        if self.depth == 0 {
            return;
        }
        self.tell_apart(block);
        for stmt in std::mem::take(&mut block.stmts) {
            match &stmt {
                Stmt::Item(item) if declares(item).is_some_and(|name| self.declared.contains(&name)) => {
                    self.moved.push(stmt);
                }
                // What several blocks use is used once.
                Stmt::Item(syn::Item::Use(_)) => {
                    if !self.moved.contains(&stmt) {
                        self.moved.push(stmt);
                    }
                }
                _ => block.stmts.push(stmt),
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = &*expr
            && let Some(compared) = contained(call)
        {
            *expr = compared;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `(a..b).contains(&x)`
fn contained(call: &syn::ExprMethodCall) -> Option<Expr> {
    let Expr::Paren(inner) = &*call.receiver else { return None };
    let (Expr::Range(range), "contains", 1) = (&*inner.expr, &*call.method.to_string(), call.args.len()) else {
        return None;
    };
    let value: Expr = match &call.args[0] {
        Expr::Reference(reference) => (*reference.expr).clone(),
        lent => parse_quote!(*#lent),
    };
    let span = call.method.span();
    let from = range.start.as_ref().map(|start| -> Expr { parse_quote_spanned!(span=> (#start <= #value)) });
    let to = range.end.as_ref().map(|end| -> Expr {
        match range.limits {
            syn::RangeLimits::HalfOpen(_) => parse_quote_spanned!(span=> (#value < #end)),
            syn::RangeLimits::Closed(_) => parse_quote_spanned!(span=> (#value <= #end)),
        }
    });
    Some(match (from, to) {
        (Some(from), Some(to)) => parse_quote_spanned!(span=> (#from && #to)),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => parse_quote_spanned!(span=> true),
    })
}
