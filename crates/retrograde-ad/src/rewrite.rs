//! Changing what the statements of a loop name: its places, and the indices on the way to them.

use crate::ir::{BinaryOp, Bounds, Derivative, Expr, Place, Step, Stmt};
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
    match step {
        Step::Deref | Step::Present(_) | Step::Field(_) | Step::Held(..) => true,
        Step::Index(index) => in_expr(Rc::make_mut(index), f),
        Step::Slice(bounds) => {
            let Bounds { start, end, .. } = Rc::make_mut(bounds);
            start.iter_mut().chain(end).all(|bound| in_expr(bound, f))
        }
    }
}

fn in_expr(expr: &mut Expr, f: &mut dyn FnMut(&mut Place)) -> bool {
    match expr {
        Expr::Literal(_)
        | Expr::Constant(_)
        | Expr::Never(_)
        | Expr::Restore(_)
        | Expr::Zero
        | Expr::ZeroOf(_)
        | Expr::Unread(_) => true,
        Expr::Weighed(weighed) => Rc::make_mut(weighed).parts_mut().all(|part| in_expr(part, f)),
        Expr::Read(place) | Expr::Lend(place) | Expr::Length(place, _) => in_place(place, f),
        Expr::Borrow(inner)
        | Expr::Vector(inner)
        | Expr::Unary(_, inner, _)
        | Expr::Cast(inner, _)
        | Expr::Mapped(_, _, inner, _) => in_expr(Rc::make_mut(inner), f),
        Expr::Function(function) => in_expr(&mut Rc::make_mut(function).environment, f),
        Expr::If(_) | Expr::Match(..) | Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => false,
        Expr::Binary(_, operands, _) | Expr::Plus(operands) | Expr::Replay(_, operands) => {
            Rc::make_mut(operands).iter_mut().all(|operand| in_expr(operand, f))
        }
        Expr::Method(_, args, _)
        | Expr::Call(_, args, _)
        | Expr::Array(args)
        | Expr::Tuple(args)
        | Expr::Construct(_, args) => args.iter_mut().all(|arg| in_expr(arg, f)),
        Expr::Repeat(elem, len) => [elem, len].into_iter().all(|part| in_expr(Rc::make_mut(part), f)),
        Expr::Struct(_, fields) => fields.iter_mut().all(|(_, value)| in_expr(value, f)),
        Expr::Part(base, steps) => in_expr(Rc::make_mut(base), f) && steps.iter_mut().all(|step| in_step(step, f)),
        Expr::Block(locals, value) => {
            locals.iter_mut().all(|inner| in_expr(&mut inner.init, f)) && in_expr(Rc::make_mut(value), f)
        }
        Expr::Derivative(derivative) => {
            let Derivative { operands, result, incoming, .. } = Rc::make_mut(derivative);
            operands.iter_mut().chain(result).all(|operand| in_expr(operand, f)) && in_expr(incoming, f)
        }
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
