//! How statements are undone.

use super::{Arm, Range, Source, Stmt, UpdateOp};

/// The statements that undo `stmts`.
pub fn inverse(stmts: &[Stmt]) -> Vec<Stmt> {
    stmts.iter().rev().map(inverse_of_one).collect()
}

fn inverse_of_one(stmt: &Stmt) -> Stmt {
    match stmt {
        Stmt::Update { op, place, value } => {
            let op = match op {
                UpdateOp::Add => UpdateOp::Sub,
                UpdateOp::Sub => UpdateOp::Add,
                UpdateOp::Mul => UpdateOp::Div,
                UpdateOp::Div => UpdateOp::Mul,
                UpdateOp::AddToNegative => UpdateOp::SubFromNegative,
                UpdateOp::SubFromNegative => UpdateOp::AddToNegative,
                UpdateOp::AddThrough(bijection) => UpdateOp::SubThrough(*bijection),
                UpdateOp::SubThrough(bijection) => UpdateOp::AddThrough(*bijection),
                UpdateOp::Xor | UpdateOp::Set => *op,
            };
            Stmt::Update { op, place: place.clone(), value: value.clone() }
        }
        Stmt::For { var, range, body } => {
            let range = Range { reversed: !range.reversed, ..range.clone() };
            Stmt::For { var: var.clone(), range, body: inverse(body) }
        }
        Stmt::Each { source, body } => {
            let source = match source {
                Source::Rev(inner) => (**inner).clone(),
                other => Source::Rev(Box::new(other.clone())),
            };
            Stmt::Each { source, body: inverse(body) }
        }
        Stmt::While { var, limit, down, early, released, body } => {
            let (var, limit, released) = (var.clone(), limit.clone(), *released);
            Stmt::While { var, limit, down: !down, early: !early, released, body: inverse(body) }
        }
        Stmt::If { pre, post, then, otherwise } => {
            let (pre, post) = match post {
                Some(post) => (post.clone(), Some(pre.clone())),
                None => (pre.clone(), None),
            };
            Stmt::If { pre, post, then: inverse(then), otherwise: inverse(otherwise) }
        }
        Stmt::Match { value, arms } => {
            let undone = |arm: &Arm| Arm { body: inverse(&arm.body), ..arm.clone() };
            Stmt::Match { value: value.clone(), arms: arms.iter().map(undone).collect() }
        }
        Stmt::Call { function, inverse, args } => {
            Stmt::Call { function: *function, inverse: !inverse, args: args.clone() }
        }
        Stmt::Ancilla { uses, .. }
        | Stmt::Known { uses, .. }
        | Stmt::View { uses, .. }
        | Stmt::Converted { uses, .. } => {
            let (mut undone, inner) = (stmt.clone(), inverse(uses));
            if let Stmt::Ancilla { uses, .. }
            | Stmt::Known { uses, .. }
            | Stmt::View { uses, .. }
            | Stmt::Converted { uses, .. } = &mut undone
            {
                *uses = inner;
            }
            undone
        }
        Stmt::Stack { op, stack, item } => Stmt::Stack { op: op.opposite(), stack: stack.clone(), item: item.clone() },
        Stmt::Map { insert, map, key, value } => {
            Stmt::Map { insert: !insert, map: map.clone(), key: key.clone(), value: value.clone() }
        }
        Stmt::Apply { function, inverse, args } => {
            Stmt::Apply { function: function.clone(), inverse: !inverse, args: args.clone() }
        }
        Stmt::Inverse(stmts) => Stmt::Inverse(inverse(stmts)),
        Stmt::Broadcast { var, length, body } => {
            Stmt::Broadcast { var: var.clone(), length: length.clone(), body: inverse(body) }
        }
        // A swap undoes itself. The generator writes no `let` where something is to be undone.
        Stmt::Swap(..) | Stmt::Aside(..) | Stmt::Let { .. } | Stmt::LetParts { .. } => stmt.clone(),
        Stmt::Repeat { .. }
        | Stmt::Labelled { .. }
        | Stmt::Exit(_)
        | Stmt::Closure { .. }
        | Stmt::Stepper { .. }
        | Stmt::Step(..)
        | Stmt::Grow { .. }
        | Stmt::Asked { .. }
        | Stmt::Taken { .. } => unreachable!("only in ordinary functions"),
    }
}
