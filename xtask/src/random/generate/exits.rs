//! Draws what ordinary functions have besides loops over ranges and plain branches: loops that end somewhere, `match`, labels, and exits
//! from what is around. Every loop has a limit of its own.

use super::Builder;
use super::scope::{Bound, High, Role};
use crate::random::ast::{Arm, Exit, Stmt, Type};
use std::rc::Rc;

/// Something that can be left.
pub struct Level {
    label: Option<Rc<str>>,
    is_loop: bool,
}

impl Builder<'_> {
    /// Writes what can be left by `break`, now and then with a label.
    pub fn in_level<T>(&mut self, is_loop: bool, write: impl FnOnce(&mut Self) -> T) -> (Option<Rc<str>>, T) {
        let label = (!is_loop || self.rng.chance(40)).then(|| {
            self.labels += 1;
            Rc::from(format!("l{}", self.labels))
        });
        self.levels.push(Level { label: label.clone(), is_loop });
        let written = write(self);
        self.levels.pop();
        (label, written)
    }

    /// `let mut lap = 0; while lap < 3 && s > 0.5 { lap += 1; .. }`, or with `loop`
    pub fn free_repeat(&mut self) -> Option<Vec<Stmt>> {
        let (most, endless) = (1 + self.rng.below(4), self.rng.chance(50));
        let turns = self.turns;
        self.turns *= most;
        let condition = self.rng.chance(60).then(|| self.condition(0));
        let (label, (var, body)) = self.in_level(true, |this| {
            this.scoped(|this| {
                let name = this.scope.fresh_name(&["lap", "turn"], false);
                let info = this.scope.declare(name, Type::Usize, Role::Input, false);
                info.bound = Some(Bound { low: 1, high: High::Const(most + 1) });
                let var = info.var.clone();
                let count = 1 + this.rng.below(3);
                (var, this.block(count, Self::ordinary_stmt))
            })
        });
        self.turns = turns;
        if body.is_empty() {
            return None;
        }
        Some(labelled(label, Stmt::Repeat { var, most, condition, endless, body }))
    }

    /// `'a: { .. }`
    pub fn free_labelled(&mut self) -> Option<Vec<Stmt>> {
        let (label, body) = self.in_level(false, |this| {
            let count = 2 + this.rng.below(3);
            this.scoped(|this| this.block(count, Self::ordinary_stmt))
        });
        // A loop alone would be what has the label.
        let is_loop = matches!(body.as_slice(), [only] if only.is_loop());
        if body.is_empty() || is_loop { None } else { Some(vec![Stmt::Labelled { label: label?, body }]) }
    }

    /// `match k { 0 => { .. } n if n > 2 => { .. } _ => { .. } }`
    pub fn free_match(&mut self) -> Option<Vec<Stmt>> {
        let value = self.int(0);
        // A literal alone has no type of its own.
        if !self.scope.is_typed(&value) {
            return None;
        }
        let count = 1 + self.rng.below(3);
        let mut goes_on = false;
        let arms = (0..=count).map(|k| {
            self.scoped(|this| {
                let pattern = this.pattern(k == count);
                // A guard has no room for the loop that a chain becomes.
                let chained = std::mem::replace(&mut this.chained, usize::MAX);
                let guard = (k < count && this.rng.chance(40)).then(|| this.condition(0));
                this.chained = chained;
                let body = this.branch_body(k < count || goes_on);
                goes_on |= !leaves(&body);
                Arm { pattern, guard, body }
            })
        });
        let arms: Vec<Arm> = arms.collect();
        if arms.iter().all(|arm| arm.body.is_empty()) { None } else { Some(vec![Stmt::Match { value, arms }]) }
    }

    /// What a branch does; it may end with an exit.
    pub fn branch_body(&mut self, may_leave: bool) -> Vec<Stmt> {
        let count = self.rng.below(4);
        self.scoped(|this| {
            let mut body = this.block(count, Self::ordinary_stmt);
            if may_leave && this.rng.chance(35) {
                body.push(Stmt::Exit(this.exit()));
            }
            body
        })
    }

    pub fn exit(&mut self) -> Exit {
        let mut exits = Vec::new();
        // Inside a block with a label it must be said what is left.
        if self.levels.last().is_some_and(|level| level.is_loop) {
            exits.extend([Exit::Break(None), Exit::Continue(None)]);
        }
        for level in self.levels.iter().filter(|level| level.label.is_some()) {
            exits.push(Exit::Break(level.label.clone()));
            if level.is_loop {
                exits.push(Exit::Continue(level.label.clone()));
            }
        }
        if exits.is_empty() || self.rng.chance(20) {
            return Exit::Return(self.returned());
        }
        self.rng.pick(&exits).clone()
    }
}

/// A loop with its label, if it has one.
pub fn labelled(label: Option<Rc<str>>, stmt: Stmt) -> Vec<Stmt> {
    match label {
        Some(label) => vec![Stmt::Labelled { label, body: vec![stmt] }],
        None => vec![stmt],
    }
}

/// Whether what follows a block is not come to.
pub fn leaves(body: &[Stmt]) -> bool {
    matches!(body.last(), Some(Stmt::Exit(_)))
}
