//! Gradients of lists that get longer and shorter: a place comes and goes with each element.

use crate::adjoint::{Adjoint, InactiveList};
use crate::differentiable::Differentiable;
use crate::option::Perhaps;
use crate::width::Zero;

/// The shadow of a list: places that come and go with the elements. That of a constant has a place for every element anyway.
///
/// ```
/// use retrograde::Grow;
/// use std::cell::Cell;
/// let mut list_adj = vec![Cell::new(1.0)];
/// Grow::push(&mut list_adj, Cell::new(2.0));
/// assert_eq!(Grow::pop(&mut list_adj), Some(Cell::new(2.0)));
/// ```
pub trait Grow {
    /// The place of one element.
    type Place;
    /// A place behind the last.
    fn push(&mut self, place: Self::Place);
    /// Takes the last place away.
    fn pop(&mut self) -> Option<Self::Place>;
}

impl<T> Grow for Vec<T> {
    type Place = T;

    #[inline]
    fn push(&mut self, place: T) {
        Vec::push(self, place);
    }

    #[inline]
    fn pop(&mut self) -> Option<T> {
        Vec::pop(self)
    }
}

impl<A: Zero> Grow for InactiveList<A> {
    type Place = A;

    #[inline]
    fn push(&mut self, _: A) {}

    #[inline]
    fn pop(&mut self) -> Option<A> {
        Some(A::ZERO)
    }
}

/// The shadow of a list that was given an element.
///
/// ```
/// let mut list_tan = vec![1.0];
/// retrograde::emitted::grow(&mut list_tan, 2.0);
/// assert_eq!(list_tan, [1.0, 2.0]);
/// ```
#[inline]
pub fn grow<L: Grow>(list: &mut L, place: L::Place) {
    list.push(place);
}

/// The place of an element that was pushed, going backwards.
///
/// ```
/// let mut list_adj = vec![1.0, 2.0];
/// assert_eq!(retrograde::emitted::shrink(&mut list_adj), 2.0);
/// ```
#[inline]
#[track_caller]
pub fn shrink<L: Grow>(list: &mut L) -> L::Place {
    list.pop().expect("a list and its gradient have different lengths")
}

/// The tangent of what is popped.
///
/// ```
/// let mut list_tan = vec![std::cell::Cell::new(2.0)];
/// assert_eq!(retrograde::emitted::pop_shadow(&mut list_tan).Some.0.get(), 2.0);
/// ```
#[inline]
pub fn pop_shadow<L: Grow<Place: Zero>>(list: &mut L) -> Perhaps<L::Place> {
    Perhaps { Some: (list.pop().unwrap_or(L::Place::ZERO),) }
}

/// The place of an element that was popped, going backwards: it is there again, with the gradient of what was popped.
///
/// ```
/// use retrograde::{Differentiable, On, One, emitted::unpop};
/// let (popped, mut list_adj) = (Some(1.5_f64), Vec::new());
/// let popped_adj = popped.zero_shadow::<On<One>>();
/// popped_adj.Some.0.set(2.0);
/// unpop(&mut list_adj, &popped, &popped_adj);
/// assert_eq!(list_adj[0].get(), 2.0);
/// ```
#[inline]
pub fn unpop<T, L>(list: &mut L, popped: &Option<T>, popped_adj: &Perhaps<L::Place>)
where
    L: Grow<Place: Adjoint>,
    T: Differentiable<Owned<<L::Place as Adjoint>::Kind> = L::Place>,
{
    if let Some(item) = popped {
        let place = item.zero_shadow::<<L::Place as Adjoint>::Kind>();
        place.add(popped_adj.Some.0.get());
        list.push(place);
    }
}
