//! One name for what is only handed on. A tangent function names the value of each call, and its result; where such a value is then given
//! to a variable and never seen again, both names stand for the same, and neither the value nor its tangent is copied.

use crate::access::{each_name, each_variable};
use crate::hash::Map;
use crate::ir::{Expr, Place, Renaming, Stmt, UpdateOp, Var, all_stmts};
use crate::names::Names;

/// Merges names in a tangent function with this body and result. Those in `written` are names of the user's, which are kept.
pub fn merge(body: &mut Vec<Stmt>, mut result: Option<&mut Expr>, written: &Names) {
    for stmt in &mut *body {
        if let Stmt::Nested(_, blocks) = stmt {
            blocks.iter_mut().for_each(|block| merge(block, None, written));
        }
    }
    let mut last = last_mentions(body, result.as_deref());
    let mut k = 0;
    while k + 2 < body.len() {
        let Some((from, to, mutable)) = handed_on(&body[k..k + 3]) else {
            k += 1;
            continue;
        };
        let seen_later = [&from, &from.tangent()].iter().any(|var| last.get(*var).is_some_and(|last| *last > k + 2));
        let may_be_borrowed = mutable && written.has(&from.name);
        let (old, new) = if written.has(&from.name) && !written.has(&to.name) { (&to, &from) } else { (&from, &to) };
        // The user's code names what it reads.
        let named = body.iter().any(|stmt| names(stmt, old));
        // The value of what is restored is followed from its definition on.
        let restored = body[k..].iter().any(|stmt| matches!(stmt, Stmt::Release { var, .. } if *var == to));
        if seen_later || may_be_borrowed || restored || named || !declared(&mut body[..k], &from, mutable) {
            k += 1;
            continue;
        }
        body.drain(k..k + 3);
        let name = |var: &Var| (var.name == old.name).then(|| new.with_roles(var.roles));
        let renaming = Renaming { name: &name, place: &|_| () };
        renaming.stmts(body);
        if let Some(result) = &mut result {
            renaming.expr(result);
        }
        last = last_mentions(body, result.as_deref());
    }
}

/// Whether there is code of the user's in a statement that reads a variable.
fn names(stmt: &Stmt, var: &Var) -> bool {
    let own = |stmt: &Stmt| matches!(stmt, Stmt::Safe { reads, .. } if reads.iter().any(|place| place.root == *var));
    all_stmts(std::slice::from_ref(stmt)).any(own)
}

/// The value of one variable, and its tangent, given to another: `let to = from;` with `to_tan += from_tan`.
fn handed_on(stmts: &[Stmt]) -> Option<(Var, Var, bool)> {
    let [
        Stmt::Let { var, mutable, ty: None, init: Some(Expr::Read(from)) },
        Stmt::Shadow { var: shadow, .. },
        Stmt::Update { op: UpdateOp::Add, place, value: Expr::Read(tangent), .. },
    ] = stmts
    else {
        return None;
    };
    let of = |place: &Place, var: &Var| *place == Place::var(&var.tangent());
    // Names stand for all that is beside a value, so a gradient that is handed on alone keeps its own.
    let values = var.is_primal() && from.root.is_primal();
    let same = values && from.path.is_empty() && from.root != *var && *shadow == var.tangent();
    (same && of(place, var) && of(tangent, &from.root)).then(|| (from.root.clone(), var.clone(), *mutable))
}

/// Whether a variable is declared by one of these statements, and no name for a part of it; if so, it is mutable from now on if it must be.
fn declared(stmts: &mut [Stmt], var: &Var, mutable: bool) -> bool {
    if stmts.iter().any(|stmt| matches!(stmt, Stmt::View { place, .. } if place.root.name == var.name)) {
        return false;
    }
    stmts.iter_mut().any(|stmt| match stmt {
        Stmt::Let { var: other, mutable: before, .. } if other == var => {
            *before |= mutable;
            true
        }
        Stmt::LetTangent { var: other, .. } => other == var,
        _ => false,
    })
}

/// The last statement that mentions each variable; the result comes after all.
fn last_mentions(body: &[Stmt], result: Option<&Expr>) -> Map<Var, usize> {
    let mut last = Map::default();
    for (k, stmt) in body.iter().enumerate() {
        each_variable(std::slice::from_ref(stmt), &mut |var| {
            last.insert(var.clone(), k);
        });
    }
    if let Some(result) = result {
        each_name(result, &mut |var| {
            last.insert(var.clone(), body.len() + 2);
        });
    }
    last
}
