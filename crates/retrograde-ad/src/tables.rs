//! The two tables on which everything hangs, as data, so that a test can put a wrong one in and see that it is noticed.

use crate::ir::UpdateOp;

/// The inverse of each update and the sign with which its gradient travels.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// the update that undoes an update
    pub opposite: fn(UpdateOp) -> UpdateOp,
    /// how the gradient of the target is added to that of the right side: the transpose of the update's derivative
    pub transpose: fn(UpdateOp) -> UpdateOp,
}

impl Default for Tables {
    fn default() -> Self {
        Self { opposite, transpose }
    }
}

fn opposite(op: UpdateOp) -> UpdateOp {
    match op {
        UpdateOp::Add => UpdateOp::Sub,
        UpdateOp::Sub => UpdateOp::Add,
        UpdateOp::Xor => UpdateOp::Xor,
        UpdateOp::Mul => UpdateOp::Div,
        UpdateOp::Div => UpdateOp::Mul,
    }
}

fn transpose(op: UpdateOp) -> UpdateOp {
    match op {
        // The signs of `*=` and `/=` are those of the partial derivatives of their rules.
        UpdateOp::Add | UpdateOp::Xor | UpdateOp::Mul | UpdateOp::Div => UpdateOp::Add,
        UpdateOp::Sub => UpdateOp::Sub,
    }
}
