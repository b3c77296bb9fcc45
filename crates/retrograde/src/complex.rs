//! Complex numbers of the crate `num-complex`, with the feature of that name.
//!
//! The gradient of `z = x + iy` is the complex number whose parts are the gradients of `x` and `y`, so `Complex<f64>` has gradients of
//! type `Complex<f64>`. They are accumulated in a [`place`] of the same shape, with a cell for each part.
//!
//! ```
//! use num_complex::Complex;
//! use retrograde::complex::place;
//! use retrograde::emitted::get;
//! use retrograde::prelude::*;
//!
//! /// y += log(x)
//! #[reversible(adjoint)]
//! fn clog(y: &mut Complex<f64>, x: Complex<f64>) {
//!     let n = x.norm();
//!     y.re += n.ln();
//!     y.im += x.arg();
//! }
//!
//! let (x, mut y) = (Complex::new(3.0, 4.0), Complex::new(0.0, 0.0));
//! clog(&mut y, x);
//! let (y_adj, x_adj) = (place(Complex::new(1.0, 0.0)), place(Complex::new(0.0, 0.0)));
//! clog::adjoint(&mut y, &y_adj, x, &x_adj);
//! assert!((get(&x_adj) - x / 25.0).norm() < 1e-12); // the gradient of log |x|
//! ```
//!
//! Where `norm` and `arg` have no derivative, at zero, their gradient is zero.

pub(crate) mod methods;

use core::borrow::Borrow;
use core::cell::Cell;

use num_complex::Complex;

use crate::absorb::Absorb;
use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::differentiable::Differentiable;
use crate::numbers::{Step, Visitor};
use crate::shadow::Element;
use crate::width::{Gradient, Leaf, One, Scalar, Width, Zero};

use crate::checks::{Mismatch, Restored};
use crate::function::Lend;
use crate::plain::Plain;
use crate::scale::{Scale, lost};

impl<T: Plain> Plain for Complex<T> {}

impl<T: Restored> Restored for Complex<T> {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        let real = self.re.mismatch(&expected.re, held).map(|it| it.within(".re"));
        real.or_else(|| Some(self.im.mismatch(&expected.im, held)?.within(".im")))
    }

    fn magnitude(&self) -> f64 {
        self.re.magnitude().max(self.im.magnitude())
    }
}

// A part that is small beside the other may lose what rounding takes from the whole: `from_polar(1.0, PI)` has an imaginary part of 1e-16.

impl<T: Absorb + Restored> Absorb for Complex<T> {
    #[inline]
    fn after_adding(self, by: Self) -> Self {
        Complex { re: self.re.after_adding(by.re), im: self.im.after_adding(by.im) }
    }

    #[inline]
    fn after_subtracting(self, by: Self) -> Self {
        Complex { re: self.re.after_subtracting(by.re), im: self.im.after_subtracting(by.im) }
    }

    #[inline]
    fn lost(self, undone: Self, held: f64) -> Option<Mismatch> {
        let held = held.max(self.magnitude());
        let real = self.re.lost(undone.re, held).map(|it| it.within(".re"));
        real.or_else(|| Some(self.im.lost(undone.im, held)?.within(".im")))
    }
}

impl<T: Absorb + Restored> Absorb<T> for Complex<T> {
    #[inline]
    fn after_adding(self, by: T) -> Self {
        Complex { re: self.re.after_adding(by), im: self.im }
    }

    #[inline]
    fn after_subtracting(self, by: T) -> Self {
        Complex { re: self.re.after_subtracting(by), im: self.im }
    }

    #[inline]
    fn lost(self, undone: Self, held: f64) -> Option<Mismatch> {
        Absorb::<Self>::lost(self, undone, held)
    }
}

impl<T: Copy> Lend<'_> for Complex<T> {
    type Lent = Self;

    #[inline(always)]
    fn lend(&mut self) -> Self {
        *self
    }
}

impl<G: Zero> Zero for Complex<G> {
    const ZERO: Self = Complex { re: G::ZERO, im: G::ZERO };
    const NOTHING: Self = Complex { re: G::NOTHING, im: G::NOTHING };
}

impl<G: Gradient> Gradient for Complex<G> {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Complex { re: self.re.plus(other.re), im: self.im.plus(other.im) }
    }

    #[inline(always)]
    fn negated(self) -> Self {
        Complex { re: self.re.negated(), im: self.im.negated() }
    }
}

impl<A: Adjoint> Adjoint for Complex<A> {
    type Kind = A::Kind;
    type Value = Complex<A::Value>;
    type Part = Complex<A::Part>;
    const ACTIVE: bool = A::ACTIVE;

    #[inline(always)]
    fn get(&self) -> Self::Value {
        Complex { re: self.re.get(), im: self.im.get() }
    }

    #[inline(always)]
    fn add(&self, gradient: Self::Value) {
        self.re.add(gradient.re);
        self.im.add(gradient.im);
    }

    #[inline(always)]
    fn set(&self, gradient: Self::Value) {
        self.re.set(gradient.re);
        self.im.set(gradient.im);
    }

    #[inline(always)]
    fn parts(&self) -> u64 {
        self.re.parts() | self.im.parts()
    }

    #[inline(always)]
    fn part(&self, part: usize) -> Self::Part {
        Complex { re: self.re.part(part), im: self.im.part(part) }
    }

    #[inline(always)]
    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.re.add_part(part, gradient.re);
        self.im.add_part(part, gradient.im);
    }

    #[inline(always)]
    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.re.set_part(part, gradient.re);
        self.im.set_part(part, gradient.im);
    }

    #[inline(always)]
    fn mark(&self, parts: u64) {
        self.re.mark(parts);
        self.im.mark(parts);
    }
}

impl<A: Adjoint> Element for Complex<A> {
    type Kind = A::Kind;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

impl<T: Differentiable> Differentiable for Complex<T> {
    type Shadow<K: Kind> = Complex<T::Owned<K>>;
    type Owned<K: Kind> = Complex<T::Owned<K>>;
    type Tangent<W: Width> = Complex<T::Tangent<W>>;
    const FIXED: bool = T::FIXED;

    #[inline]
    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        Complex { re: self.re.zero_shadow::<K>(), im: self.im.zero_shadow::<K>() }
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        Complex { re: T::into_tangent(places.re), im: T::into_tangent(places.im) }
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        Complex { re: T::lane(&gradients.re, lane), im: T::lane(&gradients.im, lane) }
    }

    #[inline]
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        T::set_lane(&mut gradients.re, lane, gradient.re);
        T::set_lane(&mut gradients.im, lane, gradient.im);
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_shadow()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        visitor.at(Step::Field("re"), |visitor| self.re.visit(shadow.re.borrow(), visitor));
        visitor.at(Step::Field("im"), |visitor| self.im.visit(shadow.im.borrow(), visitor));
    }
}

/// A place for the gradient of a complex number, which holds `gradient` at first.
///
/// ```
/// use num_complex::Complex;
/// use retrograde::emitted::{add, get};
/// let z_adj = retrograde::complex::place(Complex::new(1.0, 0.0));
/// add(&z_adj.im, 0.5);
/// assert_eq!(get(&z_adj), Complex::new(1.0, 0.5));
/// ```
#[inline]
pub fn place<G: Leaf>(gradient: Complex<G>) -> Complex<Cell<G>> {
    Complex { re: Cell::new(gradient.re), im: Cell::new(gradient.im) }
}

/// The derivative of a function `f` of a complex number that has one: `pull` is given a gradient of the result and carries it back
/// to the operand, as an adjoint does. It is called once.
///
/// ```
/// use num_complex::Complex;
/// use retrograde::complex::{holomorphic, place};
/// use retrograde::emitted::get;
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint)]
/// fn square(y: &mut Complex<f64>, z: Complex<f64>) {
///     *y += z * z;
/// }
///
/// let z = Complex::new(3.0, 4.0);
/// let derivative = holomorphic(|gradient| {
///     let z_adj = place(Complex::new(0.0, 0.0));
///     square::adjoint(&mut (z * z), &place(gradient), z, &z_adj);
///     get(&z_adj)
/// });
/// assert_eq!(derivative, z * 2.0);
/// ```
pub fn holomorphic<S: Scalar>(pull: impl FnOnce(Complex<S>) -> Complex<S>) -> Complex<S> {
    // With f = u + iv, this is the gradient of u, and f' = u_x - i u_y.
    let of_real = pull(Complex { re: S::ONE, im: S::ZERO });
    Complex { re: of_real.re, im: -of_real.im }
}

/// The Wirtinger derivatives of a function `f` of a complex number, by `z` and by its conjugate: `f` changes by
/// `by_z * dz + by_conjugate * conj(dz)`. `pull` is as for [`holomorphic`] and is called twice.
///
/// ```
/// use num_complex::Complex;
/// // z conj(z): the gradient of the real part is 2z, the imaginary part is constant
/// let z = Complex::new(3.0, 4.0);
/// let (by_z, by_conjugate) = retrograde::complex::wirtinger(|gradient| z * 2.0 * gradient.re);
/// assert_eq!((by_z, by_conjugate), (z.conj(), z));
/// ```
pub fn wirtinger<S: Scalar>(mut pull: impl FnMut(Complex<S>) -> Complex<S>) -> (Complex<S>, Complex<S>) {
    let u = pull(Complex { re: S::ONE, im: S::ZERO });
    let v = pull(Complex { re: S::ZERO, im: S::ONE });
    let half = |x: S| x / (S::ONE + S::ONE);
    (Complex { re: half(u.re + v.im), im: half(v.re - u.im) }, Complex { re: half(u.re - v.im), im: half(v.re + u.im) })
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
                if !product.normal() && !self.zero() {
                    lost(*self, "*=", by, format_args!("the result, {product:?}, must be finite, and neither zero nor next to it"));
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
                if !quotient.normal() && !self.zero() {
                    lost(*self, "/=", by, format_args!("the result, {quotient:?}, must be finite, and neither zero nor next to it"));
                }
                *self = quotient;
            }
        }
    };
}

complex!(f32 f64);
