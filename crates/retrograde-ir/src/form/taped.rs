//! Both runs of an ordinary function.

use super::{Stmt, Var};
use crate::hash::Set;

/// An ordinary function split in two.
#[derive(Clone, Debug)]
pub struct Taped {
    /// computes the value and saves
    pub forward: Vec<Stmt>,
    /// the variable that holds the value afterwards; its adjoint is where the backward run starts
    pub result: Var,
    /// restores and carries gradients
    pub backward: Vec<Stmt>,
    /// whether the adjoint of the value is a variable, rather than a place
    pub scalar: bool,
    /// the places on the tape that keep floats
    pub floats: Set<usize>,
}
