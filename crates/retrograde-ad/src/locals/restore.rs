//! Locals that are restored: which these may be, and where they end.
//!
//! A local that cannot be computed again ends after its last use, where it must hold its first value again. The way back starts it from
//! there, so what its initialiser reads must be the same as where it was declared.

use super::{Block, Conflict, Pair, declared, undone};
use crate::access::{Touch, each_touch, effects, overlap_over_time, reads};
use crate::ir::{Place, Stmt, Var};

/// A local that cannot be restored, since its initialiser would give another value.
#[derive(Clone, Debug)]
pub struct Lost {
    /// the local
    pub var: Var,
    /// what its initialiser reads
    pub read: Place,
    /// what changes before its last use
    pub write: Place,
}

/// Whether a local that cannot be computed again looks restored, which shows in a write after the change that is in the way, or in that
/// its last touch is a write.
pub fn may_be_restored(stmts: &[Stmt], conflict: &Conflict) -> bool {
    let var = &conflict.var;
    let (mut last, mut last_write) = (None, 0);
    for (k, stmt) in stmts.iter().enumerate() {
        each_touch(stmt, &mut |touch, place| {
            if place.root == *var {
                last = Some(touch);
                last_write = if touch == Touch::Write { k } else { last_write };
            }
        });
    }
    let looks_so = last == Some(Touch::Write) || last_write > conflict.since;
    is_mutable(stmts, var) && looks_so && !is_changed_once(stmts, var)
}

/// Whether all that happens to a local is one update, which nothing takes back.
fn is_changed_once(stmts: &[Stmt], var: &Var) -> bool {
    let mut changes = Vec::new();
    each_change(stmts, var, &mut changes);
    matches!(changes[..], [Stmt::Update { .. }])
}

fn each_change<'s>(stmts: &'s [Stmt], var: &Var, found: &mut Vec<&'s Stmt>) {
    for stmt in stmts {
        match stmt {
            Stmt::Nested(_, blocks) => blocks.iter().for_each(|block| each_change(block, var, found)),
            stmt if effects([stmt]).writes.iter().any(|write| write.root == *var) => found.push(stmt),
            _ => {}
        }
    }
}

/// Whether a local of the block is declared `mut`.
pub fn is_mutable(stmts: &[Stmt], var: &Var) -> bool {
    stmts.iter().any(|stmt| matches!(stmt, Stmt::Let { var: v, mutable: true, .. } if v == var))
}

/// The ends of restored locals among the statements of a block.
#[derive(Default)]
pub struct Ends {
    /// each after a statement
    ends: Vec<(usize, Stmt)>,
}

impl Ends {
    /// Ends each of the locals in `restored` after its last use, or after the statement that `until` says.
    pub fn of(block: &Block, restored: &[Var], until: &[(Var, usize)]) -> (Self, Vec<Lost>) {
        let (mut ends, mut lost) = (Self::default(), Vec::new());
        // What is declared later may start from what is declared before, and then ends before it.
        for (at, stmt) in block.stmts.iter().enumerate().rev() {
            let Stmt::Let { var, init: Some(init), .. } = stmt else { continue };
            if !restored.contains(var) {
                continue;
            }
            let held = until.iter().filter(|(other, _)| other == var).map(|(_, until)| *until);
            let mut last = ends.last_use(block.stmts, var).max(held.max().unwrap_or(0)).max(at);
            let mut steady = Vec::new();
            reads(init, &mut |read| match restored_since(block.stmts, restored, &read.root, at) {
                Some(written) => last = last.max(written),
                None => steady.push(read.clone()),
            });
            lost.extend(
                steady.into_iter().find_map(|read| {
                    block.changed(&read, at, last).map(|write| Lost { var: var.clone(), read, write })
                }),
            );
            ends.ends.push((last, Stmt::Release { var: var.clone(), value: init.clone() }));
        }
        ends.ends.sort_by_key(|(last, _)| *last);
        (ends, lost)
    }

    fn last_use(&self, stmts: &[Stmt], var: &Var) -> usize {
        let reads_it = |stmt: &Stmt| {
            let mut found = false;
            each_touch(stmt, &mut |_, place| found |= place.root == *var);
            found
        };
        let last = stmts.iter().rposition(reads_it).unwrap_or(0);
        let ends = self.ends.iter().filter(|(_, end)| reads_it(end)).map(|(last, _)| *last);
        ends.max().unwrap_or(0).max(last)
    }

    /// The statements with the ends put in.
    pub fn put_in(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for (k, stmt) in stmts.iter().enumerate() {
            out.push(stmt.clone());
            out.extend(self.ends.iter().filter(|(last, _)| *last == k).map(|(_, end)| end.clone()));
        }
        out
    }

    /// The number of a statement when the ends are put in.
    pub fn shifted(&self, at: usize) -> usize {
        at + self.ends.iter().filter(|(last, _)| *last < at).count()
    }

    /// The same for pairs.
    pub fn shifted_pairs(&self, pairs: &[Pair]) -> Vec<Pair> {
        pairs.iter().map(|(one, other)| (self.shifted(*one), self.shifted(*other))).collect()
    }

    /// The number that a statement, or the one before an end, had before the ends were put in.
    pub fn shifted_back(&self, at: usize) -> usize {
        (0..=at).rev().find(|before| self.shifted(*before) <= at).unwrap_or(0)
    }
}

/// For a restored local that holds its first value at statement `at`, its last write: after that it holds the same again.
fn restored_since(stmts: &[Stmt], restored: &[Var], var: &Var, at: usize) -> Option<usize> {
    if !restored.contains(var) {
        return None;
    }
    let start = stmts.iter().position(|stmt| declared(stmt).contains(var))?;
    let writes = |stmt: &Stmt| effects([stmt]).writes.iter().any(|write| write.root == *var);
    let untouched = !stmts[start..at].iter().any(writes);
    untouched.then(|| stmts.iter().rposition(writes).unwrap_or(at))
}

impl Block<'_> {
    /// The first write after statement `from` and up to statement `to` that changes what was read.
    fn changed(&self, read: &Place, from: usize, to: usize) -> Option<Place> {
        let constant = |var: &Var| !self.written.contains(var);
        let between = (from + 1..=to).filter(|at| !undone(self.pairs, *at, from, to));
        between.flat_map(|at| effects([&self.stmts[at]]).writes).find(|write| overlap_over_time(read, write, &constant))
    }
}

/// Whether an end of `var` is what changes it, as far as something that is to be computed again from it is concerned.
pub fn ends_too_early(stmts: &[Stmt], conflict: &Conflict) -> bool {
    matches!(&stmts[conflict.since], Stmt::Release { var, .. } if *var == conflict.read.root)
}
