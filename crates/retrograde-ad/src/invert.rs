//! The inverse: statements in reverse order, each replaced by its own inverse.

use crate::ir::{Expr, Function, Head, Mapped, Stmt, Var};
use crate::tables::Tables;

/// The function that undoes `function`.
pub fn invert(function: &Function, tables: &Tables) -> Function {
    Function { body: block(&function.body, tables), ..function.clone() }
}

/// The statements that undo `stmts`.
pub fn block(stmts: &[Stmt], tables: &Tables) -> Vec<Stmt> {
    stmts.iter().rev().flat_map(|stmt| statement(stmt, tables)).collect()
}

fn statement(stmt: &Stmt, tables: &Tables) -> Vec<Stmt> {
    vec![match stmt {
        Stmt::Let { var, init: Some(init), .. } => Stmt::Release { var: var.clone(), value: init.clone() },
        Stmt::Release { var, value } => open(var, value),
        Stmt::Forget { slice, .. } => return slice.clone(),
        Stmt::Shape(..) | Stmt::Nested(Head::Idle, _) => return Vec::new(),
        Stmt::Update { op, place, value, at } => {
            Stmt::Update { op: (tables.opposite)(*op), place: place.clone(), value: value.clone(), at: *at }
        }
        Stmt::Mapped(mapped) => {
            Stmt::Mapped(Box::new(Mapped { op: (tables.opposite)(mapped.op), ..(**mapped).clone() }))
        }
        Stmt::Swap(a, b) => Stmt::Swap(a.clone(), b.clone()),
        Stmt::Repack(repack) => Stmt::Repack(repack.inverse()),
        Stmt::Call { callee, variant, args, .. } => {
            Stmt::Call { callee: callee.clone(), variant: variant.opposite(), args: args.clone(), site: None }
        }
        Stmt::Nested(head, blocks) => {
            Stmt::Nested(head.mirrored(), blocks.iter().map(|stmts| block(stmts, tables)).collect())
        }
        Stmt::View { vars, .. } => Stmt::Forget { vars: vars.clone(), slice: vec![stmt.clone()] },
        Stmt::Distinct(..) | Stmt::SameLength(_) | Stmt::Safe { .. } => stmt.clone(),
        irreversible => unreachable!("the checker lets no such statement through: {irreversible:?}"),
    }]
}

/// A local that starts as `value`.
pub fn open(var: &Var, value: &Expr) -> Stmt {
    Stmt::Let { var: var.clone(), mutable: true, ty: None, init: Some(value.clone()) }
}
