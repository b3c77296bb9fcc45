//! Places and expressions.

use super::{Passing, Record, Signature, Source, Style, Type, Var};

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
    /// `(a, b)`, only as a whole initialiser or as what is returned
    Tuple(Vec<Expr>),
    /// `a.iter().zip(&b).filter(..).map(..).sum()`, in ordinary functions
    Chain(Box<Chain>),
    /// `Some(a)` and its like, only as what is returned
    Wrapped(Wrap, Option<Box<Expr>>),
    /// `f(a, b)` of a local closure
    Apply(Var, Vec<Expr>),
    /// a list, only as a whole initialiser
    List(Box<List>),
    /// a function as a value, only as a whole initialiser or argument
    Function(FunctionValue),
    /// a piece of text of its own, by its number, only as a whole initialiser in ordinary functions
    Idiom(usize, Vec<Expr>),
}

/// A chain of iterators. What the first closures take is the pattern of the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub source: Source,
    pub filter: Option<Expr>,
    pub map: Option<Expr>,
    /// what follows the first `map`, with the number that it takes
    pub more: Vec<(Var, Link, Expr)>,
    pub end: End,
}

/// One more link of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Map,
    Filter,
    TakeWhile,
    SkipWhile,
}

/// What a value is wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    Some,
    None,
    Ok,
    Err,
}

impl Wrap {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Wrap::Some => "Some",
            Wrap::None => "None",
            Wrap::Ok => "Ok",
            Wrap::Err => "Err",
        }
    }
}

/// How a list begins.
#[derive(Clone, Debug, PartialEq)]
pub enum List {
    /// `Vec::new()`
    Empty,
    /// `vec![a, b]`
    Of(Vec<Expr>),
    /// `vec![e; n]`
    Repeat(Expr, usize),
    /// `a.to_vec()`
    Copy(Place),
    /// a chain with `.collect::<Vec<f64>>()`
    Collect(Box<Chain>),
}

/// How a chain ends.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Sum,
    Product,
    Collect,
    /// with the names of what was added up and, unless that is the pattern of the source, of the next
    Fold {
        acc: Var,
        item: Option<Var>,
        init: Box<Expr>,
        value: Box<Expr>,
    },
}

impl Chain {
    /// `place.iter().sum()`
    pub fn along(place: &Place) -> Self {
        let var = Var { id: place.var.id, name: "each".into(), passing: Passing::Shared };
        let source = Source::Slice { var, place: place.clone(), style: Style::Method, chunk: None };
        Chain { source, filter: None, map: None, more: Vec::new(), end: End::Sum }
    }

    /// The variables that its closures bind.
    pub fn vars(&self) -> Vec<&Var> {
        let mut vars = self.source.vars();
        vars.extend(self.more.iter().map(|(var, ..)| var));
        if let End::Fold { acc, item, .. } = &self.end {
            vars.push(acc);
            vars.extend(item);
        }
        vars
    }

    /// What it walks along.
    pub fn places(&self) -> Vec<&Place> {
        let mut places = Vec::new();
        self.source.leaves(&mut |leaf| {
            if let Source::Slice { place, .. } = leaf {
                places.push(place);
            }
        });
        places
    }
}

/// A function as a value.
#[derive(Clone, Debug, PartialEq)]
pub enum FunctionValue {
    /// `f {}`
    Named(usize, Signature),
    /// `Inverse(f)`
    Inverse(Box<FunctionValue>),
    /// `Then(f, g)`
    Then(Box<[FunctionValue; 2]>),
    /// a parameter or local
    Variable(Var, Signature),
}

impl FunctionValue {
    /// Shows `visit` what it is made of.
    pub fn leaves<'a>(&'a self, visit: &mut impl FnMut(&'a FunctionValue)) {
        visit(self);
        match self {
            FunctionValue::Named(..) | FunctionValue::Variable(..) => {}
            FunctionValue::Inverse(inner) => inner.leaves(visit),
            FunctionValue::Then(parts) => parts.iter().for_each(|part| part.leaves(visit)),
        }
    }

    /// Changes what it is made of.
    pub fn leaves_mut(&mut self, visit: &mut impl FnMut(&mut FunctionValue)) {
        visit(self);
        match self {
            FunctionValue::Named(..) | FunctionValue::Variable(..) => {}
            FunctionValue::Inverse(inner) => inner.leaves_mut(visit),
            FunctionValue::Then(parts) => parts.iter_mut().for_each(|part| part.leaves_mut(visit)),
        }
    }

    /// What it takes.
    pub fn signature(&self) -> Signature {
        match self {
            FunctionValue::Named(_, signature) | FunctionValue::Variable(_, signature) => *signature,
            FunctionValue::Inverse(inner) => inner.signature(),
            FunctionValue::Then(parts) => parts[0].signature(),
        }
    }
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

/// Arguments of calls.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Value(Expr),
    Shared(Place),
    Exclusive(Place),
}
