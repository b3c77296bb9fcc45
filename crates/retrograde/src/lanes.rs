//! Reductions in lanes. The adjoint of a loop over elements is often a sum, which the compiler may not reorder and so not
//! vectorise; sums of gradients have no prescribed order, so emitted code adds them up in eight lanes, a block of the loop at a time.

use core::ops::Range;

use crate::adjoint::Adjoint;
use crate::width::{Gradient, Zero};

/// How many turns of a loop go together.
pub const LANES: usize = 8;

/// A gradient that a loop adds up, in lanes.
///
/// ```
/// use retrograde::emitted::Sum;
/// let x_adj = std::cell::Cell::new(1.0);
/// let mut sum = Sum::of(&x_adj);
/// for k in 0..8 {
///     sum.add(k, || 0.5);
/// }
/// sum.sub(0, || 1.0);
/// sum.add_to(&x_adj);
/// assert_eq!(x_adj.get(), 4.0);
/// ```
#[derive(Debug)]
pub struct Sum<A: Adjoint>([A::Value; LANES]);

impl<A: Adjoint> Sum<A> {
    /// Zero, to be added to `place` in the end.
    #[inline(always)]
    pub fn of(_: &A) -> Self {
        Sum([const { Zero::ZERO }; LANES])
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

    /// Adds all lanes to `place`.
    #[inline(always)]
    pub fn add_to(self, place: &A) {
        if A::ACTIVE {
            let [a, b, c, d, e, f, g, h] = self.0;
            place.add((a.plus(e).plus(c.plus(g))).plus(b.plus(f).plus(d.plus(h))));
        }
    }
}

/// The starts of the whole blocks in a range, and the turns that are left over.
///
/// ```
/// let (blocks, rest) = retrograde::emitted::blocks(3..22);
/// assert_eq!(blocks.collect::<Vec<_>>(), [3, 11]);
/// assert_eq!(rest, 19..22);
/// ```
#[inline(always)]
pub fn blocks(range: Range<usize>) -> (impl Iterator<Item = usize>, Range<usize>) {
    let whole = range.len() / LANES;
    let rest = range.start + whole * LANES..range.end;
    ((0..whole).map(move |k| range.start + k * LANES), rest)
}
