//! Expressions. All are pure: evaluating one changes nothing.

use super::{At, FunctionValue, Literal, Path, Pattern, Piece, Place, Span, Step, TapeSlot, Type, Var};
use std::rc::Rc;

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `!x`
    Not,
}

/// Binary operators of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the operators")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitXor,
    BitAnd,
    BitOr,
    Shl,
    Shr,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is a truth value, which has no derivative.
    pub fn is_logical(self) -> bool {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        matches!(self, And | Or | Eq | Ne | Lt | Le | Gt | Ge)
    }
}

/// An operation with a derivative rule: what the library's rule structs are named after.
#[derive(Clone, Debug)]
pub enum Operation {
    /// an operator or method of the table
    Rule(&'static retrograde_rules::Rule),
    /// `as`
    Cast(Type),
    /// `x + x`, of a gradient
    Twice,
}

impl PartialEq for Operation {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Operation::Rule(one), Operation::Rule(other)) => one.method == other.method,
            (Operation::Cast(one), Operation::Cast(other)) => one == other,
            (Operation::Twice, Operation::Twice) => true,
            _ => false,
        }
    }
}

/// The float types of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// `f32`
    Single,
    /// `f64`
    Double,
}

impl Float {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Float::Single => "f32",
            Float::Double => "f64",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Float::Single, Float::Double].into_iter().find(|float| float.name() == name)
    }
}

/// Which way a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// from the gradient of the result to that of an operand
    Pull,
    /// from the tangent of an operand to its share in the tangent of the result
    Push,
}

impl Direction {
    /// The other way.
    #[must_use]
    pub fn transposed(self) -> Self {
        match self {
            Direction::Pull => Direction::Push,
            Direction::Push => Direction::Pull,
        }
    }
}

/// Expressions. All are pure: evaluating one changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// a literal
    Literal(Literal),
    /// a constant or other path that names no local variable
    Constant(Path),
    /// the value at a place
    Read(Place),
    /// `&e`, in argument position
    Borrow(Rc<Expr>),
    /// `&mut place`, only as an argument of a call of an ordinary function that is a statement of its own, and of its way back
    Lend(Place),
    /// a function as an argument
    Function(Rc<FunctionValue>),
    /// an operator on one operand
    Unary(UnaryOp, Rc<Expr>, At),
    /// an operator on two operands
    Binary(BinaryOp, Rc<[Expr; 2]>, At),
    /// `receiver.name(arguments)`
    Method(MethodName, Vec<Expr>, At),
    /// `place.len()` of a slice or an array, which no statement changes
    Length(Place, At),
    /// `function(arguments)`
    Call(Path, Vec<Expr>, At),
    /// `e as T`
    Cast(Rc<Expr>, Type),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `[e; n]`
    Repeat(Rc<Expr>, Rc<Expr>),
    /// `vec!` of what is an array or `[e; n]`
    Vector(Rc<Expr>),
    /// `P { x: a, y: b }`
    Struct(Path, Vec<(Rc<str>, Expr)>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `P(a, b)`: a tuple struct, or a variant of an enum; or `P::new(re, im)`: a complex number
    Construct(Path, Vec<Expr>),
    /// a field or element of a value that is not at a place
    Part(Rc<Expr>, Vec<Step>),
    /// `if c { a } else { b }`
    If(Rc<[Expr; 3]>),
    /// `{ let a = e; ... value }`
    Block(Vec<Inner>, Rc<Expr>),
    /// `match e { pattern => value, ... }`
    Match(Rc<Matched>, Vec<(Case, Expr)>),
    /// what a bijection, a value of the user's, makes of another
    Mapped(Facet, Path, Rc<Expr>, At),
    /// the share of one operand in the derivative of an operation
    Derivative(Rc<Derivative>),
    /// `panic!(..)`, where a value is expected
    Never(Piece),
    /// `name!(..)`, whose value has no gradient: an arm of a `match` that gives names to what it reads, and that
    Macro(Piece, Vec<Expr>),
    /// the value that the tape keeps for a site, going backwards
    Restore(TapeSlot),
    /// the values that the tape keeps for a site, one for each iteration of a loop over a range, whose bounds these are
    Replay(TapeSlot, Rc<[Expr; 2]>),
    /// the sum of two gradients or tangents
    Plus(Rc<[Expr; 2]>),
    /// the zero gradient or tangent
    Zero,
    /// the zero gradient of a float
    ZeroOf(Float),
    /// an operand that its rule does not read, of which only the type matters
    Unread(Float),
    /// a gradient or tangent of a float times a partial derivative, where zero times anything is zero
    Weighed(Rc<Weighed>),
}

/// What is asked of a bijection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// what it maps a value to
    Image,
    /// what it maps to a value
    Preimage,
    /// the derivative of the image
    Slope,
}

impl Facet {
    /// The method that answers it.
    pub fn method(self) -> &'static str {
        match self {
            Facet::Image => "image",
            Facet::Preimage => "preimage",
            Facet::Slope => "slope",
        }
    }
}

/// The name of a method, with the type arguments written after it.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodName {
    /// the name
    pub name: Rc<str>,
    /// `::<T>`
    pub types: Option<Piece>,
    /// what it is called on
    pub receiver: Receiver,
}

/// What the source says about the type of a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// nothing, or that it is of the standard library
    Known,
    /// it is a float, by value
    Float,
    /// it has a name of the user's, be it that of a type or another name for one
    Named,
    /// it is the type whose method the function is
    Itself,
}

impl std::ops::Deref for MethodName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

impl From<&str> for MethodName {
    fn from(name: &str) -> Self {
        Self { name: name.into(), types: None, receiver: Receiver::Known }
    }
}

/// `let var: ty = init;` inside an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Inner {
    /// what is bound until the end of the expression
    pub var: Var,
    /// its type, if written
    pub ty: Option<Type>,
    /// its value
    pub init: Expr,
}

/// What a `match` looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Matched {
    /// the value
    pub value: Expr,
    /// stands for the value where patterns bind parts of it that are at no place of their own; it has a shadow, but emitted code has
    /// no variable for it
    pub whole: Option<Var>,
}

/// What one arm of a `match` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// the pattern, with the names of the form
    pub pattern: Pattern,
    /// what it binds
    pub binds: Vec<Bound>,
    /// `if guard`
    pub guard: Option<Expr>,
}

/// A name that a pattern binds: a view of a part of what the `match` looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// the name
    pub var: Var,
    /// the part: what a variant holds is found under the variant's name, as in its shadow; `None` if the pattern does not tell, and
    /// then its type must have no gradient
    pub place: Option<Place>,
}

impl Matched {
    /// What the blocks of a case see and nothing outside does.
    pub fn bound<'m>(&'m self, case: &'m Case) -> impl Iterator<Item = &'m Var> {
        case.binds.iter().map(|bound| &bound.var).chain(&self.whole)
    }
}

impl Expr {
    /// An index.
    pub fn literal(value: usize) -> Self {
        Expr::Literal(Literal::int(value, "", Span::call_site()))
    }

    /// The name of a part of a constructed value: its position, but `Complex::new` has named fields.
    pub fn constructed(path: &Path, k: usize) -> Rc<str> {
        if Expr::is_new(path) { ["re", "im"][k].into() } else { k.to_string().into() }
    }

    /// The name of the variant that a path leads to, if it is that of an enum's variant rather than of a struct: one written after
    /// its enum, or one that every program knows.
    pub fn variant(path: &Path) -> Option<Rc<str>> {
        let upper = |name: &&str| name.starts_with(char::is_uppercase);
        // No variant is called `Self`, though somebody may write so.
        let last = path.names().next_back().filter(|last| upper(last) && *last != "Self")?;
        let known = ["Some", "None", "Ok", "Err"].contains(&last);
        (known || path.names().filter(upper).count() > 1).then(|| last.into())
    }

    /// Whether it is a reference to a constant or static.
    pub fn is_constant_reference(&self) -> bool {
        matches!(self, Expr::Borrow(inner) if matches!(**inner, Expr::Constant(_)))
    }

    /// The step to what a struct holds, or a variant that was imported.
    pub fn constructor(path: &Path) -> Option<Step> {
        let last = &path.segments.last()?.name;
        (*last != *"Self" && !Expr::is_new(path)).then(|| Step::Held(last.text.clone(), At(last.span)))
    }

    /// Whether a path is that of `Complex::new` rather than of a tuple struct.
    pub fn is_new(path: &Path) -> bool {
        path.name() == "new"
    }

    /// The expressions that it is made of, less those in places.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Literal(_)
            | Expr::Constant(_)
            | Expr::Read(_)
            | Expr::Lend(_)
            | Expr::Length(..)
            | Expr::Derivative(_)
            | Expr::Never(_)
            | Expr::Restore(_)
            | Expr::Zero
            | Expr::ZeroOf(_)
            | Expr::Unread(_) => Vec::new(),
            Expr::Weighed(weighed) => weighed.parts().collect(),
            Expr::Borrow(inner)
            | Expr::Vector(inner)
            | Expr::Unary(_, inner, _)
            | Expr::Cast(inner, _)
            | Expr::Mapped(_, _, inner, _) => vec![inner],
            Expr::Function(function) => vec![&function.environment],
            Expr::Part(base, steps) => [&**base].into_iter().chain(steps.iter().flat_map(Step::exprs)).collect(),
            Expr::Binary(_, operands, _) | Expr::Plus(operands) | Expr::Replay(_, operands) => {
                operands.iter().collect()
            }
            Expr::Method(_, args, _)
            | Expr::Macro(_, args)
            | Expr::Call(_, args, _)
            | Expr::Array(args)
            | Expr::Tuple(args)
            | Expr::Construct(_, args) => args.iter().collect(),
            Expr::Repeat(elem, len) => vec![elem, len],
            Expr::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            Expr::If(parts) => parts.iter().collect(),
            Expr::Block(locals, value) => locals.iter().map(|inner| &inner.init).chain([&**value]).collect(),
            Expr::Match(matched, arms) => {
                let arms = arms.iter().flat_map(|(case, value)| case.guard.iter().chain([value]));
                [&matched.value].into_iter().chain(arms).collect()
            }
        }
    }

    /// The expressions that it is made of, to change them.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Literal(_)
            | Expr::Constant(_)
            | Expr::Read(_)
            | Expr::Lend(_)
            | Expr::Length(..)
            | Expr::Derivative(_)
            | Expr::Never(_)
            | Expr::Restore(_)
            | Expr::Zero
            | Expr::ZeroOf(_)
            | Expr::Unread(_) => Vec::new(),
            Expr::Weighed(weighed) => Rc::make_mut(weighed).parts_mut().collect(),
            Expr::Borrow(inner)
            | Expr::Vector(inner)
            | Expr::Unary(_, inner, _)
            | Expr::Cast(inner, _)
            | Expr::Mapped(_, _, inner, _) => vec![Rc::make_mut(inner)],
            Expr::Function(function) => vec![&mut Rc::make_mut(function).environment],
            Expr::Part(base, steps) => {
                [Rc::make_mut(base)].into_iter().chain(steps.iter_mut().flat_map(Step::exprs_mut)).collect()
            }
            Expr::Binary(_, operands, _) | Expr::Plus(operands) | Expr::Replay(_, operands) => {
                Rc::make_mut(operands).iter_mut().collect()
            }
            Expr::Method(_, args, _)
            | Expr::Macro(_, args)
            | Expr::Call(_, args, _)
            | Expr::Array(args)
            | Expr::Tuple(args)
            | Expr::Construct(_, args) => args.iter_mut().collect(),
            Expr::Repeat(elem, len) => vec![Rc::make_mut(elem), Rc::make_mut(len)],
            Expr::Struct(_, fields) => fields.iter_mut().map(|(_, value)| value).collect(),
            Expr::If(parts) => Rc::make_mut(parts).iter_mut().collect(),
            Expr::Block(locals, value) => {
                locals.iter_mut().map(|inner| &mut inner.init).chain([Rc::make_mut(value)]).collect()
            }
            Expr::Match(matched, arms) => {
                let arms = arms.iter_mut().flat_map(|(case, value)| case.guard.iter_mut().chain([value]));
                [&mut Rc::make_mut(matched).value].into_iter().chain(arms).collect()
            }
        }
    }

    /// Whether something holds for it or for any part of it.
    pub fn any(&self, holds: &dyn Fn(&Expr) -> bool) -> bool {
        holds(self) || self.parts().into_iter().any(|part| part.any(holds))
    }
}

/// One operand's share in the derivative of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Derivative {
    /// pull or push
    pub direction: Direction,
    /// the operation
    pub operation: Operation,
    /// which operand
    pub operand: usize,
    /// the operands' values
    pub operands: Vec<Expr>,
    /// the result's value, where the rule reads it
    pub result: Option<Expr>,
    /// the gradient or tangent that comes in
    pub incoming: Expr,
    /// whether nothing proves that the operands are numbers: the rule may be one of the user's, which reads what it likes
    pub open: bool,
}

impl Derivative {
    /// What it is made of, to change it.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.operands.iter_mut().chain(&mut self.result).chain([&mut self.incoming])
    }
}

/// A gradient or tangent of a float times a partial derivative, where zero times anything is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// the gradient or tangent
    pub incoming: Expr,
    /// the partial derivative
    pub partial: Expr,
    /// two numbers of which it is the ratio, if it may be out of range though the product is not
    pub ratio: Option<[Expr; 2]>,
}

impl Weighed {
    /// What it is made of.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        [&self.incoming, &self.partial].into_iter().chain(self.ratio.iter().flatten())
    }

    /// The same without the zeros, as a product that can be differentiated.
    pub fn product(&self) -> Expr {
        let factors = [self.incoming.clone(), self.partial.clone()];
        Expr::Binary(BinaryOp::Mul, Rc::new(factors), At(Span::call_site()))
    }

    /// What it is made of, to change it.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        [&mut self.incoming, &mut self.partial].into_iter().chain(self.ratio.iter_mut().flatten())
    }
}
