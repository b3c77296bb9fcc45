//! Whether adding to a place leaves enough of what was there. `x += 1e20` swallows `x`, and nothing brings it back.

use crate::checks::Mismatch;
use core::ops::Deref;

/// `place += by` or `place -= by`, about to happen. If both are floats of one type or complex numbers of it, it is checked that undoing it would bring the
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

/// Numbers that may be absorbed when something large, a `By`, is added to them.
///
/// What is lost is judged by what is there: the difference may be 1e-9 (`f64`) or 1e-4 (`f32`) of the old value. A value below one may lose
/// more, as it does when a small number is added to and taken from again, but never more than 1e-4 or 1e-2 of itself, however small it is.
/// Zero loses nothing, so an accumulator may begin there.
///
/// A number that is only what rounding left of larger ones cannot be told from a small number that somebody reads again on the way back.
/// Of a local it is known how large it has been, and it may lose as much as rounding took from it there: an ancilla that is emptied and
/// used again is no mistake. Of what belongs to the caller nothing is known, and adding to such a rest is an error. Set it to zero
/// beforehand, or leave out the checks of the function with `checks = false`. A local that nobody reads after it was changed back is not
/// checked at all.
///
/// ```
/// use retrograde::Absorb;
/// assert_eq!(1e-10.after_adding(1e7), 0.0);
/// assert!(1e-10.lost(0.0, 0.0).is_some());
/// assert!(1e-10.lost(0.0, 1e6).is_none()); // of a local that was a million
/// assert!(1.0.lost(1.0 + 1e-12, 0.0).is_none());
/// assert!(0.0.lost(0.0.after_adding(1e7), 0.0).is_none());
/// ```
pub trait Absorb<By = Self>: Copy {
    /// What comes back when `by` is added and subtracted again.
    #[must_use]
    fn after_adding(self, by: By) -> Self;
    /// What comes back when `by` is subtracted and added again.
    #[must_use]
    fn after_subtracting(self, by: By) -> Self;
    /// How it differs from what comes back, if that is too much; `held` is the largest magnitude that it is known to have had. Of NaN
    /// there is nothing to lose.
    fn lost(self, undone: Self, held: f64) -> Option<Mismatch>;
}

macro_rules! floats {
    ($($float:ty, $tolerance:expr, $at_most:expr;)*) => {$(
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
            #[allow(clippy::float_cmp, reason = "equal infinities have no difference to measure")]
            fn lost(self, undone: Self, held: f64) -> Option<Mismatch> {
                let (before, after) = (f64::from(self), f64::from(undone));
                let scale = held.max(before.abs());
                let tolerance = f64::min($tolerance * scale.max(1.0), $at_most * scale);
                let close = (after - before).abs() <= tolerance && scale.is_finite();
                if close || before == after || before.is_nan() { None } else { Some(Mismatch::new(&self, &undone)) }
            }
        }
    )*};
}

floats! {
    f32, 1e-4, 1e-2;
    f64, 1e-9, 1e-4;
}

impl<N: Absorb<By>, By: Copy> Absorbing<'_, N, By> {
    /// Panics if `+=` would lose the old value of the place called `name`.
    #[inline]
    #[track_caller]
    pub fn add(&self, name: &str) {
        self.add_to_local(name, 0.0);
    }

    /// Panics if `-=` would lose the old value of the place called `name`.
    #[inline]
    #[track_caller]
    pub fn sub(&self, name: &str) {
        self.sub_from_local(name, 0.0);
    }

    /// Panics if `+=` would lose the old value of a local, of which `held` is the largest magnitude so far.
    #[inline]
    #[track_caller]
    pub fn add_to_local(&self, name: &str, held: f64) {
        self.check(name, self.0.after_adding(*self.1), held);
    }

    /// Panics if `-=` would lose the old value of a local, of which `held` is the largest magnitude so far.
    #[inline]
    #[track_caller]
    pub fn sub_from_local(&self, name: &str, held: f64) {
        self.check(name, self.0.after_subtracting(*self.1), held);
    }

    #[inline]
    #[track_caller]
    fn check(&self, name: &str, undone: N, held: f64) {
        if let Some(mismatch) = self.0.lost(undone, held) {
            absorbed(name, mismatch);
        }
    }
}

#[cold]
#[track_caller]
fn absorbed(name: &str, mismatch: Mismatch) -> ! {
    let Mismatch { path, expected, found } = mismatch;
    panic!(
        "this update of `{name}{path}` cannot be undone: it lost its old value {expected}, which was absorbed, and would come back as {found}"
    )
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

    /// Nothing to check.
    #[inline(always)]
    pub fn add_to_local(&self, _: &str, _: f64) {}

    /// Nothing to check.
    #[inline(always)]
    pub fn sub_from_local(&self, _: &str, _: f64) {}
}

impl<T: ?Sized, E: ?Sized> Deref for Absorbing<'_, T, E> {
    type Target = Exact;

    #[inline(always)]
    fn deref(&self) -> &Exact {
        &Exact
    }
}
