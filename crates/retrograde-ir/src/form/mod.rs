//! The form: a small language in which a function, its inverse and its derivatives are all written.
//!
//! Every transform goes from this form to this form, so that its results can be transformed again. Names are unique within a
//! function, references are explicit (`Step::Deref`), and every statement of a reversible function has one inverse.

mod callable;
mod expr;
mod nested;
mod place;
pub mod print;
mod rename;
pub mod repack;
mod role;
mod stmt;
mod swept;
mod taped;
mod visit;

pub use crate::host::*;
pub use callable::*;
pub use expr::*;
pub use nested::*;
pub use place::*;
pub use rename::Renaming;
pub use role::{Role, Roles};
pub use stmt::*;
pub use swept::*;
pub use taped::Taped;
pub use visit::{AllStmts, all_stmts, each_stmt_mut};

use crate::hash::{Map, Set};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A variable. Two variables are the same if name and roles agree; the span only says where it was written.
#[derive(Clone)]
pub struct Var {
    /// its name in the source
    pub name: Rc<str>,
    /// what transforms made of it
    pub roles: Roles,
    /// where it was written
    pub span: Span,
}

impl Var {
    /// A variable of the function itself.
    pub fn new(name: &str, span: Span) -> Self {
        Self { name: name.into(), roles: Roles::NONE, span }
    }

    /// What stands beside it in a derivative.
    #[must_use]
    pub fn with(&self, role: Role) -> Self {
        self.with_roles(self.roles.with(role))
    }

    /// Its adjoint.
    #[must_use]
    pub fn adjoint(&self) -> Self {
        self.with(Role::Adjoint)
    }

    /// Its tangent.
    #[must_use]
    pub fn tangent(&self) -> Self {
        self.with(Role::Tangent)
    }

    /// The same as the next transform finds it.
    #[must_use]
    pub fn aged(&self) -> Self {
        self.with_roles(self.roles.aged())
    }

    /// What it stands beside in a derivative.
    #[must_use]
    pub fn primal(&self) -> Self {
        self.with_roles(self.roles.without_last())
    }

    /// The variable of the same name in these roles.
    #[must_use]
    pub fn with_roles(&self, roles: Roles) -> Self {
        Self { roles, ..self.clone() }
    }

    /// Whether it is a variable of the function itself.
    pub fn is_primal(&self) -> bool {
        self.roles.is_empty()
    }

    /// Whether the last transform gave it this role.
    pub fn is(&self, role: Role) -> bool {
        self.roles.last() == Some(role)
    }
}

impl PartialEq for Var {
    fn eq(&self, other: &Self) -> bool {
        self.roles == other.roles && self.name == other.name
    }
}

impl Eq for Var {}

impl Hash for Var {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.name.as_bytes());
        self.roles.hash(state);
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.roles)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
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
    pub ty: Type,
    /// false if its type is written as an integer or truth value, which has no gradient, or if it is marked as a constant
    pub active: bool,
    /// what the user says about it
    pub mark: Option<Mark>,
    /// what it is called with, if it is a function; the type is then that of what it captures
    pub callable: Option<Rc<Callable>>,
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
pub enum FunctionKind {
    /// changes its arguments invertibly
    Reversible,
    /// an ordinary function that returns a value
    Ordinary,
}

/// The methods of slices that are called, as they are written, by the ways to the places that they are called on.
pub type ListMethods = BTreeMap<String, Vec<Name>>;

/// What a name is taken for, which rustc is asked to prove.
#[derive(Clone, Debug, PartialEq)]
pub enum Assumption {
    /// this function is `core::mem::swap`
    Swaps(Path),
    /// this function is a method of the primitive type whose name it starts with
    Primitive(Path),
    /// this function of `mem`, `iter` or `array` is that of the standard library
    Standard(Path),
    /// this function makes a `Box` of the standard library
    Boxes(Path),
    /// this function is the library's `stop_gradient`
    Stops(Path),
    /// this macro is `vec!`
    Vectors(Path),
    /// this macro never gives a value, as `panic!` does
    Panics(Path),
    /// this method is one of those that the feature `special` adds to numbers
    Special(Name),
    /// this type is the one of Rust that it is called like
    Builtin(Builtin, Type),
    /// this constant is a float
    Constant(Path, Float),
    /// this function of a trait is the method of the same name of this number of a generic type
    Number(Path, Rc<str>),
    /// this converts numbers as `num-traits` and `nalgebra` do
    Converts(Conversion, Path),
}

/// A conversion of numbers of a generic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// `T::from`, of `NumCast`
    From,
    /// `T::from_f64` or `T::from_f32`, of `FromPrimitive`
    FromFloat,
    /// `to_f64` or `to_f32`, of `ToPrimitive`
    ToFloat,
    /// `T::of`, of our own `Real`
    Of,
    /// `num_traits::cast`
    Cast,
    /// `nalgebra::convert`
    Convert,
}

/// A type of Rust by whose name something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// a float
    Float(Float),
    /// a vector of whatever
    Vec,
}

/// A function in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// its name
    pub name: Var,
    /// reversible or ordinary
    pub kind: FunctionKind,
    /// its parameters
    pub params: Vec<Param>,
    /// its body
    pub body: Vec<Stmt>,
    /// what it returns
    pub result: Option<Expr>,
    /// the variables that have no gradient
    pub activity: Activity,
    /// what its body declares besides locals: constants, types, functions
    pub items: Vec<Piece>,
    /// what its names are taken for
    pub assumptions: Vec<Assumption>,
    /// the ways to places that are taken for lists because of the methods that are called on them
    pub lists: Rc<Set<String>>,
    /// the methods of slices that are called, by the ways to the places that they are called on
    pub list_methods: Rc<ListMethods>,
    /// the names that are those of types, since its signature has them, and so not of variants
    pub types: Rc<Set<String>>,
    /// its type parameters that are numbers
    pub numbers: Rc<Set<String>>,
    /// whether its name is that of another function in its body, because of an item there
    pub is_hidden: bool,
}

impl Function {
    /// One that does nothing.
    pub fn empty(name: Var, kind: FunctionKind, params: Vec<Param>) -> Self {
        Self {
            name,
            kind,
            params,
            body: Vec::new(),
            result: None,
            activity: Activity::new(),
            items: Vec::new(),
            assumptions: Vec::new(),
            lists: Rc::default(),
            list_methods: Rc::default(),
            types: Rc::default(),
            numbers: Rc::default(),
            is_hidden: false,
        }
    }

    /// The variables that a function in these roles starts with: its parameters, and what each transform puts beside them.
    pub fn variables(&self, roles: Roles) -> Vec<Var> {
        let values = self.params.iter().map(|param| param.var.clone()).collect();
        roles.iter().fold(values, |vars: Vec<Var>, role| {
            vars.iter().map(Var::aged).flat_map(|var| [var.clone(), var.with(role)]).collect()
        })
    }

    /// A derivative as the next transform finds it, which makes variables of its own beside those of the last.
    #[must_use]
    pub fn aged(&self) -> Self {
        let mut function = self.clone();
        let name = |var: &Var| (!var.is_primal()).then(|| var.aged());
        let renaming = Renaming { name: &name, place: &|_| {} };
        renaming.stmts(&mut function.body);
        function.result.iter_mut().for_each(|result| renaming.expr(result));
        function.params.iter_mut().for_each(|param| param.var = param.var.aged());
        function
    }
}

/// The variables that have no gradient: those known to hold integers or truth values, constants, and what the user says is constant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Activity {
    integers: Set<Rc<str>>,
    constants: Set<Rc<str>>,
    marked: Set<Rc<str>>,
    /// the places on the tape whose values have a gradient
    kept: Set<usize>,
    calls: ConstantCalls,
    /// the variables that are known to be floats, or made of floats
    floats: Set<Rc<str>>,
    /// the variables that may be of a type of the user's, with elements that are not those of a list
    own: Set<Rc<str>>,
}

/// What is called and gives something without a gradient: paths of functions, names of methods after a `.`.
pub type ConstantCalls = Rc<Map<Rc<str>, ConstantCall>>;

/// Why what a call gives has no gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantCall {
    /// it is an integer or a truth value, as the signature says
    Integer,
    /// it is of another type without a gradient, as the signature says
    Other,
    /// the user says so
    Marked,
}

impl Activity {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// No variables, where these calls give constants.
    pub fn with_calls(calls: ConstantCalls) -> Self {
        Self { calls, ..Self::default() }
    }

    /// The calls that give constants, whatever they are given.
    pub fn calls(&self) -> &ConstantCalls {
        &self.calls
    }

    /// Whether a call of a function by its path, or of a method by its name after a `.`, gives a constant; if so, why.
    pub fn constant_call(&self, called: &str) -> Option<ConstantCall> {
        self.calls.get(called).copied()
    }

    /// Notes a variable that holds an integer or truth value.
    pub fn insert(&mut self, name: Rc<str>) {
        self.integers.insert(name);
    }

    /// Notes a variable, of whatever type, that nothing with a gradient goes into.
    pub fn insert_constant(&mut self, name: Rc<str>) {
        self.constants.insert(name);
    }

    /// Takes back that nothing with a gradient goes into a variable.
    pub fn remove_constant(&mut self, name: &str) {
        self.constants.remove(name);
    }

    /// Notes a local that is marked `#[constant]`, whatever goes into it.
    pub fn insert_marked(&mut self, name: Rc<str>) {
        self.marked.insert(name);
    }

    /// Notes a variable that is known to be a float, or made of floats.
    pub fn insert_float(&mut self, name: Rc<str>) {
        self.floats.insert(name);
    }

    /// Whether a variable is known to be a float, or made of floats.
    pub fn is_float(&self, name: &str) -> bool {
        self.floats.contains(name)
    }

    /// Whether a place is a variable that may be of a type of the user's.
    pub fn is_own(&self, place: &Place) -> bool {
        let whole = place.path.iter().all(|step| *step == Step::Deref) && place.via.is_none();
        whole && place.root.is_primal() && self.own.contains(&place.root.name)
    }

    /// Notes a variable that may be of a type of the user's.
    pub fn insert_own(&mut self, name: Rc<str>) {
        self.own.insert(name);
    }

    /// Whether the elements of a variable may be those of a type of the user's: reached by its own operator, and in no list.
    pub fn has_own_elements(&self, place: &Place) -> bool {
        let mut steps = place.path.iter().filter(|step| **step != Step::Deref);
        self.own.contains(&place.root.name) && matches!(steps.next(), Some(Step::Index(_)))
    }

    /// Notes a place on the tape that keeps what has a gradient.
    pub fn keep_active(&mut self, site: &TapeSlot) {
        self.kept.insert(site.id);
    }

    /// Whether a place on the tape keeps what has a gradient.
    pub fn keeps_active(&self, site: &TapeSlot) -> bool {
        self.kept.contains(&site.id)
    }

    /// Notes a variable that holds what another does.
    pub fn insert_like(&mut self, name: &Rc<str>, other: &str) {
        for set in [&mut self.integers, &mut self.constants, &mut self.marked, &mut self.floats, &mut self.own] {
            if set.contains(other) {
                set.insert(name.clone());
            }
        }
    }

    /// The same without a variable.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.integers.remove(name);
        self.constants.remove(name);
        self.marked.remove(name);
        self.floats.remove(name);
        self.own.remove(name);
        self
    }

    /// All names that were noted, of variables that are gone too.
    pub fn names(&self) -> impl Iterator<Item = &Rc<str>> {
        self.integers.iter().chain(&self.constants).chain(&self.marked)
    }

    /// Whether a variable has no gradient.
    pub fn contains(&self, name: &str) -> bool {
        self.integers.contains(name) || self.constants.contains(name) || self.marked.contains(name)
    }

    /// Whether a local is marked `#[constant]`.
    pub fn is_marked(&self, name: &str) -> bool {
        self.marked.contains(name)
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
