//! Sweeps that are ready to run: arrays are cut to the range beforehand, and what is read of gradients is read before anything is written. Where the
//! iterations meet in sums, a block of them runs at a time with a lane for each.
//!
//! ```text
//! run j in 0..m {
//!     window view0 = l[p + j] in blocks
//!     window view1 = out_adj[j] in blocks
//!     blocks of j along view0, view1 adding up sum0_adj for x_adj[i] {
//!         load read0_adj = view1
//!         sum0_adj += weigh(read0_adj, view0)
//!     } left over {
//!         load read0_adj = view1
//!         sum0_adj += weigh(read0_adj, view0)
//!     }
//! }
//! ```

use super::{Expr, Place, Stmt, Var};

/// A name for the elements that the iterations of a run come to one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// the name
    pub var: Var,
    /// the element of an iteration, whose index follows the loop variable one by one
    pub place: Place,
    /// whether elements are written
    pub exclusive: bool,
    /// whether it is cut into blocks, with what is left over beside them
    pub blocks: bool,
    /// whether all of it is looked at before it is cut
    pub whole: bool,
}

/// A window as a loop walks along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// the name of the element in an iteration
    pub var: Var,
    /// whether it is written
    pub exclusive: bool,
    /// another window, from which it is so many elements further on
    pub behind: Option<(Var, usize)>,
}

/// Which iterations of a run a loop has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// all
    All,
    /// so many from the first
    First(usize),
    /// so many up to the last
    Last(usize),
    /// all but so many, from the first
    Without(usize),
}

/// A loop over iterations of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// the variable of the run
    pub var: Var,
    /// whether it has the number of the iteration, rather than of the first
    pub counted: bool,
    /// which iterations
    pub part: Part,
    /// the windows
    pub walked: Vec<Walked>,
}

/// A loop over all iterations of a run, a block of lanes at a time: each statement is run for all lanes before the next begins, and what it gives a
/// name to is another value in each. The iterations that are left over have a block of statements of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    /// the variable of the run
    pub var: Var,
    /// the windows
    pub walked: Vec<Walked>,
    /// what is added up, and what it is added to in the end
    pub sums: Vec<(Var, Place)>,
}

/// A gradient that is computed, and added later.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// its name
    pub var: Var,
    /// what it will be added to; nothing is computed if no gradient of that is asked for
    pub place: Place,
    /// the gradient
    pub value: Expr,
    /// the iteration that it is of, if not the one that is run: so many further on
    pub ahead: Option<Ahead>,
    /// the statements that it is computed by, which keep their locals to themselves
    pub before: [Vec<Stmt>; 1],
}

/// An iteration further on.
#[derive(Clone, Debug, PartialEq)]
pub struct Ahead {
    /// the variable of the run
    pub var: Var,
    /// how many iterations
    pub by: usize,
    /// whether the variable has the number of that iteration
    pub counted: bool,
}
