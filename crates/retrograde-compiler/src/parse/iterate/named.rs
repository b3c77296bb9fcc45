//! Chains that are given a name. Before anything else is looked at, they are put where they are used up; what they are given is evaluated
//! where they were named.

use super::chain::{is_chain, is_range};
use crate::names::Names;
use crate::parse::exits::names;
use crate::quoted::parse_quote;
use proc_macro2::{Ident, Span};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt};

/// The body of an ordinary function without names of chains.
pub fn without_names(block: &Block, names: &mut Names) -> Block {
    let mut block = block.clone();
    Blocks(names).visit_block_mut(&mut block);
    block
}

struct Blocks<'n>(&'n mut Names);

impl VisitMut for Blocks<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut left = std::mem::take(&mut block.stmts).into_iter();
        while let Some(mut stmt) = left.next() {
            if let Some((name, chain)) = named(&stmt) {
                let chain = self.steady(chain, &mut block.stmts);
                Named { name, chain: &chain }.stmts(left.as_mut_slice());
            } else {
                visit_mut::visit_stmt_mut(self, &mut stmt);
                block.stmts.push(stmt);
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Blocks<'_> {
    /// A chain whose arguments have been evaluated.
    fn steady(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Expr {
        match expr {
            Expr::MethodCall(call) => {
                let mut call = call.clone();
                *call.receiver = self.steady(&call.receiver, before);
                for arg in &mut call.args {
                    // What is zipped is a chain or goes along something; the rest are numbers.
                    *arg = if call.method == "zip" || call.method == "chain" {
                        self.steady(arg, before)
                    } else {
                        self.held(arg, before)
                    };
                }
                Expr::MethodCall(call)
            }
            Expr::Paren(inner) => self.steady(&inner.expr, before),
            Expr::Path(_) | Expr::Reference(_) | Expr::Field(_) | Expr::Index(_) => expr.clone(),
            value => self.held(value, before),
        }
    }

    fn held(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Expr {
        if matches!(expr, Expr::Closure(_) | Expr::Lit(_) | Expr::Range(_)) {
            return expr.clone();
        }
        let name = Ident::new(&self.0.mint("held"), Span::mixed_site());
        before.push(parse_quote!(let #name = #expr;));
        parse_quote!(#name)
    }
}

fn named(stmt: &Stmt) -> Option<(&Ident, &Expr)> {
    let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else { return None };
    let is_name = name.mutability.is_none() && name.by_ref.is_none() && init.diverge.is_none();
    (is_name && is_chain(&init.expr) && !is_range(&init.expr)).then_some((&name.ident, &init.expr))
}

/// Puts a chain where its name is, and where the name means nothing else.
struct Named<'n> {
    name: &'n Ident,
    chain: &'n Expr,
}

impl Named<'_> {
    fn stmts(&mut self, stmts: &mut [Stmt]) {
        for stmt in stmts {
            self.visit_stmt_mut(stmt);
            if matches!(stmt, Stmt::Local(local) if self.is_hidden_by(&local.pat)) {
                return;
            }
        }
    }

    fn is_hidden_by(&self, pat: &Pat) -> bool {
        names(pat).contains(self.name)
    }

    fn is_hidden_in(&self, cond: &Expr) -> bool {
        match cond {
            Expr::Let(test) => self.is_hidden_by(&test.pat),
            Expr::Binary(both) => self.is_hidden_in(&both.left) || self.is_hidden_in(&both.right),
            _ => false,
        }
    }
}

impl VisitMut for Named<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Path(path) if path.path.is_ident(self.name)) {
            *expr = self.chain.clone();
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.stmts(&mut block.stmts);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        if !self.is_hidden_by(&arm.pat) {
            visit_mut::visit_arm_mut(self, arm);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        if !closure.inputs.iter().any(|pat| self.is_hidden_by(pat)) {
            visit_mut::visit_expr_closure_mut(self, closure);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut each.expr);
        if !self.is_hidden_by(&each.pat) {
            self.visit_block_mut(&mut each.body);
        }
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.visit_expr_mut(&mut branch.cond);
        if !self.is_hidden_in(&branch.cond) {
            self.visit_block_mut(&mut branch.then_branch);
        }
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        self.visit_expr_mut(&mut each.cond);
        if !self.is_hidden_in(&each.cond) {
            self.visit_block_mut(&mut each.body);
        }
    }
}
