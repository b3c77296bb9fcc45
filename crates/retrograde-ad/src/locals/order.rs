//! What comes after what: groups of locals and those that they are computed from.

use crate::hash::Map;
use crate::ir::Var;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// For each of some groups, the numbers of those whose locals it reads.
pub(super) struct Needs(Vec<BTreeSet<usize>>);

impl Needs {
    /// The groups are given by their locals, and by the roots of what they read.
    pub(super) fn of<'v>(groups: &[&'v [Var]], reads: impl Fn(usize) -> Vec<&'v Var>) -> Self {
        let owned = groups.iter().enumerate().flat_map(|(k, vars)| vars.iter().map(move |var| (var, k)));
        let owner: Map<&Var, usize> = owned.collect();
        let owner = &owner;
        let needs = |k: usize| reads(k).into_iter().filter_map(|var| owner.get(var).copied()).filter(move |l| *l != k);
        Self((0..groups.len()).map(|k| needs(k).collect()).collect())
    }

    /// All numbers, each after those that it needs; of those that could come next, the lowest. Where some need each other, the lowest
    /// of what is left comes first.
    pub(super) fn in_order(&self) -> Vec<usize> {
        let (mut order, mut left) = self.before_circles();
        while let Some(first) = left.pop_first() {
            order.push(first);
            let mut ready: BinaryHeap<Reverse<usize>> = BinaryHeap::new();
            let is_ready = |k: &usize, left: &BTreeSet<usize>| self.0[*k].is_disjoint(left);
            ready.extend(left.iter().filter(|k| is_ready(k, &left)).map(|k| Reverse(*k)));
            while let Some(Reverse(next)) = ready.pop() {
                if left.remove(&next) {
                    order.push(next);
                    ready.extend(left.iter().filter(|k| is_ready(k, &left)).map(|k| Reverse(*k)));
                }
            }
        }
        order
    }

    /// The numbers that can be put in order, and those that need each other, directly or through others, or need such.
    fn before_circles(&self) -> (Vec<usize>, BTreeSet<usize>) {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        for (k, needs) in self.0.iter().enumerate() {
            needs.iter().for_each(|needed| users[*needed].push(k));
        }
        let mut open: Vec<usize> = self.0.iter().map(BTreeSet::len).collect();
        let ready = open.iter().enumerate().filter(|(_, open)| **open == 0).map(|(k, _)| Reverse(k));
        let mut ready: BinaryHeap<Reverse<usize>> = ready.collect();
        let mut left: BTreeSet<usize> = (0..self.0.len()).collect();
        let mut order = Vec::new();
        while let Some(Reverse(k)) = ready.pop() {
            order.push(k);
            left.remove(&k);
            for user in &users[k] {
                open[*user] -= 1;
                if open[*user] == 0 {
                    ready.push(Reverse(*user));
                }
            }
        }
        (order, left)
    }

    /// The first two that need each other, directly or through others.
    pub(super) fn circle(&self) -> Option<(usize, usize)> {
        let (_, left) = self.before_circles();
        let reaches = |from: usize, to: usize| {
            let (mut reached, mut next) = (BTreeSet::from([from]), vec![from]);
            while let Some(k) = next.pop() {
                if self.0[k].contains(&to) {
                    return true;
                }
                next.extend(self.0[k].iter().filter(|l| reached.insert(**l)));
            }
            false
        };
        let with = |k: usize| left.range(k + 1..).find(|l| reaches(k, **l) && reaches(**l, k)).map(|l| (k, *l));
        left.iter().find_map(|k| with(*k))
    }

    /// What each needs.
    pub(super) fn of_group(&self, k: usize) -> impl Iterator<Item = usize> {
        self.0[k].iter().copied()
    }
}
