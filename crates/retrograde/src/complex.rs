//! Complex numbers of the crate `num-complex`, with the feature of that name.

use num_complex::Complex;

use crate::checks::{Mismatch, Restored};
use crate::function::Lend;
use crate::plain::Plain;
use crate::scale::{Scale, lost};

impl<T: Plain> Plain for Complex<T> {}

impl<T: Restored> Restored for Complex<T> {
    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        let real = self.re.mismatch(&expected.re, held).map(|it| it.within(".re"));
        real.or_else(|| Some(self.im.mismatch(&expected.im, held)?.within(".im")))
    }

    fn magnitude(&self) -> f64 {
        self.re.magnitude().max(self.im.magnitude())
    }
}

impl<T: Copy> Lend<'_> for Complex<T> {
    type Lent = Self;

    #[inline(always)]
    fn lend(&mut self) -> Self {
        *self
    }
}

/// What the checks ask of a factor and a result: all of it is finite, and the larger part is neither zero nor next to it.
trait Sound {
    fn finite(self) -> bool;
    fn zero(self) -> bool;
    fn normal(self) -> bool;
}

macro_rules! complex {
    ($($float:ident)*) => {$(
        impl Sound for $float {
            fn finite(self) -> bool {
                self.is_finite()
            }

            fn zero(self) -> bool {
                self == 0.0
            }

            fn normal(self) -> bool {
                self.is_normal()
            }
        }

        impl Sound for Complex<$float> {
            fn finite(self) -> bool {
                self.re.is_finite() && self.im.is_finite()
            }

            fn zero(self) -> bool {
                self.re == 0.0 && self.im == 0.0
            }

            fn normal(self) -> bool {
                self.finite() && (self.re.is_normal() || self.im.is_normal())
            }
        }

        complex!(@scale Complex<$float>, Complex<$float>);
        complex!(@scale Complex<$float>, $float);
    )*};
    (@scale $complex:ty, $by:ty) => {
        impl Scale<$by> for $complex {
            #[inline(always)]
            fn multiply(&mut self, by: $by) {
                *self *= by;
            }

            #[inline(always)]
            fn divide(&mut self, by: $by) {
                *self /= by;
            }

            #[inline]
            #[track_caller]
            fn multiply_checked(&mut self, by: $by) {
                let product = *self * by;
                if !by.finite() || by.zero() {
                    lost(*self, "*=", by, "the factor must be finite and not zero");
                }
                if !product.normal() {
                    lost(*self, "*=", by, format_args!("the result, {product:?}, must be finite, not zero, and not next to it"));
                }
                *self = product;
            }

            #[inline]
            #[track_caller]
            fn divide_checked(&mut self, by: $by) {
                let quotient = *self / by;
                if !by.finite() || by.zero() {
                    lost(*self, "/=", by, "the divisor must be finite and not zero");
                }
                if !quotient.normal() {
                    lost(*self, "/=", by, format_args!("the result, {quotient:?}, must be finite, not zero, and not next to it"));
                }
                *self = quotient;
            }
        }
    };
}

complex!(f32 f64);
