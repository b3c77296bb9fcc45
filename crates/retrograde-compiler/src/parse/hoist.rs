//! Parts of an expression that need statements of their own are moved in front of it.

use proc_macro2::Ident;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, parse_quote};

/// A part of an expression that is to be moved.
pub type Wanted<'w> = &'w dyn Fn(&Expr) -> bool;

/// Whether there is such a part in an expression, less what it evaluates at another time.
pub fn any(expr: &Expr, wanted: Wanted<'_>) -> bool {
    struct Any<'w>(Wanted<'w>, bool);
    impl Visit<'_> for Any<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.1 |= (self.0)(expr);
            if !self.1 {
                syn::visit::visit_expr(self, expr);
            }
        }
        fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {}
        fn visit_block(&mut self, _: &syn::Block) {}
    }
    let mut found = Any(wanted, false);
    found.visit_expr(expr);
    found.1
}

/// The first part of a statement that is wanted, and the statement with `name` instead of it.
pub fn hoist(stmt: &Stmt, wanted: Wanted<'_>, name: Ident) -> Option<(Ident, Expr, Stmt)> {
    let mut stmt = stmt.clone();
    let mut found = Hoist { moved: None, name, wanted };
    match &mut stmt {
        Stmt::Local(local) => found.visit_expr_mut(&mut local.init.as_mut()?.expr),
        Stmt::Expr(expr, _) => found.visit_expr_mut(expr),
        _ => {}
    }
    Some((found.name, found.moved?, stmt))
}

struct Hoist<'h> {
    moved: Option<Expr>,
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
            Expr::Block(_) | Expr::Loop(_) | Expr::While(_) | Expr::Closure(_) => {}
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}
