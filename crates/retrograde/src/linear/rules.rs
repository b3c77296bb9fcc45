//! The functions and their derivatives. Gradients and tangents are sums of products of elements, written out: so one text serves several
//! gradients at once, constants, and all crates.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments,
    reason = "the signatures are those of every pullback"
)]

use core::marker::PhantomData;

use super::algebra::inverse;
use super::{Dense, Times, Transpose, add_at, tangent_at};
use crate::adjoint::{InactivePlace, Kind, add, add_with, get};
use crate::companion::companion;
use crate::differentiable::TangentOf;
use crate::function::{DifferentiableFunction, DifferentiableTangent};
use crate::pullback;
use crate::rules::weigh;
use crate::shadow::Shadow;
use crate::width::{Width, Zero};

/// A tangent, made element by element.
pub(super) fn push<C: Dense, W: Width>(
    size: (usize, usize),
    mut tangent: impl FnMut(usize, usize) -> W::Of<f64>,
) -> TangentOf<C, W> {
    let mut list = vec![Zero::ZERO; size.0 * size.1];
    for i in 0..size.0 {
        for j in 0..size.1 {
            list[C::index(size, i, j)] = tangent(i, j);
        }
    }
    C::listed::<W>(list)
}

/// Calls `f` with every element of a gradient; none, if it is zero as a whole.
pub(super) fn pull<C: Dense, W: Width>(c: &C, gradient: TangentOf<C, W>, mut f: impl FnMut(usize, usize, W::Of<f64>)) {
    let (list, size) = (C::list::<W>(gradient), c.size());
    if list.is_empty() {
        return;
    }
    for i in 0..size.0 {
        for j in 0..size.1 {
            f(i, j, list[C::index(size, i, j)]);
        }
    }
}

fn same_size<A: Dense, B: Dense>(a: &A, b: &B) -> (usize, usize) {
    assert_eq!(a.size(), b.size(), "the sizes differ");
    a.size()
}

/// The product of two matrices, or of a matrix and a vector.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::product;
/// assert_eq!(product(&arr2(&[[1.0, 2.0], [3.0, 4.0]]), &arr1(&[1.0, 10.0])), arr1(&[21.0, 43.0]));
/// # }
/// ```
#[pullback(product_back, tangent = product_push)]
pub fn product<A: Times<B>, B: Dense>(a: &A, b: &B) -> <A as Times<B>>::Output {
    let ((rows, inner), (height, columns)) = (a.size(), b.size());
    assert_eq!(inner, height, "the sizes of a product do not fit");
    Dense::make((rows, columns), |i, j| (0..inner).map(|k| a.element(i, k) * b.element(k, j)).sum())
}

pub(super) fn product_back<A: Times<B>, B: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    c: &A::Output,
    g: TangentOf<A::Output, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    b: &B,
    b_adj: &B::Shadow<K1>,
) {
    pull::<A::Output, W>(c, g, |i, j, g| {
        for k in 0..a.size().1 {
            add_at::<A, K0>(a, a_adj, i, k, weigh(g, b.element(k, j)));
            add_at::<B, K1>(b, b_adj, k, j, weigh(g, a.element(i, k)));
        }
    });
}

pub(super) fn product_push<A: Times<B>, B: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    b: &B,
    b_tan: &B::Shadow<K1>,
) -> (A::Output, TangentOf<A::Output, W>) {
    let value = product(a, b);
    let tangent = push::<A::Output, W>(value.size(), |i, j| {
        (0..a.size().1).fold(Zero::ZERO, |sum: W::Of<f64>, k| {
            let by_a = weigh(tangent_at::<A, K0>(a, a_tan, i, k), b.element(k, j));
            sum + by_a + weigh(tangent_at::<B, K1>(b, b_tan, k, j), a.element(i, k))
        })
    });
    (value, tangent)
}

/// The sum of two vectors or matrices.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::plus;
/// assert_eq!(plus(&arr1(&[3.0]), &arr1(&[2.0])), arr1(&[5.0]));
/// # }
/// ```
#[pullback(plus_back, tangent = plus_push)]
pub fn plus<A: Dense>(a: &A, b: &A) -> A {
    A::make(same_size(a, b), |i, j| a.element(i, j) + b.element(i, j))
}

fn plus_back<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    c: &A,
    g: TangentOf<A, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    b: &A,
    b_adj: &A::Shadow<K1>,
) {
    pull::<A, W>(c, g, |i, j, g| {
        add_at::<A, K0>(a, a_adj, i, j, g);
        add_at::<A, K1>(b, b_adj, i, j, g);
    });
}

fn plus_push<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    b: &A,
    b_tan: &A::Shadow<K1>,
) -> (A, TangentOf<A, W>) {
    let tangent = |i, j| tangent_at::<A, K0>(a, a_tan, i, j) + tangent_at::<A, K1>(b, b_tan, i, j);
    (plus(a, b), push::<A, W>(a.size(), tangent))
}

/// The difference of two vectors or matrices.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::minus;
/// assert_eq!(minus(&arr1(&[3.0]), &arr1(&[2.0])), arr1(&[1.0]));
/// # }
/// ```
#[pullback(minus_back, tangent = minus_push)]
pub fn minus<A: Dense>(a: &A, b: &A) -> A {
    A::make(same_size(a, b), |i, j| a.element(i, j) - b.element(i, j))
}

fn minus_back<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    c: &A,
    g: TangentOf<A, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    b: &A,
    b_adj: &A::Shadow<K1>,
) {
    pull::<A, W>(c, g, |i, j, g| {
        add_at::<A, K0>(a, a_adj, i, j, g);
        add_at::<A, K1>(b, b_adj, i, j, -g);
    });
}

fn minus_push<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    b: &A,
    b_tan: &A::Shadow<K1>,
) -> (A, TangentOf<A, W>) {
    let tangent = |i, j| tangent_at::<A, K0>(a, a_tan, i, j) - tangent_at::<A, K1>(b, b_tan, i, j);
    (minus(a, b), push::<A, W>(a.size(), tangent))
}

/// A vector or matrix times a number.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::scaled;
/// assert_eq!(scaled(&arr1(&[3.0]), 2.0), arr1(&[6.0]));
/// # }
/// ```
#[pullback(scaled_back, tangent = scaled_push)]
pub fn scaled<A: Dense>(a: &A, by: f64) -> A {
    A::make(a.size(), |i, j| a.element(i, j) * by)
}

fn scaled_back<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    c: &A,
    g: TangentOf<A, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    by: f64,
    by_adj: &K1::Cell<f64>,
) {
    pull::<A, W>(c, g, |i, j, g| {
        add_at::<A, K0>(a, a_adj, i, j, weigh(g, by));
        add(by_adj, weigh(g, a.element(i, j)));
    });
}

fn scaled_push<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    by: f64,
    by_tan: &K1::Cell<f64>,
) -> (A, TangentOf<A, W>) {
    let tangent = |i, j| weigh(tangent_at::<A, K0>(a, a_tan, i, j), by) + weigh(get(by_tan), a.element(i, j));
    (scaled(a, by), push::<A, W>(a.size(), tangent))
}

/// The transpose of a matrix.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::transpose;
/// assert_eq!(transpose(&arr2(&[[1.0, 2.0]])), arr2(&[[1.0], [2.0]]));
/// # }
/// ```
#[pullback(transpose_back, tangent = transpose_push)]
pub fn transpose<A: Transpose>(a: &A) -> <A as Transpose>::Output {
    let (rows, columns) = a.size();
    Dense::make((columns, rows), |i, j| a.element(j, i))
}

fn transpose_back<A: Transpose, W: Width, K: Kind<Width = W>>(
    c: &A::Output,
    g: TangentOf<A::Output, W>,
    a: &A,
    a_adj: &A::Shadow<K>,
) {
    pull::<A::Output, W>(c, g, |i, j, g| add_at::<A, K>(a, a_adj, j, i, g));
}

fn transpose_push<A: Transpose, W: Width, K: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K>,
) -> (A::Output, TangentOf<A::Output, W>) {
    let value = transpose(a);
    let tangent = push::<A::Output, W>(value.size(), |i, j| tangent_at::<A, K>(a, a_tan, j, i));
    (value, tangent)
}

/// The `x` with `a x = b`.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::solve;
/// assert_eq!(solve(&arr2(&[[2.0, 0.0], [0.0, 4.0]]), &arr1(&[1.0, 1.0])), arr1(&[0.5, 0.25]));
/// # }
/// ```
///
/// # Panics
///
/// If `a` is not square, or singular.
#[pullback(solve_back, tangent = solve_push)]
pub fn solve<A: Times<B, Output = B>, B: Dense>(a: &A, b: &B) -> B {
    let (inverse, size) = (inverse(a), b.size());
    assert_eq!(inverse.len(), size.0, "the sizes of a matrix and a right side do not fit");
    B::make(size, |i, j| inverse[i].iter().enumerate().map(|(k, entry)| entry * b.element(k, j)).sum())
}

/// With `y`, the gradient of `b`, that of `a` is `-y xᵀ`.
fn solve_back<A: Times<B, Output = B>, B: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    x: &B,
    g: TangentOf<B, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    b: &B,
    b_adj: &B::Shadow<K1>,
) {
    let inverse = inverse(a);
    pull::<B, W>(x, g, |i, j, g| {
        for (k, entry) in inverse[i].iter().enumerate() {
            let y = weigh(g, *entry);
            add_at::<B, K1>(b, b_adj, k, j, y);
            for m in 0..inverse.len() {
                add_at::<A, K0>(a, a_adj, k, m, -weigh(y, x.element(m, j)));
            }
        }
    });
}

fn solve_push<A: Times<B, Output = B>, B: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    b: &B,
    b_tan: &B::Shadow<K1>,
) -> (B, TangentOf<B, W>) {
    let (x, inverse) = (solve(a, b), inverse(a));
    let change = |k: usize, j: usize| {
        let by_b: W::Of<f64> = tangent_at::<B, K1>(b, b_tan, k, j);
        (0..inverse.len()).fold(by_b, |sum, m| sum - weigh(tangent_at::<A, K0>(a, a_tan, k, m), x.element(m, j)))
    };
    let tangent = push::<B, W>(x.size(), |i, j| {
        let entries = inverse[i].iter().enumerate();
        entries.fold(Zero::ZERO, |sum: W::Of<f64>, (k, entry)| sum + weigh(change(k, j), *entry))
    });
    (x, tangent)
}

/// The sum of the products of the elements of two vectors or matrices.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::dot;
/// assert_eq!(dot(&arr1(&[1.0, 2.0]), &arr1(&[3.0, 4.0])), 11.0);
/// # }
/// ```
#[pullback(dot_back, tangent = dot_push)]
pub fn dot<A: Dense>(a: &A, b: &A) -> f64 {
    elements(same_size(a, b)).map(|(i, j)| a.element(i, j) * b.element(i, j)).sum()
}

pub(super) fn dot_back<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    _: &f64,
    g: TangentOf<f64, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    b: &A,
    b_adj: &A::Shadow<K1>,
) {
    for (i, j) in elements(a.size()) {
        add_at::<A, K0>(a, a_adj, i, j, weigh(g, b.element(i, j)));
        add_at::<A, K1>(b, b_adj, i, j, weigh(g, a.element(i, j)));
    }
}

pub(super) fn dot_push<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    b: &A,
    b_tan: &A::Shadow<K1>,
) -> (f64, TangentOf<f64, W>) {
    let tangent = elements(a.size()).fold(Zero::ZERO, |sum: W::Of<f64>, (i, j)| {
        let by_a = weigh(tangent_at::<A, K0>(a, a_tan, i, j), b.element(i, j));
        sum + by_a + weigh(tangent_at::<A, K1>(b, b_tan, i, j), a.element(i, j))
    });
    (dot(a, b), tangent)
}

/// All rows and columns.
fn elements(size: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
    (0..size.0).flat_map(move |i| (0..size.1).map(move |j| (i, j)))
}

/// The root of the sum of the squares of all elements. Its gradient where all are zero is zero.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::norm;
/// assert_eq!(norm(&arr1(&[3.0, 4.0])), 5.0);
/// # }
/// ```
#[pullback(norm_back, tangent = norm_push)]
pub fn norm<A: Dense>(a: &A) -> f64 {
    dot(a, a).sqrt()
}

fn norm_back<A: Dense, W: Width, K: Kind<Width = W>>(value: &f64, g: TangentOf<f64, W>, a: &A, a_adj: &A::Shadow<K>) {
    for (i, j) in elements(a.size()) {
        add_at::<A, K>(a, a_adj, i, j, weigh(g, if *value == 0.0 { 0.0 } else { a.element(i, j) / value }));
    }
}

fn norm_push<A: Dense, W: Width, K: Kind<Width = W>>(a: &A, a_tan: &A::Shadow<K>) -> (f64, TangentOf<f64, W>) {
    let value = &norm(a);
    let tangent = elements(a.size()).fold(Zero::ZERO, |sum: W::Of<f64>, (i, j)| {
        sum + weigh(tangent_at::<A, K>(a, a_tan, i, j), if *value == 0.0 { 0.0 } else { a.element(i, j) / value })
    });
    (*value, tangent)
}

/// The sum of all elements.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::sum;
/// assert_eq!(sum(&arr2(&[[1.0, 2.0]])), 3.0);
/// # }
/// ```
#[pullback(sum_back, tangent = sum_push)]
pub fn sum<A: Dense>(a: &A) -> f64 {
    elements(a.size()).map(|(i, j)| a.element(i, j)).sum()
}

fn sum_back<A: Dense, W: Width, K: Kind<Width = W>>(_: &f64, g: TangentOf<f64, W>, a: &A, a_adj: &A::Shadow<K>) {
    for (i, j) in elements(a.size()) {
        add_at::<A, K>(a, a_adj, i, j, g);
    }
}

fn sum_push<A: Dense, W: Width, K: Kind<Width = W>>(a: &A, a_tan: &A::Shadow<K>) -> (f64, TangentOf<f64, W>) {
    let value = &sum(a);
    let tangent =
        elements(a.size()).fold(Zero::ZERO, |sum: W::Of<f64>, (i, j)| sum + tangent_at::<A, K>(a, a_tan, i, j));
    (*value, tangent)
}

/// An element.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::entry;
/// assert_eq!(entry(&arr2(&[[1.0, 2.0]]), 0, 1), 2.0);
/// # }
/// ```
#[pullback(entry_back, tangent = entry_push)]
pub fn entry<A: Dense>(a: &A, row: usize, column: usize) -> f64 {
    a.element(row, column)
}

fn entry_back<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, K2: Kind<Width = W>>(
    _: &f64,
    g: TangentOf<f64, W>,
    a: &A,
    a_adj: &A::Shadow<K0>,
    row: usize,
    _: &InactivePlace<K1>,
    column: usize,
    _: &InactivePlace<K2>,
) {
    add_at::<A, K0>(a, a_adj, row, column, g);
}

fn entry_push<A: Dense, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, K2: Kind<Width = W>>(
    a: &A,
    a_tan: &A::Shadow<K0>,
    row: usize,
    _: &InactivePlace<K1>,
    column: usize,
    _: &InactivePlace<K2>,
) -> (f64, TangentOf<f64, W>) {
    (a.element(row, column), tangent_at::<A, K0>(a, a_tan, row, column))
}

companion! { map }

/// A differentiable function of every element.
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// use ndarray::{arr1, arr2};
/// use retrograde::linear::{map, sum};
/// use retrograde::prelude::*;
///
/// #[differentiable]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// #[differentiable]
/// fn loss(a: &ndarray::Array1<f64>) -> f64 {
///     sum(&map(square {}, a))
/// }
///
/// assert_eq!(loss::gradient(&arr1(&[1.0, 2.0])), [2.0, 4.0]);
/// # }
/// ```
pub fn map<F: DifferentiableFunction<(f64,), Output = f64>, A: Dense>(f: F, a: &A) -> A {
    A::make(a.size(), |i, j| f.call((a.element(i, j),)))
}

impl map {
    /// The value, and a closure that carries a gradient of it back.
    #[allow(clippy::type_complexity, reason = "a pullback is a value and a closure")]
    pub fn pullback<F, A, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        f: F,
        _: PhantomData<K0>,
        a: &A,
        _: PhantomData<K1>,
    ) -> (A, impl Fn(TangentOf<A, W>, &InactivePlace<K0>, &A, &A::Shadow<K1>) + use<F, A, W, K0, K1>)
    where
        F: DifferentiableFunction<(f64,), Output = f64>,
        A: Dense,
    {
        (map(&f, a), move |g, _, a: &A, a_adj| {
            pull::<A, W>(a, g, |i, j, g| {
                let place = &A::places::<K1>(a_adj)[A::index(a.size(), i, j)];
                add_with(place, || {
                    let places = (Zero::ZERO,);
                    f.call_pullback::<K1>((a.element(i, j),)).1(g, &places);
                    get(&places.0)
                });
            });
        })
    }

    /// The value and its tangent.
    pub fn tangent<'s, F, A, W: Width, S0, S1>(f: F, _: S0, a: &A, a_tan: S1) -> (A, TangentOf<A, W>)
    where
        F: DifferentiableTangent<(f64,), Output = f64>,
        A: Dense + 's,
        S0: Shadow<'s, (), W>,
        S1: Shadow<'s, A, W>,
    {
        let a_tan = a_tan.into_shadow();
        let tangent = push::<A, W>(a.size(), |i, j| {
            let places = (Zero::ZERO,);
            add(&places.0, tangent_at::<A, S1::Kind>(a, a_tan, i, j));
            f.call_tangent::<S1::Kind>((a.element(i, j),), &places).1
        });
        (map(&f, a), tangent)
    }
}
