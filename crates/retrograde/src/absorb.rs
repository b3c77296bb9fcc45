//! Whether adding to a place leaves enough of what was there. `x += 1e20` swallows `x`, and nothing brings it back.

use crate::checks::kept;
use core::ops::Deref;

/// `place += by` or `place -= by`, about to happen. If both are floats of one type, it is checked that undoing it would bring the
/// old value back; anything else passes. The macro does not know types, so it is a matter of which method is found: those of this
/// type are there for floats only, and behind them are those of [`Exact`].
///
/// ```
/// use retrograde::emitted::Absorbing;
/// Absorbing(&1.0, &0.1).add("x");
/// Absorbing(&1, &(1 << 30)).add("n");
/// Absorbing(&"no", &["numbers"]).sub("s");
/// ```
///
/// ```should_panic
/// use retrograde::emitted::Absorbing;
/// Absorbing(&1.0, &1e20).add("x"); // nothing is left of the 1.0
/// ```
#[derive(Debug)]
pub struct Absorbing<'u, T: ?Sized, E: ?Sized>(pub &'u T, pub &'u E);

/// Numbers that may be absorbed when something large is added to them.
///
/// ```
/// use retrograde::Absorb;
/// assert_eq!(1.0.after_adding(0.5), 1.0);
/// assert_eq!(1.0.after_adding(1e20), 0.0);
/// ```
pub trait Absorb: Copy + crate::Restored {
    /// What comes back when `by` is added and subtracted again.
    #[must_use]
    fn after_adding(self, by: Self) -> Self;
    /// What comes back when `by` is subtracted and added again.
    #[must_use]
    fn after_subtracting(self, by: Self) -> Self;
    /// Whether it is not a number.
    fn is_nan(self) -> bool;
}

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Absorb for $float {
            #[inline]
            fn after_adding(self, by: Self) -> Self {
                (self + by) - by
            }

            #[inline]
            fn after_subtracting(self, by: Self) -> Self {
                (self - by) + by
            }

            #[inline]
            fn is_nan(self) -> bool {
                <$float>::is_nan(self)
            }
        }
    )*};
}

floats!(f32 f64);

impl<N: Absorb> Absorbing<'_, N, N> {
    /// Panics if `+=` would lose the old value of the place called `name`.
    #[inline]
    #[track_caller]
    pub fn add(&self, name: &str) {
        self.check(name, self.0.after_adding(*self.1));
    }

    /// Panics if `-=` would lose the old value of the place called `name`.
    #[inline]
    #[track_caller]
    pub fn sub(&self, name: &str) {
        self.check(name, self.0.after_subtracting(*self.1));
    }

    /// Of NaN there is nothing to lose.
    #[inline]
    #[track_caller]
    fn check(&self, name: &str, undone: N) {
        if !self.0.is_nan() {
            kept(name, self.0, &undone);
        }
    }
}

/// An update of something that loses nothing, or of which nothing is known.
///
/// ```
/// retrograde::emitted::Exact.add("n");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Exact {
    /// Nothing to check.
    #[inline(always)]
    pub fn add(&self, _: &str) {}

    /// Nothing to check.
    #[inline(always)]
    pub fn sub(&self, _: &str) {}
}

impl<T: ?Sized, E: ?Sized> Deref for Absorbing<'_, T, E> {
    type Target = Exact;

    #[inline(always)]
    fn deref(&self) -> &Exact {
        &Exact
    }
}
