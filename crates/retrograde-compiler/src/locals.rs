//! How each local ends: it can be computed again until its last use, or it must be restored.
//!
//! A local is *recomputable* if everything that its defining statements read stays unchanged until its last use. It is then
//! forgotten after that use, with the slice of statements that computes it again. Locals that one statement defines together,
//! or of which one reads another that changes later, are computed again together: they form a group.

use crate::access::{Effects, Overlap, Touch, each_touch, effects, overlap, overlap_over_time, reads};
use crate::hash::Set;
use crate::ir::{Arg, Expr, Growth, Head, Place, Stmt, Var};
use crate::repack::Repack;

/// Locals that are computed again together.
#[derive(Debug)]
pub struct Group {
    /// the locals
    pub vars: Vec<Var>,
    /// what computes them
    pub slice: Vec<Stmt>,
    /// the statement with their last use
    pub last: usize,
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

/// Sorts the locals of a block, less those in `restored`, into groups that can be computed again and those that cannot. Locals that
/// one loop defines are better computed again in one loop; if that does not work for all of them, each is tried alone.
pub fn classify(stmts: &[Stmt], written: &Written, restored: &[Var]) -> (Vec<Group>, Vec<Conflict>) {
    let together = classify_joined(stmts, written, restored, |_| true);
    if together.1.is_empty() {
        return together;
    }
    classify_joined(stmts, written, restored, |stmt| {
        matches!(stmt, Stmt::Call { .. } | Stmt::Swap(..) | Stmt::Nested(Head::While { .. }, _))
    })
}

fn classify_joined(
    stmts: &[Stmt],
    written: &Written,
    restored: &[Var],
    joins: fn(&Stmt) -> bool,
) -> (Vec<Group>, Vec<Conflict>) {
    let locals: Vec<Var> = stmts
        .iter()
        .flat_map(|stmt| match stmt {
            Stmt::Let { var, .. } => std::slice::from_ref(var),
            Stmt::View { vars, .. } => vars,
            _ => &[],
        })
        .filter(|var| !restored.contains(var))
        .cloned()
        .collect();
    let mut partition: Vec<Vec<Var>> = locals.iter().map(|var| vec![var.clone()]).collect();
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
    let constant = |var: &Var| !written.contains(var);
    'again: loop {
        let mut groups: Vec<Result<Candidate, Box<Conflict>>> =
            partition.iter().map(|vars| Candidate::of(vars, stmts)).collect();
        if let Some(together) = circle(&groups) {
            join(&mut partition, &together);
            continue;
        }
        settle_last_uses(&mut groups);
        let mut good = Vec::new();
        let mut bad = Vec::new();
        for (vars, group) in partition.iter().zip(groups) {
            match group.and_then(|candidate| candidate.verify(&whole, &constant)) {
                Ok(group) => good.push(group),
                Err(conflict) => {
                    if let (Some(_), Some(other)) =
                        (&conflict.write, locals.iter().find(|var| **var == conflict.read.root))
                    {
                        let together = [vars[0].clone(), other.clone()];
                        join(&mut partition, &together);
                        continue 'again;
                    }
                    bad.extend(vars.iter().map(|var| Conflict { var: var.clone(), ..(*conflict).clone() }));
                }
            }
        }
        return (in_order(good), bad);
    }
}

/// Groups after those that their slices read.
fn in_order(mut groups: Vec<Group>) -> Vec<Group> {
    let mut ordered: Vec<Group> = Vec::new();
    while !groups.is_empty() {
        let depends = |group: &Group| {
            let Effects { reads, lengths, .. } = effects(&group.slice);
            let needs = |other: &Group| reads.iter().chain(&lengths).any(|place| other.vars.contains(&place.root));
            groups.iter().any(|other| other.vars != group.vars && needs(other))
        };
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

fn join(partition: &mut Vec<Vec<Var>>, together: &[Var]) {
    if together.len() < 2 {
        return;
    }
    let (mut joined, rest): (Vec<_>, Vec<_>) =
        partition.drain(..).partition(|vars| vars.iter().any(|var| together.contains(var)));
    *partition = rest;
    if !joined.is_empty() {
        partition.push(joined.drain(..).flatten().collect());
    }
}

struct Candidate {
    vars: Vec<Var>,
    /// statement and its part that defines the group
    parts: Vec<(usize, Stmt)>,
    /// per part, what it reads besides the group
    reads: Vec<Vec<Place>>,
    /// whose lengths the parts ask for besides: these do not change, but must be there
    lengths: Vec<Place>,
    last: usize,
}

impl Candidate {
    fn of(vars: &[Var], stmts: &[Stmt]) -> Result<Self, Box<Conflict>> {
        let mut parts = Vec::new();
        let mut last = 0;
        for (k, stmt) in stmts.iter().enumerate() {
            if !touched(stmt, &[Touch::Read, Touch::Length, Touch::Write, Touch::Bind, Touch::Witness], vars).is_empty()
            {
                last = k;
            }
            if touched(stmt, &[Touch::Write, Touch::Bind], vars).is_empty() {
                continue;
            }
            match slice(stmt, vars) {
                Ok(Some(part)) => parts.push((k, part)),
                Ok(None) => {}
                Err(read) => return Err(Box::new(Conflict { var: vars[0].clone(), read, write: None, since: k })),
            }
        }
        let reads = parts
            .iter()
            .map(|(_, part)| effects([part]).reads.into_iter().filter(|read| !vars.contains(&read.root)).collect())
            .collect();
        let lengths = parts.iter().flat_map(|(_, part)| effects([part]).lengths);
        let lengths = lengths.filter(|place| !vars.contains(&place.root)).collect();
        Ok(Self { vars: vars.to_vec(), parts, reads, lengths, last })
    }

    fn reads_any(&self, vars: &[Var]) -> bool {
        self.reads.iter().flatten().chain(&self.lengths).any(|place| vars.contains(&place.root))
    }

    fn verify(self, whole: &[Effects], constant: &dyn Fn(&Var) -> bool) -> Result<Group, Box<Conflict>> {
        for ((from, _), reads) in self.parts.iter().zip(&self.reads) {
            for read in reads {
                for (since, effects) in whole.iter().enumerate().take(self.last + 1).skip(*from) {
                    if let Some(write) = effects.writes.iter().find(|write| overlap_over_time(read, write, constant)) {
                        let (var, read, write) = (self.vars[0].clone(), read.clone(), Some(write.clone()));
                        return Err(Box::new(Conflict { var, read, write, since }));
                    }
                }
            }
        }
        Ok(Group { vars: self.vars, slice: self.parts.into_iter().map(|(_, part)| part).collect(), last: self.last })
    }
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

/// The part of a statement that writes only `vars` and what that needs; the place in the way if there is no such part.
fn slice(stmt: &Stmt, vars: &[Var]) -> Result<Option<Stmt>, Place> {
    let mut keep = vars.to_vec();
    let mut own = Vec::new();
    each_touch(stmt, &mut |touch, place| {
        if touch == Touch::Bind {
            own.push(place.root.clone());
        }
    });
    loop {
        let part = match filter(stmt, &keep) {
            Ok(Some(part)) => part,
            Ok(None) => return Ok(None),
            Err(other) if own.contains(&other.root) => {
                keep.push(other.root);
                continue;
            }
            Err(other) => return Err(other),
        };
        let before = keep.len();
        each_touch(&part, &mut |touch, place| {
            if matches!(touch, Touch::Read | Touch::Length) && own.contains(&place.root) && !keep.contains(&place.root)
            {
                keep.push(place.root.clone());
            }
        });
        if keep.len() == before {
            return Ok(Some(part));
        }
    }
}

fn filter_all(stmts: &[Stmt], keep: &[Var]) -> Result<Vec<Stmt>, Place> {
    stmts.iter().filter_map(|stmt| filter(stmt, keep).transpose()).collect()
}

fn filter(stmt: &Stmt, keep: &[Var]) -> Result<Option<Stmt>, Place> {
    let kept = |place: &Place| keep.contains(&place.root);
    let all_or_none = |places: &[&Place]| {
        let count = places.iter().filter(|place| kept(place)).count();
        match places.iter().find(|place| !kept(place)) {
            Some(other) if count > 0 => Err((*other).clone()),
            _ => Ok((count > 0).then(|| stmt.clone())),
        }
    };
    match stmt {
        Stmt::Let { var, .. } | Stmt::Release { var, .. } | Stmt::Shadow { var, .. } | Stmt::Witness { var, .. } => {
            Ok(keep.contains(var).then(|| stmt.clone()))
        }
        Stmt::LetCall { var, .. } | Stmt::LetTangent { var, .. } => Ok(keep.contains(var).then(|| stmt.clone())),
        Stmt::Update { place, .. } | Stmt::Assign { place, .. } => Ok(kept(place).then(|| stmt.clone())),
        Stmt::Grow(place, Growth::Pop(var)) => all_or_none(&[place, &Place::var(var)]),
        Stmt::Grow(place, _) => Ok(kept(place).then(|| stmt.clone())),
        Stmt::Mapped(mapped) => Ok(kept(&mapped.place).then(|| stmt.clone())),
        Stmt::Swap(a, b) => all_or_none(&[a, b]),
        Stmt::Repack(Repack { from, to, .. }) => {
            Ok(from.iter().chain(to).any(|var| keep.contains(var)).then(|| stmt.clone()))
        }
        Stmt::Call { args, .. } => {
            let places: Vec<&Place> = args
                .iter()
                .filter_map(|arg| match arg {
                    Arg::Exclusive(place) | Arg::Shadow(Some(place)) => Some(place),
                    _ => None,
                })
                .collect();
            all_or_none(&places)
        }
        Stmt::Forget { vars, slice } => {
            let vars: Vec<Var> = vars.iter().filter(|var| keep.contains(var)).cloned().collect();
            let slice = filter_all(slice, keep)?;
            Ok((!vars.is_empty()).then_some(Stmt::Forget { vars, slice }))
        }
        Stmt::Nested(head, blocks) => {
            let whole = blocks;
            let blocks = blocks.iter().map(|block| filter_all(block, keep)).collect::<Result<Vec<_>, _>>()?;
            let mut blocks = blocks;
            if blocks.iter().all(Vec::is_empty) {
                return Ok(None);
            }
            // A loop that may be left early makes as many turns as what it is left for says.
            if let [Some(leave @ Stmt::Leave(cond))] = whole.iter().map(|block| block.last()).collect::<Vec<_>>()[..] {
                let mut lost = None;
                reads(cond, &mut |place| lost = lost.take().or_else(|| (!kept(place)).then(|| place.clone())));
                if let Some(lost) = lost {
                    return Err(lost);
                }
                blocks[0].push(leave.clone());
            }
            let head = match head {
                Head::While { .. } => {
                    // Its turns are counted by what they change.
                    match decisive(head, whole).into_iter().find(|place| !kept(place)) {
                        Some(other) => return Err(other),
                        None => head.clone(),
                    }
                }
                Head::If { pre, post } => {
                    Head::If { pre: pre.clone(), post: post.clone().filter(|_| mentions(pre, keep)) }
                }
                head => head.clone(),
            };
            Ok(Some(Stmt::Nested(head, blocks)))
        }
        Stmt::View { vars, .. } => Ok(vars.iter().any(|var| keep.contains(var)).then(|| stmt.clone())),
        Stmt::Distinct(..)
        | Stmt::SameLength(_)
        | Stmt::Shape(..)
        | Stmt::Save(..)
        | Stmt::Safe { .. }
        | Stmt::Leave(_)
        | Stmt::Backward { .. }
        | Stmt::Uncompute(_) => Ok(None),
    }
}

/// What the conditions of a loop read and its turns change.
fn decisive(head: &Head, blocks: &[Vec<Stmt>]) -> Vec<Place> {
    let changes = effects(blocks.iter().flatten());
    let mut found = Vec::new();
    for condition in head.exprs() {
        reads(condition, &mut |read| {
            if changes.writes.iter().any(|write| overlap(read, write) != Overlap::No) {
                found.push(read.clone());
            }
        });
    }
    found
}

fn mentions(expr: &Expr, vars: &[Var]) -> bool {
    let mut found = false;
    reads(expr, &mut |place| found |= vars.contains(&place.root));
    found
}
