//! What `num-complex` has besides the methods of the table: constructors, and methods whose result is put together from others. The value
//! is computed as that crate computes it.

use core::marker::PhantomData;

use num_complex::Complex;

use crate::adjoint::Kind;
use crate::differentiable::{Differentiable, TangentOf};
use crate::shadow::{Direction, Shadow};
use crate::siblings::siblings;
use crate::width::{Scalar, Width};

macro_rules! lines {
    ($mode:ident $around:tt) => {
        siblings! { $mode $around {
            cis_pullback cis_tangent (angle: S) -> Complex<S> = cis;
            expf_pullback expf_tangent (&self, base: S) -> Complex<S> = expf;
            fdiv_pullback fdiv_tangent (&self, other: Complex<S>) -> Complex<S> = fdiv;
            finv_pullback finv_tangent (&self) -> Complex<S> = finv;
            from_pullback from_tangent (re: S) -> Complex<S> = from;
            from_polar_pullback from_polar_tangent (norm: S, angle: S) -> Complex<S> = from_polar;
            l1_norm_pullback l1_norm_tangent (&self) -> S = l1_norm;
            powu_pullback powu_tangent (&self, exponent = u32) -> Complex<S> = powu;
            to_polar_pullback to_polar_tangent (&self) -> (S, S) = to_polar;
        } }
    };
}

/// The siblings of these methods.
pub trait OfComplex<S: Scalar + Differentiable>: Differentiable + Sized {
    lines! { declare [Self, S,] }
}

macro_rules! functions {
    ($module:ident $float:ident) => {
        #[allow(clippy::cast_possible_wrap, reason = "the exponent is asserted to be small enough")]
        mod $module {
            use num_complex::Complex;
            use retrograde::differentiable;

            #[differentiable(tangent)]
            pub fn cis(angle: $float) -> Complex<$float> {
                Complex::new(angle.cos(), angle.sin())
            }

            #[differentiable(tangent)]
            pub fn expf(z: &Complex<$float>, base: $float) -> Complex<$float> {
                let (norm, angle) = (base.powf(z.re), z.im * base.ln());
                Complex::new(norm * angle.cos(), norm * angle.sin())
            }

            #[differentiable(tangent)]
            pub fn fdiv(z: &Complex<$float>, other: Complex<$float>) -> Complex<$float> {
                let norm = other.norm();
                z * (other.conj() / norm / norm)
            }

            #[differentiable(tangent)]
            pub fn finv(z: &Complex<$float>) -> Complex<$float> {
                let norm = z.norm();
                z.conj() / norm / norm
            }

            #[differentiable(tangent)]
            pub fn from(re: $float) -> Complex<$float> {
                Complex::new(re, 0.0)
            }

            #[differentiable(tangent)]
            pub fn from_polar(norm: $float, angle: $float) -> Complex<$float> {
                Complex::new(norm * angle.cos(), norm * angle.sin())
            }

            #[differentiable(tangent)]
            pub fn l1_norm(z: &Complex<$float>) -> $float {
                z.re.abs() + z.im.abs()
            }

            #[differentiable(tangent)]
            pub fn powu(z: &Complex<$float>, exponent: u32) -> Complex<$float> {
                assert!(exponent <= 0x7fff_ffff, "the exponent of a power is too large");
                z.powi(exponent as i32)
            }

            #[differentiable(tangent)]
            pub fn to_polar(z: &Complex<$float>) -> ($float, $float) {
                (z.norm(), z.arg())
            }
        }

        const _: () = {
            use $module::*;

            type S = $float;

            impl OfComplex<S> for Complex<S> {
                lines! { implement [] }
            }
        };
    };
}

functions!(single f32);
functions!(double f64);
