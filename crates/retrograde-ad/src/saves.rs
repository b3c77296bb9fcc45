//! What of the tape is needed. Every value that is restored is saved, and no more; where only the shape of one is asked for, only that is
//! kept, and nothing at all if its type tells.

use crate::hash::Set;
use crate::ir::{Expr, Place, Stmt, Storage, TapeSlot, all_stmts, each_stmt_mut};

/// Drops the saving of what is never restored; where only a type is needed on the way back, only that is kept.
pub fn drop_unused_saves(forward: &mut Vec<Stmt>, backward: &mut [Stmt]) {
    let mut restored = Set::default();
    each_restored(backward, &mut restored);
    find_shapes(backward, &restored);
    let mut used = Set::default();
    each_site(backward, &mut |site| {
        used.insert(site.id);
    });
    let mut typed = Set::default();
    mark_types(backward, &mut typed);
    retain_saves(forward, &used, &typed);
}

/// The places on the tape that something is restored from.
fn each_restored(stmts: &[Stmt], restored: &mut Set<usize>) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Assign { value: Expr::Restore(site), .. } = stmt {
            restored.insert(site.id);
        }
    }
}

/// Where a value is not restored, the shape that it had is read from the tape.
fn find_shapes(stmts: &mut [Stmt], found: &Set<usize>) {
    let mut computed = Set::default();
    for stmt in stmts {
        match stmt {
            Stmt::Renew { site: Some(site), restored, .. } => *restored = found.contains(&site.id),
            Stmt::Let { var, init: Some(_), .. } => {
                computed.insert(var.clone());
            }
            Stmt::Shadow { var, like: like @ Expr::Restore(_) } if computed.contains(&var.primal()) => {
                *like = Expr::Read(Place::var(&var.primal()));
            }
            _ => {}
        }
        stmt.blocks_mut().iter_mut().for_each(|block| find_shapes(block, found));
    }
}

fn mark_types(stmts: &mut [Stmt], typed: &mut Set<usize>) {
    each_stmt_mut(stmts, &mut |stmt| {
        if let Stmt::TypeOf { like: Expr::Restore(site), .. }
        | Stmt::Shadow { like: Expr::Restore(site), .. }
        | Stmt::Renew { site: Some(site), restored: false, .. } = stmt
        {
            site.keep = Storage::Type;
            typed.insert(site.id);
        }
    });
}

fn retain_saves(stmts: &mut Vec<Stmt>, used: &Set<usize>, typed: &Set<usize>) {
    stmts.retain_mut(|stmt| match stmt {
        Stmt::Save(site, value) if typed.contains(&site.id) => {
            site.keep = Storage::Type;
            if let Expr::Method(_, copied, _) = value {
                *value = copied[0].clone();
            }
            true
        }
        Stmt::Save(site, _) => used.contains(&site.id),
        Stmt::LetCall { site, .. } | Stmt::Call { site, .. } => {
            if site.as_ref().is_some_and(|site| !used.contains(&site.id)) {
                *site = None;
            }
            true
        }
        other => {
            other.blocks_mut().iter_mut().for_each(|block| retain_saves(block, used, typed));
            true
        }
    });
}

/// Calls `f` for every tape site that statements read.
pub fn each_site(stmts: &[Stmt], f: &mut dyn FnMut(&TapeSlot)) {
    all_stmts(stmts).filter_map(Stmt::own_site).for_each(f);
}
