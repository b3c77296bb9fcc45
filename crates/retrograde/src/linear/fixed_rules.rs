//! Operators of matrices of fixed size, where the compiler does not see that something is a matrix: these can be copied, as numbers can.
//! (A product of two matrices has no such rule, since the one for `x * x` would take them for numbers, which commute.)

use core::borrow::Borrow;

use nalgebra::SMatrix;

use super::fixed::{mapped, of};
use crate::differentiable::TangentOf;
use crate::rules::{Add, Binary, Div, Mul, Neg, Norm, Sub, Unary, scale, weigh};
use crate::width::{Gradient, Leaf, Width, Zero};

/// The sum of the products of gradients and partial derivatives.
fn weighed<G: Leaf<Scalar = f64>, const R: usize, const C: usize>(
    gradients: SMatrix<G, R, C>,
    partials: &SMatrix<f64, R, C>,
    times: fn(G, f64) -> G,
) -> G {
    let pairs = gradients.data.0.as_flattened().iter().zip(partials.data.0.as_flattened());
    pairs.fold(G::ZERO, |sum, (g, partial)| sum + times(*g, *partial))
}

macro_rules! sums {
    ($($rule:ident $right:ident: [$($a:ty, $b:ty;)*])*) => {$($(
        impl<'a, const R: usize, const C: usize> Binary<$a, $b> for $rule {
            type Output = SMatrix<f64, R, C>;

            #[inline]
            fn pull_left<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                _: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$a, W> {
                g
            }

            #[inline]
            fn pull_right<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                _: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$b, W> {
                $right(g)
            }

            #[inline]
            fn push_left<W: Width>(
                t: TangentOf<$a, W>,
                _: impl Fn() -> $a,
                _: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                t
            }

            #[inline]
            fn push_right<W: Width>(
                t: TangentOf<$b, W>,
                _: impl Fn() -> $a,
                _: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                $right(t)
            }
        }
    )*)*};
}

fn itself<G>(gradient: G) -> G {
    gradient
}

fn negated<G: Gradient>(gradient: G) -> G {
    gradient.negated()
}

sums! {
    Add itself: [
        SMatrix<f64, R, C>, SMatrix<f64, R, C>;
        &'a SMatrix<f64, R, C>, SMatrix<f64, R, C>;
        SMatrix<f64, R, C>, &'a SMatrix<f64, R, C>;
        &'a SMatrix<f64, R, C>, &'a SMatrix<f64, R, C>;
    ]
    Sub negated: [
        SMatrix<f64, R, C>, SMatrix<f64, R, C>;
        &'a SMatrix<f64, R, C>, SMatrix<f64, R, C>;
        SMatrix<f64, R, C>, &'a SMatrix<f64, R, C>;
        &'a SMatrix<f64, R, C>, &'a SMatrix<f64, R, C>;
    ]
}

macro_rules! of_one {
    ($($a:ty;)*) => {$(
        impl<'a, const R: usize, const C: usize> Unary<$a> for Neg {
            type Output = SMatrix<f64, R, C>;

            #[inline]
            fn pull<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$a, W> {
                negated(g)
            }

            #[inline]
            fn push<W: Width>(
                t: TangentOf<$a, W>,
                _: impl Fn() -> $a,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                negated(t)
            }
        }

        impl<'a, const R: usize, const C: usize> Unary<$a> for Norm {
            type Output = f64;

            #[inline]
            fn pull<W: Width>(g: W::Of<f64>, x: impl Fn() -> $a, r: impl Fn() -> f64) -> TangentOf<$a, W> {
                let (x, r) = (x(), r());
                mapped(x.borrow(), |x: &f64| weigh(g, if r == 0.0 { 0.0 } else { x / r }))
            }

            #[inline]
            fn push<W: Width>(t: TangentOf<$a, W>, x: impl Fn() -> $a, r: impl Fn() -> f64) -> W::Of<f64> {
                let (x, r) = (x(), r());
                weighed(t, &mapped(x.borrow(), |x: &f64| if r == 0.0 { 0.0 } else { x / r }), weigh)
            }
        }

        impl<'a, const R: usize, const C: usize> Binary<$a, f64> for Mul {
            type Output = SMatrix<f64, R, C>;

            #[inline]
            fn pull_left<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> f64,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$a, W> {
                mapped(&g, |g| scale(*g, y()))
            }

            #[inline]
            fn pull_right<W: Width>(
                g: TangentOf<Self::Output, W>,
                x: impl Fn() -> $a,
                _: impl Fn() -> f64,
                _: impl Fn() -> Self::Output,
            ) -> W::Of<f64> {
                weighed(g, x().borrow(), scale)
            }

            #[inline]
            fn push_left<W: Width>(
                t: TangentOf<$a, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> f64,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                mapped(&t, |t| scale(*t, y()))
            }

            #[inline]
            fn push_right<W: Width>(
                t: W::Of<f64>,
                x: impl Fn() -> $a,
                _: impl Fn() -> f64,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                mapped(x().borrow(), |x: &f64| scale(t, *x))
            }
        }

        impl<'a, const R: usize, const C: usize> Binary<f64, $a> for Mul {
            type Output = SMatrix<f64, R, C>;

            #[inline]
            fn pull_left<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> f64,
                y: impl Fn() -> $a,
                _: impl Fn() -> Self::Output,
            ) -> W::Of<f64> {
                weighed(g, y().borrow(), scale)
            }

            #[inline]
            fn pull_right<W: Width>(
                g: TangentOf<Self::Output, W>,
                x: impl Fn() -> f64,
                _: impl Fn() -> $a,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$a, W> {
                mapped(&g, |g| scale(*g, x()))
            }

            #[inline]
            fn push_left<W: Width>(
                t: W::Of<f64>,
                _: impl Fn() -> f64,
                y: impl Fn() -> $a,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                mapped(y().borrow(), |y: &f64| scale(t, *y))
            }

            #[inline]
            fn push_right<W: Width>(
                t: TangentOf<$a, W>,
                x: impl Fn() -> f64,
                _: impl Fn() -> $a,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                mapped(&t, |t| scale(*t, x()))
            }
        }

        impl<'a, const R: usize, const C: usize> Binary<$a, f64> for Div {
            type Output = SMatrix<f64, R, C>;

            #[inline]
            fn pull_left<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> f64,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$a, W> {
                mapped(&g, |g| weigh(*g, 1.0 / y()))
            }

            #[inline]
            fn pull_right<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> f64,
                r: impl Fn() -> Self::Output,
            ) -> W::Of<f64> {
                weighed(g, &mapped(&r(), |r| -r / y()), weigh)
            }

            #[inline]
            fn push_left<W: Width>(
                t: TangentOf<$a, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> f64,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                mapped(&t, |t| weigh(*t, 1.0 / y()))
            }

            #[inline]
            fn push_right<W: Width>(
                t: W::Of<f64>,
                _: impl Fn() -> $a,
                y: impl Fn() -> f64,
                r: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                mapped(&r(), |r| weigh(t, -r / y()))
            }
        }
    )*};
}

of_one! {
    SMatrix<f64, R, C>;
    &'a SMatrix<f64, R, C>;
}

macro_rules! products {
    ($($a:ty, $b:ty;)*) => {$(
        impl<'a, const R: usize, const C: usize> Binary<$a, $b> for Mul {
            type Output = SMatrix<f64, R, 1>;

            #[inline]
            fn pull_left<W: Width>(
                g: TangentOf<Self::Output, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$a, W> {
                let y = y();
                let y: &SMatrix<f64, C, 1> = y.borrow();
                of(core::array::from_fn(|j| core::array::from_fn(|i| scale(g[i], y[j]))))
            }

            #[inline]
            fn pull_right<W: Width>(
                g: TangentOf<Self::Output, W>,
                x: impl Fn() -> $a,
                _: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<$b, W> {
                let x = x();
                let x: &SMatrix<f64, R, C> = x.borrow();
                let sum = |j| (0..R).fold(Zero::ZERO, |sum: W::Of<f64>, i| sum + scale(g[i], x[(i, j)]));
                of([core::array::from_fn(sum)])
            }

            #[inline]
            fn push_left<W: Width>(
                t: TangentOf<$a, W>,
                _: impl Fn() -> $a,
                y: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                let y = y();
                let y: &SMatrix<f64, C, 1> = y.borrow();
                let sum = |i| (0..C).fold(Zero::ZERO, |sum: W::Of<f64>, j| sum + scale(t[(i, j)], y[j]));
                of([core::array::from_fn(sum)])
            }

            #[inline]
            fn push_right<W: Width>(
                t: TangentOf<$b, W>,
                x: impl Fn() -> $a,
                _: impl Fn() -> $b,
                _: impl Fn() -> Self::Output,
            ) -> TangentOf<Self::Output, W> {
                let x = x();
                let x: &SMatrix<f64, R, C> = x.borrow();
                let sum = |i| (0..C).fold(Zero::ZERO, |sum: W::Of<f64>, j| sum + scale(t[j], x[(i, j)]));
                of([core::array::from_fn(sum)])
            }
        }
    )*};
}

products! {
    SMatrix<f64, R, C>, SMatrix<f64, C, 1>;
    &'a SMatrix<f64, R, C>, SMatrix<f64, C, 1>;
    SMatrix<f64, R, C>, &'a SMatrix<f64, C, 1>;
    &'a SMatrix<f64, R, C>, &'a SMatrix<f64, C, 1>;
}
