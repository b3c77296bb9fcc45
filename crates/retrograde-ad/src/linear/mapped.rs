//! The derivative of an update through views, `F(x) += e`. It is written out: the image is taken to a local, which is updated like any
//! other, and taken back. Between a place and its image, gradients and tangents are scaled by the slopes of the views.

use super::{Linear, rule};
use crate::ir::{Derivative, Direction, Expr, Facet, Mapped, Operation, Place, Role, Stmt, Through, UpdateOp};
use crate::rules::complex_rule;
use std::rc::Rc;

/// The statements of an update through views, to be put together in the order of a transform.
pub struct Written {
    /// `let image = F(x);`, and its shadow
    pub open: Vec<Stmt>,
    /// `image op= e;`
    pub update: Stmt,
    /// `x = image`, taken back
    pub close: Stmt,
    /// the place of the image
    pub image: Place,
}

impl Linear<'_> {
    /// Writes an update through views out.
    pub fn written_out(&mut self, mapped: &Mapped, role: Role) -> Written {
        if mapped.views.contains(&Through::Conj) && complex_rule("conj").is_none() {
            self.errors.push(
                mapped.through.0,
                "`conj` inside of a bijection is that of complex numbers, whose derivatives need the feature `num-complex` of `retrograde`",
            );
        }
        let image = Place::var(&self.names.var("image"));
        let (var, read) = (image.root.clone(), Expr::Read(image.clone()));
        let shadow = Stmt::Shadow { var: var.with(role), like: read.clone() };
        let open = Stmt::Let { var, mutable: true, ty: None, init: Some(mapped.image()) };
        let (op, place, value, at) = (mapped.op, image.clone(), mapped.value.clone(), mapped.at);
        let update = Stmt::Update { op, place, value, at };
        let close = Stmt::Assign { place: mapped.place.clone(), value: mapped.preimage(read), fresh: false };
        Written { open: vec![open, shadow], update, close, image }
    }
}

/// From the tangent of the place to that of its image, as they are when this is evaluated.
pub fn to_image(mapped: &Mapped, tangent: Expr) -> Expr {
    let sights = mapped.sights();
    sights.iter().fold(tangent, |tangent, (view, seen)| slope(mapped, view, seen, Direction::Push, "mul", tangent))
}

/// From the tangent of the image to that of the place.
pub fn from_image(mapped: &Mapped, tangent: Expr) -> Expr {
    let sights = mapped.sights();
    sights
        .iter()
        .rev()
        .fold(tangent, |tangent, (view, seen)| slope(mapped, view, seen, Direction::Push, "div", tangent))
}

/// From the gradient of the place to that of its image.
pub fn pull_to_image(mapped: &Mapped, gradient: Expr) -> Expr {
    let sights = mapped.sights();
    sights.iter().fold(gradient, |gradient, (view, seen)| slope(mapped, view, seen, Direction::Pull, "div", gradient))
}

/// From the gradient of the image to that of the place.
pub fn pull_from_image(mapped: &Mapped, gradient: Expr) -> Expr {
    let sights = mapped.sights();
    sights
        .iter()
        .rev()
        .fold(gradient, |gradient, (view, seen)| slope(mapped, view, seen, Direction::Pull, "mul", gradient))
}

/// `image_shadow += value;`
pub fn give(image: &Place, role: Role, value: Expr, mapped: &Mapped) -> Stmt {
    Stmt::Update { op: UpdateOp::Add, place: image.with(role), value, at: mapped.at }
}

/// What comes in, times the slope of a view, or divided by it. That of a change of sign and of a conjugate is its own inverse; without a
/// rule for conjugates there is an error already.
fn slope(
    mapped: &Mapped,
    view: &Through,
    seen: &Expr,
    direction: Direction,
    scaling: &'static str,
    incoming: Expr,
) -> Expr {
    let (rule, operands) = match view {
        Through::Neg => (Some(rule("neg")), vec![seen.clone()]),
        Through::Conj => (complex_rule("conj"), vec![seen.clone()]),
        Through::Bijection(_) => {
            (Some(rule(scaling)), vec![seen.clone(), mapped.through(view, Facet::Slope, seen.clone())])
        }
    };
    let Some(rule) = rule else { return incoming };
    let operation = Operation::Rule(rule);
    Expr::Derivative(Rc::new(Derivative {
        direction,
        operation,
        operand: 0,
        operands,
        result: None,
        incoming,
        open: true,
    }))
}
