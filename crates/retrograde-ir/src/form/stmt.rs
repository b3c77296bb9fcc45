//! Statements.

use super::repack::Repack;
use super::{
    At, BinaryOp, Expr, Facet, Function, Head, INTEGER_TYPES, Label, Path, Pattern, Piece, Place, Range, Role, Roles,
    Share, Type, UnaryOp, Var, Window,
};
use std::rc::Rc;

/// A place on the tape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TapeSlot {
    /// numbered within the function
    pub id: usize,
    /// how many values it keeps, and for how long
    pub keep: Storage,
    /// what transforms made of what it keeps
    pub roles: Roles,
    /// the operation whose operands it keeps, as a pair, as far as its rule reads them
    pub residual_of: Option<&'static str>,
}

impl TapeSlot {
    /// A place for values of the function itself.
    pub fn new(id: usize, keep: Storage) -> Self {
        Self { id, keep, roles: Roles::NONE, residual_of: None }
    }

    /// Where the tangent of what it keeps is kept, or the adjoint.
    #[must_use]
    pub fn with(&self, role: Role) -> Self {
        Self { roles: self.roles.with(role), ..self.clone() }
    }
}

/// How many values a place on the tape keeps, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Storage {
    /// one, used in the same block
    Here,
    /// at most one
    Once,
    /// one for each iteration of the loops around it
    Many,
    /// none: only the type is needed on the way back
    Type,
    /// one for each iteration of the loop around it, which has room for all of them
    Filled,
    /// one for each iteration of the loop around it, which has all of them as an array; numbered by the loop
    Rewound(usize),
}

/// What becomes of a place on the tape before anything is saved there, or restored from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// it comes into being
    New,
    /// what was saved there is forgotten
    Emptied,
    /// what was saved there is read from the end
    Back,
}

/// What a branch of a choice leaves for the way back. Only one of the branches runs, so the choice leaves one thing: that of the branch that was
/// taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residue {
    /// the choice
    pub id: usize,
    /// which branch
    pub branch: usize,
    /// of how many
    pub of: usize,
    /// the places on the tape
    pub slots: Vec<TapeSlot>,
    /// what choices in it leave
    pub choices: Vec<usize>,
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
    Bijection(Path),
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

impl Mapped {
    /// The views from the innermost to the outermost, each with what it looks at.
    pub fn sights(&self) -> Vec<(&Through, Expr)> {
        let mut seen = Expr::Read(self.place.clone());
        let views = self.views.iter().rev();
        views
            .map(|view| {
                let outer = self.through(view, Facet::Image, seen.clone());
                (view, std::mem::replace(&mut seen, outer))
            })
            .collect()
    }

    /// What all views together make of the place.
    pub fn image(&self) -> Expr {
        let place = Expr::Read(self.place.clone());
        self.views.iter().rev().fold(place, |seen, view| self.through(view, Facet::Image, seen))
    }

    /// What they make into `image`.
    pub fn preimage(&self, image: Expr) -> Expr {
        self.views.iter().fold(image, |seen, view| self.through(view, Facet::Preimage, seen))
    }

    /// What one view makes of a value, or into it. A change of sign and a conjugate undo themselves.
    pub fn through(&self, view: &Through, facet: Facet, value: Expr) -> Expr {
        match view {
            Through::Neg => Expr::Unary(UnaryOp::Neg, Rc::new(value), self.through),
            Through::Conj => Expr::Method("conj".into(), vec![value], self.through),
            Through::Bijection(path) => Expr::Mapped(facet, path.clone(), Rc::new(value), self.through),
        }
    }
}

/// How the callee of a call statement is run: as what transforms made of it, the inverse first and then one role after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// what was transformed is the inverse
    pub inverse: bool,
    /// what is carried beside the values
    pub roles: Roles,
    /// gradients only: what the callee adds to is not passed
    pub pull: bool,
}

impl Variant {
    /// as written
    pub const FORWARD: Self = Self { inverse: false, roles: Roles::NONE, pull: false };
    /// backwards
    pub const INVERSE: Self = Self { inverse: true, ..Self::FORWARD };
    /// backwards, carrying gradients
    pub const ADJOINT: Self = Self { roles: Roles::ADJOINT, ..Self::FORWARD };
    /// the adjoint of the inverse: forwards, carrying gradients
    pub const INVERSE_ADJOINT: Self = Self { inverse: true, ..Self::ADJOINT };
    /// forwards, carrying tangents
    pub const TANGENT: Self = Self { roles: Roles::TANGENT, ..Self::FORWARD };
    /// backwards, carrying tangents
    pub const INVERSE_TANGENT: Self = Self { inverse: true, ..Self::TANGENT };
    /// backwards, carrying gradients only
    pub const PULL: Self = Self { pull: true, ..Self::ADJOINT };

    /// What a transform makes of it.
    #[must_use]
    pub const fn with(self, role: Role) -> Self {
        Self { roles: self.roles.aged().with(role), ..self }
    }

    /// The variant that undoes it: with gradients, that of the inverse.
    #[must_use]
    pub fn opposite(self) -> Self {
        assert!(!self.pull, "nothing undoes what only carries gradients");
        Self { inverse: !self.inverse, ..self }
    }

    /// Whether the values go the way of the function itself.
    pub fn runs_forwards(self) -> bool {
        self.inverse == self.roles.turn_back()
    }

    /// What it is called, such as `inverse_adjoint`; the function itself has no name beside its own.
    pub fn name(self) -> Option<String> {
        if self.pull {
            return Some("pull".to_string());
        }
        let names = self.inverse.then_some("inverse").into_iter().chain(self.roles.iter().map(Role::name));
        Some(names.collect::<Vec<_>>().join("_")).filter(|name| !name.is_empty())
    }

    /// What the last transform carries beside the values.
    pub fn role(self) -> Option<Role> {
        self.roles.last()
    }
}

/// What a call statement calls, and so where its variants are found.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// a function by its path; its variants are on its companion
    Function(Path),
    /// `Type::method` or `<Type as Trait>::method`; its variants are its siblings
    Associated(Path),
    /// a method of the first argument; its variants are its siblings
    Method(Rc<str>, At),
    /// a value that is a function; its variants are those of its traits
    Value(Place),
}

impl Callee {
    /// What a path in an expression leads to: through a type, as its case says, to a method.
    pub fn of(path: &Path) -> Self {
        let path = path.clone();
        if Self::is_associated(&path) { Callee::Associated(path) } else { Callee::Function(path) }
    }

    /// Whether a path leads through a type, as its case says, so that what it ends with is a method.
    pub fn is_associated(path: &Path) -> bool {
        path.qualified.is_some()
            || path.names().rev().nth(1).is_some_and(|name| {
                let primitive = INTEGER_TYPES.contains(&name) || ["f32", "f64", "char", "str"].contains(&name);
                primitive || name.starts_with(char::is_uppercase)
            })
    }

    /// Whether it is a function by its own name, as far as a function of a module can tell.
    pub fn is_itself(&self, function: &Function) -> bool {
        matches!(self, Callee::Function(path) if !function.is_hidden && path.is_ident(&function.name.name))
    }

    /// Whether its path ends with a name.
    pub fn is_called(&self, name: &str) -> bool {
        match self {
            Callee::Function(path) | Callee::Associated(path) => {
                path.segments.last().is_some_and(|last| *last.name.text == *name)
            }
            Callee::Method(method, _) => **method == *name,
            Callee::Value(_) => false,
        }
    }

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

impl Arg {
    /// Whether the call changes one of these variables through it.
    pub fn changes_any(&self, vars: &[Var]) -> bool {
        matches!(self, Arg::Exclusive(place) if vars.contains(&place.root))
    }
}

/// How the length of a list changes in an ordinary function, or on its way back.
#[derive(Clone, Debug, PartialEq)]
pub enum Growth {
    /// `list.push(value)`
    Push(Expr),
    /// `let var = list.pop()`
    Pop(Var),
    /// takes away what was pushed; the place of its gradient gets a name
    Shrink(Option<Var>),
    /// gives back what was popped
    Unpop(Var),
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
        ty: Option<Type>,
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
    TypeOf {
        /// the name
        var: Var,
        /// the type, if it is written
        ty: Option<Type>,
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
    /// on the way back, zero gradients at a place that holds what it held before it was overwritten: as many as that needs
    Renew {
        /// where
        place: Place,
        /// the name that the gradient goes to which was there, if it is still needed
        held: Option<Var>,
        /// where the shape is found: on the tape, or if nothing is named, in the value at the place
        site: Option<TapeSlot>,
        /// whether the value at the place has been restored from there
        restored: bool,
    },
    /// `swap(&mut a, &mut b);`
    Swap(Place, Place),
    /// what a `let` takes apart, and its pattern without names: rustc compares them, and nothing is run
    Shape(Place, Pattern),
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
        /// in an ordinary function, where it keeps what its way back needs: nothing, if it is reversible
        site: Option<TapeSlot>,
    },
    /// statements inside another: branches and loops
    Nested(Head, Vec<Vec<Stmt>>),
    /// `uncompute!('label);`, which the checker turns into the inverse of the block
    Uncompute(Label),
    /// code of the user's that changes nothing, to be run once in each direction
    Safe {
        /// the macro that it was written in
        code: Piece,
        /// the variables that it mentions
        reads: Vec<Place>,
        /// views that it mentions and that are written out elsewhere
        views: Vec<(Var, Place)>,
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
    /// a list that gets longer or shorter
    Grow(Place, Growth),
    /// the last statement of a loop in an ordinary function: there is no further iteration if the condition holds
    Leave(Expr),
    /// two places of one array that must differ
    Distinct(Place, Place),
    /// arrays that must be of the same length
    SameLength(Vec<Place>),
    /// keeps a value for the way back
    Save(TapeSlot, Expr),
    /// room on the tape for so many values
    Reserve(TapeSlot, Vec<Range>),
    /// the gradient of an element in a variable, for the rest of an iteration
    Promote(Promoted),
    /// the end of that: the element gets what is in the variable
    Demote(Promoted),
    /// opens a place on the tape
    Tape(TapeSlot, Opening),
    /// a copy of a local under its name, which the way back may change
    Thaw(Var),
    /// the last statement of a branch: what it leaves for the way back, and as which branch each of the choices around has it that leave
    /// nothing else, from the innermost
    Leaves(Vec<Residue>),
    /// the first statement of a branch on the way back, which takes that up
    TakesUp(Residue),
    /// names for the elements that the iterations of a run come to
    Window(Window),
    /// reads a gradient before anything is written
    Load(Var, Place),
    /// computes a gradient that is added later
    Share(Box<Share>),
    /// `let (var, residual) = callee::pullback(args);` of an ordinary function; the residual is kept at the site
    LetCall {
        /// the result
        var: Var,
        /// the function
        callee: Callee,
        /// its arguments
        args: Vec<Expr>,
        /// where the residual is kept; `None` if no gradient is asked for
        site: Option<TapeSlot>,
    },
    /// `let (var, var_tan) = callee::tangent(args);` of an ordinary function
    LetTangent {
        /// the result
        var: Var,
        /// its tangent
        tangent: Var,
        /// the function
        callee: Callee,
        /// its arguments
        args: Vec<Expr>,
        /// where their tangents are
        shadows: Vec<Option<Place>>,
        /// where the residual is kept, with its tangents, if gradients are asked for too
        site: Option<TapeSlot>,
    },
    /// statements that are run there and back at once, with a tape of their own
    Fused([Vec<Stmt>; 2]),
    /// runs the residual of a call backwards
    Backward {
        /// where the residual is kept
        site: TapeSlot,
        /// the gradient of the result
        incoming: Expr,
        /// the arguments passed by reference, which the residual does not keep: they hold again what they held at the call
        args: Vec<Option<Expr>>,
        /// shadows of the arguments
        shadows: Vec<Option<Place>>,
        /// the function
        callee: Callee,
        /// the tangents of all these, if the residual has them
        tangents: Option<Box<BackwardTangents>>,
    },
}

/// The gradient of an element that an iteration of a loop works on in a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Promoted {
    /// the variable
    pub var: Var,
    /// the element
    pub place: Place,
    /// whether it is only added to, so that the variable begins with zero and is added in the end
    pub sum: bool,
}

/// Tangents that go along with gradients through the residual of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct BackwardTangents {
    /// that of the gradient of the result
    pub incoming: Expr,
    /// those of the arguments passed by reference
    pub args: Vec<Option<Place>>,
    /// those of the shadows of the arguments
    pub shadows: Vec<Option<Place>>,
}

impl Stmt {
    /// `if pre { } else { }`
    pub fn branch(pre: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Self {
        Stmt::Nested(Head::If { pre, post: None }, vec![then, otherwise])
    }

    /// The tape site that a statement reads, nested statements left out.
    pub fn own_site(&self) -> Option<&TapeSlot> {
        match self {
            Stmt::Let { init: Some(Expr::Restore(site) | Expr::Replay(site, _)), .. }
            | Stmt::Assign { value: Expr::Restore(site), .. }
            | Stmt::TypeOf { like: Expr::Restore(site), .. }
            | Stmt::Shadow { like: Expr::Restore(site), .. }
            | Stmt::Renew { site: Some(site), restored: false, .. }
            | Stmt::Backward { site, .. }
            | Stmt::Call { site: Some(site), .. }
            | Stmt::Nested(Head::If { pre: Expr::Restore(site), .. }, _) => Some(site),
            _ => None,
        }
    }

    /// Calls `f` for every place on the tape that it names itself, apart from those in its blocks.
    pub fn sites_mut(&mut self, mut f: impl FnMut(&mut TapeSlot)) {
        match self {
            Stmt::Save(site, Expr::Restore(held)) => {
                f(site);
                f(held);
            }
            Stmt::Save(site, _)
            | Stmt::LetCall { site: Some(site), .. }
            | Stmt::Let { init: Some(Expr::Restore(site) | Expr::Replay(site, _)), .. }
            | Stmt::Assign { value: Expr::Restore(site), .. }
            | Stmt::TypeOf { like: Expr::Restore(site), .. }
            | Stmt::Shadow { like: Expr::Restore(site), .. }
            | Stmt::Renew { site: Some(site), .. }
            | Stmt::Backward { site, .. }
            | Stmt::Call { site: Some(site), .. }
            | Stmt::Nested(Head::If { pre: Expr::Restore(site), .. }, _) => f(site),
            _ => {}
        }
    }

    /// The blocks inside it.
    pub fn blocks(&self) -> &[Vec<Stmt>] {
        match self {
            Stmt::Nested(_, blocks) => blocks,
            Stmt::Fused(both) => both,
            Stmt::Share(share) => &share.before,
            _ => &[],
        }
    }

    /// The blocks inside it, to change them.
    pub fn blocks_mut(&mut self) -> &mut [Vec<Stmt>] {
        match self {
            Stmt::Nested(_, blocks) => blocks,
            Stmt::Fused(both) => both,
            Stmt::Share(share) => &mut share.before,
            _ => &mut [],
        }
    }
}
