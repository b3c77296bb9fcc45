//! What is kept beside a stack: a stack of places, which move with the values.

use core::borrow::Borrow;
use core::cell::RefCell;
use core::marker::PhantomData;

use super::{Stack, copy_pop, copy_push, pop, push};
use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::differentiable::Differentiable;
use crate::numbers::{Step, Visitor};
use crate::shadow::Element;
use crate::width::{One, Width, Zero};

/// A stack of places.
///
/// ```
/// use retrograde::stack::{StackShadow, copy_push};
/// use retrograde::{Differentiable, On, One, Stack};
/// let mut stack = Stack::new();
/// copy_push(&mut stack, &1.5);
/// let stack_adj = stack.zero_shadow::<On<One>>();
/// assert!(stack_adj.has_height(1));
/// ```
pub trait StackShadow<A> {
    /// Whether it has as many places as a stack has values. A constant has any number.
    fn has_height(&self, height: usize) -> bool;
    /// Puts a place on top.
    fn push(&self, place: A);
    /// Takes the top. A constant has none.
    fn pop(&self) -> Option<A>;
}

/// The shadow of a stack.
///
/// ```
/// use retrograde::emitted::get;
/// use retrograde::stack::copy_push;
/// use retrograde::{Differentiable, On, One, Stack};
/// let mut stack = Stack::new();
/// copy_push(&mut stack, &1.5);
/// assert_eq!(get(&stack.zero_shadow::<On<One>>()), [0.0]);
/// ```
#[derive(Debug)]
pub struct StackPlaces<A>(RefCell<Vec<A>>);

impl<A> Zero for StackPlaces<A> {
    const ZERO: Self = StackPlaces(RefCell::new(Vec::new()));
}

impl<A> FromIterator<A> for StackPlaces<A> {
    fn from_iter<I: IntoIterator<Item = A>>(places: I) -> Self {
        StackPlaces(RefCell::new(places.into_iter().collect()))
    }
}

impl<A> StackShadow<A> for StackPlaces<A> {
    #[inline]
    fn has_height(&self, height: usize) -> bool {
        self.0.borrow().len() == height
    }

    #[inline]
    fn push(&self, place: A) {
        self.0.borrow_mut().push(place);
    }

    #[inline]
    fn pop(&self) -> Option<A> {
        self.0.borrow_mut().pop()
    }
}

impl<A: Adjoint> Adjoint for StackPlaces<A> {
    type Kind = A::Kind;
    type Value = Vec<A::Value>;
    type Part = Vec<A::Part>;
    const ACTIVE: bool = A::ACTIVE;

    fn get(&self) -> Self::Value {
        self.0.borrow().get()
    }

    fn add(&self, gradient: Self::Value) {
        self.0.borrow().add(gradient);
    }

    fn set(&self, gradient: Self::Value) {
        self.0.borrow().set(gradient);
    }

    fn part(&self, part: usize) -> Self::Part {
        self.0.borrow().part(part)
    }

    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.0.borrow().add_part(part, gradient);
    }

    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.0.borrow().set_part(part, gradient);
    }

    fn mark(&self, parts: u64) {
        self.0.borrow().mark(parts);
    }
}

impl<A: Adjoint> Element for StackPlaces<A> {
    type Kind = A::Kind;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

/// The shadow of a constant stack.
///
/// ```
/// use retrograde::stack::StackShadow;
/// use retrograde::{Differentiable, One, Stack};
/// assert!(Stack::<f64>::inactive::<One>().has_height(7));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoStack<A>(PhantomData<A>);

impl<A> Zero for NoStack<A> {
    const ZERO: Self = NoStack(PhantomData);
}

impl<A> FromIterator<A> for NoStack<A> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = A>>(_: I) -> Self {
        NoStack(PhantomData)
    }
}

impl<A> StackShadow<A> for NoStack<A> {
    #[inline(always)]
    fn has_height(&self, _: usize) -> bool {
        true
    }

    #[inline(always)]
    fn push(&self, _: A) {}

    #[inline(always)]
    fn pop(&self) -> Option<A> {
        None
    }
}

impl<A: Adjoint> Adjoint for NoStack<A> {
    type Kind = A::Kind;
    type Value = Vec<A::Value>;
    type Part = Vec<A::Part>;
    const ACTIVE: bool = false;

    #[inline(always)]
    fn get(&self) -> Self::Value {
        Vec::new()
    }

    #[inline(always)]
    fn add(&self, _: Self::Value) {}

    #[inline(always)]
    fn set(&self, _: Self::Value) {}

    #[inline(always)]
    fn part(&self, _: usize) -> Self::Part {
        Vec::new()
    }

    #[inline(always)]
    fn add_part(&self, _: usize, _: Self::Part) {}

    #[inline(always)]
    fn set_part(&self, _: usize, _: Self::Part) {}

    #[inline(always)]
    fn mark(&self, _: u64) {}
}

impl<T: Differentiable> Differentiable for Stack<T> {
    type Shadow<K: Kind> = K::Stack<T::Owned<K>>;
    type Owned<K: Kind> = K::Stack<T::Owned<K>>;
    type Tangent<W: Width> = Vec<T::Tangent<W>>;
    const FIXED: bool = false;

    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        self.iter().map(T::zero_shadow::<K>).collect()
    }

    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        places.0.into_inner().into_iter().map(T::into_tangent).collect()
    }

    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        <[T]>::lane(gradients, lane)
    }

    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        <[T]>::set_lane(gradients, lane, gradient);
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_shadow()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        same_height(self.len(), shadow);
        for (k, (value, place)) in self.values.iter_mut().zip(&*shadow.0.borrow()).enumerate() {
            visitor.at(Step::Index(k), |visitor| value.visit(place.borrow(), visitor));
        }
    }
}

#[track_caller]
fn same_height<A>(height: usize, shadow: &impl StackShadow<A>) {
    assert!(
        shadow.has_height(height),
        "a stack and its gradient have different heights: the gradient of a stack as it is after the function is made by `stack.zero_shadow()`"
    );
}

/// Moves `x` and what is beside it to the top.
#[inline]
#[track_caller]
pub(super) fn move_on<T: Default + Differentiable, K: Kind, L: Kind<Width = K::Width>>(
    stack: &mut Stack<T>,
    shadow: &K::Stack<T::Owned<K>>,
    x: &mut T,
    beside: &T::Shadow<L>,
) {
    same_height(stack.len(), shadow);
    let place = x.zero_shadow::<K>();
    place.set(beside.get());
    push(stack, x);
    shadow.push(place);
    beside.set(Zero::ZERO);
}

/// Moves the top and what is beside it to `x`.
#[inline]
#[track_caller]
pub(super) fn move_off<T: Default + Differentiable, K: Kind, L: Kind<Width = K::Width>>(
    stack: &mut Stack<T>,
    shadow: &K::Stack<T::Owned<K>>,
    x: &mut T,
    beside: &T::Shadow<L>,
) {
    same_height(stack.len(), shadow);
    pop(stack, x);
    beside.set(shadow.pop().map_or(Zero::ZERO, |place| place.get()));
}

/// Copies `x` and what is beside it to the top.
#[inline]
#[track_caller]
pub(super) fn copy_on<T: Clone + Differentiable, K: Kind, L: Kind<Width = K::Width>>(
    stack: &mut Stack<T>,
    shadow: &K::Stack<T::Owned<K>>,
    x: &T,
    beside: &T::Shadow<L>,
) {
    same_height(stack.len(), shadow);
    let place = x.zero_shadow::<K>();
    place.set(beside.get());
    copy_push(stack, x);
    shadow.push(place);
}

/// Copies `x` to the top, with a gradient of zero: nothing has read the copy yet.
#[inline]
#[track_caller]
pub(super) fn copy_on_as_new<T: Clone + Differentiable, K: Kind, L: Kind<Width = K::Width>>(
    stack: &mut Stack<T>,
    shadow: &K::Stack<T::Owned<K>>,
    x: &T,
    _: &T::Shadow<L>,
) {
    same_height(stack.len(), shadow);
    copy_push(stack, x);
    shadow.push(x.zero_shadow::<K>());
}

/// Takes a copy of `x` off, whose gradient goes to `x`.
#[inline]
#[track_caller]
pub(super) fn copy_off<T: Clone + Differentiable, K: Kind, L: Kind<Width = K::Width>>(
    stack: &mut Stack<T>,
    shadow: &K::Stack<T::Owned<K>>,
    x: &T,
    beside: &T::Shadow<L>,
) {
    same_height(stack.len(), shadow);
    copy_pop(stack, x);
    if let Some(place) = shadow.pop() {
        beside.add(place.get());
    }
}

/// Takes a copy of `x` off, whose tangent is that of `x`.
#[inline]
#[track_caller]
pub(super) fn copy_off_at_last<T: Clone + Differentiable, K: Kind, L: Kind<Width = K::Width>>(
    stack: &mut Stack<T>,
    shadow: &K::Stack<T::Owned<K>>,
    x: &T,
    _: &T::Shadow<L>,
) {
    same_height(stack.len(), shadow);
    copy_pop(stack, x);
    shadow.pop();
}
