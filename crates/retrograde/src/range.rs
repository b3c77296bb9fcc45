//! Loops run backwards over the same values. The reversal is a trait of the range and not the method `rev`, so that every
//! range a loop may go over can have one.

use core::iter::Rev;
use core::ops::{Range, RangeInclusive};

/// What a `for` loop may go over and its inverse go back over.
///
/// ```
/// use retrograde::emitted::rev;
/// assert_eq!(rev(0..3).collect::<Vec<u64>>(), [2, 1, 0]);
/// assert_eq!(rev(1..=3_i8).collect::<Vec<_>>(), [3, 2, 1]);
/// assert_eq!(rev((0..3).rev()).collect::<Vec<i32>>(), [0, 1, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a loop over `{Self}` cannot be run backwards",
    note = "loop over a range `a..b` or `a..=b` of integers, or its `.rev()`"
)]
pub trait Reversible {
    /// The same values in the opposite order.
    type Reversed: Iterator;
    /// Turns it around.
    fn reversed(self) -> Self::Reversed;
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
pub fn rev<R: Reversible>(range: R) -> R::Reversed {
    range.reversed()
}

impl<T> Reversible for Range<T>
where
    Range<T>: DoubleEndedIterator,
{
    type Reversed = Rev<Self>;

    #[inline(always)]
    fn reversed(self) -> Rev<Self> {
        self.rev()
    }
}

impl<T> Reversible for RangeInclusive<T>
where
    RangeInclusive<T>: DoubleEndedIterator,
{
    type Reversed = Rev<Self>;

    #[inline(always)]
    fn reversed(self) -> Rev<Self> {
        self.rev()
    }
}

impl<I: DoubleEndedIterator> Reversible for Rev<I> {
    type Reversed = Rev<Self>;

    #[inline(always)]
    fn reversed(self) -> Rev<Self> {
        self.rev()
    }
}
