//! The numbers in a value, one after the other, each with the gradient that is kept beside it. That is how the checks for users look
//! into arguments of any type.

use core::cell::Cell;
use core::fmt;

use crate::adjoint::On;
use crate::differentiable::Differentiable;
use crate::width::One;

/// One step from a value to a number in it.
///
/// ```
/// use retrograde::numbers::Step;
/// assert_eq!(format!("p{}{}", Step::Field("mass"), Step::Index(3)), "p.mass[3]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// a named field
    Field(&'static str),
    /// a field of a tuple or a tuple struct
    Part(usize),
    /// an element of an array, a slice or a vector
    Index(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Field(name) => write!(f, ".{name}"),
            Step::Part(k) => write!(f, ".{k}"),
            Step::Index(k) => write!(f, "[{k}]"),
        }
    }
}

/// A number and its gradient, as `f64` whatever they are.
///
/// ```
/// let number = retrograde::numbers::Number { value: 2.0, gradient: 0.0, epsilon: f64::EPSILON };
/// assert_eq!(number.value, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// its value
    pub value: f64,
    /// what is kept beside it
    pub gradient: f64,
    /// the precision of its type
    pub epsilon: f64,
}

/// Goes from number to number and replaces each, and its gradient, by what a closure makes of them.
///
/// ```
/// use retrograde::numbers::{Number, Visitor};
/// use retrograde::{Differentiable, On, One, emitted::get};
///
/// let mut x = [1.0, 2.0];
/// let x_adj = x.zero_shadow::<On<One>>();
/// let mut double = |_: &[_], n: Number| Number { value: 2.0 * n.value, gradient: n.value, ..n };
/// x.visit(&x_adj, &mut Visitor::new(&mut double));
/// assert_eq!((x, get(&x_adj)), ([2.0, 4.0], [1.0, 2.0]));
/// ```
pub struct Visitor<'v> {
    path: Vec<Step>,
    hidden: Vec<(Vec<Step>, &'static str)>,
    visit: &'v mut dyn FnMut(&[Step], Number) -> Number,
}

impl<'v> Visitor<'v> {
    /// A visitor that calls `visit` with the way to each number and the number.
    pub fn new(visit: &'v mut dyn FnMut(&[Step], Number) -> Number) -> Self {
        Visitor { path: Vec::new(), hidden: Vec::new(), visit }
    }

    /// Shows what is one step further.
    pub fn at(&mut self, step: Step, show: impl FnOnce(&mut Self)) {
        self.path.push(step);
        show(self);
        self.path.pop();
    }

    /// Says that a value of this type does not show its numbers.
    pub fn hide(&mut self, ty: &'static str) {
        self.hidden.push((self.path.clone(), ty));
    }

    /// The ways to values that did not show their numbers, and their types.
    pub fn hidden(&self) -> &[(Vec<Step>, &'static str)] {
        &self.hidden
    }

    /// Shows an `f64`.
    pub fn f64(&mut self, value: &mut f64, gradient: &Cell<f64>) {
        let number = Number { value: *value, gradient: gradient.get(), epsilon: f64::EPSILON };
        let number = (self.visit)(&self.path, number);
        *value = number.value;
        gradient.set(number.gradient);
    }

    /// Shows an `f32`.
    #[expect(clippy::cast_possible_truncation, reason = "what comes from an `f32` fits into one")]
    pub fn f32(&mut self, value: &mut f32, gradient: &Cell<f32>) {
        let (wide, wide_gradient) = (f64::from(*value), f64::from(gradient.get()));
        let number = Number { value: wide, gradient: wide_gradient, epsilon: f64::from(f32::EPSILON) };
        let number = (self.visit)(&self.path, number);
        *value = number.value as f32;
        gradient.set(number.gradient as f32);
    }
}

/// What `read` sees of each number in `value`.
pub(crate) fn each<T: Differentiable + ?Sized, R>(
    value: &mut T,
    places: &T::Shadow<On<One>>,
    read: impl Fn(Number) -> R,
) -> Vec<R> {
    let mut seen = Vec::new();
    visit(value, places, &mut |_, number| {
        seen.push(read(number));
        number
    });
    seen
}

/// The gradients of the numbers in `value`, in their order.
pub(crate) fn gradients<T: Differentiable + ?Sized>(value: &mut T, places: &T::Shadow<On<One>>) -> Vec<f64> {
    each(value, places, |number| number.gradient)
}

/// Replaces the gradients of the numbers in `value`, in their order.
pub(crate) fn set_gradients<T: Differentiable + ?Sized>(
    value: &mut T,
    places: &T::Shadow<On<One>>,
    gradient: impl Fn(usize) -> f64,
) {
    let mut next = 0..;
    visit(value, places, &mut |_, number| Number { gradient: next.next().map_or(0.0, &gradient), ..number });
}

/// Visits all numbers, of which none may be hidden.
fn visit<T: Differentiable + ?Sized>(
    value: &mut T,
    places: &T::Shadow<On<One>>,
    visit: &mut dyn FnMut(&[Step], Number) -> Number,
) {
    let mut visitor = Visitor::new(visit);
    value.visit(places, &mut visitor);
    if let Some((_, ty)) = visitor.hidden().first() {
        panic!("a `{ty}` does not show its numbers, so they cannot be differentiated one by one");
    }
}
