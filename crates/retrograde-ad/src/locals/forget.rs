//! The ends of locals that can be computed again.

use super::order::Needs;
use super::touched;
use crate::access::{Effects, Timeline, Touch, bound, each_touch, effects};
use crate::hash::Map;
use crate::ir::{Head, Renaming, Stmt, Var, all_stmts};

/// Locals that are computed again together.
#[derive(Debug)]
pub struct Group {
    /// the locals
    pub vars: Vec<Var>,
    /// what computes them, each part of a statement with its number
    pub slice: Vec<(usize, Stmt)>,
    /// locals that have ended, and that it computes again on the way
    pub recalled: Vec<Var>,
    /// the statement with their last use
    pub last: usize,
    /// whether it is only there that they hold what the slice computes, because statements that undo each other are left out of it
    pub(super) cancelled: bool,
}

impl Group {
    /// The statements that compute the locals.
    pub fn stmts(&self) -> impl Iterator<Item = &Stmt> + Clone {
        self.slice.iter().map(|(_, stmt)| stmt)
    }

    /// The variables that must be there when it is computed again.
    fn needed(&self) -> Vec<Var> {
        let Effects { reads, lengths, .. } = effects(self.stmts());
        let roots = reads.into_iter().chain(lengths).map(|place| place.root);
        roots.filter(|root| !self.recalled.contains(root)).collect()
    }

    /// Leaves out the last changes of the locals, which nobody sees; `needed` is how long others need them. These statements do nothing
    /// else, and are marked.
    fn shorten(&mut self, stmts: &mut [Stmt], uses: &Uses, needed: usize) {
        if self.cancelled {
            return;
        }
        let parts = self.slice.iter().map(|(at, _)| *at);
        let used = uses.of_any(&self.vars);
        let last = last_seen(stmts, &self.vars, &used, parts, self.last).max(needed);
        for at in used.into_iter().filter(|at| (last + 1..=self.last).contains(at)) {
            if let Some(marked) = idle(&stmts[at], &self.vars) {
                stmts[at] = marked;
            }
        }
        self.slice.retain(|(at, _)| *at <= last);
        self.last = last;
    }
}

/// The last statement up to number `last` that does more than change the locals, as far as it has to do with them at all, or that is
/// one of the `parts` which compute something else on the way: that must come to its end.
pub(super) fn last_seen(
    stmts: &[Stmt],
    vars: &[Var],
    used: &[usize],
    parts: impl Iterator<Item = usize>,
    last: usize,
) -> usize {
    let seen = used.iter().rev().find(|at| **at <= last && idle(&stmts[**at], vars).is_none()).copied().unwrap_or(0);
    parts.filter(|at| touched(&stmts[*at], &USES, vars).is_empty()).max().unwrap_or(0).max(seen)
}

/// Which statements of a block have to do with which locals: those that use them, and those that check that two places of theirs differ.
pub(super) struct Uses {
    timeline: Timeline,
    checks: Map<Var, Vec<usize>>,
}

impl Uses {
    pub(super) fn of(stmts: &[Stmt]) -> Self {
        let mut checks: Map<Var, Vec<usize>> = Map::default();
        for (k, stmt) in stmts.iter().enumerate() {
            if let Stmt::Distinct(place, _) = stmt {
                checks.entry(place.root.clone()).or_default().push(k);
            }
        }
        Self { timeline: Timeline::of(stmts), checks }
    }

    /// Their numbers, in order.
    pub(super) fn of_any(&self, vars: &[Var]) -> Vec<usize> {
        let mut used = self.timeline.any(vars, &USES);
        used.extend(vars.iter().filter_map(|var| self.checks.get(var)).flatten());
        used.sort_unstable();
        used
    }
}

/// How a local can be used.
pub(super) const USES: [Touch; 5] = [Touch::Read, Touch::Length, Touch::Write, Touch::Bind, Touch::TypeOf];

/// The statement with all that it does to the locals marked, if that is only to change them.
fn idle(stmt: &Stmt, vars: &[Var]) -> Option<Stmt> {
    let checks = matches!(stmt, Stmt::Distinct(place, _) if vars.contains(&place.root));
    if !checks && touched(stmt, &USES, vars).is_empty() {
        return Some(stmt.clone());
    }
    if checks || is_idle(stmt, vars) {
        return Some(Stmt::Nested(Head::Idle, vec![vec![stmt.clone()]]));
    }
    let Stmt::Nested(head, blocks) = stmt else { return None };
    let head_alone = Stmt::Nested(head.clone(), Vec::new());
    if !touched(&head_alone, &USES, vars).is_empty() {
        return None;
    }
    let mark = |block: &Vec<Stmt>| block.iter().map(|stmt| idle(stmt, vars)).collect::<Option<Vec<_>>>();
    Some(Stmt::Nested(head.clone(), blocks.iter().map(mark).collect::<Option<_>>()?))
}

/// Whether a statement changes only some of `vars`.
fn is_idle(stmt: &Stmt, vars: &[Var]) -> bool {
    let mut own = Vec::new();
    match stmt {
        Stmt::Update { .. } | Stmt::Mapped(_) | Stmt::Swap(..) | Stmt::Call { .. } => {}
        Stmt::Nested(_, blocks) if !blocks.iter().flatten().any(says_something) => {
            own.extend(bound(stmt));
        }
        _ => return false,
    }
    let mut changes = false;
    let mut others = false;
    each_touch(stmt, &mut |touch, place| {
        changes |= touch == Touch::Write && vars.contains(&place.root);
        others |= touch == Touch::Write && !vars.contains(&place.root) && !own.contains(&place.root);
    });
    changes && !others
}

/// Whether a statement holds code that may do more than change variables.
fn says_something(stmt: &Stmt) -> bool {
    all_stmts(std::slice::from_ref(stmt)).any(|stmt| matches!(stmt, Stmt::Safe { .. }))
}

/// Ends groups as early as can be, and puts their ends in. What is computed again on the way gets a name from `fresh`.
pub fn forget(mut stmts: Vec<Stmt>, mut groups: Vec<Group>, fresh: &mut dyn FnMut(&Var) -> Var) -> Vec<Stmt> {
    // Those that need others come after them.
    let uses = Uses::of(&stmts);
    let mut until: Map<Var, usize> = Map::default();
    for group in groups.iter_mut().rev() {
        let needed = group.vars.iter().filter_map(|var| until.get(var)).max().copied();
        group.shorten(&mut stmts, &uses, needed.unwrap_or(0));
        for var in group.needed() {
            let last = until.entry(var).or_default();
            *last = group.last.max(*last);
        }
    }
    // Of those at one statement, a group comes before what its slice reads.
    groups.sort_by_key(|group| std::cmp::Reverse(group.last));
    let mut ends: Vec<Vec<Stmt>> = vec![Vec::new(); stmts.len()];
    for group in groups {
        let mut slice: Vec<Stmt> = group.stmts().cloned().collect();
        let names: Vec<(Var, Var)> = group.recalled.iter().map(|var| (var.clone(), fresh(var))).collect();
        let name = |var: &Var| names.iter().find(|(old, _)| old == var).map(|(_, new)| new.clone());
        Renaming { name: &name, place: &|_| () }.stmts(&mut slice);
        ends[group.last].push(Stmt::Forget { vars: group.vars, slice });
    }
    let ended = |(stmt, ends): (Stmt, Vec<Stmt>)| std::iter::once(stmt).chain(ends.into_iter().rev());
    stmts.into_iter().zip(ends).flat_map(ended).collect()
}

/// Groups after those that their slices read.
pub(super) fn in_order(groups: Vec<Group>) -> Vec<Group> {
    let vars: Vec<&[Var]> = groups.iter().map(|group| &group.vars[..]).collect();
    let reads: Vec<Vec<Var>> = groups.iter().map(Group::needed).collect();
    let order = Needs::of(&vars, |k| reads[k].iter().collect()).in_order();
    let mut groups: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
    order.into_iter().filter_map(|k| groups[k].take()).collect()
}
