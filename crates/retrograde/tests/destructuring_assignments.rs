//! Assignments to several places at once, in ordinary functions.

#![allow(clippy::useless_conversion, reason = "plain code is what is tested")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    one: f64,
    other: f64,
}

#[differentiable(tangent)]
fn fibonacci(x: f64, n: usize) -> f64 {
    let (mut a, mut b) = (x, x * x);
    for _ in 0..n {
        (a, b) = (b, a * 0.5 + b);
    }
    b
}

#[differentiable(tangent)]
fn places(x: f64, n: usize) -> f64 {
    let mut v = [x, 2.0 * x, 3.0];
    let mut pair = Pair { one: 1.0, other: x };
    (v[n], _, pair.one) = (v[0] * v[1], x, pair.other * x);
    [v[0], v[2]] = [v[2], v[0] * pair.one];
    Pair { one: v[1], other: pair.one } = Pair { one: pair.other, other: x * x };
    let late;
    let mut later;
    (late, later) = match n {
        0 => (x, 2.0),
        _ => (x * x, x),
    };
    match n {
        1 => (later, v[0]) = (v[0], later),
        _ => later *= 2.0,
    }
    v[0] + v[1] * v[2] * late + pair.one * later
}

#[test]
fn agree_with_differences() {
    for n in [0, 1, 2, 5] {
        let (value, gradient) = fibonacci::value_and_gradient(0.7, n);
        assert_eq!(value.to_bits(), fibonacci(0.7, n).to_bits());
        close(gradient, slope(|x| fibonacci(x, n), 0.7));
        check_gradient!(fibonacci(0.7, n));
    }
    for n in [0, 1, 2] {
        let (value, gradient) = places::value_and_gradient(0.7, n);
        assert_eq!(value.to_bits(), places(0.7, n).to_bits());
        close(gradient, slope(|x| places(x, n), 0.7));
        check_gradient!(places(0.7, n));
    }
}

/// `f64::from` of numbers with and without a gradient.
#[differentiable(tangent)]
fn converted(x: f64, y: f32, k: i32) -> f64 {
    let (scale, count) = if k > 1 { (x, k) } else { (1.0, 2) };
    f64::from(y) * scale + f64::from(count) * f64::from(x) * f64::from(k) + f64::from(k > 2)
}

#[test]
fn conversions() {
    for k in [1, 3] {
        let (dx, dy) = converted::gradient(0.7, 0.25, k);
        close(dx, slope(|x| converted(x, 0.25, k), 0.7));
        close(f64::from(dy), if k > 1 { 0.7 } else { 1.0 });
        check_gradient!(converted(0.7, 0.25, k));
    }
}
