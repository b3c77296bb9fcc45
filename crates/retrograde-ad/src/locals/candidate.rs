//! Locals that are tried together, and what computing them takes.

use super::forget::{Group, USES};
use super::order::Needs;
use super::slice::slice;
use super::verify::Disturbance;
use super::{Conflict, declared, touched};
use crate::access::{Effects, Timeline, Touch, effects};
use crate::hash::Set;
use crate::ir::{Place, Stmt, Var};

/// Locals that are tried together.
#[derive(Clone)]
pub(super) struct Cell {
    pub(super) vars: Vec<Var>,
    /// locals that have ended, and are computed again with them
    pub(super) recalled: Vec<Var>,
    /// why these are needed
    pub(super) conflict: Option<Conflict>,
}

impl Cell {
    pub(super) fn new(var: &Var) -> Self {
        Self { vars: vec![var.clone()], recalled: Vec::new(), conflict: None }
    }

    /// Takes in the local that is in the way, if that has ended: whether there is such a one. What it became by `pack!` and its like
    /// does not come with it.
    pub(super) fn recall(&mut self, conflict: &Conflict, ended: &[Var], stmts: &[Stmt]) -> bool {
        let var = &conflict.read.root;
        let declared = stmts.iter().any(|stmt| declared(stmt).contains(var));
        let packed = stmts.iter().any(|stmt| matches!(stmt, Stmt::Repack(repack) if repack.from.contains(var)));
        if !declared || packed || !ended.contains(var) || self.recalled.contains(var) {
            return false;
        }
        self.recalled.push(var.clone());
        self.conflict.get_or_insert_with(|| conflict.clone());
        true
    }
}

pub(super) fn join(partition: &mut Vec<Cell>, together: &[Var]) {
    if together.len() < 2 {
        return;
    }
    let (joined, rest): (Vec<_>, Vec<_>) =
        partition.drain(..).partition(|cell| cell.vars.iter().any(|var| together.contains(var)));
    *partition = rest;
    partition.extend(joined.into_iter().reduce(|mut one, other| {
        one.vars.extend(other.vars);
        let more: Vec<Var> = other.recalled.into_iter().filter(|var| !one.recalled.contains(var)).collect();
        one.recalled.extend(more);
        one.conflict = one.conflict.or(other.conflict);
        one
    }));
}

#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) vars: Vec<Var>,
    pub(super) recalled: Vec<Var>,
    /// those of them that have not ended, and so are copied
    pub(super) copies: Vec<Var>,
    pub(super) parts: Vec<Part>,
    /// whose lengths the parts ask for besides: these do not change, but must be there
    pub(super) lengths: Vec<Place>,
    /// the last use of its own
    pub(super) own_last: usize,
    /// the last use, of what is computed from it too
    pub(super) last: usize,
}

/// The part of a statement that defines a group.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) at: usize,
    pub(super) stmt: Stmt,
    /// what it computes
    pub(super) keep: Set<Var>,
    /// what it reads besides
    pub(super) reads: Vec<Place>,
}

impl Candidate {
    pub(super) fn of(cell: &Cell, stmts: &[Stmt], timeline: &Timeline) -> Result<Self, Box<Conflict>> {
        let computed = [&cell.vars[..], &cell.recalled].concat();
        let used = timeline.any(&computed, &USES);
        let last = used.last().copied().unwrap_or(0);
        match parts(stmts, &used, &computed, |var| cell.recalled.contains(var)) {
            Err((read, since)) => Err(Box::new(Conflict { var: cell.vars[0].clone(), read, write: None, since, last })),
            Ok((parts, lengths)) => {
                let (vars, recalled) = (cell.vars.clone(), cell.recalled.clone());
                Ok(Self { vars, recalled, copies: Vec::new(), parts, lengths, own_last: last, last })
            }
        }
    }

    /// A local that never changes, computed from copies of all locals that it is computed from, as they are where it is declared.
    /// `None` if these cannot be copied: they are seen through views, or packed.
    pub(super) fn apart(var: &Var, stmts: &[Stmt]) -> Option<Self> {
        let at = stmts.iter().position(|stmt| declared(stmt).contains(var))?;
        let before = &stmts[..=at];
        let is_let = |var: &Var| before.iter().any(|stmt| matches!(stmt, Stmt::Let { var: v, .. } if v == var));
        let mut computed = vec![var.clone()];
        let (parts, lengths) = loop {
            let found = parts(before, &all(before), &computed, |_| true);
            let roots: Vec<&Var> = match &found {
                Ok((parts, lengths)) => {
                    parts.iter().flat_map(|part| &part.reads).chain(lengths).map(|p| &p.root).collect()
                }
                Err((read, _)) => vec![&read.root],
            };
            let more = roots.into_iter().find(|var| is_let(var) && !computed.contains(var)).cloned();
            match (more, found) {
                (Some(more), _) => computed.push(more),
                (None, Ok(found)) => break found,
                (None, Err(_)) => return None,
            }
        };
        let hidden = |stmt: &&Stmt| matches!(stmt, Stmt::View { .. } | Stmt::Repack(_));
        if before.iter().filter(hidden).any(|stmt| !touched(stmt, &USES, &computed).is_empty()) {
            return None;
        }
        let last = stmts.iter().rposition(|stmt| !touched(stmt, &USES, std::slice::from_ref(var)).is_empty())?;
        let recalled = computed.split_off(1);
        let released =
            |var: &&Var| !before.iter().any(|stmt| matches!(stmt, Stmt::Release { var: v, .. } if v == *var));
        let copies = recalled.iter().filter(released).cloned().collect();
        Some(Self { vars: computed, recalled, copies, parts, lengths, own_last: last, last })
    }

    /// The variables that its parts read.
    fn roots(&self) -> impl Iterator<Item = &Var> {
        self.parts.iter().flat_map(|part| &part.reads).chain(&self.lengths).map(|place| &place.root)
    }

    pub(super) fn reads_any(&self, vars: &[Var]) -> bool {
        self.roots().any(|root| vars.contains(root))
    }

    /// What one of the locals is computed from, be the others there or not.
    pub(super) fn reads_for(&self, var: &Var, stmts: &[Stmt]) -> Vec<Place> {
        let mut computed = vec![var.clone()];
        loop {
            let (reads, complete) = match parts(stmts, &all(stmts), &computed, |var| self.recalled.contains(var)) {
                Ok((parts, _)) => (parts.into_iter().flat_map(|part| part.reads).collect(), true),
                Err((read, _)) => (vec![read], false),
            };
            let mut others = self.vars.iter().chain(&self.recalled).filter(|var| !computed.contains(var));
            match others.find(|other| reads.iter().any(|read| read.root == **other)) {
                Some(other) => computed.push(other.clone()),
                None if complete => return reads,
                None => return self.parts.iter().flat_map(|part| part.reads.iter().cloned()).collect(),
            }
        }
    }

    pub(super) fn group(&self) -> Group {
        let mut slice: Vec<_> = self.parts.iter().map(|part| (part.at, part.stmt.clone())).collect();
        if let (false, Some(((at, _), before))) = (self.copies.is_empty(), slice.split_last()) {
            let again = before.iter().map(|(_, stmt)| stmt.clone()).collect();
            slice.push((*at, Stmt::Forget { vars: self.copies.clone(), slice: again }));
        }
        let (vars, recalled) = (self.vars.clone(), self.recalled.clone());
        Group { vars, slice, recalled, last: self.last, cancelled: false }
    }

    pub(super) fn conflict(&self, disturbed: Disturbance) -> Conflict {
        let Disturbance { read, write, since, .. } = disturbed;
        Conflict { var: self.vars[0].clone(), read, write: Some(write), since, last: self.last }
    }
}

/// The numbers of all statements.
fn all(stmts: &[Stmt]) -> Vec<usize> {
    (0..stmts.len()).collect()
}

/// The parts of statements that compute some locals, less those releases that are not `ended` by them, and what is asked for the length
/// besides; or what is in the way, and where. `used` has the numbers of all statements that use the locals, and maybe others.
fn parts(
    stmts: &[Stmt],
    used: &[usize],
    computed: &[Var],
    ended: impl Fn(&Var) -> bool,
) -> Result<(Vec<Part>, Vec<Place>), (Place, usize)> {
    let (mut parts, mut lengths) = (Vec::new(), Vec::new());
    let outside = |place: &Place| !computed.contains(&place.root);
    for (at, stmt) in used.iter().map(|at| (*at, &stmts[*at])) {
        let ends = matches!(stmt, Stmt::Release { var, .. } if computed.contains(var) && ended(var));
        if !ends && touched(stmt, &[Touch::Write, Touch::Bind], computed).is_empty() {
            continue;
        }
        if let Some((stmt, keep)) = slice(stmt, computed).map_err(|read| (read, at))? {
            let Effects { reads, lengths: more, .. } = effects([&stmt]);
            lengths.extend(more.into_iter().filter(outside));
            parts.push(Part { at, stmt, keep, reads: reads.into_iter().filter(outside).collect() });
        }
    }
    Ok((parts, lengths))
}

/// The locals that are in use when something changes that group `k` reads: its own, or, if only these need it any longer, those that
/// are computed from it.
pub(super) fn blamed(
    groups: &[Result<Candidate, Box<Conflict>>],
    partition: &[Cell],
    k: usize,
    since: usize,
) -> Vec<Var> {
    let vars = &partition[k].vars;
    if groups[k].as_ref().map_or(true, |group| group.own_last >= since) {
        return vars.clone();
    }
    let needs = |other: &Candidate| other.last >= since && other.vars != *vars && other.reads_any(vars);
    let users = (0..groups.len()).filter(|l| groups[*l].as_ref().is_ok_and(needs));
    let found: Vec<Var> = users.flat_map(|l| blamed(groups, partition, l, since)).collect();
    if found.is_empty() { vars.clone() } else { found }
}

/// Which groups need which others; those that cannot be computed again need none.
pub(super) fn needs(groups: &[Result<Candidate, Box<Conflict>>]) -> Needs {
    let vars: Vec<&[Var]> = groups.iter().map(|group| group.as_ref().map_or(&[][..], |group| &group.vars)).collect();
    Needs::of(&vars, |k| groups[k].as_ref().map_or_else(|_| Vec::new(), |group| group.roots().collect()))
}

/// A group must live as long as every group whose slice reads it. No two of them need each other.
pub(super) fn settle_last_uses(groups: &mut [Result<Candidate, Box<Conflict>>], needs: &Needs) {
    for k in needs.in_order().into_iter().rev() {
        let Ok(Candidate { last, .. }) = groups[k] else { continue };
        for needed in needs.of_group(k) {
            if let Ok(needed) = &mut groups[needed] {
                needed.last = needed.last.max(last);
            }
        }
    }
}
