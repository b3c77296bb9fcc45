//! What the source tells of the shapes of values. A list may be replaced by one of another length, and what holds lists by something that
//! holds others: then its gradient must get another shape too. Numbers are always of one shape, and so is what is made of them.

use crate::access::COPIES;
use crate::hash::Map;
use crate::ir::{
    Expr, Function, FunctionKind, Growth, INTEGER_TYPES, Place, Roles, Step, Stmt, Type, TypeKind, Var, all_stmts,
};
use crate::linear::called;
use std::rc::Rc;

/// What is known of the shape of a value.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// its type tells
    Fixed,
    /// a list or a slice, of this
    List(Rc<Shape>),
    /// nothing
    Unknown,
}

/// The shapes of the variables of a function, as far as they are known.
#[derive(Clone, Debug)]
pub struct Shapes {
    variables: Map<Var, Shape>,
    params: Vec<Rc<str>>,
    /// in an ordinary function, the way to what a view names stays what it was
    ordinary: bool,
}

impl Shapes {
    /// Of a function.
    pub fn of(function: &Function) -> Self {
        let variables = function.params.iter().map(|param| (param.var.clone(), of_type(&param.ty))).collect();
        let params = function.params.iter().map(|param| param.var.name.clone()).collect();
        let mut shapes = Self { variables, params, ordinary: function.kind == FunctionKind::Ordinary };
        shapes.declare(&function.body);
        shapes
    }

    /// Adds the locals that are declared by these statements.
    pub fn declare(&mut self, stmts: &[Stmt]) {
        for stmt in all_stmts(stmts) {
            match stmt {
                // The first value has the type of all that follow.
                Stmt::Let { var, ty, init, .. } => {
                    let written = ty.as_ref().map_or(Shape::Unknown, of_type);
                    let shape = match (written, init) {
                        (Shape::Unknown, Some(init)) => self.of_value(init),
                        (written, _) => written,
                    };
                    self.variables.insert(var.clone(), shape);
                }
                Stmt::Grow(list, Growth::Push(item)) if list.path.is_empty() => {
                    let item = self.of_value(item);
                    let shape = self.variables.entry(list.root.clone()).or_insert(Shape::Unknown);
                    if *shape == Shape::Unknown {
                        *shape = Shape::List(Rc::new(item));
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether giving a place a value may give it another shape.
    pub fn may_change(&self, place: &Place, value: &Expr) -> bool {
        self.of_place(place) != Shape::Fixed && self.of_value(value) != Shape::Fixed
    }

    /// Whether all values of the type that a value has are of one shape.
    pub fn is_fixed(&self, value: &Expr) -> bool {
        self.of_value(value) == Shape::Fixed
    }

    /// Whether two places that are swapped may hold values of different shapes.
    pub fn may_differ(&self, a: &Place, b: &Place) -> bool {
        [a, b].iter().all(|place| self.of_place(place) != Shape::Fixed)
    }

    /// Whether the function itself holds what is at a place, and its gradient: it is not behind a reference, and nothing has to be looked for
    /// on the way.
    pub fn is_own(&self, place: &Place) -> bool {
        let straight = |step: &Step| !matches!(step, Step::Present(_) | Step::Held(..)) && !step.is_entry();
        !self.params.contains(&place.root.name)
            && (self.ordinary || place.via.is_none())
            && place.path.first() != Some(&Step::Deref)
            && place.path.iter().all(straight)
    }

    fn of_place(&self, place: &Place) -> Shape {
        let root = self.variables.get(&place.root.with_roles(Roles::NONE)).cloned().unwrap_or(Shape::Unknown);
        place.path.iter().fold(root, |shape, step| match (step, shape) {
            (Step::Deref | Step::Slice(_), shape) => shape,
            (Step::Index(_), Shape::List(item)) => (*item).clone(),
            (_, Shape::Fixed) => Shape::Fixed,
            _ => Shape::Unknown,
        })
    }

    fn of_value(&self, value: &Expr) -> Shape {
        let all_fixed = |parts: &[Expr]| {
            let fixed = parts.iter().all(|part| self.of_value(part) == Shape::Fixed);
            if fixed { Shape::Fixed } else { Shape::Unknown }
        };
        match value {
            Expr::Literal(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Cast(..) | Expr::Length(..) => Shape::Fixed,
            Expr::Constant(path) => {
                // A name in capitals is that of a number, unless it is a variant's.
                let mut names = path.names().rev();
                let is_number = names.next().is_some_and(|name| !name.contains(char::is_lowercase));
                let is_variant = names.next().is_some_and(|name| name.starts_with(char::is_uppercase));
                if is_number && !is_variant { Shape::Fixed } else { Shape::Unknown }
            }
            Expr::Method(name, args, _) if COPIES.contains(&&**name) => {
                let original = match &args[0] {
                    Expr::Read(place) => self.of_place(place),
                    other => self.of_value(other),
                };
                match original {
                    // All arrays of a type are of one length, but not the vectors that are made of them.
                    Shape::Fixed if &**name == "to_vec" => Shape::List(Rc::new(Shape::Fixed)),
                    original => original,
                }
            }
            Expr::Method(..) if called(value).is_none() => Shape::Fixed,
            // What is read out of a list without a word is a copy, and lists are not copied like that.
            Expr::Read(place) if matches!(place.path.last(), Some(Step::Index(_))) => Shape::Fixed,
            Expr::Read(place) => self.of_place(place),
            Expr::Borrow(inner) => self.of_value(inner),
            Expr::Vector(inner) => match &**inner {
                Expr::Array(items) => Shape::List(Rc::new(items.first().map_or(Shape::Unknown, |e| self.of_value(e)))),
                Expr::Repeat(item, _) => Shape::List(Rc::new(self.of_value(item))),
                _ => Shape::Unknown,
            },
            Expr::Array(items) | Expr::Tuple(items) => all_fixed(items),
            Expr::Repeat(item, _) => self.of_value(item),
            Expr::Construct(path, _) if Expr::is_new(path) => Shape::Fixed,
            Expr::Construct(path, args) if path.is_ident("Some") => all_fixed(args),
            Expr::If(parts) => all_fixed(&parts[1..]),
            Expr::Match(_, arms) if arms.iter().all(|(_, arm)| self.of_value(arm) == Shape::Fixed) => Shape::Fixed,
            _ => Shape::Unknown,
        }
    }
}

/// The shape of a type as it is written.
fn of_type(ty: &Type) -> Shape {
    match &ty.kind {
        TypeKind::Reference { inner, .. } => of_type(inner),
        TypeKind::Slice(item) => Shape::List(Rc::new(of_type(item))),
        TypeKind::Array(item, _) => match of_type(item) {
            Shape::Fixed => Shape::Fixed,
            item => Shape::List(Rc::new(item)),
        },
        TypeKind::Tuple(parts) if parts.iter().all(|ty| of_type(ty) == Shape::Fixed) => Shape::Fixed,
        TypeKind::Path(path) => {
            let name = path.name();
            if path.segments.len() == 1 && (INTEGER_TYPES.contains(&name) || name == "f64" || name == "f32") {
                return Shape::Fixed;
            }
            match ty.held() {
                Some(item) if name == "Vec" => Shape::List(Rc::new(of_type(item))),
                _ => Shape::Unknown,
            }
        }
        _ => Shape::Unknown,
    }
}
