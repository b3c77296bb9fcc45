//! The places of constants. They store nothing, so one serves all, for as long as the program runs.

use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::Deref;

use super::Adjoint;
use crate::width::Zero;

/// Places that store nothing and so are there forever.
///
/// ```
/// use retrograde::{NoCell, emitted::{get, inactive}};
/// let places: &[NoCell<f64>] = inactive();
/// assert_eq!(get(&places[99]), 0.0);
/// ```
pub trait InactiveShadow: 'static {
    /// The places.
    fn inactive_shadow() -> &'static Self;
}

impl<A: Zero + 'static> InactiveShadow for A {
    #[inline(always)]
    fn inactive_shadow() -> &'static Self {
        inactive_shadow()
    }
}

impl<A: Zero + 'static> InactiveShadow for [A] {
    #[inline(always)]
    fn inactive_shadow() -> &'static Self {
        inactive_list()
    }
}

/// The shadow of a constant argument, of the type that its receiver asks for.
///
/// ```
/// use retrograde::{NoCell, emitted::{get, inactive}};
/// let place: &NoCell<f64> = inactive();
/// assert_eq!(get(place), 0.0);
/// ```
#[inline(always)]
pub fn inactive<A: InactiveShadow + ?Sized>() -> &'static A {
    A::inactive_shadow()
}

/// The places of a constant vector: zero-sized, and as many as there are indices.
///
/// ```
/// use retrograde::{Differentiable, Off, One};
/// let v_adj = vec![1.0, 2.0].zero_shadow::<Off<One>>();
/// assert_eq!(v_adj.len(), usize::MAX);
/// ```
pub struct InactiveList<A>(PhantomData<A>);

impl<A> Clone for InactiveList<A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for InactiveList<A> {}

impl<A> Zero for InactiveList<A> {
    const ZERO: Self = InactiveList(PhantomData);
}

impl<A: Zero + 'static> Deref for InactiveList<A> {
    type Target = [A];

    #[inline(always)]
    fn deref(&self) -> &[A] {
        inactive_list()
    }
}

impl<A: Zero + 'static> Borrow<[A]> for InactiveList<A> {
    #[inline(always)]
    fn borrow(&self) -> &[A] {
        inactive_list()
    }
}

impl<A> FromIterator<A> for InactiveList<A> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = A>>(_: I) -> Self {
        InactiveList(PhantomData)
    }
}

impl<A: Adjoint + Zero> Adjoint for InactiveList<A> {
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

/// One zero-sized place that lives forever. A box of a zero-sized type allocates nothing, so nothing leaks.
#[inline(always)]
pub fn inactive_shadow<A: Zero + 'static>() -> &'static A {
    const { assert!(size_of::<A>() == 0, "the shadow of a constant must be zero-sized") };
    Box::leak(Box::new(A::ZERO))
}

/// Zero-sized places under every index, so that a constant slice needs no length.
#[inline(always)]
pub fn inactive_list<A: Zero + 'static>() -> &'static [A] {
    const { assert!(size_of::<A>() == 0, "the shadow of a constant must be zero-sized") };
    Box::leak(Box::new([const { A::ZERO }; usize::MAX]))
}
