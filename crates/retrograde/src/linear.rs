//! Linear algebra with vectors and matrices of other crates: of `nalgebra` and of `ndarray`, with the features of those names.
//!
//! They may be parameters, locals and values of differentiable functions, with elements of type `f64`. There they have the operators of their
//! crates, `a * x + b`, `y += x * 0.5`, `-a`, elements `m[(i, j)]`, `v[i]`, `v.x`, also to be changed, constructors `Matrix3::new(..)`, and the methods
//! `dot`, `norm`, `sum`, `transpose`, `t`, `component_mul`, `norm_squared`, `normalize`, `cross`, `trace`, `determinant`, `try_inverse` and `mean`. That a variable is a vector or a matrix is seen by its type or what it is made from; for what another
//! function gives, say it: `let y: DVector<f64> = layer(&w, &x);`. The rest is done by the functions of this module, which all of these types
//! share. The gradient of a matrix of fixed size is such a matrix. That of another is the list of the gradients of its elements,
//! in the order of the crate (`nalgebra` goes column by column, `ndarray` row by row); [`shaped`] makes a matrix of it.
//!
//! | | |
//! |---|---|
//! | [`product(&a, &b)`](fn@product) | of matrices, or of a matrix and a vector |
//! | [`plus(&a, &b)`](fn@plus), [`minus(&a, &b)`](fn@minus), [`scaled(&a, s)`](fn@scaled) | element by element |
//! | [`transpose(&a)`](fn@transpose) | of a matrix |
//! | [`solve(&a, &b)`](fn@solve) | the `x` with `a x = b` |
//! | [`dot(&a, &b)`](fn@dot), [`norm(&a)`](fn@norm), [`sum(&a)`](fn@sum), [`entry(&a, i, j)`](fn@entry) | numbers |
//! | [`map(f {}, &a)`](fn@map) | a differentiable function of every element |
#![cfg_attr(
    feature = "nalgebra",
    doc = "
```
use nalgebra::{DMatrix, DVector};
use retrograde::linear::{shaped, solve};
use retrograde::prelude::*;

/// How far a least-squares fit is from what was measured.
#[differentiable]
fn residual(a: &DMatrix<f64>, y: &DVector<f64>, shift: &DVector<f64>) -> f64 {
    let x = solve(a, &(y - shift));
    (a * x - y).norm()
}

let a = DMatrix::from_row_slice(2, 2, &[2.0, 1.0, 1.0, 3.0]);
let (y, shift) = (DVector::from_vec(vec![1.0, 2.0]), DVector::from_vec(vec![0.3, 0.4]));
let (value, (by_a, _, by_shift)) = residual::value_and_gradient(&a, &y, &shift);
assert!((value - 0.5).abs() < 1e-12);
let by_shift = shaped(&by_shift, &shift);
assert!((by_shift - shift / 0.5).norm() < 1e-12);
assert!(by_a.iter().all(|g| g.abs() < 1e-12)); // what is solved is multiplied again
```
"
)]

mod algebra;
#[cfg(feature = "nalgebra")]
mod fixed;
#[cfg(feature = "nalgebra")]
mod fixed_rules;
pub(crate) mod methods;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
mod operators;
mod rules;

pub use operators::{
    Dot, Elements, Joined, Multiply, component_div, component_mul, difference_of, dot_of, negative_of, product_of,
    set_entry, sum_of,
};
pub use rules::{dot, entry, map, minus, norm, plus, product, scaled, solve, sum, transpose};

use crate::adjoint::{Adjoint, Kind, get};
use crate::differentiable::{Differentiable, TangentOf};
use crate::width::Width;

/// A vector or matrix of `f64`. A vector is a matrix with one column.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use retrograde::linear::Dense;
/// let a = ndarray::Array2::<f64>::make((2, 3), |i, j| (10 * i + j) as f64);
/// assert_eq!((a.size(), a[[1, 2]], a.element(1, 2)), ((2, 3), 12.0, 12.0));
/// # }
/// ```
pub trait Dense: Differentiable + Clone {
    /// How many rows and columns it has.
    fn size(&self) -> (usize, usize);
    /// An element.
    fn element(&self, row: usize, column: usize) -> f64;
    /// An element, to change it.
    fn element_mut(&mut self, row: usize, column: usize) -> &mut f64;
    /// One of this size, made element by element.
    fn make(size: (usize, usize), element: impl FnMut(usize, usize) -> f64) -> Self;
    /// Where an element is in the list of all.
    fn index(size: (usize, usize), row: usize, column: usize) -> usize;
    /// The places of the gradients of all elements.
    fn places<K: Kind>(places: &Self::Shadow<K>) -> &[K::Cell<f64>];
    /// The gradients of all elements.
    fn list<W: Width>(gradient: TangentOf<Self, W>) -> Vec<W::Of<f64>>;
    /// The gradient that has these elements.
    fn listed<W: Width>(list: Vec<W::Of<f64>>) -> TangentOf<Self, W>;
}

/// What may stand at the left of a product.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{Array1, Array2};
/// use retrograde::linear::{Times, product};
/// let y: <Array2<f64> as Times<Array1<f64>>>::Output = product(&Array2::<f64>::eye(2), &Array1::ones(2));
/// assert_eq!(y.sum(), 2.0);
/// # }
/// ```
#[diagnostic::on_unimplemented(message = "there is no product of `{Self}` and `{B}`")]
pub trait Times<B: Dense>: Dense {
    /// What the product is.
    type Output: Dense;
}

/// A matrix that has a transpose.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use retrograde::linear::{Transpose, transpose};
/// let a: <ndarray::Array2<f64> as Transpose>::Output = transpose(&ndarray::arr2(&[[1.0, 2.0]]));
/// assert_eq!(a, ndarray::arr2(&[[1.0], [2.0]]));
/// # }
/// ```
#[diagnostic::on_unimplemented(message = "there is no transpose of `{Self}`")]
pub trait Transpose: Dense {
    /// What the transpose is.
    type Output: Dense;
}

/// A gradient in the shape of the value that it belongs to.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use retrograde::linear::shaped;
/// assert_eq!(shaped(&[1.0, 2.0], &ndarray::arr2(&[[0.5, 0.5]])), ndarray::arr2(&[[1.0, 2.0]]));
/// # }
/// ```
pub fn shaped<A: Dense>(gradient: &[f64], like: &A) -> A {
    let size = like.size();
    assert_eq!(gradient.len(), size.0 * size.1, "a gradient and its value have different sizes");
    A::make(size, |i, j| gradient[A::index(size, i, j)])
}

/// Makes a type of another crate differentiable.
macro_rules! dense {
    ($([$($generics:tt)*] $ty:ty { size($me:ident) $size:expr; element($m:ident, $i:ident, $j:ident) $element:expr;
        make($s:ident, $f:ident) $make:expr; index($at_size:ident, $at_row:ident, $at_column:ident) $index:expr; })*) => {$(
        impl<$($generics)*> $crate::Plain for $ty {}

        impl<$($generics)*> $crate::Restored for $ty {
            const CLONES: bool = true;

            fn mismatch(&self, expected: &Self, held: f64) -> Option<$crate::Mismatch> {
                $crate::linear::numbers(self)[..].mismatch(&$crate::linear::numbers(expected)[..], held)
            }

            fn magnitude(&self) -> f64 {
                $crate::linear::numbers(self)[..].magnitude()
            }
        }

        impl<$($generics)*> $crate::Differentiable for $ty {
            type Shadow<K: $crate::Kind> = [K::Cell<f64>];
            type Owned<K: $crate::Kind> = K::List<K::Cell<f64>>;
            type Tangent<W: $crate::Width> = Vec<W::Of<f64>>;
            const FIXED: bool = false;

            fn zero_shadow<K: $crate::Kind>(&self) -> Self::Owned<K> {
                let (rows, columns) = $crate::linear::Dense::size(self);
                (0..rows * columns).map(|_| $crate::Zero::ZERO).collect()
            }

            fn into_tangent<W: $crate::Width>(places: Self::Owned<$crate::On<W>>) -> Self::Tangent<W> {
                <[f64]>::into_tangent(places)
            }

            fn lane<W: $crate::Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<$crate::One> {
                <[f64]>::lane::<W>(gradients, lane)
            }

            fn set_lane<W: $crate::Width>(
                gradients: &mut Self::Tangent<W>,
                lane: usize,
                gradient: Self::Tangent<$crate::One>,
            ) {
                <[f64]>::set_lane::<W>(gradients, lane, gradient);
            }

            fn inactive<W: $crate::Width>() -> &'static Self::Shadow<$crate::Off<W>> {
                <[f64]>::inactive::<W>()
            }

            fn visit(&mut self, shadow: &Self::Shadow<$crate::On<$crate::One>>, visitor: &mut $crate::numbers::Visitor<'_>) {
                let mut list = $crate::linear::numbers(self);
                list.visit(shadow, visitor);
                *self = $crate::linear::shaped(&list, self);
            }
        }

        impl<$($generics)*> $crate::linear::Dense for $ty {
            fn size(&self) -> (usize, usize) {
                let $me = self;
                $size
            }

            fn element(&self, $i: usize, $j: usize) -> f64 {
                let $m = self;
                $element
            }

            fn element_mut(&mut self, $i: usize, $j: usize) -> &mut f64 {
                let $m = self;
                &mut $element
            }

            fn make($s: (usize, usize), mut $f: impl FnMut(usize, usize) -> f64) -> Self {
                $make
            }

            fn index($at_size: (usize, usize), $at_row: usize, $at_column: usize) -> usize {
                $index
            }

            fn places<K: $crate::Kind>(places: &Self::Shadow<K>) -> &[K::Cell<f64>] {
                places
            }

            fn list<W: $crate::Width>(gradient: $crate::TangentOf<Self, W>) -> Vec<W::Of<f64>> {
                gradient
            }

            fn listed<W: $crate::Width>(list: Vec<W::Of<f64>>) -> $crate::TangentOf<Self, W> {
                list
            }
        }
    )*};
}

use dense;

/// All elements in their order.
fn numbers<A: Dense>(a: &A) -> Vec<f64> {
    let size = a.size();
    let mut list = vec![0.0; size.0 * size.1];
    for i in 0..size.0 {
        for j in 0..size.1 {
            list[A::index(size, i, j)] = a.element(i, j);
        }
    }
    list
}

/// The tangent of an element.
fn tangent_at<A: Dense, K: Kind>(a: &A, places: &A::Shadow<K>, i: usize, j: usize) -> <K::Width as Width>::Of<f64> {
    get(&A::places::<K>(places)[A::index(a.size(), i, j)])
}

/// Adds to the gradient of an element.
fn add_at<A: Dense, K: Kind>(a: &A, places: &A::Shadow<K>, i: usize, j: usize, gradient: <K::Width as Width>::Of<f64>) {
    A::places::<K>(places)[A::index(a.size(), i, j)].add(gradient);
}
