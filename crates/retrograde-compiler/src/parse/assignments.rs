//! Assignments to several places: `(a, b) = (b, a);` is `let (part1, part2) = (b, a); a = part1; b = part2;`. In reversible functions
//! updates too: `(s, c) += x.sin_cos();`.

use super::expr::root;
use super::statement::compound;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned, quote};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Stmt};

/// A block in which every assignment is to one place.
pub fn one_by_one(block: &Block, names: &mut Names) -> Block {
    let mut block = block.clone();
    Blocks { names }.visit_block_mut(&mut block);
    block
}

struct Blocks<'n> {
    names: &'n mut Names,
}

impl VisitMut for Blocks<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for stmt in std::mem::take(&mut block.stmts) {
            match &stmt {
                Stmt::Expr(expr, _) if is_several(expr) => block.stmts.extend(self.apart(expr)),
                _ => block.stmts.push(stmt),
            }
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        visit_mut::visit_arm_mut(self, arm);
        if is_several(&arm.body) {
            let stmts = self.apart(&arm.body);
            *arm.body = parse_quote!({ #(#stmts)* });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether an expression assigns to what looks like a pattern.
fn is_several(expr: &Expr) -> bool {
    match expr {
        Expr::Assign(assign) => {
            matches!(&*assign.left, Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_) | Expr::Infer(_))
        }
        Expr::Binary(update) if compound(&update.op).is_some() => {
            matches!(&*update.left, Expr::Tuple(_) | Expr::Array(_))
        }
        _ => false,
    }
}

impl Blocks<'_> {
    fn apart(&mut self, expr: &Expr) -> Vec<Stmt> {
        let (left, op, value) = match expr {
            Expr::Assign(assign) => (&assign.left, assign.eq_token.to_token_stream(), &assign.right),
            Expr::Binary(update) => (&update.left, update.op.to_token_stream(), &update.right),
            _ => unreachable!("it is to several places"),
        };
        let mut places = Vec::new();
        let (pattern, span) = (self.pattern(left, matches!(expr, Expr::Assign(_)), &mut places), op.span());
        let mut stmts: Vec<Stmt> = vec![parse_quote_spanned!(span=> let #pattern = #value;)];
        stmts.extend(places.iter().map(|(place, part)| parse_quote_spanned!(span=> #place #op #part;)));
        stmts
    }

    /// The pattern that a left side stands for, with a name for each place. In an update a call is no pattern but a bijection.
    fn pattern(&mut self, left: &Expr, assigns: bool, places: &mut Vec<(Expr, Ident)>) -> TokenStream {
        match left {
            Expr::Paren(inner) => self.pattern(&inner.expr, assigns, places),
            Expr::Infer(_) => quote!(_),
            Expr::Range(range) if range.start.is_none() && range.end.is_none() => quote!(..),
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.pattern(part, assigns, places));
                quote!((#(#parts,)*))
            }
            Expr::Array(array) => {
                let parts = array.elems.iter().map(|part| self.pattern(part, assigns, places));
                quote!([#(#parts),*])
            }
            Expr::Call(call) if assigns => {
                let (path, parts) = (&call.func, call.args.iter().map(|part| self.pattern(part, assigns, places)));
                quote!(#path(#(#parts),*))
            }
            Expr::Struct(parts) if assigns => {
                let (path, rest) = (&parts.path, parts.dot2_token);
                let fields = parts.fields.iter().map(|field| {
                    let (name, part) = (&field.member, self.pattern(&field.expr, assigns, places));
                    quote!(#name: #part,)
                });
                quote!(#path { #(#fields)* #rest })
            }
            place => {
                let base = root(place).filter(|_| !assigns).map_or("part".to_string(), |root| format!("{root}_part"));
                let part = Ident::new(&self.names.mint(&base), Span::mixed_site().located_at(place.span()));
                places.push((place.clone(), part.clone()));
                quote!(#part)
            }
        }
    }
}
