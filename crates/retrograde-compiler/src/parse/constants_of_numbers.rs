//! Constants of a generic type, `T::one()` or `T::from(2.0).unwrap()`. They are calls, but of nothing that changes, so each is computed once, before
//! anything else, and has a name: a loop need not keep what is computed with them.

use crate::hash::Set;
use crate::names::Names;
use crate::quoted::parse_quote_spanned;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr};

/// A body in which constants of these types have names.
pub(super) fn hoisted(mut block: Block, numbers: &Set<String>, names: &mut Names) -> Block {
    let mut hoist = Hoist { numbers, names, found: Vec::new() };
    hoist.visit_block_mut(&mut block);
    let lets = hoist
        .found
        .into_iter()
        .map(|(_, name, value)| -> syn::Stmt { parse_quote_spanned!(value.span()=> let #name = #value;) });
    block.stmts.splice(0..0, lets);
    block
}

struct Hoist<'n> {
    numbers: &'n Set<String>,
    names: &'n mut Names,
    /// the constants, as text, with their names
    found: Vec<(String, Ident, Expr)>,
}

impl VisitMut for Hoist<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if !self.is_constant(expr) {
            return visit_mut::visit_expr_mut(self, expr);
        }
        let text = expr.to_token_stream().to_string();
        let name = match self.found.iter().find(|(known, ..)| *known == text) {
            Some((_, name, _)) => name.clone(),
            None => {
                let name = Ident::new(&self.names.mint("number"), expr.span());
                self.found.push((text, name.clone(), expr.clone()));
                name
            }
        };
        *expr = parse_quote_spanned!(expr.span()=> #name);
    }

    /// What a closure that is an argument captures is a copy of its own.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    /// An item has other types.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Hoist<'_> {
    fn is_constant(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_constant(&inner.expr),
            Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
                self.is_constant(&call.receiver)
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return false };
                let ty = match &path.qself {
                    Some(qself) => match &*qself.ty {
                        syn::Type::Path(ty) => ty.path.get_ident(),
                        _ => None,
                    },
                    None if path.path.segments.len() == 2 => Some(&path.path.segments[0].ident),
                    None => None,
                };
                ty.is_some_and(|ty| self.numbers.contains(&ty.to_string())) && call.args.iter().all(is_literal)
            }
            _ => false,
        }
    }
}

/// Whether a value is the same everywhere.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Paren(inner) => is_literal(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_literal(&unary.expr),
        Expr::Binary(binary) => is_literal(&binary.left) && is_literal(&binary.right),
        Expr::Path(path) => {
            path.path.segments.len() > 1 && path.path.segments[path.path.segments.len() - 2].ident == "consts"
        }
        _ => false,
    }
}
