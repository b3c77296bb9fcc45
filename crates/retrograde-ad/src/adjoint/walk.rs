//! Loops that move on through arrays: `while k < n && l < m { if ... { *out += a[k] * b[l]; k += 1; } else { l += 1; } }`. The way back
//! starts at the end, so it would walk there first and then come back. Where the outputs are only added to, their gradients stay what
//! they are, and all others are sums: these are collected on the walk there, and there is no walk back.

use super::{Adjoint, HERE};
use crate::access::{Touch, each_touch};
use crate::ir::{Expr, Head, Stmt, Var};

/// A loop of a block that carries gradients on its way there.
pub(super) struct Walk {
    /// which statement it is
    pub at: usize,
    /// the end of the locals that move on
    pub end: usize,
    /// what becomes of the loop
    pub stmts: Vec<Stmt>,
}

impl Adjoint<'_> {
    /// The loops of a block whose gradients need no walk back.
    pub(super) fn walks(&mut self, stmts: &[Stmt]) -> Vec<Walk> {
        if self.outputs.is_empty() {
            return Vec::new();
        }
        (0..stmts.len()).filter_map(|end| self.walk(stmts, end)).collect()
    }

    /// The loop that the locals which end at number `end` are for, and for nothing else.
    fn walk(&mut self, stmts: &[Stmt], end: usize) -> Option<Walk> {
        let Stmt::Forget { vars, slice } = &stmts[end] else { return None };
        let (Stmt::Nested(head, _), starts) = slice.split_last()? else { return None };
        let is_start = |stmt: &Stmt| matches!(stmt, Stmt::Let { var, .. } if vars.contains(var));
        if !head.repeats() || !starts.iter().all(is_start) {
            return None;
        }
        let mut users = (0..stmts.len()).filter(|k| *k != end && !is_start(&stmts[*k]) && mentions(&stmts[*k], vars));
        let (at, None) = (users.next()?, users.next()) else { return None };
        let Stmt::Nested(own, blocks) = &stmts[at] else { return None };
        let (Head::While { .. } | Head::For { .. }, true) = (own, own == head) else { return None };
        let head = match own {
            Head::While { pre, .. } => Head::While { pre: pre.clone(), post: None },
            other => other.clone(),
        };
        let blocks = blocks.iter().map(|block| self.ahead(block, vars)).collect::<Option<_>>()?;
        let mut stmts = starts.to_vec();
        stmts.push(Stmt::Nested(head, blocks));
        stmts.extend(vars.iter().filter_map(|var| self.shadow(var)));
        Some(Walk { at, end, stmts })
    }

    /// Statements as they are, with the gradients of what is added to outputs in its place, if there is nothing else to carry back.
    fn ahead(&mut self, stmts: &[Stmt], moving: &[Var]) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        for stmt in stmts {
            match stmt {
                Stmt::Update { op, place, value, .. } if !op.scales() && self.outputs.contains(&place.root) => {
                    if !self.linear.active(place) {
                        continue;
                    }
                    let mut pulled = Vec::new();
                    let node = self.linear.decompose(value, HERE, &mut pulled);
                    let (incoming, op) = (place.adjoint(), (self.tables.transpose)(*op));
                    self.linear.pull(&node, Expr::Read(incoming), op, &mut pulled);
                    // A gradient that is read in the loop must not be written there.
                    let carried: Vec<Var> = moving.iter().chain(&self.outputs).map(Var::adjoint).collect();
                    if pulled.iter().any(|stmt| writes(stmt, &carried)) {
                        return None;
                    }
                    out.extend(pulled);
                }
                Stmt::Update { op, place, value, .. }
                    if !op.scales() && moving.contains(&place.root) && !self.linear.has_gradient(value) =>
                {
                    out.push(stmt.clone());
                }
                Stmt::Nested(Head::If { pre, .. }, blocks) => {
                    let blocks = blocks.iter().map(|block| self.ahead(block, moving)).collect::<Option<_>>()?;
                    out.push(Stmt::Nested(Head::If { pre: pre.clone(), post: None }, blocks));
                }
                _ => return None,
            }
        }
        Some(out)
    }
}

fn mentions(stmt: &Stmt, vars: &[Var]) -> bool {
    touches(stmt, vars, |_| true)
}

fn writes(stmt: &Stmt, vars: &[Var]) -> bool {
    touches(stmt, vars, |touch| touch == Touch::Write)
}

fn touches(stmt: &Stmt, vars: &[Var], how: impl Fn(Touch) -> bool) -> bool {
    let mut found = false;
    each_touch(stmt, &mut |touch, place| found |= how(touch) && vars.contains(&place.root));
    found
}
