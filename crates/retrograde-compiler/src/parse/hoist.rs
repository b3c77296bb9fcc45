//! Parts of an expression that need statements of their own are moved in front of it.

use super::changes::changes;
use super::statement::compound;
use crate::error::Errors;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

/// A part of an expression that is to be moved.
pub type Wanted<'w> = &'w dyn Fn(&Expr) -> bool;

/// Whether there is such a part in an expression, less what it evaluates at another time.
pub fn any(expr: &Expr, wanted: Wanted<'_>) -> bool {
    found(expr, wanted, false)
}

/// Whether there is such a part anywhere in an expression, less closures.
pub fn anywhere(expr: &Expr, wanted: Wanted<'_>) -> bool {
    found(expr, wanted, true)
}

fn found(expr: &Expr, wanted: Wanted<'_>, in_blocks: bool) -> bool {
    struct Search<'w> {
        wanted: Wanted<'w>,
        in_blocks: bool,
        found: bool,
    }
    impl Visit<'_> for Search<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.found |= (self.wanted)(expr);
            if !self.found {
                syn::visit::visit_expr(self, expr);
            }
        }
        fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {}
        fn visit_block(&mut self, block: &syn::Block) {
            if self.in_blocks {
                syn::visit::visit_block(self, block);
            }
        }
    }
    let mut search = Search { wanted, in_blocks, found: false };
    search.visit_expr(expr);
    search.found
}

/// `while cond { body }` as a loop that is left, so that what its condition needs can be put in front of it at every iteration.
pub fn as_loop(each: &syn::ExprWhile) -> Expr {
    let (label, cond, body, span) = (&each.label, &each.cond, &each.body, each.while_token.span);
    match &**cond {
        Expr::Let(test) => {
            let (pat, value) = (&test.pat, &test.expr);
            parse_quote_spanned!(span=> #label loop { match #value { #pat => #body _ => break, } })
        }
        cond => {
            let body = &body.stmts;
            parse_quote_spanned!(span=> #label loop { if !(#cond) { break; } #(#body)* })
        }
    }
}

/// The first part of a statement that is wanted, and the statement with `name` instead of it. What the statement reads before the part
/// is read after it then, so the part must not change it.
pub fn hoist(stmt: &Stmt, wanted: Wanted<'_>, name: Ident, errors: &Errors) -> Option<(Ident, Expr, Stmt)> {
    let mut stmt = stmt.clone();
    let mut found = Hoist { moved: None, read: Vec::new(), name, wanted };
    match &mut stmt {
        Stmt::Local(local) => found.visit_expr_mut(&mut local.init.as_mut()?.expr),
        Stmt::Expr(expr, _) => found.visit_expr_mut(expr),
        _ => {}
    }
    let moved = found.moved?;
    if let Some(name) = changes(&moved).into_iter().find(|name| found.read.contains(name)) {
        errors.push(
            &moved,
            format!("this changes `{name}`, which the statement has read before: put it into a `let` of its own"),
        );
    }
    Some((found.name, moved, stmt))
}

/// What `vec![..]` lists.
fn items_of(list: &syn::ExprMacro) -> Option<Vec<Expr>> {
    if !list.mac.path.is_ident("vec") {
        return None;
    }
    let items = list.mac.parse_body_with(syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated);
    Some(items.ok()?.into_iter().collect())
}

/// A variable or a field of one.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        _ => false,
    }
}

struct Hoist<'h> {
    moved: Option<Expr>,
    /// the names read so far
    read: Vec<Ident>,
    name: Ident,
    wanted: Wanted<'h>,
}

impl VisitMut for Hoist<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.moved.is_some() {
            return;
        }
        if (self.wanted)(expr) {
            let name = &self.name;
            self.moved = Some(std::mem::replace(expr, parse_quote!(#name)));
            return;
        }
        match expr {
            // What may be evaluated at another time, or never, stays where it is.
            Expr::If(branch) => match &mut *branch.cond {
                Expr::Let(test) => self.visit_expr_mut(&mut test.expr),
                cond => self.visit_expr_mut(cond),
            },
            Expr::Match(choice) => self.visit_expr_mut(&mut choice.expr),
            Expr::ForLoop(each) => self.visit_expr_mut(&mut each.expr),
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
            }
            // The right side comes first.
            Expr::Binary(update) if compound(&update.op).is_some() => {
                self.visit_expr_mut(&mut update.right);
                self.visit_expr_mut(&mut update.left);
            }
            Expr::Assign(assign) => {
                self.visit_expr_mut(&mut assign.right);
                self.visit_expr_mut(&mut assign.left);
            }
            // A name that a method is called on is only looked at when the method runs.
            Expr::MethodCall(call) if is_place(&call.receiver) => {
                call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
                self.visit_expr_mut(&mut call.receiver);
            }
            Expr::Path(path) => self.read.extend(path.path.get_ident().cloned()),
            Expr::Macro(list) => {
                let Some(mut items) = items_of(list) else { return };
                items.iter_mut().for_each(|item| self.visit_expr_mut(item));
                if self.moved.is_some() {
                    list.mac.tokens = quote::quote!(#(#items),*);
                }
            }
            Expr::Block(_) | Expr::Loop(_) | Expr::While(_) | Expr::Closure(_) => {}
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}
