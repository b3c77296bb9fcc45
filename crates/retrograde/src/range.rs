//! Loops run backwards over the same values. The reversal is a trait and not the method `rev`, and a range that is stepped
//! or counted is one of ours: the iterators of the standard library have no length, and so no other end, for the wider integers.

use core::iter::{FusedIterator, Rev};
use core::ops::{Range, RangeInclusive};

/// What a `for` loop may go over and its inverse go back over.
///
/// ```
/// use retrograde::emitted::{rev, stepped};
/// assert_eq!(rev(0..3).collect::<Vec<u64>>(), [2, 1, 0]);
/// assert_eq!(rev(1..=3_i8).collect::<Vec<_>>(), [3, 2, 1]);
/// assert_eq!(rev((0..3).rev()).collect::<Vec<i32>>(), [0, 1, 2]);
/// assert_eq!(rev(stepped(0..=6, 4)).collect::<Vec<i128>>(), [4, 0]);
/// assert_eq!(rev([5, 6].iter().enumerate()).collect::<Vec<_>>(), [(1, &6), (0, &5)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a loop over `{Self}` cannot be run backwards",
    note = "loop over a range `a..b` or `a..=b` of integers, its `.rev()` or `.step_by(s)`, or over the elements of a slice"
)]
pub trait Turn {
    /// The same values in the opposite order.
    type Turned: Iterator;
    /// Turns it around.
    fn turned(self) -> Self::Turned;
}

#[diagnostic::do_not_recommend]
impl<I: DoubleEndedIterator> Turn for I {
    type Turned = Rev<I>;

    #[inline(always)]
    fn turned(self) -> Rev<I> {
        self.rev()
    }
}

/// The same values in the opposite order.
///
/// ```
/// let mut last = 3;
/// for i in retrograde::emitted::rev(0..3) {
///     last = i;
/// }
/// assert_eq!(last, 0);
/// ```
#[inline(always)]
pub fn rev<R: Turn>(range: R) -> R::Turned {
    range.turned()
}

/// A range from one end to the other in steps: what `(a..b).step_by(s)` goes over, for every type of integer, with a length
/// and two ends.
///
/// ```
/// let odd = retrograde::emitted::stepped(1..8_u64, 2);
/// assert_eq!(odd.len(), 4);
/// assert_eq!(odd.rev().collect::<Vec<_>>(), [7, 5, 3, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Stepped<T: Integer> {
    next: T,
    /// added with wrapping, so that it may be negative in an unsigned type, and a step too long for the type does no harm
    step: T,
    remaining: T::Count,
}

/// The range `a..b` or `a..=b` in steps of `step` from its start, as `step_by` goes over it.
///
/// ```
/// use retrograde::emitted::stepped;
/// assert_eq!(stepped(0..10, 4).collect::<Vec<u64>>(), [0, 4, 8]);
/// assert_eq!(stepped(-100..=100, 150).collect::<Vec<i8>>(), [-100, 50]);
/// ```
#[inline(always)]
#[track_caller]
pub fn stepped<R: Interval>(range: R, step: usize) -> Stepped<R::Item> {
    match range.ends() {
        Some((first, last)) => Stepped { next: first, step: Integer::short(step), remaining: first.count(last, step) },
        None => Stepped::empty(step),
    }
}

/// The range `a..b` or `a..=b` in steps of `step` from its end, as `.rev().step_by(step)` goes over it.
///
/// ```
/// use retrograde::emitted::stepped_back;
/// assert_eq!(stepped_back(0..10, 4).collect::<Vec<u64>>(), [9, 5, 1]);
/// assert_eq!(stepped_back(0..=10, 5).rev().collect::<Vec<u64>>(), [0, 5, 10]);
/// ```
#[inline(always)]
#[track_caller]
pub fn stepped_back<R: Interval>(range: R, step: usize) -> Stepped<R::Item> {
    match range.ends() {
        Some((first, last)) => Stepped {
            next: last,
            step: <R::Item as Integer>::short(step).opposite(),
            remaining: first.count(last, step),
        },
        None => Stepped::empty(step),
    }
}

/// The range itself with a length and two ends, so that it can be numbered and paired and still turned around.
///
/// ```
/// use retrograde::emitted::{range, rev};
/// let pairs = rev(range(5..8_u64).zip([1.0, 2.0, 3.0].iter()));
/// assert_eq!(pairs.collect::<Vec<_>>(), [(7, &3.0), (6, &2.0), (5, &1.0)]);
/// ```
#[inline(always)]
#[track_caller]
pub fn range<R: Interval>(range: R) -> Stepped<R::Item> {
    stepped(range, 1)
}

impl<T: Integer> Stepped<T> {
    #[inline(always)]
    #[track_caller]
    fn empty(step: usize) -> Self {
        Stepped { next: T::default(), step: T::short(step), remaining: T::Count::default() }
    }
}

impl<T: Integer> Stepped<T> {
    /// Only the first values, at most `turns` of them: how far a loop came that was left early.
    ///
    /// ```
    /// let began = retrograde::emitted::range(5..9_u8).first(2);
    /// assert_eq!(began.rev().collect::<Vec<_>>(), [6, 5]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn first(self, turns: usize) -> Self {
        Stepped { remaining: T::at_most(self.remaining, turns), ..self }
    }

    /// The same values in the opposite order, as steps again.
    ///
    /// ```
    /// let down = retrograde::emitted::range(5..9_u8).turned();
    /// assert_eq!(down.first(2).collect::<Vec<_>>(), [8, 7]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn turned(mut self) -> Self {
        let remaining = self.remaining;
        match self.next_back() {
            Some(last) => Stepped { next: last, step: self.step.opposite(), remaining },
            None => self,
        }
    }
}

impl<T: Integer> Iterator for Stepped<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        T::take(&mut self.remaining)?;
        let found = self.next;
        self.next = found.ahead(self.step);
        Some(found)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = T::length(self.remaining);
        (length.unwrap_or(usize::MAX), length)
    }
}

impl<T: Integer> DoubleEndedIterator for Stepped<T> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<T> {
        T::take(&mut self.remaining)?;
        Some(self.next.ahead_by(self.step, self.remaining))
    }
}

/// Panics at `len()` if it does not fit into `usize`.
impl<T: Integer> ExactSizeIterator for Stepped<T> {}

impl<T: Integer> FusedIterator for Stepped<T> {}

/// A range of integers with a first and a last value.
///
/// ```
/// use retrograde::Interval;
/// assert_eq!((2..5).ends(), Some((2, 4)));
/// assert_eq!((5..=2).ends(), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "a loop cannot step through `{Self}`",
    note = "only a range `a..b` or `a..=b` of integers has steps"
)]
pub trait Interval {
    /// What it goes over.
    type Item: Integer;
    /// Its first and last value; nothing if it is empty.
    fn ends(self) -> Option<(Self::Item, Self::Item)>;
}

impl<T: Integer> Interval for Range<T> {
    type Item = T;

    #[inline(always)]
    fn ends(self) -> Option<(T, T)> {
        if self.start < self.end { Some((self.start, self.end.before())) } else { None }
    }
}

impl<T: Integer> Interval for RangeInclusive<T> {
    type Item = T;

    #[inline(always)]
    fn ends(self) -> Option<(T, T)> {
        if self.is_empty() { None } else { Some(self.into_inner()) }
    }
}

/// An integer that a loop counts with: any of the standard library's.
///
/// ```
/// use retrograde::Integer;
/// assert_eq!((-128_i8).count(127, 100), 3); // -128, -28, 72
/// ```
#[diagnostic::on_unimplemented(
    message = "a loop cannot count in `{Self}`",
    note = "a range that is stepped, numbered or paired is one of integers"
)]
pub trait Integer: Copy + Default + PartialOrd {
    /// Counts the values between any two of them.
    type Count: Copy + Default + core::fmt::Debug;
    /// The integer before this one, which is not the smallest.
    #[must_use]
    fn before(self) -> Self;
    /// How many values there are from `self` to `last`, which is not smaller, in steps of `step`.
    fn count(self, last: Self, step: usize) -> Self::Count;
    /// A step in this type, cut if it is too long: nothing comes after such a step.
    fn short(step: usize) -> Self;
    /// The step backwards.
    #[must_use]
    fn opposite(self) -> Self;
    /// One step on.
    #[must_use]
    fn ahead(self, step: Self) -> Self;
    /// Several steps on.
    #[must_use]
    fn ahead_by(self, step: Self, times: Self::Count) -> Self;
    /// Counts down by one if there is one left.
    fn take(count: &mut Self::Count) -> Option<()>;
    /// The count, but no more than `most`.
    fn at_most(count: Self::Count, most: usize) -> Self::Count;
    /// The count as a length, if it fits.
    fn length(count: Self::Count) -> Option<usize>;
}

macro_rules! integers {
    ($($int:ident $unsigned:ident $count:ident;)*) => {$(
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            clippy::unnecessary_cast,
            trivial_numeric_casts,
            reason = "modulo the size of the type, distances and steps are right"
        )]
        impl Integer for $int {
            type Count = $count;

            #[inline(always)]
            fn before(self) -> Self {
                self - 1
            }

            #[inline(always)]
            #[track_caller]
            fn count(self, last: Self, step: usize) -> $count {
                let span = last.wrapping_sub(self) as $unsigned;
                let after = <$unsigned>::try_from(step).map_or(0, |step| span / step);
                <$count>::from(after).checked_add(1).expect("a loop has fewer iterations than this range has values")
            }

            #[inline(always)]
            #[track_caller]
            fn short(step: usize) -> Self {
                assert!(step != 0, "the step of a loop is zero");
                step as Self
            }

            #[inline(always)]
            fn opposite(self) -> Self {
                self.wrapping_neg()
            }

            #[inline(always)]
            fn ahead(self, step: Self) -> Self {
                self.wrapping_add(step)
            }

            #[inline(always)]
            fn ahead_by(self, step: Self, times: $count) -> Self {
                self.wrapping_add(step.wrapping_mul(times as Self))
            }

            #[inline(always)]
            fn take(count: &mut $count) -> Option<()> {
                if *count == 0 {
                    return None;
                }
                *count -= 1;
                Some(())
            }

            #[inline(always)]
            fn at_most(count: $count, most: usize) -> $count {
                <$count>::try_from(most).map_or(count, |most| count.min(most))
            }

            #[inline(always)]
            fn length(count: $count) -> Option<usize> {
                usize::try_from(count).ok()
            }
        }
    )*};
}

integers! {
    u8 u8 u32;
    u16 u16 u32;
    u32 u32 u64;
    u64 u64 u64;
    u128 u128 u128;
    usize usize usize;
    i8 u8 u32;
    i16 u16 u32;
    i32 u32 u64;
    i64 u64 u64;
    i128 u128 u128;
    isize usize usize;
}
