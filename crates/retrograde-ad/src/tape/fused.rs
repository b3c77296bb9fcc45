//! Functions whose value is a sum, with a term for each iteration of a loop. The gradient of the sum is that of every term. Where it is known
//! beforehand, as it is to the drivers, an iteration is run back as soon as it has been run, and the tape holds what one iteration saves:
//!
//! ```text
//! let mut sum = 0.0;                    let mut sum = 0.0;
//! for i in 0..n {                       let sum_adj = seed / 2.0;
//!     sum += term(x, i);                for i in 0..n {
//! }                                         let (t, residual) = term::pullback(x, i);
//! sum / 2.0                                 sum += t;
//!                                           residual(sum_adj, x_adj);
//!                                       }
//!                                       sum / 2.0
//! ```

use super::named::is_costly;
use super::{Halves, Tape, calls, declared, is_counted};
use crate::access::{Touch, each_touch, reads};
use crate::error::Errors;
use crate::hash::Set;
use crate::ir::{Expr, Function, Head, Inner, Passing, Stmt, Storage, Taped, UpdateOp, Var, all_stmts};
use crate::liveness::optimise_parts;
use crate::saves::{drop_unused_saves, each_site};
use crate::simplify::simplify;
use crate::tables::Tables;
use crate::types::Types;
use std::rc::Rc;

/// Both runs of `function` for a gradient of the value that is known before, if its terms can be run back at once and save something on
/// the way, as both runs `apart` show. The forward run carries gradients too, those of the terms, and the backward run is that of the
/// rest.
pub fn fused(function: &Function, apart: &Taped, tables: &Tables, types: &Types) -> Option<Taped> {
    let saving = saving(&apart.forward);
    if function.params.iter().any(|param| param.passing == Passing::Exclusive || param.callable.is_some()) {
        return None;
    }
    // Its mistakes are those of the pullback.
    let errors = Errors::new();
    let split = split(function, &saving, (tables, types), &errors);
    errors.take();
    split
}

fn split(function: &Function, saving: &Set<Var>, (tables, types): (&Tables, &Types), errors: &Errors) -> Option<Taped> {
    let (mut pass, body, result) = Tape::of(function, tables, errors, false);
    let body = with_locals_of_value(body);
    let (value, stmts) = body.split_last()?;
    let sums = sums(stmts, &pass);
    let (before, terms) = apart(stmts, &sums, saving);
    if !terms.iter().any(|stmt| matches!(stmt, Stmt::Nested(..))) {
        return None;
    }
    let mut backs = vec![declared(stmts).filter_map(|var| pass.adjoint.shadow(&var)).collect::<Vec<_>>()];
    let (value, back) = pass.statement(value, Storage::Here);
    backs.push(back);
    let mut turns = Vec::new();
    for stmt in terms {
        let (head, (there, back)) = pass.term(stmt);
        turns.push((head, there));
        backs.push(back);
    }
    let (mut forward, mut backward) = (Vec::new(), Vec::new());
    for stmt in before {
        let (there, back) = pass.statement(stmt, Storage::Here);
        forward.extend(there);
        backward.push(back);
    }
    backs.push(backward.into_iter().rev().flatten().collect());
    let there: Vec<Stmt> = turns.iter().flat_map(|(_, there)| there).chain(&forward).cloned().collect();
    let parts: Vec<&[Stmt]> = [&there[..]].into_iter().chain(backs.iter().map(|back| &back[..])).collect();
    let types = types.extended(&parts);
    backs.iter_mut().for_each(|back| simplify(back, &types));
    optimise_parts(&mut backs, &there, function);

    let mut backs = backs.into_iter();
    let (shadows, seed) = (backs.next()?, backs.next()?);
    if !needs_no_value(&seed, &sums, &result) {
        return None;
    }
    let mut middle = [shadows, seed].concat();
    for ((head, mut there), mut back) in turns.into_iter().zip(&mut backs) {
        drop_unused_saves(&mut there, &mut back);
        let turn = vec![Stmt::Fused([there, back])];
        middle.extend(match head {
            Some(head) => vec![Stmt::Nested(head, vec![turn])],
            None => turn,
        });
    }
    let mut backward = backs.next()?;
    drop_unused_saves(&mut forward, &mut backward);
    forward.extend(middle.into_iter().chain(value));
    Some(Taped { forward, result, backward, scalar: false, floats: Set::default() })
}

impl Tape<'_> {
    /// A term: what repeats it, and one iteration, whose locals are still there when it is run back.
    fn term(&mut self, stmt: &Stmt) -> (Option<Head>, Halves) {
        let Stmt::Nested(head, blocks) = stmt else { return (None, self.statement(stmt, Storage::Here)) };
        let (there, back) = self.top(&blocks[0]);
        (Some(head.clone()), (there, [self.adjoint.names(head, 0), back].concat()))
    }
}

/// Statements of which the last is the value, and computes what it alone reads by itself: `let mean = sum / n; mean + 1.0`.
fn with_locals_of_value(mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    let Some(Stmt::Let { var: result, mutable, ty: result_ty, init: Some(value) }) = stmts.pop() else {
        unreachable!("the value has a name")
    };
    let (mut locals, mut stay) = (Vec::new(), Vec::new());
    let mut needed: Set<Var> = Set::default();
    while let Some(stmt) = stmts.pop_if(|stmt| matches!(stmt, Stmt::Let { init: Some(_), .. })) {
        match stmt {
            Stmt::Let { var, mutable: false, ty, init: Some(init) }
                if !needed.contains(&var) && !is_costly(&init) && !calls(&init) =>
            {
                locals.push(Inner { var, ty, init });
            }
            stmt => {
                each_touch(&stmt, &mut |_, place| {
                    needed.insert(place.root.clone());
                });
                stay.push(stmt);
            }
        }
    }
    stmts.extend(stay.into_iter().rev());
    locals.reverse();
    let value = if locals.is_empty() { value } else { Expr::Block(locals, Rc::new(value)) };
    stmts.push(Stmt::Let { var: result, mutable, ty: result_ty, init: Some(value) });
    stmts
}

/// What the heads of loops bind that save something. The others have nothing on a tape, and run fastest each way on its own.
fn saving(forward: &[Stmt]) -> Set<Var> {
    let loops = forward.iter().filter_map(|stmt| match stmt {
        Stmt::Nested(head, blocks) if blocks.iter().any(|block| saves(block)) => Some(head),
        _ => None,
    });
    loops.flat_map(|head| head.binds().into_iter().cloned()).collect()
}

fn saves(stmts: &[Stmt]) -> bool {
    all_stmts(stmts).any(|stmt| {
        matches!(stmt, Stmt::Save(..) | Stmt::LetCall { site: Some(_), .. } | Stmt::Call { site: Some(_), .. })
    })
}

/// The locals that are only ever added to, and read for the value alone.
fn sums(stmts: &[Stmt], pass: &Tape) -> Set<Var> {
    let starts = stmts.iter().filter_map(|stmt| match stmt {
        Stmt::Let { var, mutable: true, init: Some(_), .. } => Some(var),
        _ => None,
    });
    let mut sums: Set<Var> =
        starts.filter(|var| pass.adjoint.has_adjoint(var) && !pass.lists.contains(var)).cloned().collect();
    drop_read(stmts, &mut sums);
    sums
}

fn drop_read(stmts: &[Stmt], sums: &mut Set<Var>) {
    for stmt in stmts {
        match stmt {
            Stmt::Update { op: UpdateOp::Add | UpdateOp::Sub, place, value, .. } if place.path.is_empty() => {
                reads(value, &mut |read| {
                    sums.remove(&read.root);
                });
            }
            Stmt::Nested(head, blocks) => {
                drop_touched(&Stmt::Nested(head.clone(), Vec::new()), sums);
                blocks.iter().for_each(|block| drop_read(block, sums));
            }
            other => drop_touched(other, sums),
        }
    }
}

fn drop_touched(stmt: &Stmt, sums: &mut Set<Var>) {
    each_touch(stmt, &mut |touch, place| {
        if touch != Touch::Bind {
            sums.remove(&place.root);
        }
    });
}

/// Statements in two parts, of which the second, the terms, may as well come last: what they read is not changed any more, and what they
/// add is added in the same order.
fn apart<'s>(stmts: &'s [Stmt], sums: &Set<Var>, saving: &Set<Var>) -> (Vec<&'s Stmt>, Vec<&'s Stmt>) {
    let (mut before, mut terms) = (Vec::new(), Vec::new());
    let mut changed: Set<Var> = Set::default();
    for stmt in stmts.iter().rev() {
        let mut stays = !only_adds(stmt, sums, saving);
        each_touch(stmt, &mut |_, place| stays |= changed.contains(&place.root));
        if !stays {
            terms.push(stmt);
            continue;
        }
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write {
                changed.insert(place.root.clone());
            }
        });
        before.push(stmt);
    }
    before.reverse();
    terms.reverse();
    (before, terms)
}

/// Whether a statement is a term, or a loop whose iterations are and save something: it changes sums and its own locals.
fn only_adds(stmt: &Stmt, sums: &Set<Var>, saving: &Set<Var>) -> bool {
    let own = match stmt {
        Stmt::Update { place, .. } => return sums.contains(&place.root),
        Stmt::Nested(head @ (Head::For { .. } | Head::Each { .. }), blocks)
            if !is_counted(head, &blocks[0]) && head.binds().into_iter().any(|var| saving.contains(var)) =>
        {
            let mut own: Set<Var> = Set::default();
            each_touch(stmt, &mut |touch, place| {
                if touch == Touch::Bind {
                    own.insert(place.root.clone());
                }
            });
            own
        }
        _ => return false,
    };
    let mut only = true;
    each_touch(stmt, &mut |touch, place| {
        only &= touch != Touch::Write || own.contains(&place.root) || sums.contains(&place.root);
    });
    only
}

/// Whether what carries the gradient of the value back to the sums can run before these are known.
fn needs_no_value(back: &[Stmt], sums: &Set<Var>, result: &Var) -> bool {
    let mut none = true;
    each_site(back, &mut |_| none = false);
    for stmt in back {
        each_touch(stmt, &mut |touch, place| {
            let known = !place.root.is_primal() || !sums.contains(&place.root) && place.root != *result;
            none &= touch != Touch::Read || known;
        });
    }
    none
}
