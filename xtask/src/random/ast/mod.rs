//! The generator's own syntax tree: what a random program is before it is text.
//!
//! It is deliberately not the compiler's form, so that an error in one is not repeated in the other. It also keeps more than the
//! text shows: the variable that a name means, and that an ancilla's computing and uncomputing belong together.

mod expr;
mod inverse;
mod stmt;

pub use expr::*;
pub use inverse::inverse;
pub use stmt::*;

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
    /// `Stack<T>`
    Stack(Element),
    /// `BTreeMap<i64, T>`
    Map(Element),
    /// `(f64, f64)`, `Option<f64>` and `Result<f64, f64>`, only of what functions return
    Pair,
    Perhaps,
    Outcome,
    /// `Vec<f64>`, only of locals
    List,
    /// a closure, only of locals: how many numbers it takes, or one that it uses to change something
    Closure(usize),
    Stepper,
    /// a function as a value
    Function(Signature),
}

/// The parameters of functions that are values: something that changes, and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// `(&mut f64, f64)`
    Float,
    /// `(&mut i64, i64)`
    Int,
}

impl Signature {
    /// Both of them.
    pub const ALL: [Signature; 2] = [Signature::Float, Signature::Int];

    /// The type of both parameters.
    pub fn ty(self) -> Type {
        match self {
            Signature::Float => Type::Float,
            Signature::Int => Type::Int,
        }
    }
}

impl Type {
    /// Whether some of its numbers have gradients.
    pub fn has_gradient(self) -> bool {
        match self {
            Type::Stack(element) | Type::Map(element) => element.ty().has_gradient(),
            ty => ty.contains(Type::Float),
        }
    }

    /// Whether a value of this type is, or has somewhere inside where it can be reached, a value of type `part`.
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

/// Reversible or ordinary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    Reversible,
    Ordinary,
}

/// Where a function is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// beside the others
    Module,
    /// in the body of the function with that number
    Inside(usize),
    /// in an `impl`; its first parameter is `self`. Calls are written `p.f(..)`, or by its path, `Point::f(&mut p, ..)`
    Impl { record: Record, by_path: bool },
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub duty: Duty,
    pub home: Home,
    pub name: Rc<str>,
    pub params: Vec<Param>,
    /// how many variables it has, parameters included
    pub vars: usize,
    pub body: Vec<Stmt>,
    /// what an ordinary function returns
    pub result: Option<Expr>,
    /// and its type
    pub returns: Type,
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

impl Function {
    /// The signature that it has as a value, if it may be one.
    pub fn signature(&self) -> Option<Signature> {
        let [changed, by] = self.params.as_slice() else { return None };
        let good = self.duty == Duty::Reversible && self.home == Home::Module && self.onto;
        let fits = (changed.passing, by.passing) == (Passing::Exclusive, Passing::Value) && changed.ty == by.ty;
        Signature::ALL.into_iter().find(|signature| good && fits && signature.ty() == by.ty)
    }
}

impl Program {
    /// The function that is run.
    pub fn entry(&self) -> &Function {
        self.functions.last().expect("a program has a function")
    }
}
