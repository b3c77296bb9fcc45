//! Statements.

use super::{Arg, Expr, Pattern, Place, Record, Type, Var};
use std::rc::Rc;

/// Assignment operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    Add,
    Sub,
    Xor,
    Mul,
    Div,
    /// `-x += e`
    AddToNegative,
    /// `-x -= e`
    SubFromNegative,
    /// `F(x) += e`
    AddThrough(Bijection),
    /// `F(x) -= e`
    SubThrough(Bijection),
    /// `=`, in ordinary functions only
    Set,
}

/// Bijections, the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bijection {
    /// `Mirror(k)`, which is `100 - k`
    Mirror,
    /// `Mirror(-k)`
    MirrorOfNegative,
    /// `Bent(x)`, which is `x.asinh()`
    Bent,
    /// `Bent(-x)`
    BentOfNegative,
}

/// What is done to a stack and another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackOp {
    Push,
    Pop,
    CopyPush,
    CopyPop,
}

impl StackOp {
    /// Whether the other place is only read.
    pub fn copies(self) -> bool {
        matches!(self, StackOp::CopyPush | StackOp::CopyPop)
    }

    /// The one that undoes it.
    pub fn opposite(self) -> Self {
        match self {
            StackOp::Push => StackOp::Pop,
            StackOp::Pop => StackOp::Push,
            StackOp::CopyPush => StackOp::CopyPop,
            StackOp::CopyPop => StackOp::CopyPush,
        }
    }
}

/// Conversions without loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// from `i16` to `i64`
    Wider,
    /// from `i32` to `f64`
    ToFloat,
    /// from `f32` to `f64`
    Double,
}

impl Conversion {
    /// The types as they are written.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Conversion::Wider => ("i16", "i64"),
            Conversion::ToFloat => ("i32", "f64"),
            Conversion::Double => ("f32", "f64"),
        }
    }

    /// The type that comes out.
    pub fn ty(self) -> Type {
        match self {
            Conversion::Wider => Type::Int,
            Conversion::ToFloat | Conversion::Double => Type::Float,
        }
    }
}

/// The values of a loop's variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub start: Expr,
    pub end: Expr,
    pub inclusive: bool,
    /// `.step_by(n)`, and whether that comes after a `.rev()` of its own, so that it counts from the end
    pub step: Option<(usize, bool)>,
    /// `.rev()`, after the step
    pub reversed: bool,
}

/// What a loop along arrays walks along. The names are those of its pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// `a.iter()`, `a.chunks_exact(n)`, ...
    Slice { var: Var, place: Place, style: Style, chunk: Option<usize> },
    /// a range
    Range { var: Var, range: Range },
    /// `.enumerate()`
    Enumerate(Var, Box<Source>),
    /// `.zip(..)`
    Zip(Box<[Source; 2]>),
    /// `.rev()`
    Rev(Box<Source>),
    /// `.skip(n)` and its like, in ordinary functions
    Cut(Cut, usize, Box<Source>),
}

/// What leaves out iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Skip,
    Take,
    StepBy,
}

/// How a loop along an array is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `a.iter()`, `a.iter_mut()`, `a.chunks_exact(n)`, `a.chunks_exact_mut(n)`
    Method,
    /// `&a`, `&mut a`
    Borrow,
    /// `a.iter()` with the pattern `&x`
    Copied,
    /// `a.iter().copied()`, in ordinary functions
    Values,
}

impl Source {
    /// Shows `visit` what it is made of.
    pub fn leaves<'a>(&'a self, visit: &mut impl FnMut(&'a Source)) {
        visit(self);
        match self {
            Source::Slice { .. } | Source::Range { .. } => {}
            Source::Enumerate(_, inner) | Source::Rev(inner) | Source::Cut(_, _, inner) => inner.leaves(visit),
            Source::Zip(pair) => pair.iter().for_each(|part| part.leaves(visit)),
        }
    }

    /// The variables of its pattern.
    pub fn vars(&self) -> Vec<&Var> {
        let mut vars = Vec::new();
        self.leaves(&mut |source| match source {
            Source::Slice { var, .. } | Source::Range { var, .. } | Source::Enumerate(var, _) => vars.push(var),
            Source::Zip(_) | Source::Rev(_) | Source::Cut(..) => {}
        });
        vars
    }
}

/// How a computation is undone.
#[derive(Clone, Debug, PartialEq)]
pub enum Undo {
    /// by its inverse, written out
    Written,
    /// by `inverse! { .. }`
    Inverse,
    /// by `uncompute!('label);`
    Label(Rc<str>),
}

/// A view: a name for a place, or several for its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    /// `let v = &mut place;`
    One(Var),
    /// `let (v, w) = place.split_at_mut(k);`
    Split([Var; 2], Expr),
    /// `let Point { x, y, n } = p;`
    Fields(Record, Vec<Var>),
}

impl View {
    /// The names.
    pub fn vars(&self) -> &[Var] {
        match self {
            View::One(var) => std::slice::from_ref(var),
            View::Split(vars, _) => vars,
            View::Fields(_, vars) => vars,
        }
    }
}

/// What runs once on the way there and once on the way back, and changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    Assert,
    DebugAssert,
    Safe,
}

/// What a local starts with.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    Expr(Expr),
    /// `{ statements; value }`
    Block(Vec<Stmt>, Expr),
}

/// Statements.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Let {
        var: Var,
        mutable: bool,
        init: Init,
    },
    Update {
        op: UpdateOp,
        place: Place,
        value: Expr,
    },
    For {
        var: Var,
        range: Range,
        body: Vec<Stmt>,
    },
    /// `if pre { }`, or `if (pre, post) { }`
    If {
        pre: Expr,
        post: Option<Expr>,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Call {
        function: usize,
        inverse: bool,
        args: Vec<Arg>,
    },
    Swap(Place, Place),
    /// Locals that are computed, used, and uncomputed by running the computation backwards. There may be none, if it is state that is
    /// changed and restored.
    Ancilla {
        lets: Vec<(Var, Expr)>,
        compute: Vec<Stmt>,
        /// the locals may be packed into a struct while they are used
        packed: Option<(Var, Record)>,
        uses: Vec<Stmt>,
        undo: Undo,
    },
    /// `let (a, b) = ..;`, `let [a, b, c] = ..;`, `let Point { x, y, n } = ..;`
    LetParts {
        vars: Vec<Var>,
        init: Expr,
    },
    /// `let mut n = first; n += second; ..; release!(n, first + second);`
    Known {
        var: Var,
        first: Expr,
        second: Expr,
        uses: Vec<Stmt>,
    },
    /// `inverse! { .. }`
    Inverse(Vec<Stmt>),
    /// `match k { .. }`
    Match {
        value: Expr,
        arms: Vec<Arm>,
    },
    /// `let mut i = 0; while (i < limit, i > 0) { ..; i += 1; }`, and the same from the other end
    While {
        var: Var,
        limit: Expr,
        /// the counter goes down, as it does in the inverse
        down: bool,
        /// the counter changes before the rest of the body
        early: bool,
        /// `release!(i, limit);` at the end
        released: bool,
        body: Vec<Stmt>,
    },
    /// `for (x, y) in a.iter().zip(b.iter_mut()) { .. }`
    Each {
        source: Source,
        body: Vec<Stmt>,
    },
    /// views, and what is done while they are there
    View {
        view: View,
        place: Place,
        exclusive: bool,
        uses: Vec<Stmt>,
    },
    /// `broadcast! { b[..] += a[..]; }`: an index of `var` is written `[..]`
    Broadcast {
        var: Var,
        length: Expr,
        body: Vec<Stmt>,
    },
    /// `assert!(..);` and its like, of something true
    Aside(Aside, Expr),
    /// `push(stack, &mut item);` and its like
    Stack {
        op: StackOp,
        stack: Place,
        item: Place,
    },
    /// `insert(map, key, value);`, or `remove`
    Map {
        insert: bool,
        map: Place,
        key: Expr,
        value: Expr,
    },
    /// `let mut n = first; convert!(n: i32 => f64); n += by; ..; n -= by;`
    Converted {
        var: Var,
        conversion: Conversion,
        first: Expr,
        by: Option<Expr>,
        uses: Vec<Stmt>,
    },
    /// `f(&mut y, x);` of a variable that is a function, perhaps inside `inverse!`
    Apply {
        function: Var,
        inverse: bool,
        args: Vec<Arg>,
    },
    /// `let mut lap = 0; while lap < most && condition { lap += 1; .. }`, or the same with `loop` and a `break`
    Repeat {
        var: Var,
        most: usize,
        condition: Option<Expr>,
        endless: bool,
        body: Vec<Stmt>,
    },
    /// `'a: for ..` if a loop is all there is, `'a: { .. }` if not
    Labelled {
        label: Rc<str>,
        body: Vec<Stmt>,
    },
    /// the last statement of a block
    Exit(Exit),
    /// `let f = |a: f64, b: f64| value;`, and what is done with it; what it reads does not change meanwhile
    Closure {
        var: Var,
        params: Vec<Var>,
        value: Expr,
        uses: Vec<Stmt>,
    },
    /// `let mut f = |a: f64| { .. };`, which changes what is around, and what is done with it
    Stepper {
        var: Var,
        param: Var,
        body: Vec<Stmt>,
        uses: Vec<Stmt>,
    },
    /// `f(a);` of such a closure
    Step(Var, Expr),
    /// `v.push(e);` and its like
    Grow {
        list: Place,
        how: Growth,
    },
    /// `let v = h(..)?;` and its like; `bad` is what an `Err` holds. The first two have no body.
    Asked {
        how: Asking,
        value: Expr,
        outcome: bool,
        good: Var,
        bad: Option<Var>,
        body: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// `if let Some(t) = v.pop() { .. }` and its like
    Taken {
        var: Var,
        list: Place,
        how: Taking,
        body: Vec<Stmt>,
    },
}

/// How the value of a call is taken out of its option or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// `let v = h(..)?;`
    Question,
    /// `let Some(v) = h(..) else { .. };`
    OrElse,
    /// `if let Some(v) = h(..) { .. } else { .. }`
    IfLet,
    /// `match h(..) { Some(v) => { .. } None => { .. } }`
    Match,
}

/// How a list changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Growth {
    Push(Expr),
    /// at the start, or with `true` at the end
    Insert(bool, Expr),
    Truncate(usize),
    Clear,
    Pop,
    /// `extend_from_slice`
    Copies(Place),
    /// `extend` by the items of a chain
    Extend(Expr),
}

/// How an element is taken out of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// `if let Some(t) = v.pop() { .. }`
    IfPopped,
    /// `while let Some(t) = v.pop() { .. }`
    WhilePopped,
    /// `if v.len() > k { let t = v.remove(k); .. }`
    Removed(usize),
}

impl Stmt {
    /// Whether it is a loop, which may have a label.
    pub fn is_loop(&self) -> bool {
        matches!(self, Stmt::For { .. } | Stmt::Each { .. } | Stmt::Repeat { .. })
            || matches!(self, Stmt::Taken { how: Taking::WhilePopped, .. })
    }
}

/// How a block is left early.
#[derive(Clone, Debug, PartialEq)]
pub enum Exit {
    Break(Option<Rc<str>>),
    Continue(Option<Rc<str>>),
    Return(Expr),
}

/// One arm of a `match` statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub body: Vec<Stmt>,
}
