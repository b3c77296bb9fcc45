//! What emitted code verifies while it runs. A check that fails panics at the user's line and names the variable, what it
//! should have been, and what it was.

use core::fmt::{Debug, Display};
use core::marker::PhantomData;
use core::ops::{Range, RangeInclusive};

/// Where a value differs from what it should be.
///
/// ```
/// use retrograde::Restored;
/// let mismatch = [1.0, 2.0].mismatch(&[1.0, 3.0], 0.0).unwrap();
/// assert_eq!(mismatch.to_string(), "[1]: expected 3.0, found 2.0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub(crate) path: String,
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Mismatch {
    /// A difference between two whole values.
    #[cold]
    pub fn new(expected: &(impl Debug + ?Sized), found: &(impl Debug + ?Sized)) -> Self {
        Mismatch { path: String::new(), expected: format!("{expected:?}"), found: format!("{found:?}") }
    }

    /// The same by value: a number whose reference is taken is kept in memory.
    #[cold]
    fn of<T: Debug>(expected: T, found: T) -> Self {
        Mismatch::new(&expected, &found)
    }

    /// The same difference seen from the outside, where the value is at `.field` or `[index]`.
    #[must_use]
    pub fn within(self, place: impl Display) -> Self {
        Mismatch { path: format!("{place}{}", self.path), ..self }
    }
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: expected {}, found {}", self.path, self.expected, self.found)
    }
}

/// Values that can be compared after a run there and back. Derived together with [`Plain`](crate::Plain). Integers must agree exactly. Floats must agree up to rounding:
/// the difference may be 1e-9 (`f64`) or 1e-4 (`f32`) of the largest of both values, one, and `held`, the largest
/// magnitude that the variable had on the way if that is known. NaN agrees with nothing, not even with NaN.
///
/// ```
/// use retrograde::Restored;
/// assert!((0.1 + 0.2).mismatch(&0.3, 0.0).is_none());
/// assert!(1e-3.mismatch(&0.0, 0.0).is_some());
/// assert!(1e-3.mismatch(&0.0, 1e9).is_none()); // what is left of a cancellation
/// assert!(f64::NAN.mismatch(&f64::NAN, 0.0).is_some());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be compared after a run there and back",
    note = "put `#[derive(Differentiable)]` or `#[derive(Plain)]` on a struct of yours",
    note = "add `Restored` to the bounds of a type parameter"
)]
pub trait Restored {
    /// Whether `clone` is known to give the value itself, because it is the standard library's for all parts. Where it is not, as in a
    /// struct whose `Clone` may be written by hand, a derivative compares what it gives.
    const CLONES: bool = false;
    /// The first difference from `expected`, if any.
    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch>;
    /// The largest magnitude of the floats in it.
    fn magnitude(&self) -> f64;
}

/// In the place of the largest magnitude that a variable held: nothing may differ, not a bit.
///
/// ```
/// use retrograde::{Restored, emitted::EXACT};
/// assert!((0.1 + 0.2).mismatch(&0.3, EXACT).is_some());
/// assert!(f64::NAN.mismatch(&f64::NAN, EXACT).is_none());
/// ```
pub const EXACT: f64 = f64::NEG_INFINITY;

/// Panics unless `found` is `expected` again. `held` is the largest magnitude that the variable had, 0 if unknown.
///
/// ```should_panic
/// retrograde::emitted::restored("n", &1.0, &0.0, 0.0); // `n` is not restored: expected 0.0, found 1.0
/// ```
#[inline]
#[track_caller]
pub fn restored<T: Restored + ?Sized>(name: &str, found: &T, expected: &T, held: f64) {
    if let Some(mismatch) = found.mismatch(expected, held) {
        not_restored(name, mismatch);
    }
}

#[cold]
#[track_caller]
fn not_restored(name: &str, mismatch: Mismatch) -> ! {
    let Mismatch { path, expected, found } = mismatch;
    panic!("`{name}{path}` is not restored: expected {expected}, found {found}")
}

/// The larger of `held` and the magnitude of `value`, to follow a variable for [`restored`].
///
/// ```
/// assert_eq!(retrograde::emitted::largest(2.0, &[1.0, -3.0]), 3.0);
/// ```
#[inline]
pub fn largest<T: Restored + ?Sized>(held: f64, value: &T) -> f64 {
    held.max(value.magnitude())
}

/// Panics unless a view of `name` and its undoing lead back to the value itself.
///
/// ```should_panic
/// let x: f64 = -1.0;
/// retrograde::emitted::one_to_one("x", &x, &x.ln().exp()); // a negative number has no logarithm
/// ```
#[inline]
#[track_caller]
pub fn one_to_one<T: Restored + ?Sized>(name: &str, value: &T, again: &T) {
    assert!(value.magnitude().is_finite(), "this view of `{name}` cannot be undone: its value is not finite");
    if let Some(Mismatch { path, expected, found }) = again.mismatch(value, 0.0) {
        panic!(
            "this view of `{name}{path}` cannot be undone: {expected} comes back as {found}, so the bijection is not one to one there"
        );
    }
}

/// Panics if two indices name the same element of `array`.
///
/// ```should_panic
/// retrograde::emitted::distinct(3, 3, "a"); // two places of `a` are the same element (index 3)
/// ```
#[inline]
#[track_caller]
pub fn distinct(i: usize, j: usize, array: &str) {
    if i == j {
        same_element(i, array);
    }
}

// What only a message reads is handed over by value. By reference, as `assert!` would, it is kept in memory in every iteration of a loop.

#[cold]
#[track_caller]
fn same_element(i: usize, array: &str) -> ! {
    panic!(
        "two places of `{array}` are the same element (index {i}): \
         a statement cannot be undone if what it changes is also what it reads"
    )
}

/// Panics unless the postcondition of a branch or loop agrees with the decision that was taken.
///
/// ```should_panic
/// retrograde::emitted::agrees(true, false, "x > 0.0");
/// ```
#[inline]
#[track_caller]
pub fn agrees(pre: bool, post: bool, text: &str) {
    if pre != post {
        disagrees(pre, post, text);
    }
}

#[cold]
#[track_caller]
fn disagrees(pre: bool, post: bool, text: &str) -> ! {
    panic!("the postcondition `{text}` must be {pre} here, but is {post}: the way back would go elsewhere")
}

macro_rules! floats {
    ($($float:ty, $tolerance:expr;)*) => {$(
        impl Restored for $float {
            const CLONES: bool = true;

            #[inline]
            #[allow(clippy::float_cmp, reason = "equal infinities have no difference to measure")]
            fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
                if held == EXACT {
                    let same = self.to_bits() == expected.to_bits();
                    return (!same).then(|| Mismatch::of(*expected, *self));
                }
                let (found, wanted) = (f64::from(*self), f64::from(*expected));
                let scale = held.max(found.abs()).max(wanted.abs()).max(1.0);
                let close = found == wanted || (found - wanted).abs() <= $tolerance * scale && scale.is_finite();
                if close { None } else { Some(Mismatch::of(*expected, *self)) }
            }

            #[inline]
            fn magnitude(&self) -> f64 {
                f64::from(self.abs())
            }
        }
    )*};
}

floats! {
    f32, 1e-4;
    f64, 1e-9;
}

macro_rules! exact {
    ($($ty:ty),*) => {$(
        impl Restored for $ty {
            const CLONES: bool = true;

            #[inline]
            fn mismatch(&self, expected: &Self, _: f64) -> Option<Mismatch> {
                if self == expected { None } else { Some(Mismatch::of(*expected, *self)) }
            }

            #[inline]
            fn magnitude(&self) -> f64 {
                0.0
            }
        }
    )*};
}

exact!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, ());

macro_rules! texts {
    ($($ty:ty),*) => {$(
        impl Restored for $ty {
            const CLONES: bool = true;

            fn mismatch(&self, expected: &Self, _: f64) -> Option<Mismatch> {
                if self == expected { None } else { Some(Mismatch::new(expected, self)) }
            }

            fn magnitude(&self) -> f64 {
                0.0
            }
        }
    )*};
}

texts!(str, String);

impl<T: Restored> Restored for [T] {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        if self.len() != expected.len() {
            return Some(Mismatch::new(&expected.len(), &self.len()).within(".len()"));
        }
        let mut pairs = self.iter().zip(expected).enumerate();
        pairs.find_map(|(i, (found, wanted))| Some(found.mismatch(wanted, held)?.within(format_args!("[{i}]"))))
    }

    fn magnitude(&self) -> f64 {
        self.iter().map(T::magnitude).fold(0.0, f64::max)
    }
}

macro_rules! as_slice {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Restored for $ty {
            const CLONES: bool = T::CLONES;

            fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
                self[..].mismatch(&expected[..], held)
            }

            fn magnitude(&self) -> f64 {
                self[..].magnitude()
            }
        }
    )*};
}

as_slice! {
    [T: Restored, const N: usize] [T; N];
    [T: Restored] Vec<T>;
}

macro_rules! behind {
    ($($reference:ty),*) => {$(
        impl<T: Restored + ?Sized> Restored for $reference {
            const CLONES: bool = T::CLONES;

            fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
                (**self).mismatch(&**expected, held)
            }

            fn magnitude(&self) -> f64 {
                (**self).magnitude()
            }
        }
    )*};
}

behind!(&T, &mut T, Box<T>);

impl<T: Restored> Restored for Option<T> {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        match (self, expected) {
            (Some(found), Some(wanted)) => found.mismatch(wanted, held),
            (None, None) => None,
            (Some(_), None) => Some(Mismatch::new(&None::<()>, &format_args!("Some(_)"))),
            (None, Some(_)) => Some(Mismatch::new(&format_args!("Some(_)"), &None::<()>)),
        }
    }

    fn magnitude(&self) -> f64 {
        self.as_ref().map_or(0.0, T::magnitude)
    }
}

impl<T: Restored> Restored for Range<T> {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        let start = self.start.mismatch(&expected.start, held).map(|it| it.within(".start"));
        start.or_else(|| Some(self.end.mismatch(&expected.end, held)?.within(".end")))
    }

    fn magnitude(&self) -> f64 {
        self.start.magnitude().max(self.end.magnitude())
    }
}

impl<T: Restored> Restored for RangeInclusive<T> {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        let start = self.start().mismatch(expected.start(), held).map(|it| it.within(".start()"));
        start.or_else(|| Some(self.end().mismatch(expected.end(), held)?.within(".end()")))
    }

    fn magnitude(&self) -> f64 {
        self.start().magnitude().max(self.end().magnitude())
    }
}

impl<T: ?Sized> Restored for PhantomData<T> {
    const CLONES: bool = true;

    fn mismatch(&self, _: &Self, _: f64) -> Option<Mismatch> {
        None
    }

    fn magnitude(&self) -> f64 {
        0.0
    }
}

macro_rules! tuples {
    ($(($($name:ident $field:tt)*))*) => {$(
        impl<$($name: Restored),*> Restored for ($($name,)*) {
            const CLONES: bool = true $(&& $name::CLONES)*;

            fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
                $(if let Some(mismatch) = self.$field.mismatch(&expected.$field, held) {
                    return Some(mismatch.within(concat!(".", stringify!($field))));
                })*
                None
            }

            fn magnitude(&self) -> f64 {
                0.0_f64$(.max(self.$field.magnitude()))*
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
}
