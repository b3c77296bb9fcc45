//! How each local ends: it can be computed again until its last use, or it must be restored.
//!
//! A local is *recomputable* if everything that its defining statements read stays unchanged until its last use. It is then
//! forgotten after that use, with the slice of statements that computes it again. Locals that one statement defines together,
//! or of which one reads another that changes later, are computed again together: they form a group. A local that has ended
//! by then is computed again on the way, and ends there once more.

pub mod restore;
pub mod sink;
mod slice;
mod verify;

use crate::access::{Effects, Touch, bound, each_touch, effects, overlap_over_time};
use crate::hash::Set;
use crate::invert;
use crate::ir::{Head, Place, Renaming, Stmt, Var};
use crate::tables::Tables;
use slice::slice;
use verify::{Disturbance, Walk};

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
    cancelled: bool,
}

/// Why a local cannot be computed again.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// the local
    pub var: Var,
    /// what its definition reads
    pub read: Place,
    /// the write that changes it before the last use; `None` if a definition changes something else too
    pub write: Option<Place>,
    /// the statement that does this
    pub since: usize,
    /// the statement with the last use
    pub last: usize,
}

/// The variables that a function ever writes.
pub type Written = Set<Var>;

/// Collects them.
pub fn written(stmts: &[Stmt]) -> Written {
    let mut found = Written::default();
    for stmt in stmts {
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write {
                found.insert(place.root.clone());
            }
        });
    }
    found
}

/// Two statements of a block, of which the second undoes the first: what they change is the same before the one and after the other.
pub type Pair = (usize, usize);

/// The statements of a block, and what is known of them.
pub struct Block<'b> {
    /// the statements
    pub stmts: &'b [Stmt],
    /// those that undo others
    pub pairs: &'b [Pair],
    /// the variables that the function ever writes
    pub written: &'b Written,
    /// whether its statements can be undone
    pub reversible: bool,
}

impl Block<'_> {
    /// Sorts the locals of the block, less those in `ended`, into groups that can be computed again and those that cannot. Locals
    /// that one loop defines are better computed again in one loop; if that does not work for all of them, each is tried alone.
    pub fn classify(&self, ended: &[Var]) -> (Vec<Group>, Vec<Conflict>) {
        let together = self.classify_joined(ended, |_| true);
        if together.1.is_empty() {
            return together;
        }
        self.classify_joined(ended, |stmt| {
            matches!(stmt, Stmt::Call { .. } | Stmt::Swap(..) | Stmt::Nested(Head::While { .. }, _))
        })
    }

    fn classify_joined(&self, ended: &[Var], joins: fn(&Stmt) -> bool) -> (Vec<Group>, Vec<Conflict>) {
        let stmts = self.stmts;
        let locals: Vec<Var> = stmts.iter().flat_map(declared).filter(|var| !ended.contains(var)).cloned().collect();
        let mut partition: Vec<Cell> = locals.iter().map(Cell::new).collect();
        for stmt in stmts.iter().filter(|stmt| joins(stmt)) {
            join(&mut partition, &touched(stmt, &[Touch::Write], &locals));
        }
        for stmt in stmts {
            if let Stmt::View { vars, .. } = stmt {
                join(&mut partition, vars);
            }
        }
        let mut whole: Vec<Effects> = stmts.iter().map(|stmt| effects([stmt])).collect();
        for (stmt, effects) in stmts.iter().zip(&mut whole) {
            // What is released can be read by nothing that is computed again later.
            if let Stmt::Release { var, .. } = stmt {
                effects.writes.push(Place::var(var));
            }
        }
        'again: loop {
            let mut groups: Vec<Result<Candidate, Box<Conflict>>> =
                partition.iter().map(|cell| Candidate::of(cell, stmts)).collect();
            if let Some(together) = circle(&groups) {
                join(&mut partition, &together);
                continue;
            }
            settle_last_uses(&mut groups);
            let mut good = Vec::new();
            let mut bad: Vec<Conflict> = Vec::new();
            for k in 0..groups.len() {
                let conflict = match &groups[k] {
                    Ok(candidate) => match self.disturbed(candidate, &whole) {
                        None => {
                            good.push(candidate.group());
                            continue;
                        }
                        Some(disturbed) => {
                            let shorter = self.cancelled(candidate, &whole);
                            if shorter.as_ref().is_some_and(|shorter| self.disturbed(shorter, &whole).is_none()) {
                                good.extend(shorter.map(|shorter| Group { cancelled: true, ..shorter.group() }));
                                continue;
                            }
                            candidate.conflict(disturbed)
                        }
                    },
                    Err(conflict) => (**conflict).clone(),
                };
                if let Some(other) = locals.iter().find(|var| **var == conflict.read.root) {
                    let together = [partition[k].vars[0].clone(), other.clone()];
                    if !partition[k].vars.contains(other) {
                        join(&mut partition, &together);
                        continue 'again;
                    }
                }
                if partition[k].recall(&conflict, ended, stmts) {
                    continue 'again;
                }
                let conflict = partition[k].conflict.clone().unwrap_or(conflict);
                for var in blamed(&groups, &partition, k, conflict.since) {
                    if !bad.iter().any(|known| known.var == var) {
                        bad.push(Conflict { var, ..conflict.clone() });
                    }
                }
            }
            return (in_order(good), bad);
        }
    }

    /// The candidate without statements that undo each other, if there are any. They are what the user wrote and leave rounding errors,
    /// so all of them are tried first.
    fn cancelled(&self, candidate: &Candidate, whole: &[Effects]) -> Option<Candidate> {
        if !self.reversible {
            return None;
        }
        let constant = |var: &Var| !self.written.contains(var);
        let stays = |part: &Part, until: usize| {
            let changes = |read| {
                let writes = whole[part.at..=until].iter().flat_map(|effects| &effects.writes);
                writes.into_iter().any(|write| overlap_over_time(read, write, &constant))
            };
            !part.reads.iter().any(changes)
        };
        let mut parts: Vec<Part> = Vec::new();
        for part in &candidate.parts {
            if parts.last().is_some_and(|before| undoes(&part.stmt, &before.stmt) && stays(before, part.at)) {
                parts.pop();
            } else {
                parts.push(part.clone());
            }
        }
        (parts.len() < candidate.parts.len()).then(|| Candidate { parts, ..candidate.clone() })
    }

    /// What the statements of a candidate read and something changes before its last use.
    fn disturbed(&self, candidate: &Candidate, whole: &[Effects]) -> Option<Disturbance> {
        let constant = |var: &Var| !self.written.contains(var);
        let mut later = Vec::new();
        let mut found: Vec<Disturbance> = Vec::new();
        let first = candidate.parts.first()?.at;
        let mut parts = candidate.parts.iter().rev().peekable();
        for k in (first..=candidate.last).rev() {
            if let Some(part) = parts.next_if(|part| part.at == k) {
                let stays = |(at, _): &&(usize, Place)| !undone(self.pairs, *at, k, candidate.last);
                let later: Vec<_> = later.iter().filter(stays).cloned().collect();
                found.extend(Walk::of(&self.stmts[k], k, &part.keep, &later, &constant));
            }
            later.extend(whole[k].writes.iter().map(|write| (k, write.clone())));
        }
        found.into_iter().min_by_key(|disturbed| (disturbed.from, disturbed.since))
    }
}

/// Whether one statement is the inverse of another.
fn undoes(stmt: &Stmt, other: &Stmt) -> bool {
    let changes =
        matches!(other, Stmt::Update { .. } | Stmt::Mapped(_) | Stmt::Swap(..) | Stmt::Call { .. } | Stmt::Nested(..));
    changes && *invert::block(std::slice::from_ref(other), &Tables::default()) == *std::slice::from_ref(stmt)
}

/// Whether what statement `at` changes is the same after statement `from` and after statement `to`, because another undoes it.
fn undone(pairs: &[Pair], at: usize, from: usize, to: usize) -> bool {
    pairs.iter().any(|(one, other)| from < *one && *other <= to && (at == *one || at == *other))
}

/// The locals that a statement starts.
fn declared(stmt: &Stmt) -> &[Var] {
    match stmt {
        Stmt::Let { var, .. } => std::slice::from_ref(var),
        Stmt::View { vars, .. } => vars,
        _ => &[],
    }
}

/// Locals that are tried together.
#[derive(Clone)]
struct Cell {
    vars: Vec<Var>,
    /// locals that have ended, and are computed again with them
    recalled: Vec<Var>,
    /// why these are needed
    conflict: Option<Conflict>,
}

impl Cell {
    fn new(var: &Var) -> Self {
        Self { vars: vec![var.clone()], recalled: Vec::new(), conflict: None }
    }

    /// Takes in the local that is in the way, if that has ended: whether there is such a one. What it became by `pack!` and its like
    /// does not come with it.
    fn recall(&mut self, conflict: &Conflict, ended: &[Var], stmts: &[Stmt]) -> bool {
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
            if !touched(stmt, &uses, &self.vars).is_empty() {
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
fn in_order(mut groups: Vec<Group>) -> Vec<Group> {
    let mut ordered: Vec<Group> = Vec::new();
    while !groups.is_empty() {
        let depends = |group: &Group| groups.iter().any(|other| other.vars != group.vars && group.needs(other));
        let k = groups.iter().position(|group| !depends(group)).unwrap_or(0);
        ordered.push(groups.remove(k));
    }
    ordered
}

fn touched(stmt: &Stmt, how: &[Touch], among: &[Var]) -> Vec<Var> {
    let mut found: Vec<Var> = Vec::new();
    each_touch(stmt, &mut |touch, place| {
        if how.contains(&touch) && among.contains(&place.root) && !found.contains(&place.root) {
            found.push(place.root.clone());
        }
    });
    found
}

fn join(partition: &mut Vec<Cell>, together: &[Var]) {
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
struct Candidate {
    vars: Vec<Var>,
    recalled: Vec<Var>,
    parts: Vec<Part>,
    /// whose lengths the parts ask for besides: these do not change, but must be there
    lengths: Vec<Place>,
    /// the last use of its own
    own_last: usize,
    /// the last use, of what is computed from it too
    last: usize,
}

/// The part of a statement that defines a group.
#[derive(Clone)]
struct Part {
    at: usize,
    stmt: Stmt,
    /// what it computes
    keep: Vec<Var>,
    /// what it reads besides
    reads: Vec<Place>,
}

impl Candidate {
    fn of(cell: &Cell, stmts: &[Stmt]) -> Result<Self, Box<Conflict>> {
        let computed = [&cell.vars[..], &cell.recalled].concat();
        let mut parts = Vec::new();
        let mut lengths = Vec::new();
        let mut last = 0;
        let mut in_the_way = None;
        for (at, stmt) in stmts.iter().enumerate() {
            let uses = [Touch::Read, Touch::Length, Touch::Write, Touch::Bind, Touch::Witness];
            if !touched(stmt, &uses, &computed).is_empty() {
                last = at;
            }
            if touched(stmt, &[Touch::Write, Touch::Bind], &computed).is_empty()
                && !matches!(stmt, Stmt::Release { var, .. } if cell.recalled.contains(var))
            {
                continue;
            }
            match slice(stmt, &computed) {
                Ok(Some((stmt, keep))) => {
                    let Effects { reads, lengths: more, .. } = effects([&stmt]);
                    let outside = |place: &Place| !computed.contains(&place.root);
                    lengths.extend(more.into_iter().filter(outside));
                    parts.push(Part { at, stmt, keep, reads: reads.into_iter().filter(outside).collect() });
                }
                Ok(None) => {}
                Err(read) => {
                    in_the_way.get_or_insert((read, at));
                }
            }
        }
        match in_the_way {
            Some((read, since)) => {
                Err(Box::new(Conflict { var: cell.vars[0].clone(), read, write: None, since, last }))
            }
            None => {
                let (vars, recalled) = (cell.vars.clone(), cell.recalled.clone());
                Ok(Self { vars, recalled, parts, lengths, own_last: last, last })
            }
        }
    }

    fn reads_any(&self, vars: &[Var]) -> bool {
        self.parts.iter().flat_map(|part| &part.reads).chain(&self.lengths).any(|place| vars.contains(&place.root))
    }

    fn group(&self) -> Group {
        let slice = self.parts.iter().map(|part| (part.at, part.stmt.clone())).collect();
        let (vars, recalled) = (self.vars.clone(), self.recalled.clone());
        Group { vars, slice, recalled, last: self.last, cancelled: false }
    }

    fn conflict(&self, disturbed: Disturbance) -> Conflict {
        let Disturbance { read, write, since, .. } = disturbed;
        Conflict { var: self.vars[0].clone(), read, write: Some(write), since, last: self.last }
    }
}

/// The locals that are in use when something changes that group `k` reads: its own, or, if only these need it any longer, those that
/// are computed from it.
fn blamed(groups: &[Result<Candidate, Box<Conflict>>], partition: &[Cell], k: usize, since: usize) -> Vec<Var> {
    let vars = &partition[k].vars;
    if groups[k].as_ref().map_or(true, |group| group.own_last >= since) {
        return vars.clone();
    }
    let needs = |other: &Candidate| other.last >= since && other.vars != *vars && other.reads_any(vars);
    let users = (0..groups.len()).filter(|l| groups[*l].as_ref().is_ok_and(needs));
    users.flat_map(|l| blamed(groups, partition, l, since)).collect()
}

/// Two groups whose slices need each other, directly or through others: they can only be computed again together.
fn circle(groups: &[Result<Candidate, Box<Conflict>>]) -> Option<[Var; 2]> {
    let groups: Vec<&Candidate> = groups.iter().flatten().collect();
    let reaches = |from: usize, to: usize| {
        let mut reached = vec![from];
        let mut next = 0;
        while next < reached.len() {
            let group = groups[reached[next]];
            for (k, other) in groups.iter().enumerate() {
                if group.reads_any(&other.vars) {
                    if k == to {
                        return true;
                    }
                    if !reached.contains(&k) {
                        reached.push(k);
                    }
                }
            }
            next += 1;
        }
        false
    };
    let back = |k: &usize| (k + 1..groups.len()).find(|l| reaches(*k, *l) && reaches(*l, *k));
    let (k, l) = (0..groups.len()).find_map(|k| Some((k, back(&k)?)))?;
    Some([groups[k].vars[0].clone(), groups[l].vars[0].clone()])
}

/// A group must live as long as every group whose slice reads it.
fn settle_last_uses(groups: &mut [Result<Candidate, Box<Conflict>>]) {
    loop {
        let mut changed = false;
        for k in 0..groups.len() {
            let Ok(group) = &groups[k] else { continue };
            let needed =
                groups.iter().flatten().filter(|other| other.reads_any(&group.vars)).map(|other| other.last).max();
            let last = group.last.max(needed.unwrap_or(0));
            if last > group.last {
                changed = true;
                if let Ok(group) = &mut groups[k] {
                    group.last = last;
                }
            }
        }
        if !changed {
            return;
        }
    }
}
