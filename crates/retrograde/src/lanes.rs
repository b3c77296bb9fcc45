//! Reductions in lanes. The adjoint of a loop over elements is often a sum, which the compiler may not reorder and so not
//! vectorise; sums of gradients have no prescribed order, so emitted code adds them up in lanes, a block of the loop at a time.

use crate::adjoint::Adjoint;
use crate::width::{Gradient, Zero};
use core::ops::Range;

/// How many iterations of a loop go together. Eight are no faster on long loops and leave more iterations over on short ones.
pub const LANES: usize = 4;

/// The indices of `count` elements from `first`. `x[run(first, count)][..count]` has fewer comparisons than `x[first..][..count]`, and rustc
/// knows how long it is.
///
/// ```
/// assert_eq!(retrograde::emitted::run(3, 2), 3..5);
/// ```
#[inline(always)]
#[must_use]
pub fn run(first: usize, count: usize) -> Range<usize> {
    first..first + count
}

/// A gradient that a loop adds up, in lanes.
///
/// ```
/// use retrograde::emitted::{LANES, Sum};
/// let x_adj = std::cell::Cell::new(1.0);
/// let mut sum = Sum::of(&x_adj);
/// for lane in 0..LANES {
///     sum.add(lane, || 0.5);
/// }
/// let mut total = sum.total();
/// total.sub(|| 1.0);
/// total.add_to(&x_adj);
/// assert_eq!(x_adj.get(), LANES as f64 / 2.0);
/// ```
#[derive(Debug)]
pub struct Sum<A: Adjoint>([A::Value; LANES]);

impl<A: Adjoint> Sum<A> {
    /// Zero, to be added to `place` in the end.
    #[inline(always)]
    pub fn of(_: &A) -> Self {
        Sum([const { Zero::NOTHING }; LANES])
    }

    /// Adds a gradient to one lane, if the place is active.
    #[inline(always)]
    pub fn add(&mut self, lane: usize, gradient: impl FnOnce() -> A::Value) {
        if A::ACTIVE {
            self.0[lane] = self.0[lane].clone().plus(gradient());
        }
    }

    /// Subtracts a gradient from one lane, if the place is active.
    #[inline(always)]
    pub fn sub(&mut self, lane: usize, gradient: impl FnOnce() -> A::Value) {
        self.add(lane, || gradient().negated());
    }

    /// All lanes together.
    #[inline(always)]
    pub fn total(self) -> Total<A> {
        let [a, b, c, d] = self.0;
        Total(a.plus(c).plus(b.plus(d)))
    }
}

/// A gradient that is added up iteration by iteration; see [`Sum`].
#[derive(Debug)]
pub struct Total<A: Adjoint>(A::Value);

impl<A: Adjoint> Total<A> {
    /// Adds a gradient, if the place is active.
    #[inline(always)]
    pub fn add(&mut self, gradient: impl FnOnce() -> A::Value) {
        if A::ACTIVE {
            self.0 = self.0.clone().plus(gradient());
        }
    }

    /// Subtracts a gradient, if the place is active.
    #[inline(always)]
    pub fn sub(&mut self, gradient: impl FnOnce() -> A::Value) {
        self.add(|| gradient().negated());
    }

    /// Adds what was added up to `place`.
    #[inline(always)]
    pub fn add_to(self, place: &A) {
        place.add(self.0);
    }
}
