//! The trait of our own for numbers of a generic type.

use super::{Floating, Table};
use crate::number::Number;
use core::fmt::{Debug, Display};
use core::iter::{Product, Sum};
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

/// Numbers of a generic type: `f32` and `f64`, with all the methods that have a derivative.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable]
/// fn softplus<T: Real>(x: T, beta: T) -> T {
///     (beta * x).exp().ln_1p() / beta + T::of(0.5) * x.max(T::of(0.0))
/// }
///
/// let (dx, dbeta): (f64, f64) = softplus::gradient(-1.0, 2.0);
/// assert!((dx - 0.119_202_922).abs() < 1e-9_f64 && (dbeta + 0.091_333_464).abs() < 1e-9);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that derivatives know",
    label = "neither `f32` nor `f64`"
)]
pub trait Real:
    Floating
    + Number
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Sum
    + Product
    + PartialOrd
    + Default
    + Debug
    + Display
    + Send
    + Sync
{
    /// π
    const PI: Self;
    /// Euler's number
    const E: Self;
    /// the natural logarithm of 2
    const LN_2: Self;
    /// the distance from 1 to the next number
    const EPSILON: Self;
    /// the largest number
    const MAX: Self;
    /// the smallest number
    const MIN: Self;
    /// infinity
    const INFINITY: Self;
    /// what is not a number
    const NAN: Self;

    /// A number of this type, rounded to it. A gradient goes through.
    ///
    /// ```
    /// assert_eq!(<f32 as retrograde::Real>::of(0.1), 0.1_f32);
    /// ```
    #[inline(always)]
    #[must_use]
    fn of(x: f64) -> Self {
        Self::Table::of_double(x)
    }

    /// Whether it is not a number.
    fn is_nan(self) -> bool;
    /// Whether it is neither infinite nor not a number.
    fn is_finite(self) -> bool;
}

macro_rules! numbers {
    ($($float:ident)*) => {$(
        impl Real for $float {
            const PI: Self = core::$float::consts::PI;
            const E: Self = core::$float::consts::E;
            const LN_2: Self = core::$float::consts::LN_2;
            const EPSILON: Self = $float::EPSILON;
            const MAX: Self = $float::MAX;
            const MIN: Self = $float::MIN;
            const INFINITY: Self = $float::INFINITY;
            const NAN: Self = $float::NAN;

            #[inline(always)]
            fn is_nan(self) -> bool {
                $float::is_nan(self)
            }

            #[inline(always)]
            fn is_finite(self) -> bool {
                $float::is_finite(self)
            }
        }
    )*};
}

numbers!(f32 f64);
