//! The part of a statement that computes certain locals and changes nothing else.

use crate::access::{Overlap, Touch, bound, each_touch, effects, lent, overlap, reads};
use crate::ir::repack::Repack;
use crate::ir::{Arg, Expr, Growth, Head, Place, Stmt, Var};

/// Part of a statement, and what it computes: locals, and what it needs for them that the statement has to itself.
pub(super) type Part = (Stmt, Vec<Var>);

/// The part of a statement that writes only `vars` and what that needs; the place in the way if there is no such part.
pub(super) fn slice(stmt: &Stmt, vars: &[Var]) -> Result<Option<Part>, Place> {
    let mut keep = vars.to_vec();
    let own = bound(stmt);
    loop {
        let part = match filter(stmt, &keep) {
            Ok(Some(part)) => part,
            Ok(None) => return Ok(None),
            Err(other) if own.contains(&other.root) => {
                keep.push(other.root);
                continue;
            }
            Err(other) => return Err(other),
        };
        let before = keep.len();
        each_touch(&part, &mut |touch, place| {
            if matches!(touch, Touch::Read | Touch::Length) && own.contains(&place.root) && !keep.contains(&place.root)
            {
                keep.push(place.root.clone());
            }
        });
        if keep.len() == before {
            return Ok(Some((part, keep)));
        }
    }
}

fn filter_all(stmts: &[Stmt], keep: &[Var]) -> Result<Vec<Stmt>, Place> {
    stmts.iter().filter_map(|stmt| filter(stmt, keep).transpose()).collect()
}

/// The part of a statement that writes only `keep`, which must be all that this takes.
pub(super) fn filter(stmt: &Stmt, keep: &[Var]) -> Result<Option<Stmt>, Place> {
    let kept = |place: &Place| keep.contains(&place.root);
    let all_or_none = |places: &[&Place]| {
        let count = places.iter().filter(|place| kept(place)).count();
        match places.iter().find(|place| !kept(place)) {
            Some(other) if count > 0 => Err((*other).clone()),
            _ => Ok((count > 0).then(|| stmt.clone())),
        }
    };
    match stmt {
        Stmt::Let { var, .. } | Stmt::Release { var, .. } | Stmt::Shadow { var, .. } | Stmt::TypeOf { var, .. } => {
            Ok(keep.contains(var).then(|| stmt.clone()))
        }
        Stmt::LetCall { var, args, .. } | Stmt::LetTangent { var, args, .. } => {
            let result = Place::var(var);
            all_or_none(&lent(args).chain([&result]).collect::<Vec<_>>())
        }
        Stmt::Update { place, .. } | Stmt::Assign { place, .. } | Stmt::Renew { place, .. } => {
            Ok(kept(place).then(|| stmt.clone()))
        }
        Stmt::Grow(place, Growth::Pop(var)) => all_or_none(&[place, &Place::var(var)]),
        Stmt::Grow(place, _) => Ok(kept(place).then(|| stmt.clone())),
        Stmt::Mapped(mapped) => Ok(kept(&mapped.place).then(|| stmt.clone())),
        Stmt::Swap(a, b) => all_or_none(&[a, b]),
        Stmt::Repack(Repack { from, to, .. }) => {
            Ok(from.iter().chain(to).any(|var| keep.contains(var)).then(|| stmt.clone()))
        }
        Stmt::Call { args, .. } => {
            let places: Vec<&Place> = args
                .iter()
                .filter_map(|arg| match arg {
                    Arg::Exclusive(place) | Arg::Shadow(Some(place)) => Some(place),
                    _ => None,
                })
                .collect();
            all_or_none(&places)
        }
        Stmt::Forget { vars, .. } if !vars.iter().any(|var| keep.contains(var)) => Ok(None),
        Stmt::Forget { vars, slice } => {
            // What is computed again on the way, under names of its own, comes with it.
            let own = slice.iter().flat_map(bound).filter(|var| !vars.contains(var));
            let slice = filter_all(slice, &own.chain(keep.iter().cloned()).collect::<Vec<_>>())?;
            let vars = vars.iter().filter(|var| keep.contains(var)).cloned().collect();
            Ok(Some(Stmt::Forget { vars, slice }))
        }
        Stmt::Nested(head, blocks) => {
            let whole = blocks;
            let mut blocks = blocks.iter().map(|block| filter_all(block, keep)).collect::<Result<Vec<_>, _>>()?;
            if blocks.iter().all(Vec::is_empty) {
                return Ok(None);
            }
            // A loop that may be left early makes as many iterations as what it is left for says.
            if let [Some(leave @ Stmt::Leave(cond))] = whole.iter().map(|block| block.last()).collect::<Vec<_>>()[..] {
                let mut lost = None;
                reads(cond, &mut |place| lost = lost.take().or_else(|| (!kept(place)).then(|| place.clone())));
                if let Some(lost) = lost {
                    return Err(lost);
                }
                blocks[0].push(leave.clone());
            }
            let head = match head {
                Head::While { .. } => {
                    // Its iterations are counted by what they change.
                    match changed(&head.exprs(), whole).into_iter().find(|place| !kept(place)) {
                        Some(other) => return Err(other),
                        None => head.clone(),
                    }
                }
                // The postcondition tells which branch was taken if the condition no longer does.
                Head::If { pre, post: Some(post) }
                    if !mentions(pre, keep) && !mentions(post, keep) && !changed(&[pre], whole).is_empty() =>
                {
                    Head::If { pre: post.clone(), post: None }
                }
                Head::If { pre, post } => {
                    Head::If { pre: pre.clone(), post: post.clone().filter(|_| mentions(pre, keep)) }
                }
                head => head.clone(),
            };
            Ok(Some(Stmt::Nested(head, blocks)))
        }
        Stmt::View { vars, .. } => Ok(vars.iter().any(|var| keep.contains(var)).then(|| stmt.clone())),
        Stmt::Distinct(..)
        | Stmt::SameLength(_)
        | Stmt::Shape(..)
        | Stmt::Save(..)
        | Stmt::Reserve(..)
        | Stmt::Promote(_)
        | Stmt::Demote(_)
        | Stmt::Safe { .. }
        | Stmt::Leave(_)
        | Stmt::Backward { .. }
        | Stmt::Fused(_)
        | Stmt::Uncompute(_) => Ok(None),
    }
}

/// What conditions read and the blocks that they decide about change.
fn changed(conditions: &[&Expr], blocks: &[Vec<Stmt>]) -> Vec<Place> {
    let changes = effects(blocks.iter().flatten());
    let mut found = Vec::new();
    for condition in conditions {
        reads(condition, &mut |read| {
            if changes.writes.iter().any(|write| overlap(read, write) != Overlap::No) {
                found.push(read.clone());
            }
        });
    }
    found
}

fn mentions(expr: &Expr, vars: &[Var]) -> bool {
    let mut found = false;
    reads(expr, &mut |place| found |= vars.contains(&place.root));
    found
}
