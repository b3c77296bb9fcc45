//! Changing what the statements of a loop name: its places, and the indices on the way to them.

use crate::ir::{BinaryOp, Bounds, Expr, Place, Step, Stmt};
use std::rc::Rc;

/// Calls `f` for every place in the statement, after the indices on its way; false if it is not one of the simple statements that
/// loops of derivatives are made of, or if a condition in it decides whether some places are touched at all.
pub fn each_place_mut(stmt: &mut Stmt, f: &mut dyn FnMut(&mut Place)) -> bool {
    match stmt {
        Stmt::Let { init, .. } => init.iter_mut().all(|init| in_expr(init, f)),
        Stmt::TypeOf { like, .. } | Stmt::Shadow { like, .. } => in_expr(like, f),
        Stmt::Update { place, value, .. } => in_expr(value, f) && in_place(place, f),
        _ => false,
    }
}

fn in_place(place: &mut Place, f: &mut dyn FnMut(&mut Place)) -> bool {
    let done = place.path.iter_mut().all(|step| in_step(step, f));
    f(place);
    done
}

fn in_step(step: &mut Step, f: &mut dyn FnMut(&mut Place)) -> bool {
    step.exprs_mut().all(|expr| in_expr(expr, f))
}

fn in_expr(expr: &mut Expr, f: &mut dyn FnMut(&mut Place)) -> bool {
    match expr {
        Expr::If(_) | Expr::Match(..) | Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => false,
        Expr::Read(place) | Expr::Lend(place) | Expr::Length(place, _) => in_place(place, f),
        Expr::Derivative(derivative) => Rc::make_mut(derivative).parts_mut().all(|part| in_expr(part, f)),
        expr => expr.parts_mut().into_iter().all(|part| in_expr(part, f)),
    }
}

/// Replaces a variable by an expression wherever it is an index, alone or in a sum, a difference or a product.
pub fn replace_in_indices(place: &mut Place, replace: &dyn Fn(&Place) -> Option<Expr>) {
    for step in &mut place.path {
        match step {
            Step::Deref | Step::Present(_) | Step::Field(_) | Step::Held(..) => {}
            Step::Index(index) => replace_in_index(Rc::make_mut(index), replace),
            Step::Slice(bounds) => {
                let Bounds { start, end, .. } = Rc::make_mut(bounds);
                start.iter_mut().chain(end).for_each(|bound| replace_in_index(bound, replace));
            }
        }
    }
}

fn replace_in_index(index: &mut Expr, replace: &dyn Fn(&Place) -> Option<Expr>) {
    match index {
        Expr::Read(place) => {
            if let Some(expr) = replace(place) {
                *index = expr;
            }
        }
        Expr::Binary(_, operands, _) => {
            Rc::make_mut(operands).iter_mut().for_each(|operand| replace_in_index(operand, replace));
        }
        _ => {}
    }
}
