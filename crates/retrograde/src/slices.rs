//! What emitted code asks of slices and their parts.

use core::ops::{Bound, Range, RangeBounds};
use core::slice::GetDisjointMutError;

/// Panics if two parts of `array` have an element in common.
///
/// ```should_panic
/// retrograde::emitted::apart(0..3, 2..=2, "a"); // two places of `a` overlap
/// ```
#[inline]
#[track_caller]
pub fn apart(one: impl RangeBounds<usize>, other: impl RangeBounds<usize>, array: &str) {
    let ((start, end), (other_start, other_end)) = (extent(&one), extent(&other));
    if start.max(other_start) < end.min(other_end) {
        overlapping(start..end, other_start..other_end, array);
    }
}

#[cold]
#[track_caller]
fn overlapping(one: Range<usize>, other: Range<usize>, array: &str) -> ! {
    panic!(
        "two places of `{array}` overlap ({one:?} and {other:?}): \
         a statement cannot be undone if what it changes is also what it reads"
    )
}

fn extent(range: &impl RangeBounds<usize>) -> (usize, usize) {
    let start = match range.start_bound() {
        Bound::Included(start) => *start,
        Bound::Excluded(before) => before + 1,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(last) => last + 1,
        Bound::Excluded(end) => *end,
        Bound::Unbounded => usize::MAX,
    };
    (start, end)
}

/// Panics unless two arrays that are taken element by element are of one length.
///
/// ```should_panic
/// retrograde::emitted::same_length("x", 2, "y", 3); // `x` has 2 elements and `y` has 3
/// ```
#[inline]
#[track_caller]
pub fn same_length(name: &str, length: usize, other: &str, other_length: usize) {
    if length != other_length {
        different_lengths(name, length, other, other_length);
    }
}

#[cold]
#[track_caller]
fn different_lengths(name: &str, length: usize, other: &str, other_length: usize) -> ! {
    panic!("`{name}` has {length} elements and `{other}` has {other_length}: what is broadcast must be of one length")
}

/// Several elements of one array at once.
///
/// ```
/// let mut a = [1.0, 2.0, 3.0];
/// let [x, y] = retrograde::emitted::elements(&mut a, [0, 2]);
/// *x += *y;
/// assert_eq!(a, [4.0, 2.0, 3.0]);
/// ```
///
/// # Panics
/// If an index is out of bounds or there twice.
#[inline]
#[track_caller]
pub fn elements<T, const N: usize>(array: &mut [T], indices: [usize; N]) -> [&mut T; N] {
    let length = array.len();
    match array.get_disjoint_mut(indices) {
        Ok(elements) => elements,
        // The indices are copied one by one. Given away as they are, they would be kept in memory for this case's sake.
        Err(error) => refused(&indices.map(|index| index), length, &error),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refused(indices: &[usize], length: usize, error: &GetDisjointMutError) -> ! {
    panic!("{indices:?} of an array of length {length}: {error}")
}
