//! The form: a small language in which a function, its inverse and its derivatives are all written.
//!
//! Every transform goes from this form to this form, so that its results can be transformed again. Names are unique within a
//! function, references are explicit (`Step::Deref`), and every statement of a reversible function has one inverse.

use crate::repack::Repack;
use proc_macro2::Span;
use std::collections::HashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What a variable holds: a value, its adjoint, or its tangent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shade {
    /// the value itself
    Value,
    /// the gradient of the loss with respect to the value
    Adjoint,
    /// the directional derivative of the value
    Tangent,
}

/// A variable. Two variables are the same if name and shade agree; the span only says where it was written.
#[derive(Clone)]
pub struct Var {
    /// its name in the source
    pub name: Rc<str>,
    /// value, adjoint or tangent
    pub shade: Shade,
    /// where it was written
    pub span: Span,
}

impl Var {
    /// A value variable.
    pub fn new(name: &str, span: Span) -> Self {
        Self { name: name.into(), shade: Shade::Value, span }
    }

    /// The same variable seen as `shade`.
    #[must_use]
    pub fn shaded(&self, shade: Shade) -> Self {
        Self { shade, ..self.clone() }
    }
}

impl PartialEq for Var {
    fn eq(&self, other: &Self) -> bool {
        self.shade == other.shade && self.name == other.name
    }
}

impl Eq for Var {}

impl Hash for Var {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.shade.hash(state);
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shade {
            Shade::Value => write!(f, "{}", self.name),
            Shade::Adjoint => write!(f, "{}_adj", self.name),
            Shade::Tangent => write!(f, "{}_tan", self.name),
        }
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// One step from a variable towards the place meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// through a reference
    Deref,
    /// to a field, by name or position
    Field(Rc<str>),
    /// to an element
    Index(Rc<Expr>),
    /// to a part of a slice
    Slice(Rc<Bounds>),
}

impl Step {
    /// The expressions that say where it leads.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let (one, other) = match self {
            Step::Index(index) => (Some(&**index), None),
            Step::Slice(bounds) => (bounds.start.as_ref(), bounds.end.as_ref()),
            Step::Deref | Step::Field(_) => (None, None),
        };
        one.into_iter().chain(other)
    }
}

/// The bounds of a part of a slice, as in `a[start..end]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    /// where it starts; `None` for the start of the whole
    pub start: Option<Expr>,
    /// where it ends; `None` for the end of the whole
    pub end: Option<Expr>,
    /// whether `end` itself belongs to it
    pub inclusive: bool,
}

/// A place: a variable and the steps from it. Two places are the same if they lead the same way, whatever they are called.
#[derive(Clone, Debug)]
pub struct Place {
    /// the variable it starts from
    pub root: Var,
    /// the way from there
    pub path: Vec<Step>,
    /// the view that the user wrote for the first part of the way
    pub via: Option<Rc<Via>>,
}

/// A view: a name for a place. The form always knows the whole way, so that every pass sees what is really meant; the name is what
/// the emitted code uses.
#[derive(Clone, Debug, PartialEq)]
pub struct Via {
    /// the name
    pub var: Var,
    /// how many steps it stands for
    pub steps: usize,
    /// whether it is a reference, rather than a copy made by a pattern such as `&x`
    pub reference: bool,
}

/// The name of a length among the fields of a place.
const LENGTH: &str = "len()";

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.root == other.root && self.path == other.path
    }
}

impl Place {
    /// The place that `path` leads to.
    pub fn new(root: Var, path: Vec<Step>) -> Self {
        Self { root, path, via: None }
    }

    /// The variable itself.
    pub fn var(root: &Var) -> Self {
        Self::new(root.clone(), Vec::new())
    }

    /// The same place in the variable's adjoint or tangent.
    #[must_use]
    pub fn shaded(&self, shade: Shade) -> Self {
        let via = self.via.as_ref().map(|via| Rc::new(Via { var: via.var.shaded(shade), ..(**via).clone() }));
        Self { root: self.root.shaded(shade), path: self.path.clone(), via }
    }

    /// The same place as written at `span`.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.root.span = span;
        self
    }

    /// The place one step further.
    #[must_use]
    pub fn then(mut self, step: Step) -> Self {
        self.path.push(step);
        self
    }

    /// The place that the first `steps` lead to.
    #[must_use]
    pub fn prefix(&self, steps: usize) -> Self {
        let via = self.via.clone().filter(|via| via.steps <= steps);
        Self { root: self.root.clone(), path: self.path[..steps].to_vec(), via }
    }

    /// The same place under the name of a view.
    #[must_use]
    pub fn named(self, var: &Var, reference: bool) -> Self {
        let via = Some(Rc::new(Via { var: var.clone(), steps: self.path.len(), reference }));
        Self { via, ..self }
    }

    /// The length of what is at the place, if it may be given another: it changes with the whole, but not with an element.
    #[must_use]
    pub fn length(&self) -> Self {
        self.clone().then(Step::Field(LENGTH.into()))
    }

    /// Whether only a length is meant.
    pub fn is_length(&self) -> bool {
        matches!(self.path.last(), Some(Step::Field(name)) if &**name == LENGTH)
    }

    /// The expressions on the way.
    pub fn indices(&self) -> impl Iterator<Item = &Expr> {
        self.path.iter().flat_map(Step::exprs)
    }

    /// The name that it is found by: that of a view, or of its variable.
    pub fn name(&self) -> &Var {
        self.via.as_ref().map_or(&self.root, |via| &via.var)
    }

    /// Whether it is just what a reference points to.
    pub fn is_pointee(&self) -> bool {
        match &self.via {
            Some(via) => via.reference && self.open_steps().is_empty(),
            None => self.path == [Step::Deref],
        }
    }

    /// The steps that no name stands for.
    pub fn open_steps(&self) -> &[Step] {
        &self.path[self.via.as_ref().map_or(0, |via| via.steps)..]
    }
}

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
    Cast(Opaque<syn::Type>),
}

impl PartialEq for Operation {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Operation::Rule(one), Operation::Rule(other)) => one.method == other.method,
            (Operation::Cast(one), Operation::Cast(other)) => one == other,
            _ => false,
        }
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

/// A piece of the host language that the form carries but never looks into.
pub struct Opaque<T>(pub Rc<T>);

impl<T> Opaque<T> {
    /// Wraps it.
    pub fn new(piece: T) -> Self {
        Self(Rc::new(piece))
    }
}

impl<T> Clone for Opaque<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: PartialEq> PartialEq for Opaque<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T: quote::ToTokens> fmt::Debug for Opaque<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.to_token_stream())
    }
}

/// Expressions. All are pure: evaluating one changes nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// a literal
    Literal(Opaque<syn::Lit>),
    /// a constant or other path that names no local variable
    Constant(Opaque<syn::ExprPath>),
    /// the value at a place
    Read(Place),
    /// `&e`, in argument position
    Borrow(Rc<Expr>),
    /// an operator on one operand
    Unary(UnaryOp, Rc<Expr>, At),
    /// an operator on two operands
    Binary(BinaryOp, Rc<[Expr; 2]>, At),
    /// `receiver.name(arguments)`
    Method(MethodName, Vec<Expr>, At),
    /// `place.len()` of a slice or an array, which no statement changes
    Length(Place, At),
    /// `function(arguments)`
    Call(Opaque<syn::Path>, Vec<Expr>, At),
    /// `e as T`
    Cast(Rc<Expr>, Opaque<syn::Type>),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `[e; n]`
    Repeat(Rc<Expr>, Rc<Expr>),
    /// `P { x: a, y: b }`
    Struct(Opaque<syn::Path>, Vec<(Rc<str>, Expr)>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `P(a, b)`: a tuple struct, or a variant of an enum; or `P::new(re, im)`: a complex number
    Construct(Opaque<syn::Path>, Vec<Expr>),
    /// a field or element of a value that is not at a place
    Part(Rc<Expr>, Vec<Step>),
    /// `if c { a } else { b }`
    If(Rc<[Expr; 3]>),
    /// `{ let a = e; ... value }`
    Block(Vec<Inner>, Rc<Expr>),
    /// `match e { pattern => value, ... }`
    Match(Rc<Expr>, Vec<(Case, Expr)>),
    /// the share of one operand in the derivative of an operation
    Derivative(Rc<Derivative>),
    /// the value that the tape keeps for a site, going backwards
    Restore(Site),
    /// the sum of two gradients or tangents
    Plus(Rc<[Expr; 2]>),
    /// the zero gradient or tangent
    Zero,
}

/// The name of a method, with the type arguments written after it.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodName {
    /// the name
    pub name: Rc<str>,
    /// `::<T>`
    pub types: Option<Opaque<syn::AngleBracketedGenericArguments>>,
}

impl std::ops::Deref for MethodName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.name
    }
}

impl From<&str> for MethodName {
    fn from(name: &str) -> Self {
        Self { name: name.into(), types: None }
    }
}

/// `let var: ty = init;` inside an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Inner {
    /// what is bound until the end of the expression
    pub var: Var,
    /// its type, if written
    pub ty: Option<Opaque<syn::Type>>,
    /// its value
    pub init: Expr,
}

/// What one arm of a `match` asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// the pattern, with the names of the form
    pub pattern: Opaque<syn::Pat>,
    /// what it binds
    pub binds: Vec<Var>,
    /// `if guard`
    pub guard: Option<Expr>,
    /// whether what it binds may be part of something with a gradient, which is then not followed: its type must have none
    pub payload: bool,
}

impl Expr {
    /// The name of a part of a constructed value: its position, but `Complex::new` has named fields.
    pub fn constructed(path: &syn::Path, k: usize) -> Rc<str> {
        if Expr::is_new(path) { ["re", "im"][k].into() } else { k.to_string().into() }
    }

    /// Whether a path is that of `Complex::new` rather than of a tuple struct.
    pub fn is_new(path: &syn::Path) -> bool {
        path.segments.last().is_some_and(|last| last.ident == "new")
    }

    /// The expressions that it is made of, less those in places.
    pub fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Literal(_)
            | Expr::Constant(_)
            | Expr::Read(_)
            | Expr::Length(..)
            | Expr::Derivative(_)
            | Expr::Restore(_)
            | Expr::Zero => Vec::new(),
            Expr::Borrow(inner) | Expr::Unary(_, inner, _) | Expr::Cast(inner, _) => vec![inner],
            Expr::Part(base, steps) => [&**base].into_iter().chain(steps.iter().flat_map(Step::exprs)).collect(),
            Expr::Binary(_, operands, _) | Expr::Plus(operands) => operands.iter().collect(),
            Expr::Method(_, args, _)
            | Expr::Call(_, args, _)
            | Expr::Array(args)
            | Expr::Tuple(args)
            | Expr::Construct(_, args) => args.iter().collect(),
            Expr::Repeat(elem, len) => vec![elem, len],
            Expr::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            Expr::If(parts) => parts.iter().collect(),
            Expr::Block(locals, value) => locals.iter().map(|inner| &inner.init).chain([&**value]).collect(),
            Expr::Match(scrutinee, arms) => {
                let arms = arms.iter().flat_map(|(case, value)| case.guard.iter().chain([value]));
                [&**scrutinee].into_iter().chain(arms).collect()
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
}

/// Where in the source something was written. All positions are equal.
#[derive(Clone, Copy)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for At {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// A place on the tape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// numbered within the function
    pub id: usize,
    /// how many values it keeps, and for how long
    pub keep: Keep,
}

/// How many values a place on the tape keeps, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Keep {
    /// one, used in the same block
    Here,
    /// at most one
    Once,
    /// one for each turn of the loops around it
    Many,
    /// none: only the type is needed on the way back
    Type,
}

/// The updates that have an inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpdateOp {
    /// `+=`
    Add,
    /// `-=`
    Sub,
    /// `^=`
    Xor,
    /// `*=`
    Mul,
    /// `/=`
    Div,
}

impl UpdateOp {
    /// The operator of `place op value`, which is what the update makes of `place`.
    pub fn binary(self) -> BinaryOp {
        match self {
            UpdateOp::Add => BinaryOp::Add,
            UpdateOp::Sub => BinaryOp::Sub,
            UpdateOp::Xor => BinaryOp::BitXor,
            UpdateOp::Mul => BinaryOp::Mul,
            UpdateOp::Div => BinaryOp::Div,
        }
    }

    /// Whether it scales its place, so that the gradient of the place is scaled too, rather than passed on.
    pub fn scales(self) -> bool {
        matches!(self, UpdateOp::Mul | UpdateOp::Div)
    }
}

/// How an update looks at a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Through {
    /// `-x`
    Neg,
    /// `conj(z)`
    Conj,
    /// `Path(x)`, a value that maps there and back
    Bijection(Opaque<syn::Path>),
}

/// `Path(place) op= value;`, an update of what views make of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapped {
    /// the views, from the outermost to the innermost; the outermost is a bijection
    pub views: Vec<Through>,
    /// where the outermost was written
    pub through: At,
    /// the operator
    pub op: UpdateOp,
    /// what changes
    pub place: Place,
    /// by how much
    pub value: Expr,
    /// where
    pub at: At,
}

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

/// How the callee of a call statement is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// as written
    Forward,
    /// backwards
    Inverse,
    /// backwards, carrying gradients
    Adjoint,
    /// the adjoint of the inverse: forwards, carrying gradients
    InverseAdjoint,
    /// forwards, carrying tangents
    Tangent,
    /// backwards, carrying tangents
    InverseTangent,
}

/// What a call statement calls, and so where its variants are found.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// a function by its path; its variants are on its companion
    Function(Opaque<syn::Path>),
    /// `Type::method` or `<Type as Trait>::method`; its variants are its siblings
    Associated(Opaque<syn::ExprPath>),
    /// a method of the first argument; its variants are its siblings
    Method(Rc<str>, At),
    /// a value that is a function; it runs forwards and backwards
    Value(Place),
}

impl Callee {
    /// What is read to find the function.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Callee::Value(place) => Some(place),
            Callee::Function(_) | Callee::Associated(_) | Callee::Method(..) => None,
        }
    }
}

/// An argument of a call statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// `&mut place`: changed by the call
    Exclusive(Place),
    /// read only
    Shared(Expr),
    /// the shadow of the argument before: where its gradient or tangent is kept; `None` if it has none
    Shadow(Option<Place>),
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
        /// whether there is another turn
        pre: Expr,
        /// false before the first turn and true after each, which is where the way back stops; `None` if there is no way back
        post: Option<Expr>,
    },
    /// one block, which runs once and keeps its locals to itself
    Scope,
    /// `inverse! { }`, which the checker turns into the scope that runs the block backwards
    Inverse,
    /// `match scrutinee { pattern => { } ... }`: a block for each case
    Match {
        /// what is looked at
        scrutinee: Expr,
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
    /// `for (a, b) in x.iter().zip(y.iter_mut()) { }`: a loop along arrays
    Each {
        /// counts the turns
        turn: Var,
        /// what it walks along, all together; it ends with the shortest
        leaves: Vec<Leaf>,
        /// from the last turn to the first
        reversed: bool,
    },
    /// a loop over `start..end` whose turns may run in any order, because they meet only in sums of gradients
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

    /// The expressions that it evaluates.
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Head::If { pre, post } | Head::While { pre, post } => [pre].into_iter().chain(post).collect(),
            Head::Scope | Head::Inverse | Head::Label(_) => Vec::new(),
            Head::Match { scrutinee, cases } => {
                [scrutinee].into_iter().chain(cases.iter().filter_map(|case| case.guard.as_ref())).collect()
            }
            Head::For { range, .. } => range.exprs().collect(),
            Head::Each { leaves, .. } => leaves.iter().flat_map(|leaf| leaf.walk.exprs()).collect(),
            Head::Sweep { start, end, .. } => vec![start, end],
        }
    }

    /// The variables that its blocks see and nothing outside does.
    pub fn binds(&self) -> Vec<&Var> {
        match self {
            Head::If { .. } | Head::While { .. } | Head::Scope | Head::Inverse | Head::Label(_) => Vec::new(),
            Head::Match { cases, .. } => cases.iter().flat_map(|case| &case.binds).collect(),
            Head::For { var, .. } | Head::Sweep { var, .. } => vec![var],
            Head::Each { turn, leaves, .. } => [turn].into_iter().chain(leaves.iter().map(|leaf| &leaf.var)).collect(),
        }
    }

    /// Whether its block may run any number of times, rather than one of its blocks once.
    pub fn repeats(&self) -> bool {
        match self {
            Head::If { .. } | Head::Match { .. } | Head::Scope | Head::Inverse | Head::Label(_) => false,
            Head::While { .. } | Head::For { .. } | Head::Each { .. } | Head::Sweep { .. } => true,
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
            either_way => either_way.clone(),
        }
    }
}

/// Statements.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// `let var = init;` opens the life of a local
    Let {
        /// the local
        var: Var,
        /// declared `mut`
        mutable: bool,
        /// its type, if written
        ty: Option<Opaque<syn::Type>>,
        /// its first value; `None` if the branches of the `if` that follows give it
        init: Option<Expr>,
    },
    /// ends the life of a restored local: it holds the value of `value` again
    Release {
        /// the local
        var: Var,
        /// what it must hold
        value: Expr,
    },
    /// ends the life of locals that can be computed again by running `slice`
    Forget {
        /// the locals
        vars: Vec<Var>,
        /// the statements that define them
        slice: Vec<Stmt>,
    },
    /// names an expression only for its type: it is never evaluated
    Witness {
        /// the name
        var: Var,
        /// an expression of its type
        like: Expr,
    },
    /// opens the life of a zero gradient or tangent beside a local; `like` has its type
    Shadow {
        /// the adjoint or tangent variable
        var: Var,
        /// an expression of the local's type, not evaluated
        like: Expr,
    },
    /// `place += value;`
    Update {
        /// the operator
        op: UpdateOp,
        /// what changes
        place: Place,
        /// by how much
        value: Expr,
        /// where
        at: At,
    },
    /// an update of what views make of a place
    Mapped(Box<Mapped>),
    /// `place = value;` in an ordinary function, and to give a shadow a value
    Assign {
        /// what is overwritten
        place: Place,
        /// with what
        value: Expr,
        /// whether the place held nothing before
        fresh: bool,
    },
    /// `swap(&mut a, &mut b);`
    Swap(Place, Place),
    /// what a `let` takes apart, and its pattern without names: rustc compares them, and nothing is run
    Shape(Place, Opaque<syn::Pat>),
    /// locals that end, and others that begin with what these held
    Repack(Repack),
    /// `function(arguments);`
    Call {
        /// the function
        callee: Callee,
        /// how it is run
        variant: Variant,
        /// its arguments
        args: Vec<Arg>,
    },
    /// statements inside another: branches and loops
    Nested(Head, Vec<Vec<Stmt>>),
    /// `uncompute!('label);`, which the checker turns into the inverse of the block
    Uncompute(Label),
    /// code of the user's that changes nothing, to be run once in each direction
    Safe {
        /// the macro that it was written in
        code: Opaque<syn::Macro>,
        /// the variables that it mentions
        reads: Vec<Place>,
    },
    /// `let view = &mut place;`: names for places
    View {
        /// the names: one, or two if the place is cut in two
        vars: Vec<Var>,
        /// what they are names for
        place: Place,
        /// where the place is cut in two: the first name ends and the second starts here
        cut: Option<Expr>,
    },
    /// two places of one array that must differ
    Distinct(Place, Place),
    /// arrays that must be of the same length
    SameLength(Vec<Place>),
    /// keeps a value for the way back
    Save(Site, Expr),
    /// `let (var, residual) = callee::pullback(args);` of an ordinary function; the residual is kept at the site
    LetCall {
        /// the result
        var: Var,
        /// the function
        callee: Opaque<syn::Path>,
        /// its arguments
        args: Vec<Expr>,
        /// where the residual is kept; `None` if no gradient is asked for
        site: Option<Site>,
    },
    /// `let (var, var_tan) = callee::tangent(args);` of an ordinary function
    LetTangent {
        /// the result
        var: Var,
        /// the function
        callee: Opaque<syn::Path>,
        /// its arguments
        args: Vec<Expr>,
        /// where their tangents are
        shadows: Vec<Option<Place>>,
    },
    /// runs the residual of a call backwards
    Backward {
        /// where the residual is kept
        site: Site,
        /// the gradient of the result
        incoming: Expr,
        /// the arguments passed by reference, which the residual does not keep: they hold again what they held at the call
        args: Vec<Option<Expr>>,
        /// shadows of the arguments
        shadows: Vec<Option<Place>>,
        /// the function
        callee: Opaque<syn::Path>,
    },
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// by value
    Value,
    /// `&T`
    Shared,
    /// `&mut T`
    Exclusive,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// its name
    pub var: Var,
    /// by value or reference
    pub passing: Passing,
    /// its type, without the outer reference
    pub ty: Opaque<syn::Type>,
    /// false if its type is written as an integer or truth value, which has no gradient, or if it is marked as a constant
    pub active: bool,
    /// what the user says about it
    pub mark: Option<Mark>,
}

impl Param {
    /// Whether it may not be given a gradient. An integer cannot be, and needs no rule.
    pub fn is_constant(&self) -> bool {
        self.mark == Some(Mark::Constant)
    }
}

/// An attribute on a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// `#[constant]`: has no gradient
    Constant,
    /// `#[loss]`: its gradient is what `gradient` returns
    Loss,
    /// `#[output]`: the rows of `jacobian` are those of its numbers
    Output,
}

/// What kind of function, and so which duties it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// changes its arguments invertibly
    Reversible,
    /// an ordinary function that returns a value
    Ordinary,
}

/// A function in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// its name
    pub name: Var,
    /// reversible or ordinary
    pub duty: Duty,
    /// its parameters
    pub params: Vec<Param>,
    /// its body
    pub body: Vec<Stmt>,
    /// what it returns
    pub result: Option<Expr>,
    /// the variables that have no gradient
    pub inert: Inert,
    /// what its body declares besides locals: constants, types, functions
    pub items: Vec<Opaque<syn::Item>>,
}

/// The variables that have no gradient: those known to hold integers or truth values, and constants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inert {
    integers: HashSet<Rc<str>>,
    constants: HashSet<Rc<str>>,
}

impl Inert {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a variable that holds an integer or truth value.
    pub fn insert(&mut self, name: Rc<str>) {
        self.integers.insert(name);
    }

    /// Notes a variable, of whatever type, that nothing with a gradient goes into.
    pub fn insert_constant(&mut self, name: Rc<str>) {
        self.constants.insert(name);
    }

    /// Whether a variable has no gradient.
    pub fn contains(&self, name: &str) -> bool {
        self.integers.contains(name) || self.constants.contains(name)
    }

    /// Whether a variable is a constant.
    pub fn is_constant(&self, name: &str) -> bool {
        self.constants.contains(name)
    }

    /// Whether a variable holds an integer or truth value. What starts from one has no gradient either, whatever becomes of it.
    pub fn is_integer(&self, name: &str) -> bool {
        self.integers.contains(name)
    }
}

impl Stmt {
    /// `if pre { } else { }`
    pub fn branch(pre: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Self {
        Stmt::Nested(Head::If { pre, post: None }, vec![then, otherwise])
    }

    /// The blocks inside it.
    pub fn blocks(&self) -> &[Vec<Stmt>] {
        match self {
            Stmt::Nested(_, blocks) => blocks,
            _ => &[],
        }
    }

    /// The blocks inside it, to change them.
    pub fn blocks_mut(&mut self) -> &mut [Vec<Stmt>] {
        match self {
            Stmt::Nested(_, blocks) => blocks,
            _ => &mut [],
        }
    }
}
