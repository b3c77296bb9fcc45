//! Methods and constructors of these crates: functions with derivatives, and a line for each in the traits that derived functions have in
//! scope.

#![allow(clippy::trivially_copy_pass_by_ref, reason = "the signatures are those of every pullback")]

use core::marker::PhantomData;

use retrograde::differentiable;

use super::algebra::{determinant_of, inverse};
use super::operators::{component_div, component_mul};
use super::rules::{dot, norm, pull, push, sum, transpose};
use super::{Dense, Transpose, add_at, tangent_at};
use crate::adjoint::Kind;
use crate::differentiable::{Differentiable, TangentOf};
use crate::pullback;
use crate::rules::weigh;
use crate::shadow::{Direction, Shadow};
use crate::siblings::siblings;
use crate::width::{Width, Zero};

/// The sum of the elements on the diagonal.
#[pullback(trace_back, tangent = trace_push)]
pub fn trace<A: Dense>(a: &A) -> f64 {
    assert_eq!(a.size().0, a.size().1, "only a square matrix has a trace");
    (0..a.size().0).map(|i| a.element(i, i)).sum()
}

fn trace_back<A: Dense, W: Width, K: Kind<Width = W>>(_: &f64, g: TangentOf<f64, W>, a: &A, a_adj: &A::Shadow<K>) {
    (0..a.size().0).for_each(|i| add_at::<A, K>(a, a_adj, i, i, g));
}

fn trace_push<A: Dense, W: Width, K: Kind<Width = W>>(a: &A, a_tan: &A::Shadow<K>) -> (f64, TangentOf<f64, W>) {
    let tangents = (0..a.size().0).map(|i| tangent_at::<A, K>(a, a_tan, i, i));
    (trace(a), tangents.fold(Zero::ZERO, |sum: W::Of<f64>, t| sum + t))
}

/// The determinant of a square matrix.
#[pullback(determinant_back, tangent = determinant_push)]
pub fn determinant<A: Dense>(a: &A) -> f64 {
    determinant_of(a, None)
}

/// The derivative by an element is its cofactor, of a singular matrix too.
fn cofactor<A: Dense>(a: &A, row: usize, column: usize) -> f64 {
    let minor = determinant_of(a, Some((row, column)));
    if (row + column).is_multiple_of(2) { minor } else { -minor }
}

fn determinant_back<A: Dense, W: Width, K: Kind<Width = W>>(
    _: &f64,
    g: TangentOf<f64, W>,
    a: &A,
    a_adj: &A::Shadow<K>,
) {
    for i in 0..a.size().0 {
        for j in 0..a.size().1 {
            add_at::<A, K>(a, a_adj, i, j, weigh(g, cofactor(a, i, j)));
        }
    }
}

fn determinant_push<A: Dense, W: Width, K: Kind<Width = W>>(a: &A, a_tan: &A::Shadow<K>) -> (f64, TangentOf<f64, W>) {
    let mut tangent: W::Of<f64> = Zero::ZERO;
    for i in 0..a.size().0 {
        for j in 0..a.size().1 {
            tangent += weigh(tangent_at::<A, K>(a, a_tan, i, j), cofactor(a, i, j));
        }
    }
    (determinant(a), tangent)
}

/// The inverse of a regular matrix.
#[pullback(inverse_back, tangent = inverse_push)]
pub fn inverse_of<A: Dense>(a: &A) -> A {
    let rows = inverse(a);
    A::make(a.size(), |i, j| rows[i][j])
}

/// With the inverse `x`, `-xᵀ g xᵀ`.
fn inverse_back<A: Dense, W: Width, K: Kind<Width = W>>(x: &A, g: TangentOf<A, W>, a: &A, a_adj: &A::Shadow<K>) {
    let n = a.size().0;
    pull::<A, W>(x, g, |i, j, g| {
        for k in 0..n {
            let left = weigh(g, x.element(i, k));
            (0..n).for_each(|l| add_at::<A, K>(a, a_adj, k, l, -weigh(left, x.element(l, j))));
        }
    });
}

fn inverse_push<A: Dense, W: Width, K: Kind<Width = W>>(a: &A, a_tan: &A::Shadow<K>) -> (A, TangentOf<A, W>) {
    let (x, n) = (inverse_of(a), a.size().0);
    let tangent = push::<A, W>(a.size(), |i, j| {
        let mut sum: W::Of<f64> = Zero::ZERO;
        for k in 0..n {
            for l in 0..n {
                sum -= weigh(weigh(tangent_at::<A, K>(a, a_tan, k, l), x.element(i, k)), x.element(l, j));
            }
        }
        sum
    });
    (x, tangent)
}

/// Whether a matrix has no inverse.
fn is_singular<A: Dense>(a: &A) -> bool {
    determinant_of(a, None) == 0.0
}

/// The inverse, if there is one.
#[differentiable(tangent)]
pub fn try_inverse<A: Dense>(a: &A) -> Option<A> {
    if is_singular(a) {
        return None;
    }
    Some(inverse_of(a))
}

/// A vector of length one in the direction of another.
#[differentiable(tangent)]
pub fn normalize<A: Dense>(a: &A) -> A {
    let length = norm(a);
    component_div(a, &length)
}

/// The cross product of vectors with three elements.
#[pullback(cross_back, tangent = cross_push)]
pub fn cross<A: Dense>(a: &A, b: &A) -> A {
    A::make(a.size(), |i, j| {
        let (k, l) = ((i + j + 1) % 3, (i + j + 2) % 3);
        at(a, k) * at(b, l) - at(a, l) * at(b, k)
    })
}

/// The place of an element of a vector that is a row or a column.
fn along<A: Dense>(a: &A, k: usize) -> (usize, usize) {
    assert_eq!(a.size().0 * a.size().1, 3, "a cross product is of vectors with three elements");
    if a.size().1 == 1 { (k, 0) } else { (0, k) }
}

fn at<A: Dense>(a: &A, k: usize) -> f64 {
    let (i, j) = along(a, k);
    a.element(i, j)
}

fn cross_back<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    c: &A,
    g: TangentOf<A, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    b: &A,
    b_adj: &A::Shadow<K1>,
) {
    let add_a = |k, g| add_at::<A, K0>(a, a_adj, along(a, k).0, along(a, k).1, g);
    let add_b = |k, g| add_at::<A, K1>(b, b_adj, along(b, k).0, along(b, k).1, g);
    pull::<A, W>(c, g, |i, j, g| {
        let (k, l) = ((i + j + 1) % 3, (i + j + 2) % 3);
        add_a(k, weigh(g, at(b, l)));
        add_a(l, -weigh(g, at(b, k)));
        add_b(l, weigh(g, at(a, k)));
        add_b(k, -weigh(g, at(a, l)));
    });
}

fn cross_push<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    b: &A,
    b_tan: &A::Shadow<K1>,
) -> (A, TangentOf<A, W>) {
    let tan_a = |k| tangent_at::<A, K0>(a, a_tan, along(a, k).0, along(a, k).1);
    let tan_b = |k| tangent_at::<A, K1>(b, b_tan, along(b, k).0, along(b, k).1);
    let tangent = push::<A, W>(a.size(), |i, j| {
        let (k, l) = ((i + j + 1) % 3, (i + j + 2) % 3);
        weigh(tan_a(k), at(b, l)) - weigh(tan_a(l), at(b, k)) + weigh(tan_b(l), at(a, k)) - weigh(tan_b(k), at(a, l))
    });
    (cross(a, b), tangent)
}

/// The mean of all elements, if there are any.
#[differentiable(tangent)]
pub fn mean<A: Dense>(a: &A) -> Option<f64> {
    let count = count(a);
    if count == 0.0 {
        return None;
    }
    Some(sum(a) / count)
}

/// How many elements there are.
#[allow(clippy::cast_precision_loss, reason = "there are not that many")]
#[pullback(count_back, tangent = count_push)]
fn count<A: Dense>(a: &A) -> f64 {
    (a.size().0 * a.size().1) as f64
}

fn count_back<A: Dense, W: Width, K: Kind<Width = W>>(_: &f64, _: TangentOf<f64, W>, _: &A, _: &A::Shadow<K>) {}

fn count_push<A: Dense, W: Width, K: Kind<Width = W>>(a: &A, _: &A::Shadow<K>) -> (f64, TangentOf<f64, W>) {
    (count(a), Zero::ZERO)
}

/// The sum of the squares of all elements.
#[differentiable(tangent)]
pub fn norm_squared<A: Dense>(a: &A) -> f64 {
    dot(a, a)
}

/// The siblings of methods that both crates have, or that only one has.
pub trait OfDense: Dense + Sized {
    siblings! { default [Self,] {
        cross_pullback cross_tangent (&self, other: &Self) -> Self = cross;
        determinant_pullback determinant_tangent (&self) -> f64 = determinant;
        component_div_pullback component_div_tangent (&self, other: &Self) -> Self = component_div;
        component_mul_pullback component_mul_tangent (&self, other: &Self) -> Self = component_mul;
        norm_squared_pullback norm_squared_tangent (&self) -> f64 = norm_squared;
        normalize_pullback normalize_tangent (&self) -> Self = normalize;
        sum_pullback sum_tangent (&self) -> f64 = sum;
        trace_pullback trace_tangent (&self) -> f64 = trace;
        try_inverse_pullback try_inverse_tangent (&self) -> Option<Self> = try_inverse;
    } }
}

impl<A: Dense> OfDense for A {}

/// The siblings of `transpose`.
pub trait OfTransposed: Transpose + Sized {
    siblings! { default [Self,] {
        transpose_pullback transpose_tangent (&self) -> <Self as Transpose>::Output = transpose;
    } }
}

impl<A: Transpose> OfTransposed for A {}

/// The siblings of `dot`, which is a number for `nalgebra`, and for `ndarray` a product of matrices too.
pub trait OfDot: Dense + Sized {
    siblings! { default [Self,] {
        dot_pullback dot_tangent (&self, other: &Self) -> f64 = dot;
    } }
}

#[cfg(feature = "nalgebra")]
impl<const R: usize, const C: usize> OfDot for nalgebra::SMatrix<f64, R, C> {}
#[cfg(feature = "nalgebra")]
impl OfDot for nalgebra::DMatrix<f64> {}
#[cfg(feature = "nalgebra")]
impl OfDot for nalgebra::DVector<f64> {}
#[cfg(feature = "ndarray")]
impl OfDot for ndarray::Array1<f64> {}

/// The siblings of `ndarray`.
#[cfg(feature = "ndarray")]
pub trait OfNdarray: Dense + Sized {
    siblings! { default [Self,] {
        mean_pullback mean_tangent (&self) -> Option<f64> = mean;
    } }
}

#[cfg(feature = "ndarray")]
impl OfNdarray for ndarray::Array1<f64> {}
#[cfg(feature = "ndarray")]
impl OfNdarray for ndarray::Array2<f64> {}

#[cfg(feature = "nalgebra")]
pub use constructors::{NewMatrix2, NewMatrix3, NewVector2, NewVector3, NewVector4};

#[cfg(feature = "nalgebra")]
mod constructors {
    use nalgebra::SMatrix;

    use super::{Differentiable, Direction, Kind, PhantomData, TangentOf, Width, differentiable, siblings};
    use crate::linear::Dense;
    use crate::pullback;

    /// The matrix with these elements, row by row.
    #[pullback(rows_back, tangent = rows_push)]
    fn of_rows<const R: usize, const C: usize, const N: usize>(elements: &[f64; N]) -> SMatrix<f64, R, C> {
        SMatrix::make((R, C), |i, j| elements[i * C + j])
    }

    fn rows_back<const R: usize, const C: usize, const N: usize, W: Width, K: Kind<Width = W>>(
        m: &SMatrix<f64, R, C>,
        g: TangentOf<SMatrix<f64, R, C>, W>,
        _: &[f64; N],
        places: &[K::Cell<f64>; N],
    ) {
        crate::linear::rules::pull::<SMatrix<f64, R, C>, W>(m, g, |i, j, g| crate::adjoint::add(&places[i * C + j], g));
    }

    fn rows_push<const R: usize, const C: usize, const N: usize, W: Width, K: Kind<Width = W>>(
        elements: &[f64; N],
        places: &[K::Cell<f64>; N],
    ) -> (SMatrix<f64, R, C>, TangentOf<SMatrix<f64, R, C>, W>) {
        let tangent = |i, j| crate::adjoint::get(&places[i * C + j]);
        (of_rows(elements), crate::linear::rules::push::<SMatrix<f64, R, C>, W>((R, C), tangent))
    }

    macro_rules! new {
        ($($name:ident $Trait:ident $rows:literal $columns:literal $($x:ident)*;)*) => {$(
            #[allow(clippy::too_many_arguments)]
            #[differentiable(tangent)]
            fn $name($($x: f64),*) -> SMatrix<f64, $rows, $columns> {
                of_rows(&[$($x),*])
            }

            /// The siblings of `new`.
            pub trait $Trait: Sized {
                siblings! { default [Self,] {
                    new_pullback new_tangent ($($x: f64),*) -> SMatrix<f64, $rows, $columns> = $name;
                } }
            }

            impl $Trait for SMatrix<f64, $rows, $columns> {}
        )*};
    }

    new! {
        vector2 NewVector2 2 1 x y;
        vector3 NewVector3 3 1 x y z;
        vector4 NewVector4 4 1 x y z w;
        matrix2 NewMatrix2 2 2 a b c d;
        matrix3 NewMatrix3 3 3 a b c d e f g h i;
    }
}
