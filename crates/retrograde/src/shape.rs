//! Values that are replaced by others of another shape, such as lists by longer ones. The places of their gradients move with them. Those of
//! what is behind a reference are lent by a caller, and stay as they are.

use core::borrow::BorrowMut;

use crate::differentiable::Differentiable;
use crate::width::Zero;

/// A copy, made by a type's own `Clone`, whatever else it has under that name.
///
/// ```
/// assert_eq!(retrograde::emitted::clone(&vec![1.0]), [1.0]);
/// ```
#[inline(always)]
pub fn clone<T: Clone>(value: &T) -> T {
    value.clone()
}

/// Puts places where others were.
///
/// ```
/// use std::cell::Cell;
/// let mut list_tan = vec![Cell::new(1.0)];
/// retrograde::emitted::give(&mut list_tan, vec![]);
/// assert!(list_tan.is_empty());
/// ```
#[inline(always)]
pub fn give<A>(places: &mut impl BorrowMut<A>, new: A) {
    *places.borrow_mut() = new;
}

/// Takes places away, and leaves some that are to be replaced.
///
/// ```
/// use std::cell::Cell;
/// let mut list_adj = vec![Cell::new(1.0)];
/// assert_eq!(retrograde::emitted::moved(&mut list_adj).len(), 1);
/// ```
#[inline(always)]
pub fn moved<A: Zero>(places: &mut A) -> A {
    core::mem::replace(places, Zero::ZERO)
}

/// Checks that what is behind a reference is not replaced by a value of another shape.
///
/// ```should_panic
/// retrograde::emitted::keeps_shape(&vec![1.0], &vec![1.0, 2.0]);
/// ```
#[inline(always)]
#[track_caller]
pub fn keeps_shape<T: Differentiable>(old: &T, new: &T) {
    if !T::FIXED && !old.same_shape(new) {
        another_shape();
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn another_shape() -> ! {
    panic!(
        "a list behind a reference gets another length, but its gradient belongs to the caller and stays as long as it was: return the new list instead"
    )
}
