//! Names for what has none: a constant along which something goes, `TABLE.iter()`, and a value behind a reference, `let w = &mut [0.0; 3];`. Each is
//! bound to a local first. A constant is lent, so that a table is not copied.

use super::exits::names;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// Methods that go along a list, or give a part of it.
const ALONG: [&str; 20] = [
    "iter",
    "into_iter",
    "windows",
    "chunks",
    "chunks_exact",
    "rchunks",
    "first",
    "last",
    "get",
    "split_at",
    "split_first",
    "split_last",
    "to_vec",
    "as_slice",
    "as_ref",
    "copied",
    "partition_point",
    "binary_search",
    "binary_search_by",
    "concat",
];

/// A body in which constants along which something goes and values behind references are locals.
pub(super) fn named(block: &Block, sig: &syn::Signature, minted: &mut Names) -> Block {
    let mut block = block.clone();
    let mut bound = Bound(BTreeSet::new());
    bound.visit_signature(sig);
    bound.visit_block(&block);
    let mut tables = Tables { bound: bound.0, minted, found: Vec::new() };
    tables.visit_block_mut(&mut block);
    let lets = tables.found.into_iter().map(|(_, name, path)| -> Stmt {
        parse_quote_spanned!(path.span()=> let #name = ::retrograde::emitted::table(&#path);)
    });
    block.stmts.splice(0..0, lets);
    block
}

/// Every name that a pattern binds.
struct Bound(BTreeSet<String>);

impl Visit<'_> for Bound {
    fn visit_pat_ident(&mut self, pat: &syn::PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

struct Tables<'n> {
    bound: BTreeSet<String>,
    minted: &'n mut Names,
    /// the constants, as text, with their names
    found: Vec<(String, Ident, syn::ExprPath)>,
}

impl Tables<'_> {
    /// Gives the constant that an expression is a part of a name.
    fn name(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.name(&mut inner.expr),
            Expr::Field(field) => self.name(&mut field.base),
            Expr::Index(index) => self.name(&mut index.expr),
            Expr::Reference(reference) => self.name(&mut reference.expr),
            Expr::Path(path) if self.is_constant(path) => {
                let text = path.to_token_stream().to_string();
                let name = match self.found.iter().find(|(known, ..)| *known == text) {
                    Some((_, name, _)) => name.clone(),
                    None => {
                        let name = Ident::new(&self.minted.mint("table"), path.span());
                        self.bound.insert(name.to_string());
                        self.found.push((text, name.clone(), path.clone()));
                        name
                    }
                };
                *expr = parse_quote_spanned!(path.span()=> #name);
            }
            _ => {}
        }
    }

    /// Whether a path is that of an item: of a local's name it is not.
    fn is_constant(&self, path: &syn::ExprPath) -> bool {
        let last = path.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_local = path.path.get_ident().is_some_and(|name| self.bound.contains(&name.to_string()));
        path.qself.is_none() && last != "self" && !is_local
    }
}

impl VisitMut for Tables<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in std::mem::take(&mut block.stmts) {
            block.stmts.extend(referred(stmt, self.minted));
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::MethodCall(call) if ALONG.contains(&&*call.method.to_string()) => self.name(&mut call.receiver),
            Expr::MethodCall(call) if call.method == "zip" => call.args.iter_mut().for_each(|arg| self.name(arg)),
            Expr::ForLoop(each) => self.name(&mut each.expr),
            Expr::Index(index) if matches!(&*index.index, Expr::Range(_)) => self.name(&mut index.expr),
            Expr::Reference(reference) if matches!(&*reference.expr, Expr::Index(_) | Expr::Field(_)) => {
                self.name(&mut reference.expr);
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `let w = &mut value;` as a local with the value and a name for it.
fn referred(stmt: Stmt, minted: &mut Names) -> Vec<Stmt> {
    let Stmt::Local(local) = &stmt else { return vec![stmt] };
    let (pat, ty) = match &local.pat {
        syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pat => (pat, None),
    };
    let Some(syn::LocalInit { expr, diverge: None, .. }) = &local.init else { return vec![stmt] };
    let (Expr::Reference(reference), [name]) = (&**expr, &names(pat)[..]) else { return vec![stmt] };
    let (value, mutability) = (&reference.expr, &reference.mutability);
    if !is_value(value) || !matches!(pat, syn::Pat::Ident(_)) {
        return vec![stmt];
    }
    let held = Ident::new(&minted.mint(&format!("{name}_value")), value.span());
    let ty = ty.and_then(|ty| if let syn::Type::Reference(ty) = ty { held_type(&ty.elem, value) } else { None });
    let ty = ty.map(|ty| quote::quote!(: #ty));
    vec![
        parse_quote_spanned!(value.span()=> let #mutability #held #ty = #value;),
        parse_quote!(let #pat = &#mutability #held;),
    ]
}

/// The type of what is held, by that of what it is lent as.
fn held_type(ty: &syn::Type, value: &Expr) -> Option<syn::Type> {
    match (ty, value) {
        (syn::Type::Slice(list), Expr::Array(array)) => {
            let (elem, len) = (&list.elem, array.elems.len());
            Some(parse_quote!([#elem; #len]))
        }
        (syn::Type::Slice(list), Expr::Repeat(repeat)) => {
            let (elem, len) = (&list.elem, &repeat.len);
            Some(parse_quote!([#elem; #len]))
        }
        (syn::Type::Slice(list), _) => {
            let elem = &list.elem;
            Some(parse_quote!(::std::vec::Vec<#elem>))
        }
        (syn::Type::Infer(_), _) => None,
        (ty, _) => Some(ty.clone()),
    }
}

/// Whether an expression makes a value, which no place has.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Array(_)
        | Expr::Binary(_)
        | Expr::Call(_)
        | Expr::Lit(_)
        | Expr::Repeat(_)
        | Expr::Struct(_)
        | Expr::Tuple(_) => true,
        Expr::Macro(mac) => mac.mac.path.is_ident("vec"),
        Expr::Paren(inner) => is_value(&inner.expr),
        _ => false,
    }
}
