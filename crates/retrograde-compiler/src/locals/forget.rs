//! The ends of locals that can be computed again.

use super::touched;
use crate::access::{Effects, Touch, bound, each_touch, effects};
use crate::ir::{Head, Place, Renaming, Stmt, Var};

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
        let own = |place: &Place| self.recalled.contains(&place.root);
        reads.iter().chain(&lengths).any(|place| other.vars.contains(&place.root) && !own(place))
    }

    /// Leaves out the last changes of the locals, which nobody sees; `needed` is how long others need them. These statements do nothing
    /// else, and are marked.
    fn shorten(&mut self, stmts: &mut [Stmt], needed: usize) {
        if self.cancelled {
            return;
        }
        let parts = self.slice.iter().map(|(at, _)| *at);
        let last = last_seen(stmts, &self.vars, parts, self.last).max(needed);
        for stmt in &mut stmts[last + 1..=self.last] {
            if let Some(marked) = idle(stmt, &self.vars) {
                *stmt = marked;
            }
        }
        self.slice.retain(|(at, _)| *at <= last);
        self.last = last;
    }
}

/// The last statement up to number `last` that does more than change the locals, as far as it has to do with them at all, or that is
/// one of the `parts` which compute something else on the way: that must come to its end.
pub(super) fn last_seen(stmts: &[Stmt], vars: &[Var], parts: impl Iterator<Item = usize>, last: usize) -> usize {
    let seen = stmts[..=last].iter().rposition(|stmt| idle(stmt, vars).is_none()).unwrap_or(0);
    parts.filter(|at| touched(&stmts[*at], &USES, vars).is_empty()).max().unwrap_or(0).max(seen)
}

/// How a local can be used.
pub(super) const USES: [Touch; 5] = [Touch::Read, Touch::Length, Touch::Write, Touch::Bind, Touch::Witness];

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
        Renaming { name: &name, place: &|_| () }.stmts(&mut slice);
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
