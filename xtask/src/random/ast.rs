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
    /// `if c { a } else { b }`, only as a whole initialiser or as the value of a function or branch
    If(Box<[Expr; 3]>),
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
    /// `=`, in ordinary functions only, as are the next two
    Set,
    Mul,
    Div,
}

/// The values of a loop's variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub start: Expr,
    pub end: Expr,
    pub inclusive: bool,
    pub reversed: bool,
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
    /// Locals that are computed, used, and uncomputed by running the computation backwards.
    Ancilla {
        lets: Vec<(Var, Expr)>,
        compute: Vec<Stmt>,
        uses: Vec<Stmt>,
    },
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
                other => *other,
            };
            Stmt::Update { op, place: place.clone(), value: value.clone() }
        }
        Stmt::For { var, range, body } => {
            let range = Range { reversed: !range.reversed, ..range.clone() };
            Stmt::For { var: var.clone(), range, body: inverse(body) }
        }
        Stmt::If { pre, post, then, otherwise } => {
            let (pre, post) = match post {
                Some(post) => (post.clone(), Some(pre.clone())),
                None => (pre.clone(), None),
            };
            Stmt::If { pre, post, then: inverse(then), otherwise: inverse(otherwise) }
        }
        Stmt::Call { function, inverse, args } => {
            Stmt::Call { function: *function, inverse: !inverse, args: args.clone() }
        }
        Stmt::Ancilla { lets, compute, uses } => {
            Stmt::Ancilla { lets: lets.clone(), compute: compute.clone(), uses: inverse(uses) }
        }
        // A swap undoes itself. The generator writes no `let` where something is to be undone.
        Stmt::Swap(..) | Stmt::Let { .. } => stmt.clone(),
    }
}
