//! The ends of locals that can be computed again.

use super::touched;
use crate::access::{Effects, Touch, bound, each_touch, effects};
use crate::ir::{Head, Renaming, Stmt, Var};

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

    fn needs(&self, other: &Group) -> bool {
        let Effects { reads, lengths, .. } = effects(self.stmts());
        reads.iter().chain(&lengths).any(|place| other.vars.contains(&place.root))
    }

    /// Leaves out the last changes of the locals, which nobody sees; `needed` is how long others need them. These statements do nothing
    /// else, and are marked.
    fn shorten(&mut self, stmts: &mut [Stmt], needed: usize) {
        if self.cancelled {
            return;
        }
        let uses = [Touch::Read, Touch::Length, Touch::Write, Touch::Bind, Touch::Witness];
        let idle = |stmt: &Stmt| touched(stmt, &uses, &self.vars).is_empty() || is_idle(stmt, &self.vars);
        let last = stmts[..=self.last].iter().rposition(|stmt| !idle(stmt)).unwrap_or(0).max(needed);
        // What is computed again on the way must come to its end.
        let ends = self.slice.iter().map(|(at, _)| *at).filter(|at| !is_idle(&stmts[*at], &self.vars));
        let last = ends.max().unwrap_or(0).max(last);
        for stmt in &mut stmts[last + 1..=self.last] {
            let checked = matches!(stmt, Stmt::Distinct(place, _) if self.vars.contains(&place.root));
            if checked || !touched(stmt, &uses, &self.vars).is_empty() {
                *stmt = Stmt::Nested(Head::Idle, vec![vec![stmt.clone()]]);
            }
        }
        self.slice.retain(|(at, _)| *at <= last);
        self.last = last;
    }
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
    matches!(stmt, Stmt::Safe { .. }) || stmt.blocks().iter().flatten().any(says_something)
}

/// Ends groups as early as can be, and puts their ends in. What is computed again on the way gets a name from `fresh`.
pub fn forget(mut stmts: Vec<Stmt>, mut groups: Vec<Group>, fresh: &mut dyn FnMut(&Var) -> Var) -> Vec<Stmt> {
    // Those that need others come after them.
    for k in (0..groups.len()).rev() {
        let users = groups[k + 1..].iter().filter(|user| user.needs(&groups[k]));
        let needed = users.map(|user| user.last).max().unwrap_or(0);
        groups[k].shorten(&mut stmts, needed);
    }
    // From the last statement to the first; of those at one statement, a group comes before what its slice reads.
    groups.sort_by_key(|group| std::cmp::Reverse(group.last));
    for group in groups {
        let mut slice: Vec<Stmt> = group.stmts().cloned().collect();
        let names: Vec<(Var, Var)> = group.recalled.iter().map(|var| (var.clone(), fresh(var))).collect();
        let name = |var: &Var| names.iter().find(|(old, _)| old == var).map(|(_, new)| new.clone());
        Renaming(&name).stmts(&mut slice);
        stmts.insert(group.last + 1, Stmt::Forget { vars: group.vars, slice });
    }
    stmts
}

/// Groups after those that their slices read.
pub(super) fn in_order(mut groups: Vec<Group>) -> Vec<Group> {
    let mut ordered: Vec<Group> = Vec::new();
    while !groups.is_empty() {
        let depends = |group: &Group| groups.iter().any(|other| other.vars != group.vars && group.needs(other));
        let k = groups.iter().position(|group| !depends(group)).unwrap_or(0);
        ordered.push(groups.remove(k));
    }
    ordered
}
