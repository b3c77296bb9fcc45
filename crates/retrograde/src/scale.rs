//! Multiplying and dividing in place, each the inverse of the other. That holds only while nothing is lost on the way, and here it
//! is said what that means for each type of number.

use core::fmt::{Debug, Display};

/// Numbers that `x *= e` and `x /= e` scale reversibly.
///
/// Integers are always checked: the factor is not zero, the product does not overflow, the quotient has no remainder; what the
/// checked forms add is the value in the message. Floats are checked by [`multiply_checked`](Scale::multiply_checked) and
/// [`divide_checked`](Scale::divide_checked): the factor is finite and not zero, and so is the result, which is not so small either that
/// digits are lost. Zero itself is scaled to zero, and back.
///
/// ```
/// use retrograde::Scale;
/// let mut n = 6;
/// n.multiply(7);
/// n.divide(3);
/// assert_eq!(n, 14);
/// ```
///
/// ```should_panic
/// use retrograde::Scale;
/// 7.divide(2); // `/= 2` cannot be undone: it leaves a remainder
/// ```
///
/// Implement it for a number type of your own:
///
/// ```
/// use retrograde::Scale;
/// /// A number by its logarithm.
/// struct Log(f64);
/// impl Scale for Log {
///     fn multiply(&mut self, by: Self) {
///         self.0 += by.0;
///     }
///     fn divide(&mut self, by: Self) {
///         self.0 -= by.0;
///     }
/// }
/// let mut x = Log(2.0);
/// x.multiply(Log(3.0));
/// assert_eq!(x.0, 5.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be multiplied or divided by `{By}` in place and back again",
    label = "not a number that `*=` and `/=` scale reversibly",
    note = "both sides of `*=` and `/=` are of one type of integer or float; convert the factor with `as`",
    note = "implement `retrograde::Scale` for a number type of yours"
)]
pub trait Scale<By = Self> {
    /// `self *= by`
    fn multiply(&mut self, by: By);
    /// `self /= by`
    fn divide(&mut self, by: By);

    /// `self *= by`, and panics if that cannot be undone.
    #[inline]
    #[track_caller]
    fn multiply_checked(&mut self, by: By) {
        self.multiply(by);
    }

    /// `self /= by`, and panics if that cannot be undone.
    #[inline]
    #[track_caller]
    fn divide_checked(&mut self, by: By) {
        self.divide(by);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn lost(value: impl Debug, operation: &str, by: impl Debug, why: impl Display) -> ! {
    panic!("{value:?} {operation} {by:?} cannot be undone: {why}")
}

/// Without the value, which a loop would have to keep beside the result for the sake of the message.
#[cold]
#[inline(never)]
#[track_caller]
fn lost_by(operation: &str, by: impl Debug, why: &str) -> ! {
    panic!("`{operation} {by:?}` cannot be undone: {why}")
}

macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Scale for $int {
            #[inline]
            #[track_caller]
            fn multiply(&mut self, by: Self) {
                if by == 0 {
                    lost_by("*=", by, "the factor is zero");
                }
                match self.checked_mul(by) {
                    Some(product) => *self = product,
                    None => lost_by("*=", by, "it overflows"),
                }
            }

            #[inline]
            #[track_caller]
            fn divide(&mut self, by: Self) {
                if by == 0 {
                    lost_by("/=", by, "the divisor is zero");
                }
                let Some(quotient) = self.checked_div(by) else { lost_by("/=", by, "it overflows") };
                // not `quotient * by != *self`: a processor that divides has the remainder already
                if self.wrapping_rem(by) != 0 {
                    lost_by("/=", by, "it leaves a remainder");
                }
                *self = quotient;
            }

            #[inline]
            #[track_caller]
            fn multiply_checked(&mut self, by: Self) {
                if by == 0 {
                    lost(*self, "*=", by, "the factor is zero");
                }
                if self.checked_mul(by).is_none() {
                    lost(*self, "*=", by, "it overflows");
                }
                self.multiply(by);
            }

            #[inline]
            #[track_caller]
            fn divide_checked(&mut self, by: Self) {
                match self.checked_rem(by) {
                    Some(0) => {}
                    Some(_) => lost(*self, "/=", by, "it leaves a remainder"),
                    None if by == 0 => lost(*self, "/=", by, "the divisor is zero"),
                    None => lost(*self, "/=", by, "it overflows"),
                }
                self.divide(by);
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Scale for $float {
            #[inline(always)]
            fn multiply(&mut self, by: Self) {
                *self *= by;
            }

            #[inline(always)]
            fn divide(&mut self, by: Self) {
                *self /= by;
            }

            #[inline]
            #[track_caller]
            fn multiply_checked(&mut self, by: Self) {
                let product = *self * by;
                if !by.is_finite() || by == 0.0 {
                    lost(*self, "*=", by, "the factor must be finite and not zero");
                }
                if !product.is_normal() && *self != 0.0 {
                    lost(*self, "*=", by, format_args!("the result, {product:?}, must be finite, and neither zero nor next to it"));
                }
                *self = product;
            }

            #[inline]
            #[track_caller]
            fn divide_checked(&mut self, by: Self) {
                let quotient = *self / by;
                if !by.is_finite() || by == 0.0 {
                    lost(*self, "/=", by, "the divisor must be finite and not zero");
                }
                if !quotient.is_normal() && *self != 0.0 {
                    lost(*self, "/=", by, format_args!("the result, {quotient:?}, must be finite, and neither zero nor next to it"));
                }
                *self = quotient;
            }
        }
    )*};
}

floats!(f32 f64);
