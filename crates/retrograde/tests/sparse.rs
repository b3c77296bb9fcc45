//! Gradients in blocks, of which many are zero: the same results as with lanes, as in reverse mode, and as by differences.

#![allow(clippy::float_cmp, reason = "the same operations give the same numbers")]

use retrograde::prelude::*;
use retrograde::{Adjoint, LazyShadow, Sparse, Zero};

const INPUTS: usize = 6;

type Place = BlockCell<f64, 3, 2>;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable(tangent)]
fn twisted(p: Pair, angle: f64) -> Pair {
    let (s, c) = angle.sin_cos();
    Pair { a: c * p.a - s * p.b, b: s * p.a + c * p.b }
}

#[differentiable(tangent)]
fn product(a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let mut c = [[0.0; 2]; 2];
    for i in 0..2 {
        for j in 0..2 {
            c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
        }
    }
    c
}

#[differentiable(tangent)]
fn products(x: &[f64]) -> Vec<[f64; 2]> {
    let mut rows = Vec::new();
    for i in 0..x.len() - 1 {
        rows.push([x[i], x[i] * x[i + 1]]);
    }
    rows
}

/// Each result depends on some of the numbers only, and what a variable depends on changes on the way.
#[differentiable(tangent)]
fn several(x: &[f64], y: &mut [f64]) {
    let turned = twisted(Pair { a: x[0], b: x[1] }, x[2]);
    let mut list = Vec::new();
    for i in 0..x.len() {
        list.push([[x[i], 1.0], [0.5, -x[i]]]);
    }
    let m = product(&list[1], &list[4]);
    let copy = m;
    y[0] = turned.a * turned.b;
    y[1] = copy[0][0] / (2.0 + m[1][1] * m[1][1]);
    let rows = products(x);
    y[1] += rows[2][1] * rows[0][0] - rows[4][1];
    let mut z = x[3];
    z *= 1.5;
    z -= x[4] * x[4];
    if z > 0.0 {
        z = x[5].exp();
    }
    y[2] = z;
    z = 2.0;
    y[3] = z * x[2];
    for i in 0..4 {
        y[4] += x[i] * y[i];
    }
    y[5] -= x[5].max(x[0]) + y[0].powi(3);
    let first = y[0];
    y[0] = y[3];
    y[3] = 2.0 * first;
}

fn starts() -> [[f64; INPUTS]; 3] {
    [[0.3, -1.2, 0.7, 2.0, 0.4, -0.6], [1.1, 0.2, -0.4, -2.0, 1.3, 0.8], [-0.7, 0.9, 1.6, 0.1, -0.2, 0.3]]
}

#[test]
fn blocks_lanes_reverse_mode_and_differences_agree() {
    for x in starts() {
        let mut y = [0.5; INPUTS];
        let x_tan: [Place; INPUTS] = std::array::from_fn(Place::unit);
        let y_tan: [Place; INPUTS] = Default::default();
        several::tangent(&x, &x_tan[..], &mut y, &y_tan[..]);

        let mut dense_y = [0.5; INPUTS];
        let mut dense: [Lanes<f64, INPUTS>; INPUTS] = std::array::from_fn(|k| {
            let mut unit = Lanes([0.0; INPUTS]);
            unit[k] = 1.0;
            unit
        });
        let mut dense_tan = [Lanes([0.0; INPUTS]); INPUTS];
        several::tangent(&x, &mut dense[..], &mut dense_y, &mut dense_tan[..]);
        assert_eq!(y, dense_y);
        for (sparse, dense) in y_tan.iter().zip(&dense_tan) {
            assert_eq!(sparse.get().as_slice(), dense.0);
        }

        // The columns by differences.
        for column in 0..INPUTS {
            let at = |step: f64| {
                let (mut x, mut y) = (x, [0.5; INPUTS]);
                x[column] += step;
                several(&x, &mut y);
                y
            };
            for ((above, below), tangents) in at(1e-6).iter().zip(at(-1e-6)).zip(&y_tan) {
                let (difference, tangent) = ((above - below) / 2e-6, tangents.get().as_slice()[column]);
                assert!((difference - tangent).abs() < 1e-6, "{difference} is not {tangent}");
            }
        }
        // The rows by reverse mode.
        let (rows, _) = several::jacobian(&x, &mut [0.5; INPUTS]);
        for (row, tangents) in rows.iter().zip(&y_tan) {
            for (backwards, forwards) in row.iter().zip(tangents.get().as_slice()) {
                assert!((forwards - backwards).abs() < 1e-12, "{row:?} is not {tangents:?}");
            }
        }
    }
}

#[differentiable(tangent)]
fn scaled(x: &[f64], by: f64, y: &mut [f64]) {
    for i in 0..y.len() {
        y[i] = x[i] * by;
    }
}

#[test]
fn what_is_zero_is_left_out() {
    let x_tan = [Place::unit(0), Place::unit(2)];
    let y_tan: [Place; 2] = Default::default();
    scaled::tangent(&[1.0, 2.0], &x_tan[..], f64::INFINITY, Inactive, &mut [0.0; 2], &y_tan[..]);
    // A block is computed as a whole, and zero times infinite is not a number; no other block is touched.
    assert_eq!(y_tan[0].get().as_slice()[2..], [0.0; 4]);
    assert_eq!(y_tan[1].get().as_slice()[..2], [0.0; 2]);
    assert_eq!(y_tan[1].get().as_slice()[2], f64::INFINITY);
}

#[test]
fn what_was_there_is_overwritten() {
    let x_tan = [Place::unit(3)];
    let y_tan = [Place::unit(0)];
    scaled::tangent(&[1.0], &x_tan[..], 4.0, Inactive, &mut [0.0], &y_tan[..]);
    assert_eq!(y_tan[0].get().as_slice(), [0.0, 0.0, 0.0, 4.0, 0.0, 0.0]);
}

#[reversible(adjoint, tangent)]
fn add_square(y: &mut f64, x: &f64) {
    *y += *x * *x;
}

#[test]
fn in_reverse_mode_too() {
    let (x_adj, y_adj) = (Place::default(), Place::unit(4));
    let mut y = 9.0;
    add_square::adjoint(&mut y, &y_adj, &3.0, &x_adj);
    assert_eq!(y, 0.0);
    assert_eq!(x_adj.get().as_slice(), [0.0, 0.0, 0.0, 0.0, 6.0, 0.0]);
}

#[test]
fn places_for_tangents_that_are_there() {
    let value = [vec![[1.0_f64]; 3], vec![[2.0]]];
    let tangent = [vec![[Blocks::unit(4)], [Blocks::ZERO], [Blocks::unit(1)]], Vec::new()];
    let [first, second] = value.shadow_with::<Sparse<3, 2>>(tangent);
    assert_eq!(first.iter().map(|place| place[0].parts()).collect::<Vec<_>>(), [0b100, 0, 0b1]);
    assert_eq!(first[0][0].get(), Blocks::unit(4));
    // An empty vector is the zero of every length.
    assert_eq!(second.get(), [[Blocks::ZERO]]);
    assert_eq!(<Vec<[f64; 1]>>::into_tangent(first)[2], [Blocks::unit(1)]);
}

#[test]
fn sums_and_differences() {
    let (a, b) = (Blocks::<f32, 2, 3>::unit(1), Blocks::unit(5));
    assert_eq!((a + b).as_slice(), [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!((a - b).as_slice(), [0.0, 1.0, 0.0, 0.0, 0.0, -1.0]);
    assert_eq!((-a).as_slice(), [0.0, -1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(a - a, Blocks::default());
}

#[test]
fn places_that_are_made_late_know_their_parts() {
    let place = LazyShadow::<On<Sparse<2, 2>>, BlockCell<f64, 2, 2>>::ZERO;
    place.mark(0b10);
    place.add_part(1, Lanes([3.0, 4.0]));
    assert_eq!((*place).parts() & 0b10, 0b10);
    // What adds up parts reads those that are marked.
    let sum = BlockCell::<f64, 2, 2>::ZERO;
    sum.add(place.get());
    assert_eq!(sum.get().as_slice(), [0.0, 0.0, 3.0, 4.0]);
}
