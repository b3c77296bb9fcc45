//! How each local ends: it can be computed again until its last use, or it must be restored.
//!
//! A local is *recomputable* if everything that its defining statements read stays unchanged until its last use. It is then
//! forgotten after that use, with the slice of statements that computes it again. Locals that one statement defines together,
//! or of which one reads another that changes later, are computed again together: they form a group. A local that has ended
//! by then is computed again on the way, and ends there once more.
//!
//! A local that never changes may be *apart* from those it is computed from: if these cannot be there as long as it is used, it is
//! computed from copies of them, as they were where it is declared.

mod candidate;
mod forget;
mod order;
pub mod restore;
pub mod sink;
mod slice;
mod verify;

pub use forget::{Group, forget};

use crate::access::{Effects, Timeline, Touch, each_touch, each_write, effects, overlap_over_time};
use crate::hash::Set;
use crate::invert;
use crate::ir::{Head, Place, Stmt, Var};
use crate::tables::Tables;
use candidate::{Candidate, Cell, Part, blamed, join, needs, settle_last_uses};
use forget::{USES, Uses, in_order, last_seen};
use verify::{Disturbance, Later, Walk, Writes};

/// Why a local cannot be computed again.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// the local
    pub var: Var,
    /// what its definition reads
    pub read: Place,
    /// the write that changes it before the last use; `None` if a definition changes something else too
    pub write: Option<Place>,
    /// the statement that does this
    pub since: usize,
    /// the statement with the last use
    pub last: usize,
}

/// The variables that a function ever writes.
pub type Written = Set<Var>;

/// Collects them.
pub fn written(stmts: &[Stmt]) -> Written {
    let mut found = Written::default();
    for stmt in stmts {
        each_write(stmt, &mut |place| {
            found.insert(place.root.clone());
        });
    }
    found
}

/// Two statements of a block, of which the second undoes the first: what they change is the same before the one and after the other.
pub type Pair = (usize, usize);

/// The statements of a block, and what is known of them.
pub struct Block<'b> {
    /// the statements
    pub stmts: &'b [Stmt],
    /// those that undo others
    pub pairs: &'b [Pair],
    /// the variables that the function ever writes
    pub written: &'b Written,
    /// whether its statements can be undone
    pub reversible: bool,
}

impl Block<'_> {
    /// Sorts the locals of the block, less those in `ended`, into groups that can be computed again and those that cannot. A local that
    /// never changes, but is computed from others that do, is tried apart from them if nothing else works.
    pub fn classify(&self, ended: &[Var]) -> (Vec<Group>, Vec<Conflict>) {
        let first = self.classify_apart(ended, &[]);
        let mut apart: Vec<Var> = Vec::new();
        let mut left = first.1.clone();
        while self.reversible && !left.is_empty() {
            let before = apart.len();
            let fixed = left.into_iter().map(|conflict| conflict.var).filter(|var| is_fixed(self.stmts, var));
            for var in fixed.filter(|var| !ended.contains(var)) {
                if !apart.contains(&var) {
                    apart.push(var);
                }
            }
            if apart.len() == before {
                break;
            }
            let (groups, conflicts) = self.classify_apart(ended, &apart);
            if conflicts.is_empty() {
                return (groups, conflicts);
            }
            left = conflicts;
        }
        first
    }

    /// The same with some locals apart. Locals that one loop defines are better computed again in one loop; if that does not work for
    /// all of them, each is tried alone.
    fn classify_apart(&self, ended: &[Var], apart: &[Var]) -> (Vec<Group>, Vec<Conflict>) {
        let together = self.classify_joined(ended, apart, |_| true);
        if together.1.is_empty() {
            return together;
        }
        self.classify_joined(ended, apart, |stmt| {
            matches!(stmt, Stmt::Call { .. } | Stmt::Swap(..) | Stmt::Nested(Head::While { .. }, _))
        })
    }

    fn classify_joined(&self, ended: &[Var], apart: &[Var], joins: fn(&Stmt) -> bool) -> (Vec<Group>, Vec<Conflict>) {
        let stmts = self.stmts;
        let locals: Vec<Var> = stmts.iter().flat_map(declared).filter(|var| !ended.contains(var)).cloned().collect();
        let mut partition: Vec<Cell> = locals.iter().map(Cell::new).collect();
        for stmt in stmts.iter().filter(|stmt| joins(stmt)) {
            join(&mut partition, &touched(stmt, &[Touch::Write], &locals));
        }
        for stmt in stmts {
            if let Stmt::View { vars, .. } = stmt {
                join(&mut partition, vars);
            }
        }
        let mut whole: Vec<Effects> = stmts.iter().map(|stmt| effects([stmt])).collect();
        for (stmt, effects) in stmts.iter().zip(&mut whole) {
            // What is released can be read by nothing that is computed again later.
            if let Stmt::Release { var, .. } = stmt {
                effects.writes.push(Place::var(var));
            }
        }
        let (writes, timeline) = (Writes::of(whole), Timeline::of(stmts));
        'again: loop {
            let is_apart = |cell: &Cell| matches!(&cell.vars[..], [var] if apart.contains(var));
            let candidate = |cell: &Cell| {
                let alone = if is_apart(cell) { Candidate::apart(&cell.vars[0], stmts) } else { None };
                alone.map_or_else(|| Candidate::of(cell, stmts, &timeline), Ok)
            };
            let mut groups: Vec<Result<Candidate, Box<Conflict>>> = partition.iter().map(candidate).collect();
            let needs = needs(&groups);
            if let Some((one, other)) = needs.circle() {
                let together = [&partition[one].vars[0], &partition[other].vars[0]].map(Var::clone);
                join(&mut partition, &together);
                continue;
            }
            settle_last_uses(&mut groups, &needs);
            let mut good = Vec::new();
            let mut bad: Vec<Conflict> = Vec::new();
            for k in 0..groups.len() {
                let conflict = match &groups[k] {
                    Ok(candidate) => match self.disturbed(candidate, &writes) {
                        None => {
                            good.push(candidate.group());
                            continue;
                        }
                        Some(disturbed) => {
                            let shorter = self.cancelled(candidate, &writes);
                            if shorter.as_ref().is_some_and(|shorter| self.disturbed(shorter, &writes).is_none()) {
                                good.extend(shorter.map(|shorter| Group { cancelled: true, ..shorter.group() }));
                                continue;
                            }
                            let earlier = self.before_the_last(candidate, &groups);
                            if earlier.is_some_and(|earlier| self.disturbed(&earlier, &writes).is_none()) {
                                good.push(candidate.group());
                                continue;
                            }
                            candidate.conflict(disturbed)
                        }
                    },
                    Err(conflict) => (**conflict).clone(),
                };
                if let Some(other) = locals.iter().find(|var| **var == conflict.read.root && !is_apart(&partition[k])) {
                    let together = [partition[k].vars[0].clone(), other.clone()];
                    if !partition[k].vars.contains(other) {
                        join(&mut partition, &together);
                        continue 'again;
                    }
                }
                if partition[k].recall(&conflict, ended, stmts) {
                    continue 'again;
                }
                let conflict = partition[k].conflict.clone().unwrap_or(conflict);
                for var in blamed(&groups, &partition, k, conflict.since) {
                    if !bad.iter().any(|known| known.var == var) {
                        bad.push(Conflict { var, ..conflict.clone() });
                    }
                }
            }
            return (in_order(good), bad);
        }
    }

    /// The candidate without statements that undo each other, if there are any. They are what the user wrote and leave rounding errors,
    /// so all of them are tried first.
    fn cancelled(&self, candidate: &Candidate, writes: &Writes) -> Option<Candidate> {
        if !self.reversible {
            return None;
        }
        let constant = |var: &Var| !self.written.contains(var);
        let stays = |part: &Part, until: usize| {
            !part.reads.iter().any(|read| writes.to(read, part.at..=until, &constant).next().is_some())
        };
        let mut parts: Vec<Part> = Vec::new();
        for part in &candidate.parts {
            if parts.last().is_some_and(|before| undoes(&part.stmt, &before.stmt) && stays(before, part.at)) {
                parts.pop();
            } else {
                parts.push(part.clone());
            }
        }
        (parts.len() < candidate.parts.len()).then(|| Candidate { parts, ..candidate.clone() })
    }

    /// The candidate without the last changes of its locals, which nobody sees, if what each of these is computed from changes only
    /// after them: in the same branch, say.
    fn before_the_last(&self, candidate: &Candidate, groups: &[Result<Candidate, Box<Conflict>>]) -> Option<Candidate> {
        // An ordinary function has nothing that leaves them out.
        if !self.reversible {
            return None;
        }
        let (vars, end) = (&candidate.vars, candidate.last);
        let needed = groups.iter().flatten().filter(|other| other.vars != *vars && other.reads_any(vars));
        let parts = candidate.parts.iter().map(|part| part.at);
        let seen = last_seen(self.stmts, vars, &Uses::of(self.stmts).of_any(vars), parts, end);
        let last = needed.map(|other| other.last).max().unwrap_or(0).max(seen);
        if last >= end {
            return None;
        }
        let constant = |var: &Var| !self.written.contains(var);
        let changes_first = |var: &Var| {
            let touches = |stmt: &Stmt| !touched(stmt, &USES, std::slice::from_ref(var)).is_empty();
            let reads = candidate.reads_for(var, self.stmts);
            let disturbs = |write: &Place| reads.iter().any(|read| overlap_over_time(read, write, &constant));
            come_first(&self.stmts[last + 1..=end], &touches, &disturbs)
        };
        let parts = || candidate.parts.iter().filter(|part| part.at <= last).cloned().collect();
        vars.iter().all(changes_first).then(|| Candidate { parts: parts(), last, ..candidate.clone() })
    }

    /// What the statements of a candidate read and something changes before its last use. A length does not change, but what has it ends.
    fn disturbed(&self, candidate: &Candidate, writes: &Writes) -> Option<Disturbance> {
        let constant = |var: &Var| !self.written.contains(var);
        let (first, last) = (candidate.parts.first()?.at, candidate.last);
        let changed = candidate.parts.iter().rev().flat_map(|part| {
            let undone = |at| undone(self.pairs, at, part.at, last);
            Walk::of(&self.stmts[part.at], part.at, &part.keep, Later { writes, last, undone: &undone }, &constant)
        });
        let ended = candidate.lengths.iter().filter_map(|length| {
            let whole = Place::var(&length.root);
            let ends = |at: usize| matches!(&self.stmts[at], Stmt::Release { var, .. } if *var == length.root);
            let since = writes.to(&whole, first..=last, &constant).map(|(at, _)| *at).find(|at| ends(*at))?;
            Some(Disturbance { from: first, read: length.clone(), write: whole, since })
        });
        changed.chain(ended).min_by_key(|disturbed| (disturbed.from, disturbed.since))
    }
}

/// Whether one statement is the inverse of another.
fn undoes(stmt: &Stmt, other: &Stmt) -> bool {
    let changes =
        matches!(other, Stmt::Update { .. } | Stmt::Mapped(_) | Stmt::Swap(..) | Stmt::Call { .. } | Stmt::Nested(..));
    changes && *invert::block(std::slice::from_ref(other), &Tables::default()) == *std::slice::from_ref(stmt)
}

/// Whether what statement `at` changes is the same after statement `from` and after statement `to`, because another undoes it.
fn undone(pairs: &[Pair], at: usize, from: usize, to: usize) -> bool {
    pairs.iter().any(|(one, other)| from < *one && *other <= to && (at == *one || at == *other))
}

/// Whether all parts of statements that touch something come before those that disturb it.
fn come_first(stmts: &[Stmt], touches: &dyn Fn(&Stmt) -> bool, disturbs: &dyn Fn(&Place) -> bool) -> bool {
    let calm = |stmt: &Stmt| !effects([stmt]).writes.iter().any(disturbs);
    let Some(last) = stmts.iter().rposition(touches) else { return true };
    let in_order = match &stmts[last] {
        Stmt::Nested(head, blocks) if !head.repeats() => {
            blocks.iter().all(|block| come_first(block, touches, disturbs))
        }
        stmt => calm(stmt),
    };
    in_order && stmts[..last].iter().all(calm)
}

/// Whether a local of the block never changes.
fn is_fixed(stmts: &[Stmt], var: &Var) -> bool {
    stmts.iter().any(|stmt| matches!(stmt, Stmt::Let { var: v, mutable: false, init: Some(_), .. } if v == var))
}

/// The locals that a statement starts.
fn declared(stmt: &Stmt) -> &[Var] {
    match stmt {
        Stmt::Let { var, .. } => std::slice::from_ref(var),
        Stmt::View { vars, .. } => vars,
        _ => &[],
    }
}

fn touched(stmt: &Stmt, how: &[Touch], among: &[Var]) -> Vec<Var> {
    let mut found: Vec<Var> = Vec::new();
    each_touch(stmt, &mut |touch, place| {
        if how.contains(&touch) && among.contains(&place.root) && !found.contains(&place.root) {
            found.push(place.root.clone());
        }
    });
    found
}
