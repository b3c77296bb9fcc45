//! A block while statements in it change, go and move. Each keeps its number as long as it stays where it is, and what is asked about
//! variables is looked up by these numbers, so that a long block is gone through once and not once for each of its statements.

use crate::access::{Timeline, Touch, each_touch};
use crate::hash::Map;
use crate::ir::{Place, Renaming, Stmt, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Included, Unbounded};
use std::rc::Rc;

/// Between the numbers of statements at first, so that others find room.
const APART: usize = 1 << (usize::BITS / 2);

pub(super) struct Lines<'p> {
    stmts: BTreeMap<usize, Stmt>,
    timeline: Timeline,
    /// what callers may lend, so that two of them may be one and the same
    is_place: &'p dyn Fn(&Place) -> bool,
    /// the statements that change such a place
    changes: BTreeSet<usize>,
    /// those that end the life of a variable of a name, and so that of its gradient
    ends: Map<Rc<str>, Vec<usize>>,
    /// those by which a loop may be left
    leaves: Vec<usize>,
}

impl<'p> Lines<'p> {
    pub fn of(stmts: Vec<Stmt>, is_place: &'p dyn Fn(&Place) -> bool) -> Self {
        let (timeline, changes, ends, leaves) = Default::default();
        let mut lines = Self { stmts: BTreeMap::new(), timeline, is_place, changes, ends, leaves };
        for (k, stmt) in stmts.into_iter().enumerate() {
            let at = (k + 1) * APART;
            let mut end = |var: &Var| lines.ends.entry(var.name.clone()).or_default().push(at);
            match &stmt {
                Stmt::Release { var, .. } => end(var),
                Stmt::Forget { vars, .. } => vars.iter().for_each(end),
                Stmt::Repack(repack) => repack.from.iter().for_each(end),
                Stmt::Leave(_) => lines.leaves.push(at),
                _ => {}
            }
            lines.insert(at, stmt);
        }
        lines
    }

    pub fn into_stmts(self) -> Vec<Stmt> {
        self.stmts.into_values().collect()
    }

    /// The numbers of some statements, as they are at the moment.
    pub fn numbers(&self, wanted: fn(&Stmt) -> bool) -> Vec<usize> {
        self.stmts.iter().filter(|(_, stmt)| wanted(stmt)).map(|(at, _)| *at).collect()
    }

    pub fn get(&self, at: usize) -> &Stmt {
        &self.stmts[&at]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Stmt> {
        self.stmts.values()
    }

    pub fn set(&mut self, at: usize, stmt: Stmt) {
        self.remove(at);
        self.insert(at, stmt);
    }

    pub fn remove(&mut self, at: usize) -> Stmt {
        let stmt = self.stmts.remove(&at).expect("it is there");
        each_touch(&stmt, &mut |_, place| self.timeline.forget(at, &place.root));
        self.changes.remove(&at);
        stmt
    }

    fn insert(&mut self, at: usize, stmt: Stmt) {
        each_touch(&stmt, &mut |touch, place| {
            self.timeline.note(at, touch, &place.root);
            if matches!(touch, Touch::Write | Touch::Bind) && (self.is_place)(place) {
                self.changes.insert(at);
            }
        });
        self.stmts.insert(at, stmt);
    }

    /// Moves a statement behind a later one, if there is room.
    pub fn move_behind(&mut self, from: usize, to: usize) -> bool {
        let next = self.stmts.range((Excluded(to), Unbounded)).next().map_or(to + APART, |(next, _)| *next);
        let at = to + (next - to) / 2;
        if at > to {
            let stmt = self.remove(from);
            self.insert(at, stmt);
        }
        at > to
    }

    /// The first statement after one that touches a variable at all.
    pub fn next_touch(&self, var: &Var, after: usize) -> Option<usize> {
        self.timeline.after(var, after).first().map(|(at, _)| *at)
    }

    /// The last statement after one that touches a variable at all.
    pub fn last_touch(&self, var: &Var, after: usize) -> Option<usize> {
        self.timeline.after(var, after).last().map(|(at, _)| *at)
    }

    /// The first statement after one, up to another, that touches a variable in one of some ways.
    pub fn first(&self, how: &[Touch], var: &Var, after: usize, until: usize) -> Option<usize> {
        let mut times = self.timeline.after(var, after).iter().take_while(|(at, _)| *at <= until);
        times.find(|(_, touches)| touches.has_any(how)).map(|(at, _)| *at)
    }

    /// Whether the life of a variable ends after one statement, up to another.
    pub fn ends(&self, var: &Var, after: usize, until: usize) -> bool {
        let ends = self.ends.get(&var.name).map_or(&[][..], |ends| ends);
        ends.get(ends.partition_point(|at| *at <= after)).is_some_and(|at| *at <= until)
    }

    /// Whether a place that callers may lend changes after one statement, up to another.
    pub fn changes(&self, after: usize, until: usize) -> bool {
        after < until && self.changes.range((Excluded(after), Included(until))).next().is_some()
    }

    /// Whether a loop may be left after one statement, up to another.
    pub fn leaves(&self, after: usize, until: usize) -> bool {
        self.leaves.iter().any(|at| after < *at && *at <= until)
    }

    /// Gives a variable another name in all statements after one.
    pub fn rename(&mut self, from: &Var, to: &Var, after: usize) {
        let name = |var: &Var| (var == from).then(|| to.clone());
        let renaming = Renaming { name: &name, place: &|_| {} };
        while let Some(at) = self.next_touch(from, after) {
            let mut stmt = self.remove(at);
            renaming.stmts(std::slice::from_mut(&mut stmt));
            self.insert(at, stmt);
        }
    }
}
