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
pub trait Forever: 'static {
    /// The places.
    fn forever() -> &'static Self;
}

impl<A: Zero + 'static> Forever for A {
    #[inline(always)]
    fn forever() -> &'static Self {
        forever()
    }
}

impl<A: Zero + 'static> Forever for [A] {
    #[inline(always)]
    fn forever() -> &'static Self {
        endless()
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
pub fn inactive<A: Forever + ?Sized>() -> &'static A {
    A::forever()
}

/// The places of a constant vector: zero-sized, and as many as there are indices.
///
/// ```
/// use retrograde::{Differentiable, Off, One};
/// let v_adj = vec![1.0, 2.0].zero_shadow::<Off<One>>();
/// assert_eq!(v_adj.len(), usize::MAX);
/// ```
pub struct Endless<A>(PhantomData<A>);

impl<A> Clone for Endless<A> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Endless<A> {}

impl<A> Zero for Endless<A> {
    const ZERO: Self = Endless(PhantomData);
}

impl<A: Zero + 'static> Deref for Endless<A> {
    type Target = [A];

    #[inline(always)]
    fn deref(&self) -> &[A] {
        endless()
    }
}

impl<A: Zero + 'static> Borrow<[A]> for Endless<A> {
    #[inline(always)]
    fn borrow(&self) -> &[A] {
        endless()
    }
}

impl<A> FromIterator<A> for Endless<A> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = A>>(_: I) -> Self {
        Endless(PhantomData)
    }
}

impl<A: Adjoint + Zero> Adjoint for Endless<A> {
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
pub fn forever<A: Zero + 'static>() -> &'static A {
    const { assert!(size_of::<A>() == 0, "the shadow of a constant must be zero-sized") };
    Box::leak(Box::new(A::ZERO))
}

/// Zero-sized places under every index, so that a constant slice needs no length.
#[inline(always)]
pub fn endless<A: Zero + 'static>() -> &'static [A] {
    const { assert!(size_of::<A>() == 0, "the shadow of a constant must be zero-sized") };
    Box::leak(Box::new([const { A::ZERO }; usize::MAX]))
}
