//! The generator's own syntax tree: what a random program is before it is text.
//!
//! It is deliberately not the compiler's form, so that an error in one is not repeated in the other. It also keeps more than the
//! text shows: the variable that a name means, and that an ancilla's computing and uncomputing belong together.

use std::rc::Rc;

/// The structs that programs use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// two floats and an integer
    Point,
    /// an array and a float
    Body,
}

impl Record {
    /// Both of them.
    pub const ALL: [Record; 2] = [Record::Point, Record::Body];

    /// Its name in the text.
    pub fn name(self) -> &'static str {
        match self {
            Record::Point => "Point",
            Record::Body => "Body",
        }
    }

    /// Its fields in order.
    pub fn fields(self) -> &'static [(&'static str, Type)] {
        match self {
            Record::Point => &[("x", Type::Float), ("y", Type::Float), ("n", Type::Int)],
            Record::Body => &[("a", Type::Array(Element::Float, 3)), ("s", Type::Float)],
        }
    }
}

/// What arrays and slices hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Float,
    Int,
    /// `[f64; 3]`
    Triple,
    Record(Record),
}

impl Element {
    /// The element as a type of its own.
    pub fn ty(self) -> Type {
        match self {
            Element::Float => Type::Float,
            Element::Int => Type::Int,
            Element::Triple => Type::Array(Element::Float, 3),
            Element::Record(record) => Type::Record(record),
        }
    }
}

/// Types of variables and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `f64`
    Float,
    /// `i64`
    Int,
    /// `usize`
    Usize,
    /// only of expressions
    Bool,
    Record(Record),
    Array(Element, usize),
    Slice(Element),
}

impl Type {
    /// Whether a value of this type is, or has somewhere inside, a value of type `part`.
    pub fn contains(self, part: Type) -> bool {
        self == part
            || match self {
                Type::Record(record) => record.fields().iter().any(|(_, ty)| ty.contains(part)),
                Type::Array(element, _) | Type::Slice(element) => element.ty().contains(part),
                _ => false,
            }
    }
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Value,
    /// `&T`
    Shared,
    /// `&mut T`
    Exclusive,
}

/// A variable. Its number is its own within the function, its name need not be.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    pub id: usize,
    pub name: Rc<str>,
    /// how it came here; locals are values
    pub passing: Passing,
}

impl Var {
    /// Whether it is a reference, so that reading a whole scalar takes a `*`.
    pub fn is_reference(&self) -> bool {
        self.passing != Passing::Value
    }
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub var: Var,
    pub ty: Type,
    pub passing: Passing,
}

/// A step from a variable towards the place meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Field(&'static str),
    Index(Expr),
    /// `[start..end]`, always the last step; `None` is left out
    Part(Option<Expr>, Option<Expr>),
}

/// A place and the type of what is there.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub var: Var,
    pub path: Vec<Step>,
    pub ty: Type,
}

/// Binary operators of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Methods of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Sin,
    Cos,
    Exp,
    Tanh,
    Sqrt,
    Ln,
    Powi,
    Abs,
    Atan2,
    Hypot,
    Min,
    Max,
    Recip,
}

/// Expressions. None changes anything.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Float(f64),
    Int(i64),
    Read(Place),
    /// `a.len()`
    Len(Place),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary(Op, Box<[Expr; 2]>),
    /// the receiver comes first
    Method(Method, Vec<Expr>),
    /// `e as f64`, `e as i64`
    Cast(Box<Expr>, Type),
    /// a call of an ordinary function
    Call(usize, Vec<Arg>),
    /// `[a, b, c]`
    Array(Vec<Expr>),
    /// `[e; n]`
    Repeat(Box<Expr>, usize),
    /// `Point { x: a, y: b, n: c }`
    Record(Record, Vec<Expr>),
    /// `if c { a } else { b }`
    If(Box<[Expr; 3]>),
    /// `{ let t = a; b }`
    Block(Box<(Var, Expr, Expr)>),
    /// `match k { 0 => a, 1 | 2 => b, _ => c }`
    Match(Box<Expr>, Vec<(Pattern, Expr)>),
    /// `(a, b)`, only as a whole initialiser
    Tuple(Vec<Expr>),
}

/// Patterns of integers.
#[derive(Clone, Debug, PartialEq)]
pub enum Pattern {
    /// `_`
    Any,
    /// `3`, or `1 | 4`
    OneOf(Vec<i64>),
    /// `2..=5`
    Within(i64, i64),
    /// `n`
    Named(Var),
    /// `n @ 2..=5`
    NamedWithin(Var, i64, i64),
}

impl Pattern {
    /// The variable that it binds.
    pub fn var(&self) -> Option<&Var> {
        match self {
            Pattern::Named(var) | Pattern::NamedWithin(var, ..) => Some(var),
            Pattern::Any | Pattern::OneOf(_) | Pattern::Within(..) => None,
        }
    }

    /// Whether a value fits.
    pub fn fits(&self, value: i64) -> bool {
        match self {
            Pattern::Any | Pattern::Named(_) => true,
            Pattern::OneOf(values) => values.contains(&value),
            Pattern::Within(low, high) | Pattern::NamedWithin(_, low, high) => (*low..=*high).contains(&value),
        }
    }
}

/// One arm of a `match` statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    pub pattern: Pattern,
    pub guard: Option<Expr>,
    pub body: Vec<Stmt>,
}

/// Arguments of calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Value(Expr),
    Shared(Place),
    Exclusive(Place),
}

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
    /// `=`, in ordinary functions only
    Set,
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
}

impl Source {
    /// Shows `visit` what it is made of.
    pub fn leaves<'a>(&'a self, visit: &mut impl FnMut(&'a Source)) {
        visit(self);
        match self {
            Source::Slice { .. } | Source::Range { .. } => {}
            Source::Enumerate(_, inner) | Source::Rev(inner) => inner.leaves(visit),
            Source::Zip(pair) => pair.iter().for_each(|part| part.leaves(visit)),
        }
    }

    /// The variables of its pattern.
    pub fn vars(&self) -> Vec<&Var> {
        let mut vars = Vec::new();
        self.leaves(&mut |source| match source {
            Source::Slice { var, .. } | Source::Range { var, .. } | Source::Enumerate(var, _) => vars.push(var),
            Source::Zip(_) | Source::Rev(_) => {}
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
}

/// Reversible or ordinary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    Reversible,
    Ordinary,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub duty: Duty,
    pub name: Rc<str>,
    pub params: Vec<Param>,
    /// how many variables it has, parameters included
    pub vars: usize,
    pub body: Vec<Stmt>,
    /// what an ordinary function returns
    pub result: Option<Expr>,
    /// about how many statements a call runs
    pub cost: usize,
    /// whether its inverse may be run on any arguments
    pub onto: bool,
}

/// A program: functions that call those before them (or themselves); the last is the one that is run.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub functions: Vec<Function>,
}

impl Program {
    /// The function that is run.
    pub fn entry(&self) -> &Function {
        self.functions.last().expect("a program has a function")
    }
}

/// The statements that undo `stmts`.
pub fn inverse(stmts: &[Stmt]) -> Vec<Stmt> {
    stmts.iter().rev().map(inverse_of_one).collect()
}

fn inverse_of_one(stmt: &Stmt) -> Stmt {
    match stmt {
        Stmt::Update { op, place, value } => {
            let op = match op {
                UpdateOp::Add => UpdateOp::Sub,
                UpdateOp::Sub => UpdateOp::Add,
                UpdateOp::Mul => UpdateOp::Div,
                UpdateOp::Div => UpdateOp::Mul,
                UpdateOp::AddToNegative => UpdateOp::SubFromNegative,
                UpdateOp::SubFromNegative => UpdateOp::AddToNegative,
                UpdateOp::Xor | UpdateOp::Set => *op,
            };
            Stmt::Update { op, place: place.clone(), value: value.clone() }
        }
        Stmt::For { var, range, body } => {
            let range = Range { reversed: !range.reversed, ..range.clone() };
            Stmt::For { var: var.clone(), range, body: inverse(body) }
        }
        Stmt::Each { source, body } => {
            let source = match source {
                Source::Rev(inner) => (**inner).clone(),
                other => Source::Rev(Box::new(other.clone())),
            };
            Stmt::Each { source, body: inverse(body) }
        }
        Stmt::While { var, limit, down, early, released, body } => {
            let (var, limit, released) = (var.clone(), limit.clone(), *released);
            Stmt::While { var, limit, down: !down, early: !early, released, body: inverse(body) }
        }
        Stmt::If { pre, post, then, otherwise } => {
            let (pre, post) = match post {
                Some(post) => (post.clone(), Some(pre.clone())),
                None => (pre.clone(), None),
            };
            Stmt::If { pre, post, then: inverse(then), otherwise: inverse(otherwise) }
        }
        Stmt::Match { value, arms } => {
            let undone = |arm: &Arm| Arm { body: inverse(&arm.body), ..arm.clone() };
            Stmt::Match { value: value.clone(), arms: arms.iter().map(undone).collect() }
        }
        Stmt::Call { function, inverse, args } => {
            Stmt::Call { function: *function, inverse: !inverse, args: args.clone() }
        }
        Stmt::Ancilla { uses, .. } | Stmt::Known { uses, .. } | Stmt::View { uses, .. } => {
            let (mut undone, inner) = (stmt.clone(), inverse(uses));
            if let Stmt::Ancilla { uses, .. } | Stmt::Known { uses, .. } | Stmt::View { uses, .. } = &mut undone {
                *uses = inner;
            }
            undone
        }
        Stmt::Inverse(stmts) => Stmt::Inverse(inverse(stmts)),
        Stmt::Broadcast { var, length, body } => {
            Stmt::Broadcast { var: var.clone(), length: length.clone(), body: inverse(body) }
        }
        // A swap undoes itself. The generator writes no `let` where something is to be undone.
        Stmt::Swap(..) | Stmt::Aside(..) | Stmt::Let { .. } | Stmt::LetParts { .. } => stmt.clone(),
    }
}
