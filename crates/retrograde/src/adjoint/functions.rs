//! Places as the emitted code uses them: by functions, which accept a place whose type is settled only later, where a method call would
//! ask for it at once.

use super::Adjoint;
use crate::width::{Gradient, Zero};

/// The gradient accumulated in `place`.
///
/// ```
/// use retrograde::emitted::get;
/// assert_eq!(get(&std::cell::Cell::new(2.0)), 2.0);
/// ```
#[inline(always)]
pub fn get<A: Adjoint + ?Sized>(place: &A) -> A::Value {
    place.get()
}

/// The parts of the gradient in `place` that may be other than zero, a bit for each.
///
/// ```
/// use retrograde::emitted::parts;
/// assert_eq!(parts(&std::cell::Cell::new(2.0)), 1);
/// ```
#[inline(always)]
pub fn parts<A: Adjoint + ?Sized>(place: &A) -> u64 {
    place.parts()
}

/// A part of the gradient in `place`.
///
/// ```
/// use retrograde::emitted::part;
/// assert_eq!(part(&std::cell::Cell::new(2.0), 0), 2.0);
/// ```
#[inline(always)]
pub fn part<A: Adjoint + ?Sized>(place: &A, part: usize) -> A::Part {
    place.part(part)
}

/// Accumulates a gradient.
///
/// ```
/// use retrograde::emitted::{add, get};
/// let x_adj = std::cell::Cell::new(2.0);
/// add(&x_adj, 0.5);
/// assert_eq!(get(&x_adj), 2.5);
/// ```
#[inline(always)]
pub fn add<A: Adjoint + ?Sized>(place: &A, gradient: A::Value) {
    place.add(gradient);
}

/// Accumulates a gradient that is computed only if the place is active.
///
/// ```
/// use retrograde::emitted::add_with;
/// use retrograde::{Differentiable, One};
/// add_with(f64::inactive::<One>(), || unreachable!());
/// ```
#[inline(always)]
pub fn add_with<A: Adjoint + ?Sized>(place: &A, gradient: impl FnOnce() -> A::Value) {
    if A::ACTIVE {
        place.add(gradient());
    }
}

/// A gradient for a place, which is computed only if the place is active.
///
/// ```
/// use retrograde::emitted::if_active;
/// use retrograde::{Differentiable, One};
/// assert_eq!(if_active(f64::inactive::<One>(), || unreachable!()), 0.0);
/// ```
#[inline(always)]
pub fn if_active<A: Adjoint + ?Sized>(_: &A, gradient: impl FnOnce() -> A::Value) -> A::Value {
    if A::ACTIVE { gradient() } else { Zero::ZERO }
}

/// Accumulates a gradient with its sign changed.
///
/// ```
/// use retrograde::emitted::{get, sub};
/// let x_adj = std::cell::Cell::new(2.0);
/// sub(&x_adj, 0.5);
/// assert_eq!(get(&x_adj), 1.5);
/// ```
#[inline(always)]
pub fn sub<A: Adjoint + ?Sized>(place: &A, gradient: A::Value) {
    place.add(gradient.negated());
}

/// Accumulates a gradient with its sign changed, which is computed only if the place is active.
///
/// ```
/// use retrograde::emitted::{get, sub_with};
/// let x_adj = std::cell::Cell::new(2.0);
/// sub_with(&x_adj, || 0.5);
/// assert_eq!(get(&x_adj), 1.5);
/// ```
#[inline(always)]
pub fn sub_with<A: Adjoint + ?Sized>(place: &A, gradient: impl FnOnce() -> A::Value) {
    if A::ACTIVE {
        place.add(gradient().negated());
    }
}

/// Sets an accumulated gradient to zero.
///
/// ```
/// use retrograde::emitted::{clear, get};
/// let x_adj = std::cell::Cell::new(2.0);
/// clear(&x_adj);
/// assert_eq!(get(&x_adj), 0.0);
/// ```
#[inline(always)]
pub fn clear<A: Adjoint + ?Sized>(place: &A) {
    place.set(Zero::NOTHING);
}

/// Overwrites an accumulated gradient.
///
/// ```
/// use retrograde::emitted::{get, set};
/// let x_adj = std::cell::Cell::new(2.0);
/// set(&x_adj, 0.5);
/// assert_eq!(get(&x_adj), 0.5);
/// ```
#[inline(always)]
pub fn set<A: Adjoint + ?Sized>(place: &A, gradient: A::Value) {
    place.set(gradient);
}

/// The gradient of a value that is about to be overwritten: reads it and leaves zero.
///
/// ```
/// use retrograde::emitted::{get, take};
/// let x_adj = std::cell::Cell::new(2.0);
/// assert_eq!(take(&x_adj), 2.0);
/// assert_eq!(get(&x_adj), 0.0);
/// ```
#[inline(always)]
pub fn take<A: Adjoint + ?Sized>(place: &A) -> A::Value {
    let gradient = place.get();
    place.set(Zero::ZERO);
    gradient
}

/// Exchanges the gradients of two places, which may be the same.
///
/// ```
/// use retrograde::emitted::{get, swap};
/// use std::cell::Cell;
/// let (x_adj, y_adj) = (Cell::new(1.0), Cell::new(2.0));
/// swap(&x_adj, &y_adj);
/// assert_eq!((get(&x_adj), get(&y_adj)), (2.0, 1.0));
/// ```
#[inline(always)]
pub fn swap<A: Adjoint + ?Sized, B: Adjoint<Value = A::Value> + ?Sized>(a: &A, b: &B) {
    let gradient = a.get();
    a.set(b.get());
    b.set(gradient);
}

/// Whether a gradient has anything to carry on. Where it has not, its way back is left out.
///
/// ```
/// use retrograde::emitted::flows;
/// assert!(flows(&1e-300) && !flows(&0.0));
/// ```
#[inline(always)]
pub fn flows<G: Gradient>(gradient: &G) -> bool {
    *gradient != G::ZERO
}

/// The same where what is [negligible](Gradient::is_negligible) counts as zero.
///
/// ```
/// use retrograde::emitted::flows_enough;
/// assert!(flows_enough(&1e-100) && !flows_enough(&1e-300));
/// ```
#[inline(always)]
pub fn flows_enough<G: Gradient>(gradient: &G) -> bool {
    !gradient.is_negligible()
}

/// Whether any of the gradients in an array has anything to carry on. Mostly the first has.
///
/// ```
/// use retrograde::emitted::any_flows;
/// use std::cell::Cell;
/// assert!(any_flows(&[Cell::new(0.0), Cell::new(1.0)]) && !any_flows(&[Cell::new(0.0)]));
/// ```
#[inline(always)]
pub fn any_flows<A: Adjoint>(places: &[A]) -> bool {
    any_is(places, flows)
}

/// The first is asked on the spot, which is all that most often is run.
#[inline(always)]
fn any_is<A: Adjoint>(places: &[A], flows: impl Fn(&A::Value) -> bool) -> bool {
    #[cold]
    #[inline(never)]
    fn any_other<A: Adjoint>(places: &[A], flows: impl Fn(&A::Value) -> bool) -> bool {
        places.iter().any(|place| flows(&place.get()))
    }
    A::ACTIVE && places.split_first().is_some_and(|(first, others)| flows(&first.get()) || any_other(others, flows))
}

/// The same where what is [negligible](Gradient::is_negligible) counts as zero.
///
/// ```
/// use retrograde::emitted::any_flows_enough;
/// use std::cell::Cell;
/// assert!(!any_flows_enough(&[Cell::new(1e-300), Cell::new(0.0)]));
/// ```
#[inline(always)]
pub fn any_flows_enough<A: Adjoint>(places: &[A]) -> bool {
    any_is(places, flows_enough)
}
