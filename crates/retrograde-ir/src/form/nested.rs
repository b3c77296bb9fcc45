//! What decides which of a statement's blocks run, and how often: branches and loops.

use super::{Along, At, BinaryOp, Blocks, Bounds, Case, Expr, Matched, Place, Span, Step, TapeSlot, Var, Walked};
use std::rc::Rc;

/// The values of a `for` loop's variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// first value
    pub start: Expr,
    /// end
    pub end: Expr,
    /// whether `end` itself is visited
    pub inclusive: bool,
    /// from the end to the start
    pub reversed: bool,
    /// how far apart the values are, if not by one
    pub stride: Option<Stride>,
}

/// The distance between the values of a stepped range.
#[derive(Clone, Debug, PartialEq)]
pub struct Stride {
    /// the distance
    pub by: Expr,
    /// whether the range's end is one of its values, rather than its start
    pub from_end: bool,
}

impl Range {
    /// The expressions that it is made of.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        [&self.start, &self.end].into_iter().chain(self.stride.as_ref().map(|stride| &stride.by))
    }

    /// The same values from the other end.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { reversed: !self.reversed, ..self.clone() }
    }
}

/// What a loop over arrays walks along.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaf {
    /// the name that its body sees
    pub var: Var,
    /// what it stands for
    pub walk: Walk,
}

/// One of the things that a loop walks along.
#[derive(Clone, Debug, PartialEq)]
pub enum Walk {
    /// the values of a range
    Range(Range),
    /// the elements of an array, or parts of the given length
    Slice {
        /// the array
        place: Place,
        /// the length of each part; `None` for elements
        chunk: Option<Expr>,
        /// the length of the array, if it is walked along from the last to the first
        flipped: Option<Expr>,
        /// whether the name is a copy, rather than a reference
        copied: bool,
    },
}

/// The name of a block that is undone later.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// with its apostrophe
    pub name: Rc<str>,
    /// where it was written
    pub at: At,
}

/// What decides which of a statement's blocks run, and how often.
#[derive(Clone, Debug, PartialEq)]
pub enum Head {
    /// `if pre { } else { }`: two blocks
    If {
        /// decides forwards
        pre: Expr,
        /// says afterwards which branch was taken; `None` if the branches leave `pre` as it was
        post: Option<Expr>,
    },
    /// `while (pre, post) { }`
    While {
        /// whether there is another iteration
        pre: Expr,
        /// false before the first iteration and true after each, which is where the way back stops; `None` if there is no way back
        post: Option<Expr>,
    },
    /// one block, which runs once and keeps its locals to itself
    Scope,
    /// one block, which changes only locals that nobody reads any more, and which the way back so leaves out
    Idle,
    /// `inverse! { }`, which the checker turns into the scope that runs the block backwards
    Inverse,
    /// `match value { pattern => { } ... }`: a block for each case
    Match {
        /// what is looked at
        matched: Matched,
        /// the patterns, in order
        cases: Vec<Case>,
    },
    /// `'label: { }`, which the checker turns into a scope
    Label(Label),
    /// `for var in range { }`
    For {
        /// the loop variable
        var: Var,
        /// its values
        range: Range,
    },
    /// `for var in range { }` whose iterations have the tape as an array each
    Tape {
        /// the loop variable
        var: Var,
        /// its values
        range: Range,
        /// what the iterations fill one after another, each with something that is like a value
        fills: Vec<(TapeSlot, Place)>,
        /// what they read from the end to the start
        rewinds: Vec<TapeSlot>,
    },
    /// over the first values of the range of a loop that may have been left early
    First {
        /// the loop variable
        var: Var,
        /// what the loop went over
        range: Box<Range>,
        /// how many turns it made
        turns: Expr,
        /// from the last of them to the first
        reversed: bool,
    },
    /// `for (a, b) in x.iter().zip(y.iter_mut()) { }`: a loop along arrays
    Each {
        /// counts the iterations
        turn: Var,
        /// what it walks along, all together; it ends with the shortest
        leaves: Vec<Leaf>,
        /// from the last iteration to the first
        reversed: bool,
    },
    /// a loop over `start..end` whose iterations may run in any order, because they meet only in sums of gradients
    Sweep {
        /// the loop variable
        var: Var,
        /// first value
        start: Expr,
        /// one past the last value
        end: Expr,
        /// the sums
        sums: Vec<Place>,
    },
    /// a sweep that is ready to run: one block, which runs once if there are iterations
    Run {
        /// the loop variable, which has the number of the first iteration outside of the loops of the run
        var: Var,
        /// first value
        start: Expr,
        /// one past the last value
        end: Expr,
    },
    /// one block, which runs if any of these gradients is one; of an element that the iterations come to, that of any iteration
    Flows(Vec<Place>),
    /// two blocks, of which the first runs if the run has at most so many iterations
    AtMost(usize),
    /// over iterations of a run
    Along(Along),
    /// over the iterations of a run, a block at a time: what is run for a block, and for an iteration that is left over
    Blocks(Blocks),
}

impl Leaf {
    /// What the name stands for in one iteration, if it is a place.
    pub fn place(&self, turn: &Var) -> Option<Place> {
        let Walk::Slice { place, chunk, flipped, .. } = &self.walk else { return None };
        let count = |op, a, b| Expr::Binary(op, Rc::new([a, b]), At(Span::call_site()));
        let turn = Expr::Read(Place::var(turn));
        let turn = match (flipped, chunk) {
            (None, _) => turn,
            (Some(length), chunk) => {
                let turns = match chunk {
                    None => length.clone(),
                    Some(chunk) => count(BinaryOp::Div, length.clone(), chunk.clone()),
                };
                count(BinaryOp::Sub, count(BinaryOp::Sub, turns, Expr::literal(1)), turn)
            }
        };
        let step = match chunk {
            None => Step::Index(Rc::new(turn)),
            Some(chunk) => {
                let start = count(BinaryOp::Mul, turn, chunk.clone());
                let end = count(BinaryOp::Add, start.clone(), chunk.clone());
                Step::Slice(Rc::new(Bounds { start: Some(start), end: Some(end), inclusive: false }))
            }
        };
        Some(place.clone().then(step))
    }
}

impl Walk {
    /// The expressions that it evaluates.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Walk::Range(range) => range.exprs().collect(),
            Walk::Slice { place, chunk, flipped, .. } => {
                place.open_steps().iter().flat_map(Step::exprs).chain(chunk).chain(flipped).collect()
            }
        }
    }
}

impl Head {
    /// The arrays that it walks along.
    pub fn walked(&self) -> impl Iterator<Item = &Place> {
        let leaves = match self {
            Head::Each { leaves, .. } => &leaves[..],
            _ => &[],
        };
        leaves.iter().filter_map(|leaf| match &leaf.walk {
            Walk::Slice { place, .. } => Some(place),
            Walk::Range(_) => None,
        })
    }

    /// The windows that it walks along.
    pub fn windows(&self) -> &[Walked] {
        match self {
            Head::Along(Along { walked, .. }) | Head::Blocks(Blocks { walked, .. }) => walked,
            _ => &[],
        }
    }

    /// The expressions that it evaluates.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Head::If { pre, post } | Head::While { pre, post } => [pre].into_iter().chain(post).collect(),
            Head::Scope
            | Head::Idle
            | Head::Inverse
            | Head::Label(_)
            | Head::Flows(_)
            | Head::AtMost(_)
            | Head::Along(_)
            | Head::Blocks(_) => Vec::new(),
            Head::Match { matched, cases } => {
                [&matched.value].into_iter().chain(cases.iter().filter_map(|case| case.guard.as_ref())).collect()
            }
            Head::For { range, .. } | Head::Tape { range, .. } => range.exprs().collect(),
            Head::First { range, turns, .. } => range.exprs().chain([turns]).collect(),
            Head::Each { leaves, .. } => leaves.iter().flat_map(|leaf| leaf.walk.exprs()).collect(),
            Head::Sweep { start, end, .. } | Head::Run { start, end, .. } => vec![start, end],
        }
    }

    /// The variables that its blocks see and nothing outside does.
    pub fn binds(&self) -> Vec<&Var> {
        match self {
            Head::If { .. }
            | Head::While { .. }
            | Head::Scope
            | Head::Idle
            | Head::Inverse
            | Head::Label(_)
            | Head::Flows(_)
            | Head::AtMost(_) => Vec::new(),
            Head::Match { matched, cases } => {
                cases.iter().flat_map(|case| &case.binds).map(|bound| &bound.var).chain(&matched.whole).collect()
            }
            Head::For { var, .. }
            | Head::Tape { var, .. }
            | Head::First { var, .. }
            | Head::Sweep { var, .. }
            | Head::Run { var, .. } => vec![var],
            Head::Along(along) => along.walked.iter().map(|walked| &walked.var).collect(),
            Head::Blocks(blocks) => blocks.sums.iter().map(|(sum, _)| sum).collect(),
            Head::Each { turn, leaves, .. } => [turn].into_iter().chain(leaves.iter().map(|leaf| &leaf.var)).collect(),
        }
    }

    /// Whether its block may run any number of times, rather than one of its blocks once.
    pub fn repeats(&self) -> bool {
        match self {
            Head::If { .. }
            | Head::Match { .. }
            | Head::Scope
            | Head::Idle
            | Head::Inverse
            | Head::Label(_)
            | Head::Run { .. }
            | Head::Flows(_)
            | Head::AtMost(_) => false,
            Head::While { .. }
            | Head::For { .. }
            | Head::Tape { .. }
            | Head::First { .. }
            | Head::Each { .. }
            | Head::Sweep { .. }
            | Head::Along(_)
            | Head::Blocks(_) => true,
        }
    }

    /// The same seen from the other end: what decides when the blocks are run backwards.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        match self {
            Head::If { pre, post: Some(post) } => Head::If { pre: post.clone(), post: Some(pre.clone()) },
            Head::While { pre, post: Some(post) } => Head::While { pre: post.clone(), post: Some(pre.clone()) },
            Head::For { var, range } => Head::For { var: var.clone(), range: range.turned() },
            Head::Each { turn, leaves, reversed } => {
                Head::Each { turn: turn.clone(), leaves: leaves.clone(), reversed: !reversed }
            }
            Head::First { var, range, turns, reversed } => {
                Head::First { var: var.clone(), range: range.clone(), turns: turns.clone(), reversed: !reversed }
            }
            either_way => either_way.clone(),
        }
    }
}
