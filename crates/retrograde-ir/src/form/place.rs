//! Places: variables, their parts, and the views that name them.

use super::{At, Expr, Role, Span, Var};
use std::rc::Rc;

/// One step from a variable towards the place meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// through a reference, if it is the first step, or into a box, if it is the last
    Deref,
    /// to a field, by name or position
    Field(Rc<str>),
    /// from the gradient of a value to that of what its constructor holds: the same, or, if the name is that of a variant which was
    /// imported, the field under that name
    Held(Rc<str>, At),
    /// to an element
    Index(Rc<Expr>),
    /// to a part of a slice
    Slice(Rc<Bounds>),
    /// to what an `Option` or `Result` holds, which must be there: `unwrap()`, `expect("text")`
    Present(Otherwise),
}

/// What to say if something is not there. Whatever is said, the place is the same.
#[derive(Clone, Debug)]
pub struct Otherwise(pub Option<Rc<str>>);

impl PartialEq for Otherwise {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Step {
    /// Whether it leads to an entry of a map: only keys are references.
    pub fn is_entry(&self) -> bool {
        matches!(self, Step::Index(key) if matches!(**key, Expr::Borrow(_)))
    }

    /// The expressions that say where it leads.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let (one, other) = match self {
            Step::Index(index) => (Some(&**index), None),
            Step::Slice(bounds) => (bounds.start.as_ref(), bounds.end.as_ref()),
            Step::Deref | Step::Field(_) | Step::Held(..) | Step::Present(_) => (None, None),
        };
        one.into_iter().chain(other)
    }

    /// The expressions that say where it leads, to change them.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (one, other) = match self {
            Step::Index(index) => (Some(Rc::make_mut(index)), None),
            Step::Slice(bounds) => {
                let Bounds { start, end, .. } = Rc::make_mut(bounds);
                (start.as_mut(), end.as_mut())
            }
            Step::Deref | Step::Field(_) | Step::Held(..) | Step::Present(_) => (None, None),
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

    /// The same place in what stands beside the variable.
    #[must_use]
    pub fn with(&self, role: Role) -> Self {
        self.of(|var| var.with(role))
    }

    /// The same place in the variable's adjoint.
    #[must_use]
    pub fn adjoint(&self) -> Self {
        self.of(Var::adjoint)
    }

    /// The same place in the variable's tangent.
    #[must_use]
    pub fn tangent(&self) -> Self {
        self.of(Var::tangent)
    }

    /// The same place in what the variable stands beside.
    #[must_use]
    pub fn primal(&self) -> Self {
        self.of(Var::primal)
    }

    /// The same place in another variable.
    fn of(&self, other: impl Fn(&Var) -> Var) -> Self {
        let via = self.via.as_ref().map(|via| Rc::new(Via { var: other(&via.var), ..(**via).clone() }));
        Self { root: other(&self.root), path: self.path.clone(), via }
    }

    /// The same place as written at `span`, which may be that of a view's name.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.root.span = self.root.span.located_at(span);
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

    /// Whether it is just what a box holds.
    pub fn opens_box(&self) -> bool {
        self.path.len() > 1 && self.open_steps().last() == Some(&Step::Deref)
    }

    /// The way to it from its name, whatever the indices are.
    pub fn way(&self) -> String {
        let mut way = self.name().to_string();
        for step in self.open_steps() {
            match step {
                Step::Deref => {}
                Step::Field(name) | Step::Held(name, _) => way.extend([".", name]),
                Step::Index(_) => way.push_str("[]"),
                Step::Slice(_) => way.push_str("[..]"),
                Step::Present(_) => way.push('?'),
            }
        }
        way
    }

    /// The steps that no name stands for.
    pub fn open_steps(&self) -> &[Step] {
        &self.path[self.via.as_ref().map_or(0, |via| via.steps)..]
    }
}
