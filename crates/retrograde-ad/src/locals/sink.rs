//! Locals that are only used in the branches of one statement, which then change what the locals are computed from. They are
//! computed in the branches instead, where they can be computed again before the change.

use super::Written;
use crate::access::{Timeline, Touch, each_touch, effects, overlap_over_time, reads};
use crate::ir::{Expr, Head, Stmt, Var};

/// Moves the declarations of such locals.
pub fn sink(mut stmts: Vec<Stmt>, written: &Written) -> Vec<Stmt> {
    let mut timeline = Timeline::of(&stmts);
    for at in (0..stmts.len()).rev() {
        let Some(user) = only_user(&stmts, &timeline, at, written) else { continue };
        let local = stmts.remove(at);
        let Stmt::Let { var, .. } = &local else { continue };
        for block in stmts[user - 1].blocks_mut() {
            if block.iter().any(|stmt| touches(stmt, var)) {
                block.insert(0, local.clone());
            }
        }
        timeline = Timeline::of(&stmts);
    }
    stmts
}

/// The statement whose branches have all uses of the local that statement `at` declares, if they change what that reads.
fn only_user(stmts: &[Stmt], timeline: &Timeline, at: usize, written: &Written) -> Option<usize> {
    let Stmt::Let { var, mutable: false, init: Some(init), .. } = &stmts[at] else { return None };
    let mut local = Local { vars: vec![var.clone()], init, written };
    let mut first = None;
    reads(init, &mut |read| {
        let mut changes = timeline.after(&read.root, at).iter().filter(|(_, touches)| touches.has(Touch::Write));
        let change = changes.find(|(k, _)| local.changes_with(&stmts[*k])).map(|(k, _)| *k);
        first = first.into_iter().chain(change).min();
    });
    let user = first?;
    local.gather(&stmts[user]);
    let elsewhere = |(k, stmt): (usize, &Stmt)| k > at && k != user && touches(stmt, var);
    let used = touches(&stmts[user], var) && !stmts.iter().enumerate().any(elsewhere);
    (used && local.is_used_up(&stmts[user..=user])).then_some(user)
}

struct Local<'s> {
    /// the local, and those that are computed from it
    vars: Vec<Var>,
    init: &'s Expr,
    written: &'s Written,
}

impl Local<'_> {
    /// Takes in the locals inside a statement that are computed from it: it must be there as long as they are used.
    fn gather(&mut self, stmt: &Stmt) {
        if let (Stmt::Let { var, .. }, true) = (stmt, self.is_in(stmt)) {
            self.vars.push(var.clone());
        }
        stmt.blocks().iter().flatten().for_each(|stmt| self.gather(stmt));
    }

    fn is_in(&self, stmt: &Stmt) -> bool {
        self.vars.iter().any(|var| touches(stmt, var))
    }

    /// Whether a statement changes what the local is computed from.
    fn changes_with(&self, stmt: &Stmt) -> bool {
        let constant = |var: &Var| !self.written.contains(var);
        let writes = effects([stmt]).writes;
        let mut found = false;
        reads(self.init, &mut |read| found |= writes.iter().any(|write| overlap_over_time(read, write, &constant)));
        found
    }

    /// Whether statements use the local only before they change what it is computed from.
    fn is_used_up(&self, stmts: &[Stmt]) -> bool {
        let Some(change) = stmts.iter().position(|stmt| self.changes_with(stmt)) else { return true };
        if stmts[change + 1..].iter().any(|stmt| self.is_in(stmt)) {
            return false;
        }
        if !self.is_in(&stmts[change]) {
            return true;
        }
        let Stmt::Nested(head @ (Head::If { .. } | Head::Match { .. }), blocks) = &stmts[change] else { return false };
        let decides = self.is_in(&Stmt::Nested(head.clone(), Vec::new()));
        !decides && blocks.iter().all(|block| self.is_used_up(block))
    }
}

fn touches(stmt: &Stmt, var: &Var) -> bool {
    let mut found = false;
    each_touch(stmt, &mut |touch, place| found |= touch != Touch::Inner && place.root == *var);
    found
}
