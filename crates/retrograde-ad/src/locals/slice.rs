//! The part of a statement that computes certain locals and changes nothing else.

use crate::access::{Overlap, Touch, bound, each_touch, effects, lent, overlap, reads};
use crate::hash::Set;
use crate::ir::repack::Repack;
use crate::ir::{Arg, Expr, Growth, Head, Place, Stmt, Var};

/// Part of a statement, and what it computes: locals, and what it needs for them that the statement has to itself.
pub(super) type Part = (Stmt, Set<Var>);

/// The part of a statement that writes only `vars` and what that needs; the place in the way if there is no such part.
pub(super) fn slice(stmt: &Stmt, vars: &[Var]) -> Result<Option<Part>, Place> {
    let mut needs = Needs { own: bound(stmt).into_iter().collect(), keep: vars.iter().cloned().collect() };
    loop {
        let before = needs.keep.len();
        if !needs.gather(stmt)? {
            return Ok(None);
        }
        if needs.keep.len() == before {
            return Ok(filter(stmt, &needs.keep)?.map(|part| (part, needs.keep)));
        }
    }
}

/// What the part of a statement computes.
struct Needs {
    /// what the statement has to itself
    own: Set<Var>,
    keep: Set<Var>,
}

impl Needs {
    /// Takes in what the part of a statement reads, from its end to its beginning; whether there is such a part.
    fn gather(&mut self, stmt: &Stmt) -> Result<bool, Place> {
        let Stmt::Nested(head, blocks) = stmt else {
            let part = self.found(|keep| filter(stmt, keep))?;
            part.iter().for_each(|part| self.reads(part));
            return Ok(part.is_some());
        };
        let mut found = false;
        for stmt in blocks.iter().rev().flat_map(|block| block.iter().rev()) {
            found |= self.gather(stmt)?;
        }
        if found {
            let head = self.found(|keep| kept_head(head, blocks, keep))?;
            self.reads(&Stmt::Nested(head, Vec::new()));
            self.found(|keep| left_by(blocks, keep).map(drop))?;
        }
        Ok(found)
    }

    /// What is found when everything of the statement's own that is in the way is taken in.
    fn found<T>(&mut self, find: impl Fn(&Set<Var>) -> Result<T, Place>) -> Result<T, Place> {
        loop {
            match find(&self.keep) {
                Err(other) if self.own.contains(&other.root) => self.keep.insert(other.root),
                found => return found,
            };
        }
    }

    fn reads(&mut self, part: &Stmt) {
        each_touch(part, &mut |touch, place| {
            if matches!(touch, Touch::Read | Touch::Length) && self.own.contains(&place.root) {
                self.keep.insert(place.root.clone());
            }
        });
    }
}

fn filter_all(stmts: &[Stmt], keep: &Set<Var>) -> Result<Vec<Stmt>, Place> {
    stmts.iter().filter_map(|stmt| filter(stmt, keep).transpose()).collect()
}

/// The part of a statement that writes only `keep`, which must be all that this takes.
pub(super) fn filter(stmt: &Stmt, keep: &Set<Var>) -> Result<Option<Stmt>, Place> {
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
            let slice = filter_all(slice, &own.chain(keep.iter().cloned()).collect())?;
            let vars = vars.iter().filter(|var| keep.contains(var)).cloned().collect();
            Ok(Some(Stmt::Forget { vars, slice }))
        }
        Stmt::Nested(head, blocks) => {
            let mut kept = blocks.iter().map(|block| filter_all(block, keep)).collect::<Result<Vec<_>, _>>()?;
            if kept.iter().all(Vec::is_empty) {
                return Ok(None);
            }
            if let Some(leave) = left_by(blocks, keep)? {
                kept[0].push(leave.clone());
            }
            Ok(Some(Stmt::Nested(kept_head(head, blocks, keep)?, kept)))
        }
        Stmt::View { vars, .. } => Ok(vars.iter().any(|var| keep.contains(var)).then(|| stmt.clone())),
        Stmt::Distinct(..)
        | Stmt::SameLength(_)
        | Stmt::Shape(..)
        | Stmt::Save(..)
        | Stmt::Reserve(..)
        | Stmt::Promote(_)
        | Stmt::Demote(_)
        | Stmt::Window(_)
        | Stmt::Tape(..)
        | Stmt::Thaw(_)
        | Stmt::Leaves(_)
        | Stmt::TakesUp(_)
        | Stmt::Load(..)
        | Stmt::Share(_)
        | Stmt::Safe { .. }
        | Stmt::Leave(_)
        | Stmt::Backward { .. }
        | Stmt::Fused(_)
        | Stmt::Uncompute(_) => Ok(None),
    }
}

/// What a loop that may be left early is left by: it makes as many iterations as that says.
fn left_by<'s>(blocks: &'s [Vec<Stmt>], keep: &Set<Var>) -> Result<Option<&'s Stmt>, Place> {
    let [block] = blocks else { return Ok(None) };
    let Some(leave @ Stmt::Leave(cond)) = block.last() else { return Ok(None) };
    let mut lost = None;
    reads(cond, &mut |place| lost = lost.take().or_else(|| (!keep.contains(&place.root)).then(|| place.clone())));
    lost.map_or(Ok(Some(leave)), Err)
}

/// What decides about the part of nested statements.
pub(super) fn kept_head(head: &Head, blocks: &[Vec<Stmt>], keep: &Set<Var>) -> Result<Head, Place> {
    match head {
        // Its iterations are counted by what they change.
        Head::While { .. } => {
            let other = changed(&head.exprs(), blocks).into_iter().find(|place| !keep.contains(&place.root));
            other.map_or(Ok(head.clone()), Err)
        }
        // The postcondition tells which branch was taken if the condition no longer does.
        Head::If { pre, post: Some(post) }
            if !mentions(pre, keep) && !mentions(post, keep) && !changed(&[pre], blocks).is_empty() =>
        {
            Ok(Head::If { pre: post.clone(), post: None })
        }
        Head::If { pre, post } => Ok(Head::If { pre: pre.clone(), post: post.clone().filter(|_| mentions(pre, keep)) }),
        head => Ok(head.clone()),
    }
}

/// Whether a statement has a part that writes `keep`, if nothing is in the way.
pub(super) fn has_part(stmt: &Stmt, keep: &Set<Var>) -> bool {
    match stmt {
        Stmt::Nested(_, blocks) => blocks.iter().flatten().any(|stmt| has_part(stmt, keep)),
        stmt => filter(stmt, keep).is_ok_and(|part| part.is_some()),
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

fn mentions(expr: &Expr, vars: &Set<Var>) -> bool {
    let mut found = false;
    reads(expr, &mut |place| found |= vars.contains(&place.root));
    found
}
