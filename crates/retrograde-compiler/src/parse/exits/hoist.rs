//! Exits in the middle of an expression get a statement of their own in front of it.

use super::find::contains_exit;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt, parse_quote, parse_quote_spanned};

/// The statement with the first part that may leave in front of it, as a local; `None` if nothing is to be moved.
pub fn hoist(stmt: &Stmt, mut fresh: impl FnMut() -> Ident, output: &syn::Type) -> Option<Vec<Stmt>> {
    let mut stmt = stmt.clone();
    let top = match &mut stmt {
        Stmt::Local(local) => &mut *local.init.as_mut()?.expr,
        Stmt::Expr(expr, _) => expr,
        _ => return None,
    };
    let mut found = Hoist { moved: None, fresh: &mut fresh, output };
    match top {
        // Its arms are looked at one by one.
        Expr::If(branch) => match &mut *branch.cond {
            Expr::Let(test) => found.visit_expr_mut(&mut test.expr),
            cond => found.visit_expr_mut(cond),
        },
        Expr::Match(choice) => found.visit_expr_mut(&mut choice.expr),
        Expr::ForLoop(each) => found.visit_expr_mut(&mut each.expr),
        Expr::Return(ret) => ret.expr.iter_mut().for_each(|value| found.visit_expr_mut(value)),
        Expr::Break(exit) => exit.expr.iter_mut().for_each(|value| found.visit_expr_mut(value)),
        Expr::Block(_) | Expr::Loop(_) | Expr::While(_) | Expr::Continue(_) => {}
        Expr::Try(question) => {
            found.visit_expr_mut(&mut question.expr);
            if found.moved.is_none() {
                *top = asked(question, output);
                return Some(vec![stmt]);
            }
        }
        other => visit_mut::visit_expr_mut(&mut found, other),
    }
    let (name, value) = found.moved?;
    Some(vec![parse_quote!(let #name = #value;), stmt])
}

struct Hoist<'h> {
    moved: Option<(Ident, Expr)>,
    fresh: &'h mut dyn FnMut() -> Ident,
    output: &'h syn::Type,
}

impl VisitMut for Hoist<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.moved.is_some() || !contains_exit(&*expr) {
            return;
        }
        match expr {
            // What may not be evaluated stays where it is.
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
            }
            Expr::Closure(_) => {}
            Expr::Try(question) => {
                self.visit_expr_mut(&mut question.expr);
                if self.moved.is_none() {
                    let value = asked(question, self.output);
                    self.take(expr, value);
                }
            }
            Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Loop(_)
            | Expr::Return(_)
            | Expr::Break(_)
            | Expr::Continue(_) => {
                let value = expr.clone();
                self.take(expr, value);
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}

impl Hoist<'_> {
    fn take(&mut self, expr: &mut Expr, value: Expr) {
        let name = (self.fresh)();
        *expr = parse_quote!(#name);
        self.moved = Some((name, value));
    }
}

/// `e?` as a choice, by what the function returns.
fn asked(question: &syn::ExprTry, output: &syn::Type) -> Expr {
    let (value, span) = (&question.expr, question.question_token.span);
    let option =
        matches!(output, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"));
    if option {
        return parse_quote_spanned!(span=> match #value { Some(value) => value, None => return None });
    }
    parse_quote_spanned!(span=> match #value { Ok(value) => value, Err(error) => return Err(From::from(error)) })
}
