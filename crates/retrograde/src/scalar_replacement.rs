//! The gradient of an element in a variable, for as long as an iteration of a loop works on it: it is read from memory once and written back once.

use crate::adjoint::Adjoint;
use crate::width::{Gradient, Zero};

/// A gradient that an iteration of a loop has in a variable.
///
/// ```
/// use retrograde::emitted::Promoted;
/// let x_adj = std::cell::Cell::new(1.0);
/// let mut promoted = Promoted::held(&x_adj);
/// promoted.add(0.5);
/// promoted.set(2.0 * promoted.get());
/// promoted.put_back(&x_adj);
/// assert_eq!(x_adj.get(), 3.0);
/// let mut promoted = Promoted::sum(&x_adj);
/// promoted.add(1.0);
/// promoted.sub(0.5);
/// promoted.add_to(&x_adj);
/// assert_eq!(x_adj.get(), 3.5);
/// ```
#[derive(Debug)]
pub struct Promoted<A: Adjoint>(A::Value);

impl<A: Adjoint> Promoted<A> {
    /// What a place holds, to be put back in the end.
    #[inline(always)]
    pub fn held(place: &A) -> Self {
        Promoted(place.get())
    }

    /// Zero, to be added to a place in the end.
    #[inline(always)]
    pub fn sum(_: &A) -> Self {
        Promoted(Zero::NOTHING)
    }

    /// The gradient.
    #[inline(always)]
    pub fn get(&self) -> A::Value {
        self.0.clone()
    }

    /// Accumulates a gradient.
    #[inline(always)]
    pub fn add(&mut self, gradient: A::Value) {
        if A::ACTIVE {
            self.0 = core::mem::replace(&mut self.0, Zero::NOTHING).plus(gradient);
        }
    }

    /// Accumulates a gradient with its sign changed.
    #[inline(always)]
    pub fn sub(&mut self, gradient: A::Value) {
        self.add(gradient.negated());
    }

    /// Overwrites what was accumulated.
    #[inline(always)]
    pub fn set(&mut self, gradient: A::Value) {
        self.0 = gradient;
    }

    /// Overwrites what the place holds.
    #[inline(always)]
    pub fn put_back(self, place: &A) {
        place.set(self.0);
    }

    /// Adds what was accumulated to the place.
    #[inline(always)]
    pub fn add_to(self, place: &A) {
        place.add(self.0);
    }
}
