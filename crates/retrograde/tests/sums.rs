//! Functions whose value is a sum: the drivers run each iteration back as soon as it has been run.
#![allow(clippy::float_cmp, reason = "the same sums in the same order are equal to the bit")]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn newton(a: f64, turns: usize) -> f64 {
    let mut x = a;
    for _ in 0..turns {
        x = 0.5 * (x + a / x);
    }
    x
}

/// A call in each iteration, and something done to the sum.
#[differentiable(tangent)]
fn roots(x: &[f64], turns: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let root = newton(x[i], turns);
        sum += root * root * x[0];
    }
    sum / 2.0
}

/// Two sums in one loop, a local of the value, terms in other loops, and a sum that starts with something.
#[differentiable(tangent)]
fn regression(x: &[f64], y: &[f64], w: &[f64], ridge: f64) -> f64 {
    let mut errors = ridge * w[0];
    let mut sizes = 1.5;
    for (row, y) in x.chunks_exact(w.len()).zip(y) {
        let mut value = 0.2;
        for j in 0..w.len() {
            value = (value * w[j] + row[j]).tanh();
        }
        errors += (value - y) * (value - y);
        sizes -= value.exp();
    }
    errors += 0.25 * sizes_of(w);
    for v in w {
        errors += ridge * v * v;
    }
    let mean = errors / y.len() as f64;
    let scale = ridge.cos();
    mean + 0.1 * sizes * scale
}

#[differentiable(tangent)]
fn sizes_of(w: &[f64]) -> f64 {
    w.iter().map(|v| v.powi(4)).sum()
}

#[differentiable(tangent)]
fn chain(x: &[f64], w: f64) -> f64 {
    let rows = x.chunks_exact(2).map(|row| {
        let mut p = 1.0;
        for i in 0..2 {
            p = p * row[i] + w;
        }
        p * p
    });
    3.0 - rows.sum::<f64>()
}

/// The value is no sum: what is done to it depends on it.
#[differentiable(tangent)]
fn bent(x: &[f64], w: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] * w).sin().exp();
    }
    sum.ln() + sum * sum
}

/// Nor are these: an iteration reads what the iterations before it added, or left behind, or what comes after them changes it.
#[differentiable(tangent)]
fn running(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] * sum).exp();
    }
    sum
}

#[differentiable(tangent)]
fn left_behind(x: &[f64], w: f64) -> f64 {
    let mut sum = 0.0;
    let mut last = w;
    for i in 0..x.len() {
        last = (last * x[i]).sin();
        sum += last * last;
    }
    sum
}

#[differentiable(tangent)]
fn changed_after(x: &[f64], mut w: f64) -> f64 {
    let mut sum = 0.0;
    let mut other = 0.0;
    for i in 0..x.len() {
        sum += newton(x[i] * w, 3);
    }
    w *= 1.5;
    for i in 0..x.len() {
        other += newton(x[i] * w, 2);
    }
    sum + other * w
}

/// The order of adding stays, whatever comes between.
#[differentiable(tangent)]
fn in_order(x: &[f64], big: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += newton(x[i], 3);
    }
    if big > 1.0 {
        sum += big;
    }
    for i in 0..x.len() {
        sum += newton(x[i], 4);
    }
    if big > 1.0 {
        sum -= big;
    }
    sum
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Line {
    slope: f64,
    shift: f64,
}

#[differentiable(tangent)]
impl Line {
    pub fn misfit(&self, points: &[[f64; 2]]) -> f64 {
        let mut total = 0.0;
        for p in points {
            let error = (self.slope * p[0] + self.shift - p[1]).tanh();
            total += newton(error * error + 1.0, 3);
        }
        total
    }
}

#[differentiable(tangent)]
fn misfit(line: &Line, points: &[[f64; 2]]) -> f64 {
    line.misfit(points)
}

#[test]
fn sums() {
    let x = [1.3, 0.7, 2.1, 0.4, 1.1, 0.9];
    check_gradient!(roots(&x, 4));
    check_gradient!(regression(&x, &[0.3, -0.2, 0.6], &[0.4, -0.7], 0.3));
    check_gradient!(chain(&x, 0.3));
    check_gradient!(bent(&x, 0.3));
    check_gradient!(running(&[0.1, 0.2, -0.3]));
    check_gradient!(left_behind(&x, 0.3));
    check_gradient!(changed_after(&x, 0.8));
    check_gradient!(in_order(&x, 3.0));
    let line = Line { slope: 0.7, shift: -0.2 };
    check_gradient!(misfit(&line, &[[0.1, 0.4], [1.0, 0.3], [-0.6, 0.2]]));
    let points = [[0.1, 0.4], [1.0, 0.3]];
    let (value, (of_line, _)) = line.misfit_value_and_gradient(&points);
    let (same, (expected, _)) = misfit::value_and_gradient(&line, &points);
    assert_eq!(value, same);
    assert!((of_line.slope - expected.slope).abs() + (of_line.shift - expected.shift).abs() < 1e-15);
}

#[test]
fn values_are_those_of_the_function() {
    let x = [1.3, 0.7, 2.1, 0.4, 1.1, 0.9];
    assert_eq!(roots::value_and_gradient(&x, 4).0, roots(&x, 4));
    let (y, w) = ([0.3, -0.2, 0.6], [0.4, -0.7]);
    assert_eq!(regression::value_and_gradient(&x, &y, &w, 0.3).0, regression(&x, &y, &w, 0.3));
    for big in [0.5, 1e17] {
        assert_eq!(in_order::value_and_gradient(&x, big).0, in_order(&x, big));
    }
    // Both ways of going back agree, up to the order of adding.
    let two: f64 = roots::vjp(&x, 4, 2.0).iter().zip(roots::gradient(&x, 4)).map(|(a, b)| (a - 2.0 * b).abs()).sum();
    assert!(two < 1e-14);
}
