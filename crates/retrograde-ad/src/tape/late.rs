//! Locals that the way back computes again, once what they were computed from is what it was: `let f = w * w; w -= f * h;` restores `w` before the
//! derivative of `f` reads `f`, so that `f` need not be kept as well.

use super::{Tape, is_cheap};
use crate::access::{Overlap, Touch, each_touch, each_write, overlap};
use crate::ir::{Expr, Place, Renaming, Stmt, Var};
use crate::locals::Group;

/// A local of a block and the statement after whose way back it is computed again.
pub(super) struct Late {
    var: Var,
    init: Expr,
    after: usize,
}

/// Another name for a local, from a statement of the way back on.
pub(super) type Renamed = (usize, Var, Var);

impl Tape<'_> {
    /// The locals of a block, less those in `groups`, for which this takes no more from the tape: one number is overwritten after them of what they
    /// are computed from, and that is kept instead.
    pub(super) fn late(&self, stmts: &[Stmt], groups: &[Group]) -> Vec<Late> {
        let mut found: Vec<Late> = Vec::new();
        for (k, stmt) in stmts.iter().enumerate() {
            let Stmt::Let { var, mutable: false, init: Some(init), .. } = stmt else { continue };
            let is_float = |var: &Var| self.adjoint.linear.activity.is_float(&var.name);
            if !is_float(var) || !is_cheap(stmt) || groups.iter().any(|group| group.vars.contains(var)) {
                continue;
            }
            let Some(reads) = values_read(stmt) else { continue };
            let mut changed: Vec<&Place> = Vec::new();
            let mut after: Option<usize> = None;
            for read in &reads {
                let write = (k + 1..stmts.len()).find(|k| writes(&stmts[*k], read));
                let again = found.iter().find(|late| late.var == read.root).map(|late| late.after);
                if write.is_some() && !changed.contains(&read) {
                    changed.push(read);
                }
                after = [after, write, again].into_iter().flatten().min();
            }
            let Some(after) = after else { continue };
            let one = changed.iter().all(|place| place.path.is_empty() && is_float(&place.root)) && changed.len() < 2;
            let there = groups
                .iter()
                .filter(|group| reads.iter().any(|read| group.vars.contains(&read.root)))
                .all(|group| group.last >= after);
            if one && there {
                found.push(Late { var: var.clone(), init: init.clone(), after });
            }
        }
        found
    }

    /// Computes again what can be after the way back of statement `k`, under other names.
    pub(super) fn compute_late(&mut self, late: &[Late], k: usize, renamed: &mut Vec<Renamed>, back: &mut Vec<Stmt>) {
        for Late { var, init, .. } in late.iter().filter(|late| late.after == k) {
            let name = self.adjoint.linear.names.var(&var.name);
            back.push(Stmt::Let { var: name.clone(), mutable: false, ty: None, init: Some(init.clone()) });
            renamed.push((back.len() - 1, var.clone(), name));
        }
    }
}

/// Gives locals their other names, where these are there.
pub(super) fn rename(back: &mut [Stmt], renamed: &[Renamed]) {
    for (start, old, new) in renamed {
        let name = |var: &Var| (var == old).then(|| new.clone());
        Renaming { name: &name, place: &|_| {} }.stmts(&mut back[start + 1..]);
    }
}

/// The places that a statement reads, unless it asks for more than values.
fn values_read(stmt: &Stmt) -> Option<Vec<Place>> {
    let (mut reads, mut plain) = (Vec::new(), true);
    each_touch(stmt, &mut |touch, place| match touch {
        Touch::Read => reads.push(place.clone()),
        Touch::Length | Touch::Write | Touch::Inner => plain = false,
        Touch::TypeOf | Touch::Bind => {}
    });
    plain.then_some(reads)
}

fn writes(stmt: &Stmt, read: &Place) -> bool {
    let mut found = false;
    each_write(stmt, &mut |write| found |= overlap(read, write) != Overlap::No);
    found
}
