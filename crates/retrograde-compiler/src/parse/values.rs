//! Names for values behind references, `let w = &mut [0.0; 3];`: each value is bound to a local first.

use super::exits::names;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// A body in which values behind references are locals.
pub(super) fn named(block: &Block, minted: &mut Names) -> Block {
    let mut block = block.clone();
    Values(minted).visit_block_mut(&mut block);
    block
}

struct Values<'n>(&'n mut Names);

impl VisitMut for Values<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in std::mem::take(&mut block.stmts) {
            block.stmts.extend(referred(stmt, self.0));
        }
        visit_mut::visit_block_mut(self, block);
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
