//! What the branches of a choice leave for the way back. Only one of them runs, so there is one residue: that of the branch that was taken. Side by
//! side, all of them would be moved with the residual of the function, and those of branches that were not taken would cost, too.

use super::opens;
use crate::hash::{Map, Set};
use crate::ir::{Head, Opening, Residue, Stmt, Storage, TapeSlot, all_stmts, each_stmt_mut};
use crate::saves::each_site;

/// The choices of an ordinary function whose branches have one residue. A block is known by where it is, which stays while this is found out.
#[derive(Debug, Default)]
pub(super) struct Branches {
    /// of a branch of the forward run
    there: Map<Block, Residue>,
    /// of a branch of the backward run, what it takes up
    back: Map<Block, Residue>,
    /// their numbers
    choices: Set<usize>,
}

/// The blocks of a statement and which of them.
type Block = (*const Vec<Stmt>, usize);

impl Branches {
    /// Puts what branches leave into both runs of a function; the places on the tape that are in it.
    pub fn put_in(forward: &mut [Stmt], backward: &mut [Stmt]) -> Set<usize> {
        let mut branches = Branches::default();
        let mut inside = Set::default();
        branches.block(forward, backward, &mut inside);
        let mut values = Set::default();
        for residue in branches.there.values() {
            let direct = residue.slots.iter().filter(|site| site.keep == Storage::Here);
            values.extend(direct.map(|site| site.id));
        }
        for run in [forward, backward] {
            branches.write(run);
            hold(run, &values);
        }
        inside
    }

    /// Decides about the choices of a block, given what becomes of it on the way back; what the block keeps besides, and these choices.
    fn block(&mut self, forward: &[Stmt], backward: &[Stmt], inside: &mut Set<usize>) -> (Vec<TapeSlot>, Vec<usize>) {
        let read = ids(backward);
        let (mut sites, mut choices) = (Vec::new(), Vec::new());
        for stmt in forward {
            match stmt {
                Stmt::Save(site, _) | Stmt::LetCall { site: Some(site), .. } | Stmt::Call { site: Some(site), .. }
                    if read.contains_key(&site.id) =>
                {
                    let keep = read[&site.id];
                    let keep = if keep == Storage::Once { Storage::Here } else { keep };
                    sites.push(TapeSlot { keep, ..site.clone() });
                }
                Stmt::Nested(Head::If { .. } | Head::Match { .. }, blocks) => {
                    match self.choice(blocks, backward, inside) {
                        Some(id) => choices.push(id),
                        None => blocks.iter().for_each(|block| saved(block, &read, &mut sites)),
                    }
                }
                other => other.blocks().iter().for_each(|block| saved(block, &read, &mut sites)),
            }
        }
        (sites, choices)
    }

    /// Decides about a choice; its number, if it has a residue.
    fn choice(&mut self, blocks: &[Vec<Stmt>], backward: &[Stmt], inside: &mut Set<usize>) -> Option<usize> {
        let read = ids(backward);
        let kept: Vec<Vec<TapeSlot>> = blocks
            .iter()
            .map(|block| {
                let mut sites = Vec::new();
                saved(block, &read, &mut sites);
                sites
            })
            .collect();
        // One value alone is an option.
        let all: Set<usize> = kept.iter().flatten().map(|site| site.id).collect();
        if all.len() < 2 {
            return None;
        }
        let back = matched(&kept, &all, backward)?;
        // A choice in a branch may be all that this one keeps.
        let mut id = *all.iter().min()?;
        while self.choices.contains(&id) {
            id += 1;
        }
        self.choices.insert(id);
        for (branch, block) in blocks.iter().enumerate() {
            let taken = back.iter().find(|(of, ..)| *of == branch);
            let way_back: &[Stmt] = taken.map_or(&[], |(_, _, stmts)| stmts);
            let (slots, choices) = self.block(block, way_back, inside);
            let residue = Residue { id, branch, of: blocks.len(), slots, choices };
            if let Some((_, at, _)) = taken {
                self.back.insert(*at, residue.clone());
            }
            self.there.insert((blocks.as_ptr(), branch), residue);
        }
        inside.extend(all);
        Some(id)
    }

    /// Writes it into a run.
    fn write(&self, stmts: &mut [Stmt]) {
        for stmt in stmts {
            let at = stmt.blocks().as_ptr();
            for (k, block) in stmt.blocks_mut().iter_mut().enumerate() {
                self.write(block);
                if let Some(residue) = self.there.get(&(at, k)) {
                    let opened = residue.slots.iter().filter_map(|site| opens(site, Opening::New));
                    block.splice(0..0, opened);
                    if !given_on(block, residue) {
                        block.push(Stmt::Leaves(vec![residue.clone()]));
                    }
                }
                if let Some(residue) = self.back.get(&(at, k)) {
                    let opened = residue.slots.iter().filter_map(|site| opens(site, Opening::Back));
                    block.splice(0..0, [Stmt::TakesUp(residue.clone())].into_iter().chain(opened));
                }
            }
        }
    }
}

/// Where a branch ends with another choice and keeps nothing else, the branches of that give what both leave, so that it is not moved.
fn given_on(branch: &mut [Stmt], residue: &Residue) -> bool {
    let (true, [only]) = (residue.slots.is_empty(), &residue.choices[..]) else { return false };
    let Some(Stmt::Nested(_, blocks)) = branch.last_mut() else { return false };
    let is_only = |given: &[Residue]| given.iter().any(|residue| residue.id == *only);
    let mut ends: Vec<&mut Vec<Residue>> = Vec::new();
    blocks.iter_mut().for_each(|block| each_end(block, &mut ends));
    let all = !ends.is_empty() && ends.iter().all(|given| is_only(given));
    if all {
        ends.into_iter().for_each(|given| given.push(residue.clone()));
    }
    all
}

fn each_end<'s>(block: &'s mut [Stmt], ends: &mut Vec<&'s mut Vec<Residue>>) {
    match block.last_mut() {
        Some(Stmt::Leaves(given)) => ends.push(given),
        Some(Stmt::Nested(_, blocks)) => blocks.iter_mut().for_each(|block| each_end(block, ends)),
        _ => {}
    }
}

/// For each branch that keeps something, the one branch of the backward run that reads it, and all of it.
fn matched<'b>(
    kept: &[Vec<TapeSlot>],
    all: &Set<usize>,
    backward: &'b [Stmt],
) -> Option<Vec<(usize, Block, &'b [Stmt])>> {
    let mut found: Vec<(usize, Block, &[Stmt])> = Vec::new();
    for stmt in backward {
        if stmt.own_site().is_some_and(|site| all.contains(&site.id)) {
            return None;
        }
        for (k, block) in stmt.blocks().iter().enumerate() {
            let read = ids(block);
            let mut reads = (0..kept.len()).filter(|of| kept[*of].iter().any(|site| read.contains_key(&site.id)));
            let Some(of) = reads.next() else { continue };
            let is_choice = matches!(stmt, Stmt::Nested(Head::If { .. } | Head::Match { .. }, _));
            if !is_choice || reads.next().is_some() || found.iter().any(|(other, ..)| *other == of) {
                return None;
            }
            found.push((of, (stmt.blocks().as_ptr(), k), block));
        }
    }
    Some(found)
}

/// What statements read of the tape, and how it is kept.
fn ids(stmts: &[Stmt]) -> Map<usize, Storage> {
    let mut ids = Map::default();
    each_site(stmts, &mut |site| {
        ids.insert(site.id, site.keep);
    });
    ids
}

/// What statements save of what is read elsewhere.
fn saved(stmts: &[Stmt], read: &Map<usize, Storage>, sites: &mut Vec<TapeSlot>) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Save(site, _) | Stmt::LetCall { site: Some(site), .. } | Stmt::Call { site: Some(site), .. } = stmt
            && let Some(keep) = read.get(&site.id).filter(|keep| **keep != Storage::Here)
            && !sites.iter().any(|other| other.id == site.id)
        {
            sites.push(TapeSlot { keep: *keep, ..site.clone() });
        }
    }
}

/// Has values be where they are saved.
fn hold(stmts: &mut [Stmt], values: &Set<usize>) {
    let held = |site: &mut TapeSlot| {
        if values.contains(&site.id) {
            site.keep = Storage::Here;
        }
    };
    each_stmt_mut(stmts, &mut |stmt| stmt.sites_mut(held));
}
