//! Functions as arguments. In a derivative a function is two things: what it captures, which may have a gradient and is lent, and what
//! it does, its *code*, which captures nothing.

use super::{Expr, Function, Path, Taped, Type, Var};
use std::rc::Rc;

/// What a parameter is called with, if it is a function: the types in `Fn(f64) -> f64`.
#[derive(Clone, Debug, PartialEq)]
pub struct Callable {
    /// of its arguments; of one that is lent, that of a copy
    pub inputs: Vec<Type>,
    /// which of them are lent
    pub borrowed: Vec<bool>,
    /// of its value
    pub output: Type,
    /// whether the function itself is behind a reference
    pub lent: bool,
}

/// A function as an argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionValue {
    /// what it captures, as one value, lent
    pub environment: Expr,
    /// what it does
    pub code: Code,
    /// whether the function itself takes it by reference
    pub lent: bool,
}

impl FunctionValue {
    /// What it captures, part by part, if it is a closure.
    pub fn captured(&self) -> &[Expr] {
        match &self.environment {
            Expr::Borrow(captured) => match &**captured {
                Expr::Tuple(parts) => parts,
                _ => &[],
            },
            _ => &[],
        }
    }
}

/// What a function does.
#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    /// what the function at a path does
    Path(Path),
    /// what a parameter does
    Param(Var, Rc<Callable>),
    /// what a closure does
    Closure(Rc<Lifted>),
}

/// A closure as a function of its own: its first parameters are what it captures, behind references.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// the closure itself
    pub function: Function,
    /// how many of its parameters are captured
    pub captured: usize,
    /// its derivative, in a derivative
    pub derived: Derived,
}

/// The derivative of a closure that the function around it asks for.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one of it for a closure")]
pub enum Derived {
    /// none
    Nothing,
    /// both runs of its pullback
    Taped(Taped),
    /// its tangent
    Tangent(Function),
}

impl PartialEq for Lifted {
    fn eq(&self, other: &Self) -> bool {
        self.function == other.function
    }
}
