//! What emitted code asks about the order of lists: indices, which have no gradient, by which their elements are read.

use core::cmp::Ordering;

/// The indices of the elements in the order that a comparison puts them in. Equal ones stay as they are.
///
/// ```
/// use retrograde::emitted::sorted_order;
/// assert_eq!(sorted_order(&[2.5, 0.5, 1.5], |a, b| f64::total_cmp(a, b)), [1, 2, 0]);
/// ```
pub fn sorted_order<T>(list: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by(|one, other| compare(&list[*one], &list[*other]));
    order
}

/// The same by a key of each element.
///
/// ```
/// assert_eq!(retrograde::emitted::sorted_order_by_key(&[(2.5, 2), (0.5, 1)], |a| a.1), [1, 0]);
/// ```
pub fn sorted_order_by_key<T, K: Ord>(list: &[T], mut key: impl FnMut(&T) -> K) -> Vec<usize> {
    sorted_order(list, |one, other| key(one).cmp(&key(other)))
}

/// The same by the elements themselves.
///
/// ```
/// assert_eq!(retrograde::emitted::sorted_order_of(&[2, 0, 1]), [1, 2, 0]);
/// ```
pub fn sorted_order_of<T: Ord>(list: &[T]) -> Vec<usize> {
    sorted_order(list, Ord::cmp)
}

/// An array whose elements are given values one by one.
///
/// ```
/// let array: [f64; 3] = retrograde::emitted::default_array();
/// assert_eq!(array, [0.0; 3]);
/// ```
#[must_use]
pub fn default_array<T: Default, const N: usize>() -> [T; N] {
    core::array::from_fn(|_| T::default())
}

/// The same, as long as another.
///
/// ```
/// let array: [f64; 3] = retrograde::emitted::default_array_like(&[1, 2, 3]);
/// assert_eq!(array, [0.0; 3]);
/// ```
#[must_use]
pub fn default_array_like<T: Default, U, const N: usize>(_: &[U; N]) -> [T; N] {
    default_array()
}

/// The number that comes `steps` after `start`, of whatever type of integer.
///
/// ```
/// assert_eq!(retrograde::emitted::counted_from(1_i32, 2), 3_i32);
/// ```
#[inline]
#[track_caller]
pub fn counted_from<T: TryFrom<usize> + core::ops::Add<Output = T>>(start: T, steps: usize) -> T {
    let Ok(steps) = T::try_from(steps) else { panic!("a range without an end goes on beyond the numbers of its type") };
    start + steps
}

/// A queue as a list.
///
/// ```
/// use std::collections::VecDeque;
/// assert_eq!(retrograde::emitted::as_list(VecDeque::from([1, 2])), [1, 2]);
/// ```
pub fn as_list<T>(queue: std::collections::VecDeque<T>) -> Vec<T> {
    queue.into()
}
