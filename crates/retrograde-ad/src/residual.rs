//! What the forward run of an ordinary function leaves for its backward run: which places on the tape are opened, when, and from which the backward
//! run reads; which locals it changes copies of; and what the branches of a choice leave together.
//!
//! ```text
//! forward {                          forward {
//!     save #1 many = x                   tape #1 many
//! }                        becomes       save #1 many = x
//! backward {                         }
//!     let x = restore(#1 many)       backward {
//! }                                      back #1 many
//!                                        let x = restore(#1 many)
//!                                    }
//! ```

mod branches;

use crate::access::{Touch, each_touch};
use crate::hash::Set;
use crate::ir::{Opening, Stmt, Storage, TapeSlot, Taped, Var};
use crate::saves::each_site;
use branches::Branches;

/// How often a backward run may be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backward {
    /// as often as somebody likes, after what a function leaves: of the branches of a choice, that of one
    Often,
    /// the same of a closure, whose branches leave what they save one beside the other
    OftenInClosure,
    /// once, at the end of the forward run
    Once,
}

/// Puts in order what the runs leave each other.
pub fn of_taped(taped: &mut Taped, backward: Backward) {
    let inside = match backward {
        Backward::Often => Branches::put_in(&mut taped.forward, &mut taped.backward),
        Backward::OftenInClosure | Backward::Once => Set::default(),
    };
    let mut pass = Pass { inside, outside: Set::default() };
    for run in [&mut taped.forward, &mut taped.backward] {
        *run = pass.block(std::mem::take(run));
    }
    pass.open(&mut taped.forward, &mut taped.backward, backward != Backward::Once);
}

struct Pass {
    /// the places on the tape that are left by branches
    inside: Set<usize>,
    /// those that the iterations of the loop around use one after another
    outside: Set<usize>,
}

impl Pass {
    /// Statements that are run there and back have a tape of their own; those of a loop use the same, one after another.
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for mut stmt in stmts {
            if let Stmt::Nested(_, blocks) = &stmt
                && let [turn] = &blocks[..]
                && let [Stmt::Fused([_, back])] = &turn[..]
            {
                for site in restored(back) {
                    if matches!(site.keep, Storage::Many | Storage::Rewound(_)) {
                        self.outside.insert(site.id);
                        out.push(Stmt::Tape(site, Opening::New));
                    }
                }
            }
            for block in stmt.blocks_mut() {
                *block = self.block(std::mem::take(block));
            }
            if let Stmt::Fused([there, back]) = &mut stmt {
                self.open(there, back, false);
            }
            out.push(stmt);
        }
        out
    }

    /// Opens the tape that `backward` reads, before and after `forward`.
    fn open(&self, forward: &mut Vec<Stmt>, backward: &mut Vec<Stmt>, repeated: bool) {
        let thawed = thawed(forward, backward, repeated);
        let (mut opened, mut back) = (Vec::new(), Vec::new());
        for site in restored(backward).iter().filter(|site| !self.inside.contains(&site.id)) {
            let is_outside =
                matches!(site.keep, Storage::Many | Storage::Rewound(_)) && self.outside.contains(&site.id);
            let opening = if is_outside { Opening::Emptied } else { Opening::New };
            opened.extend(opens(site, opening));
            back.extend(opens(site, Opening::Back));
        }
        forward.splice(0..0, opened);
        back.extend(thawed.into_iter().map(Stmt::Thaw));
        backward.splice(0..0, back);
    }
}

/// Opens a place on the tape, if it is more than a variable.
fn opens(site: &TapeSlot, opening: Opening) -> Option<Stmt> {
    let is_variable = matches!(site.keep, Storage::Here | Storage::Filled);
    (!is_variable).then(|| Stmt::Tape(site.clone(), opening))
}

/// The places on the tape that statements read.
fn restored(backward: &[Stmt]) -> Vec<TapeSlot> {
    let mut sites: Vec<TapeSlot> = Vec::new();
    each_site(backward, &mut |site| {
        if !sites.contains(site) {
            sites.push(site.clone());
        }
    });
    sites
}

/// The backward run changes copies of the forward run's variables: of all, if it may be repeated, and otherwise of those that are not
/// declared to change.
fn thawed(forward: &[Stmt], backward: &[Stmt], repeated: bool) -> Vec<Var> {
    let mut declared: Set<&Var> = Set::default();
    for stmt in forward {
        match stmt {
            Stmt::Let { mutable: true, .. } | Stmt::LetCall { .. } if !repeated => {}
            Stmt::Let { var, .. } | Stmt::LetCall { var, .. } => {
                declared.insert(var);
            }
            _ => {}
        }
    }
    let mut changed: Vec<Var> = Vec::new();
    for stmt in backward {
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write && declared.contains(&place.root) && !changed.contains(&place.root) {
                changed.push(place.root.clone());
            }
        });
    }
    changed
}
