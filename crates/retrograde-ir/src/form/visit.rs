//! All statements, also those inside of others.

use super::Stmt;
use std::slice;

/// Statements, each before those in its blocks.
///
/// ```
/// use retrograde_ir::form::{Head, Stmt, all_stmts};
/// let nested = [Stmt::Nested(Head::Scope, vec![vec![Stmt::SameLength(Vec::new())]])];
/// assert_eq!(all_stmts(&nested).count(), 2);
/// ```
pub fn all_stmts(stmts: &[Stmt]) -> AllStmts<'_> {
    AllStmts { open: vec![stmts.iter()] }
}

/// See [`all_stmts`].
#[derive(Clone, Debug)]
pub struct AllStmts<'s> {
    /// what is left of the blocks around, the innermost last
    open: Vec<slice::Iter<'s, Stmt>>,
}

impl<'s> Iterator for AllStmts<'s> {
    type Item = &'s Stmt;

    fn next(&mut self) -> Option<&'s Stmt> {
        while let Some(innermost) = self.open.last_mut() {
            if let Some(stmt) = innermost.next() {
                self.open.extend(stmt.blocks().iter().rev().map(|block| block.iter()));
                return Some(stmt);
            }
            self.open.pop();
        }
        None
    }
}

/// Calls `f` for all statements, each before those in its blocks.
pub fn each_stmt_mut(stmts: &mut [Stmt], f: &mut dyn FnMut(&mut Stmt)) {
    for stmt in stmts {
        f(stmt);
        stmt.blocks_mut().iter_mut().for_each(|block| each_stmt_mut(block, f));
    }
}
