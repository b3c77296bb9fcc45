//! Which statements of a block touch which variables, looked up once for all variables.

use super::{Touch, each_touch};
use crate::form::{Stmt, Var};
use crate::hash::Map;

/// How a statement touches a variable, all ways together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touches(u8);

impl Touches {
    /// Whether this is one of the ways.
    pub fn has(self, touch: Touch) -> bool {
        self.0 & (1 << touch as u8) != 0
    }

    /// Whether one of these is one of the ways.
    pub fn has_any(self, touches: &[Touch]) -> bool {
        touches.iter().any(|touch| self.has(*touch))
    }
}

/// For each variable, the statements of a block that touch it, by number and in order.
#[derive(Debug, Default)]
pub struct Timeline(Map<Var, Vec<(usize, Touches)>>);

impl Timeline {
    /// That of a block.
    pub fn of(stmts: &[Stmt]) -> Self {
        let mut timeline = Self::default();
        for (k, stmt) in stmts.iter().enumerate() {
            each_touch(stmt, &mut |touch, place| timeline.note(k, touch, &place.root));
        }
        timeline
    }

    /// A statement touches a variable.
    pub fn note(&mut self, at: usize, touch: Touch, var: &Var) {
        if !self.0.contains_key(var) {
            self.0.insert(var.clone(), Vec::new());
        }
        let times = self.0.get_mut(var).expect("just put in");
        // Most come in order.
        let found = match times.last() {
            Some((last, _)) if *last >= at => times.binary_search_by_key(&at, |(k, _)| *k),
            _ => Err(times.len()),
        };
        let k = found.unwrap_or_else(|k| {
            times.insert(k, (at, Touches::default()));
            k
        });
        times[k].1.0 |= 1 << touch as u8;
    }

    /// A statement touches a variable no longer.
    pub fn forget(&mut self, at: usize, var: &Var) {
        let Some(times) = self.0.get_mut(var) else { return };
        if let Ok(k) = times.binary_search_by_key(&at, |(k, _)| *k) {
            times.remove(k);
        }
    }

    /// The statements that touch a variable, by number and in order, and how.
    pub fn times(&self, var: &Var) -> &[(usize, Touches)] {
        self.0.get(var).map_or(&[], |times| times)
    }

    /// The statements after number `at` that touch a variable.
    pub fn after(&self, var: &Var, at: usize) -> &[(usize, Touches)] {
        let times = self.times(var);
        &times[times.partition_point(|(k, _)| *k <= at)..]
    }

    /// The statements that touch one of some variables in one of these ways, by number, in order.
    pub fn any(&self, vars: &[Var], how: &[Touch]) -> Vec<usize> {
        let times = vars.iter().flat_map(|var| self.times(var)).filter(|(_, touches)| touches.has_any(how));
        let mut times: Vec<usize> = times.map(|(k, _)| *k).collect();
        times.sort_unstable();
        times.dedup();
        times
    }
}
