//! Whether what a computation reads is still there when it is run again.
//!
//! A walk from the last statement to the first that knows which writes are still to come. In a branch these are the ones further down;
//! in a loop they are all of its writes, since another iteration may follow.

use super::slice::filter;
use crate::access::{bound, effects_outside, overlap_over_time};
use crate::ir::{Head, Place, Stmt, Var};

/// What a computation reads, and the write that changes it afterwards.
#[derive(Clone, Debug)]
pub struct Disturbance {
    /// the statement that reads
    pub from: usize,
    /// what it reads
    pub read: Place,
    /// what changes
    pub write: Place,
    /// the statement that changes it
    pub since: usize,
}

/// The writes of a statement, by its number.
type Writes = Vec<(usize, Place)>;

/// A walk over one statement of a block.
pub struct Walk<'w> {
    /// its number
    pub at: usize,
    /// what is computed, and so neither read from outside nor changed there
    pub keep: &'w [Var],
    /// whether a variable always holds the same
    pub constant: &'w dyn Fn(&Var) -> bool,
    own: Vec<Var>,
    found: Vec<Disturbance>,
}

impl<'w> Walk<'w> {
    /// What the part of `stmt` that computes `keep` reads and what `later`, or the rest of the statement, then changes.
    pub fn of(
        stmt: &Stmt,
        at: usize,
        keep: &'w [Var],
        later: &Writes,
        constant: &'w dyn Fn(&Var) -> bool,
    ) -> Vec<Disturbance> {
        let mut walk = Self { at, keep, constant, own: bound(stmt), found: Vec::new() };
        walk.statement(stmt, &mut later.clone());
        walk.found
    }

    fn statement(&mut self, stmt: &Stmt, later: &mut Writes) {
        let part = filter(stmt, self.keep).ok().flatten();
        match (stmt, &part) {
            (Stmt::Nested(head, blocks), Some(Stmt::Nested(kept, _))) => {
                if head.repeats() {
                    self.write(stmt, later);
                }
                let after = later.clone();
                for block in blocks {
                    let mut later_here = after.clone();
                    block.iter().rev().for_each(|stmt| self.statement(stmt, &mut later_here));
                    later.extend(later_here.drain(after.len()..));
                }
                // What was decided before is read before, and what tells it afterwards after all.
                let told = matches!((head, kept), (Head::If { pre, .. }, Head::If { pre: told, .. }) if pre != told);
                self.read(&Stmt::Nested(kept.clone(), Vec::new()), if told { &after } else { later });
            }
            (_, Some(part)) => self.read(part, later),
            (_, None) => self.write(stmt, later),
        }
    }

    fn write(&self, stmt: &Stmt, later: &mut Writes) {
        let writes = effects_outside([stmt], &self.own).writes;
        later.extend(writes.into_iter().filter(|write| !self.keep.contains(&write.root)).map(|write| (self.at, write)));
    }

    fn read(&mut self, part: &Stmt, later: &Writes) {
        for read in effects_outside([part], &self.own).reads {
            if self.keep.contains(&read.root) {
                continue;
            }
            let changes = later.iter().filter(|(_, write)| overlap_over_time(&read, write, self.constant));
            if let Some((since, write)) = changes.min_by_key(|(since, _)| *since) {
                self.found.push(Disturbance { from: self.at, read, write: write.clone(), since: *since });
            }
        }
    }
}
