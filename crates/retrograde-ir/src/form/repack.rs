//! Locals that are put together and taken apart. `pack!` and `unpack!` are each other's inverse; `convert!` is its own, seen from the other
//! end.

use super::{At, Expr, Path, Step, Type, Var};
use std::rc::Rc;

/// Locals that end, and others that begin with what these held.
#[derive(Clone, Debug, PartialEq)]
pub struct Repack {
    /// what ends
    pub from: Vec<Var>,
    /// what begins
    pub to: Vec<Var>,
    /// how one becomes the other
    pub kind: Kind,
    /// where
    pub at: At,
}

/// How locals become others.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// parts become a whole
    Pack(Shape),
    /// a whole becomes its parts
    Unpack(Shape),
    /// a local changes its type
    Convert {
        /// the type that every value is kept in
        narrow: Type,
        /// the type that has a value for each of them
        wide: Type,
        /// from the wide type back to the narrow one
        back: bool,
    },
}

/// How parts are put together.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// `(a, b)`
    Tuple,
    /// `[a, b]`
    Array,
    /// `P { x: a, y: b }`
    Struct(Path, Vec<Rc<str>>),
    /// `P(a, b)`
    TupleStruct(Path),
}

impl Shape {
    /// The step to part `k`.
    pub fn step(&self, k: usize) -> Step {
        match self {
            Shape::Tuple | Shape::TupleStruct(_) => Step::Field(k.to_string().into()),
            Shape::Array => Step::Index(Rc::new(Expr::literal(k))),
            Shape::Struct(_, fields) => Step::Field(fields[k].clone()),
        }
    }
}

impl Repack {
    /// The same from the other end.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let kind = match self.kind.clone() {
            Kind::Pack(shape) => Kind::Unpack(shape),
            Kind::Unpack(shape) => Kind::Pack(shape),
            Kind::Convert { narrow, wide, back } => Kind::Convert { narrow, wide, back: !back },
        };
        Self { from: self.to.clone(), to: self.from.clone(), kind, at: self.at }
    }
}
