//! Locals that are put together and taken apart. `pack!` and `unpack!` are each other's inverse; `convert!` is its own, seen from
//! the other end. What ends in one of them begins again in the other, so nothing is lost and nothing need be computed again.

use crate::access::{Touch, each_touch};
use crate::error::Errors;
use crate::hash::Map;
use crate::ir::repack::{Kind, Repack};
use crate::ir::{At, Derivative, Direction, Expr, Operation, Place, Role, Stmt, Type, UpdateOp, Var};
use crate::linear::Linear;
use std::rc::Rc;

/// The shadows of what begins, with what the shadows of what ends held.
pub fn shadows(repack: &Repack, role: Role, linear: &Linear) -> Vec<Stmt> {
    let mut out = Vec::new();
    let active = |var: &Var| linear.active(&Place::var(var));
    for var in repack.to.iter().filter(|var| active(var)) {
        out.push(Stmt::Shadow { var: var.with(role), like: Expr::Read(Place::var(var)) });
    }
    let mut hand_over = |from: Place, to: Place| {
        if linear.active(&from) && linear.active(&to) {
            let (place, value) = (to.with(role), Expr::Read(from.with(role)));
            out.push(Stmt::Update { op: UpdateOp::Add, place, value, at: repack.at });
        }
    };
    match &repack.kind {
        Kind::Pack(shape) => {
            for (k, part) in repack.from.iter().enumerate() {
                hand_over(Place::var(part), Place::var(&repack.to[0]).then(shape.step(k)));
            }
        }
        Kind::Unpack(shape) => {
            for (k, part) in repack.to.iter().enumerate() {
                hand_over(Place::var(&repack.from[0]).then(shape.step(k)), Place::var(part));
            }
        }
        Kind::Convert { narrow, wide, back } => {
            let (from, to) = (&repack.from[0], &repack.to[0]);
            if active(from) && active(to) {
                let (before, after) = if *back { (wide, narrow) } else { (narrow, wide) };
                let (place, value) = (Place::var(&to.with(role)), converted(role, from, to, before, after));
                out.push(Stmt::Update { op: UpdateOp::Add, place, value, at: repack.at });
            }
        }
    }
    out
}

/// The gradient or tangent of a local that changes its type. A tangent goes the way of the value, from `before` to `after`; a gradient
/// comes here on the way back, so the function itself converts from `after` to `before`.
fn converted(role: Role, from: &Var, to: &Var, before: &Type, after: &Type) -> Expr {
    let held = Expr::Read(Place::var(to));
    let (direction, operand, ty) = match role {
        Role::Adjoint => (Direction::Pull, held, before),
        // What ends is gone, but its type is known.
        Role::Tangent => (Direction::Push, Expr::Cast(Rc::new(held), before.clone()), after),
    };
    Expr::Derivative(Rc::new(Derivative {
        direction,
        operation: Operation::Cast(ty.clone()),
        operand: 0,
        operands: vec![operand],
        result: None,
        incoming: Expr::Read(Place::var(&from.with(role))),
        open: true,
    }))
}

/// Ends what began in a block: what was converted is converted back, and everything else must have ended. Gives back the locals that
/// must hold their first value again, because what became of them may have changed.
pub fn settle(stmts: &mut Vec<Stmt>, errors: &Errors) -> Vec<Var> {
    let declared = |stmts: &[Stmt], var: &Var| stmts.iter().any(|s| matches!(s, Stmt::Let { var: v, .. } if v == var));
    let (mut origins, mut firsts): (Map<Var, Repack>, Map<Var, Repack>) = Default::default();
    let (mut begun, mut ended, mut restored): (Vec<Var>, Vec<(Var, At)>, Vec<Var>) = Default::default();
    for stmt in &*stmts {
        let Stmt::Repack(repack) = stmt else { continue };
        for var in &repack.from {
            begun.retain(|other| other != var);
            ended.push((var.clone(), repack.at));
            if declared(stmts, var) && !restored.contains(var) {
                restored.push(var.clone());
            }
        }
        for var in &repack.to {
            ended.retain(|(other, _)| other != var);
            begun.push(var.clone());
            origins.insert(var.clone(), repack.clone());
            firsts.entry(var.clone()).or_insert_with(|| repack.clone());
        }
    }
    begun.retain(|var| !declared(stmts, var));
    let converted = |var: &Var| matches!(firsts[var].kind, Kind::Convert { back: false, .. });
    while let Some(k) = begun.iter().rposition(converted) {
        let back = firsts[&begun.remove(k)].inverse();
        ended.retain(|(var, _)| *var != back.to[0]);
        if !declared(stmts, &back.to[0]) {
            begun.push(back.to[0].clone());
        }
        stmts.push(Stmt::Repack(back));
    }
    for var in &begun {
        let origin = &origins[var];
        let (end, again) = match origin.kind {
            Kind::Pack(_) => ("unpack!", "take it apart"),
            _ => ("pack!", "put it together with the others"),
        };
        let message = format!(
            "`{var}` begins here and must end in the same block, so that the way back can begin it: {again} with `{end}`"
        );
        errors.push(origin.at.0, message);
    }
    // What is still packed says so once, not for each part.
    for (var, at) in ended.iter().filter(|(var, _)| begun.is_empty() && declared(stmts, var)) {
        let message = format!(
            "`{var}`, which started with `let`, ends here and must begin again in the same block, and hold its first value: \
             undo this with the opposite word"
        );
        errors.push(at.0, message);
    }
    restored.iter().for_each(|var| unfinished(stmts, var, errors));
    restored
}

/// A local that was changed, also while it had another form, must be changed back: the last that happens to it is an update.
fn unfinished(stmts: &[Stmt], var: &Var, errors: &Errors) {
    let mut family = vec![var.clone()];
    for stmt in stmts {
        if let Stmt::Repack(repack) = stmt
            && repack.from.iter().any(|from| family.contains(from))
        {
            family.extend(repack.to.iter().cloned());
        }
    }
    let (mut changed, mut last) = (false, None);
    for stmt in stmts.iter().filter(|stmt| !matches!(stmt, Stmt::Repack(_) | Stmt::Let { .. })) {
        each_touch(stmt, &mut |touch, place| {
            if family.contains(&place.root) {
                changed |= touch == Touch::Write;
                last = Some(touch);
            }
        });
    }
    if changed && last != Some(Touch::Write) {
        errors.push(
            var.span,
            format!(
                "`{var}` takes another form in this block, so it must hold its first value again at the end: undo its updates, or \
                 start another local from it with `let`"
            ),
        );
    }
}
