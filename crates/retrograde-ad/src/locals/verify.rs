//! Whether what a computation reads is still there when it is run again.
//!
//! A walk through a statement from its end to its beginning that knows which writes are still to come. In a branch these are the ones further down;
//! in a loop they are all of its writes, since another iteration may follow.

use super::slice::{filter, has_part, kept_head};
use crate::access::{Effects, bound, effects_outside, overlap_over_time};
use crate::hash::{Map, Set};
use crate::ir::{Head, Place, Stmt, Var};
use std::ops::RangeInclusive;

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

/// The writes of the statements of a block, by what they change.
pub struct Writes(Map<Var, Vec<(usize, Place)>>);

impl Writes {
    /// Those of statements with these effects.
    pub fn of(effects: Vec<Effects>) -> Self {
        let mut found: Map<Var, Vec<(usize, Place)>> = Map::default();
        for (k, effects) in effects.into_iter().enumerate() {
            for write in effects.writes {
                found.entry(write.root.clone()).or_default().push((k, write));
            }
        }
        Self(found)
    }

    /// Those of some statements that may change part of a place, in order.
    pub fn to<'w>(
        &'w self,
        place: &'w Place,
        stmts: RangeInclusive<usize>,
        constant: &'w dyn Fn(&Var) -> bool,
    ) -> impl Iterator<Item = &'w (usize, Place)> {
        let all = self.0.get(&place.root).map_or(&[][..], |writes| writes);
        let from = all.partition_point(|(at, _)| at < stmts.start());
        let these = all[from..].iter().take_while(move |(at, _)| at <= stmts.end());
        these.filter(move |(_, write)| overlap_over_time(place, write, constant))
    }
}

/// What is written after a statement of a block.
#[derive(Clone, Copy)]
pub struct Later<'w> {
    /// all writes of the block
    pub writes: &'w Writes,
    /// the last statement of which they count
    pub last: usize,
    /// the statements of which they do not
    pub undone: &'w dyn Fn(usize) -> bool,
}

/// A walk over one statement of a block.
pub struct Walk<'w> {
    /// its number
    at: usize,
    /// what is computed, and so neither read from outside nor changed there
    keep: &'w Set<Var>,
    /// whether a variable always holds the same
    constant: &'w dyn Fn(&Var) -> bool,
    later: Later<'w>,
    own: Set<Var>,
    found: Vec<Disturbance>,
}

impl<'w> Walk<'w> {
    /// What the part of `stmt` that computes `keep` reads and what `later`, or the rest of the statement, then changes.
    pub fn of(
        stmt: &Stmt,
        at: usize,
        keep: &'w Set<Var>,
        later: Later<'w>,
        constant: &'w dyn Fn(&Var) -> bool,
    ) -> Vec<Disturbance> {
        let mut walk = Self { at, keep, constant, later, own: bound(stmt).into_iter().collect(), found: Vec::new() };
        walk.statement(stmt, &mut Vec::new());
        walk.found
    }

    fn statement(&mut self, stmt: &Stmt, later: &mut Vec<Place>) {
        match stmt {
            stmt if !has_part(stmt, self.keep) => self.write(stmt, later),
            Stmt::Nested(head, blocks) => {
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
                let Ok(kept) = kept_head(head, blocks, self.keep) else { return self.write(stmt, later) };
                let told = matches!((head, &kept), (Head::If { pre, .. }, Head::If { pre: told, .. }) if pre != told);
                self.read(&Stmt::Nested(kept, Vec::new()), if told { &after } else { later });
            }
            stmt => filter(stmt, self.keep).iter().flatten().for_each(|part| self.read(part, later)),
        }
    }

    fn write(&self, stmt: &Stmt, later: &mut Vec<Place>) {
        let writes = effects_outside([stmt], &|var| self.own.contains(var)).writes;
        later.extend(writes.into_iter().filter(|write| !self.keep.contains(&write.root)));
    }

    fn read(&mut self, part: &Stmt, later: &[Place]) {
        for read in effects_outside([part], &|var| self.own.contains(var)).reads {
            if self.keep.contains(&read.root) {
                continue;
            }
            let Later { writes, last, undone } = self.later;
            let here = later.iter().find(|write| overlap_over_time(&read, write, self.constant));
            let change = here.map(|write| (self.at, write.clone())).or_else(|| {
                let mut after = writes.to(&read, self.at + 1..=last, self.constant);
                after.find(|(at, _)| !undone(*at)).cloned()
            });
            if let Some((since, write)) = change {
                self.found.push(Disturbance { from: self.at, read, write, since });
            }
        }
    }
}
