//! What the branches of a choice keep for the way back. Only one of them runs, so there is one residual: that of the branch that was taken.
//!
//! ```text
//! let kept1 = if c { let saved1 = ..; let saved2 = ..; OneOf::First((saved1, saved2)) } else { OneOf::Second(()) };
//! ```
//!
//! Where a branch ends with another choice and keeps nothing else, the branches of that give the residual of both, so that it is not moved.
//!
//! Side by side, all of them would be moved with the residual of the function, and those of branches that were not taken would cost, too.

use super::body::{Body, local, site_name};
use super::expr::rt;
use crate::hash::{Map, Set};
use crate::ir::{Head, Stmt, Storage, TapeSlot};
use crate::saves::each_site;
use crate::tokens::{TokenStream, quote};
use proc_macro2::Ident;

/// The choices of an ordinary function whose branches have one residual. Blocks are known by where they are.
#[derive(Debug, Default)]
pub(super) struct Branches {
    /// of a branch of the forward run
    there: Map<Block, Branch>,
    /// of a branch of the backward run, what it takes apart
    back: Map<Block, Block>,
    /// the places on the tape that are in one
    inside: Set<usize>,
    /// of a choice whose residual is all of a branch's, the branch
    ends: Map<*const Vec<Stmt>, Block>,
}

/// The blocks of a statement and which of them.
type Block = (*const Vec<Stmt>, usize);

/// What a branch keeps.
#[derive(Debug)]
struct Branch {
    /// the residual that it is a part of
    name: Ident,
    /// how many branches there are
    of: usize,
    /// on its own
    sites: Vec<TapeSlot>,
    /// of choices in it
    choices: Vec<Ident>,
}

impl Branch {
    /// The names of what it keeps.
    fn names(&self) -> TokenStream {
        let (sites, choices) = (self.sites.iter().map(site_name), &self.choices);
        quote!((#(#sites,)* #(#choices,)*))
    }

    /// What it keeps as one of what all branches keep.
    fn one_of(&self, k: usize, kept: TokenStream) -> TokenStream {
        let rt = rt();
        let mut kept = if k + 1 == self.of { kept } else { quote!(#rt::OneOf::First(#kept)) };
        for _ in 0..k {
            kept = quote!(#rt::OneOf::Second(#kept));
        }
        kept
    }
}

impl Branches {
    /// The choice that a branch ends with, if that is all that it keeps.
    fn end_of(&self, at: Block, stmts: &[Stmt]) -> Option<*const Vec<Stmt>> {
        let Branch { sites, choices, .. } = self.there.get(&at)?;
        let Stmt::Nested(_, blocks) = stmts.last()? else { return None };
        let last = &self.there.get(&(blocks.as_ptr(), 0))?.name;
        (sites.is_empty() && matches!(&choices[..], [only] if only == last)).then(|| blocks.as_ptr())
    }

    /// What a branch gives: the residual of the choice that it is of, and of those that this ends in turn.
    fn given(&self, at: Block, kept: TokenStream) -> TokenStream {
        let Some(branch) = self.there.get(&at) else { return kept };
        let kept = branch.one_of(at.1, kept);
        match self.ends.get(&at.0) {
            Some(outer) => self.given(*outer, quote!((#kept,))),
            None => kept,
        }
    }

    /// Decides about both runs of a function, which keep their places from here on.
    pub(super) fn of(forward: &mut [Stmt], backward: &mut [Stmt]) -> Self {
        let mut branches = Branches::default();
        branches.block(forward, backward);
        let mut values = Set::default();
        for branch in branches.there.values() {
            let direct = branch.sites.iter().filter(|site| site.keep == Storage::Here);
            values.extend(direct.map(|site| site.id));
        }
        for run in [forward, backward] {
            hold(run, &values);
        }
        branches
    }

    /// Decides about the choices of a block, given what becomes of it on the way back; what the block keeps besides, and their names.
    fn block(&mut self, forward: &[Stmt], backward: &[Stmt]) -> (Vec<TapeSlot>, Vec<Ident>) {
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
                Stmt::Nested(Head::If { .. } | Head::Match { .. }, blocks) => match self.choice(blocks, backward) {
                    Some(name) => choices.push(name),
                    None => blocks.iter().for_each(|block| saved(block, &read, &mut sites)),
                },
                other => other.blocks().iter().for_each(|block| saved(block, &read, &mut sites)),
            }
        }
        (sites, choices)
    }

    /// Decides about a choice; the name of its residual, if it has one.
    fn choice(&mut self, blocks: &[Vec<Stmt>], backward: &[Stmt]) -> Option<Ident> {
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
        let first = all.iter().min()?;
        let back = matched(&kept, &all, backward)?;
        let name = local(&format!("kept{first}"));
        for (k, block) in blocks.iter().enumerate() {
            let there = (blocks.as_ptr(), k);
            let way_back: &[Stmt] = match back.iter().find(|(of, ..)| *of == k) {
                Some((_, at, stmts)) => {
                    self.back.insert(*at, there);
                    stmts
                }
                None => &[],
            };
            let (sites, choices) = self.block(block, way_back);
            self.there.insert(there, Branch { name: name.clone(), of: blocks.len(), sites, choices });
        }
        self.inside.extend(all);
        Some(name)
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
    for stmt in stmts {
        if let Stmt::Save(site, _) | Stmt::LetCall { site: Some(site), .. } | Stmt::Call { site: Some(site), .. } = stmt
            && let Some(keep) = read.get(&site.id).filter(|keep| **keep != Storage::Here)
            && !sites.iter().any(|other| other.id == site.id)
        {
            sites.push(TapeSlot { keep: *keep, ..site.clone() });
        }
        stmt.blocks().iter().for_each(|block| saved(block, read, sites));
    }
}

/// Has values be where they are saved.
fn hold(stmts: &mut [Stmt], values: &Set<usize>) {
    for stmt in stmts {
        let held = |site: &mut TapeSlot| {
            if values.contains(&site.id) {
                site.keep = Storage::Here;
            }
        };
        stmt.sites_mut(held);
        stmt.blocks_mut().iter_mut().for_each(|block| hold(block, values));
    }
}

impl Body<'_> {
    /// A branch of a choice, with what it keeps as its value, or with what the way there has kept at hand.
    pub(super) fn branch_block(&mut self, blocks: &[Vec<Stmt>], k: usize) -> TokenStream {
        let at = (blocks.as_ptr(), k);
        let ends = self.branches.end_of(at, &blocks[k]);
        if let Some(choice) = &ends {
            self.branches.ends.insert(*choice, at);
        }
        let stmts = self.block(&blocks[k]);
        if ends.is_some() {
            return stmts;
        }
        if let Some(branch) = self.branches.there.get(&at) {
            let tapes = branch.sites.iter().map(|site| self.tape(site).0);
            let kept = self.branches.given(at, branch.names());
            return quote!(#(#tapes)* #stmts #kept);
        }
        let Some((branch, (_, k))) =
            self.branches.back.get(&at).and_then(|at| Some((self.branches.there.get(at)?, at)))
        else {
            return stmts;
        };
        let (name, pattern) = (&branch.name, branch.one_of(*k, branch.names()));
        let cursors = branch.sites.iter().map(|site| self.tape(site).1);
        quote!(let #pattern = &#name else { ::core::unreachable!("the backward run takes the branches of the forward run") }; #(#cursors)* #stmts)
    }

    /// `let kept = ` and `;`, around a choice whose branches have one residual, unless that is given on.
    pub(super) fn keeps(&self, blocks: &[Vec<Stmt>]) -> Option<[TokenStream; 2]> {
        let name = &self.branches.there.get(&(blocks.as_ptr(), 0))?.name;
        let given_on = self.branches.ends.contains_key(&blocks.as_ptr());
        Some(if given_on { Default::default() } else { [quote!(let #name =), quote!(;)] })
    }

    /// Whether a place on the tape is in the residual of a branch.
    pub(super) fn is_in_branch(&self, site: &TapeSlot) -> bool {
        self.branches.inside.contains(&site.id)
    }
}
