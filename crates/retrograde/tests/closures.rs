//! Closures in ordinary functions: what they capture gets a gradient.

#![allow(
    clippy::float_cmp,
    clippy::unnecessary_unwrap,
    reason = "exact values are expected; plain code is what is tested"
)]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn captured(x: f64) -> f64 {
    let f = |a: f64| a * x;
    f(2.0) + f(x)
}

/// Names are those of the place where the closure is written; a closure may change what it captures.
#[differentiable(tangent)]
fn several(w: &[f64], x: f64) -> f64 {
    let mut s = x * x;
    let scale = |(a, b): (f64, f64), v: &[f64]| {
        let k = a * b;
        v.iter().map(|u| u * k * x).sum::<f64>()
    };
    let first = scale((x, 2.0), w);
    let x = 3.0;
    let mut step = |by: f64| {
        s = s * by + w[0];
    };
    step(first);
    step(x);
    let both = scale((s, x), &w[1..]);
    let out = |a: f64| {
        let b = a * s;
        b + both
    };
    out(x) + out(first)
}

/// A closure with statements of its own, called inside an expression and inside another closure.
#[differentiable(tangent)]
fn with_statements(c: &[f64], x: f64) -> f64 {
    let at = |x: f64| c.iter().rev().fold(0.0, |acc, c| acc * x + c);
    let twice = |x: f64| at(at(x) * 0.5) + x;
    let mut s = x;
    for _ in 0..3 {
        s -= at(s) / (2.0 + twice(s).abs());
    }
    s
}

#[test]
fn gradients() {
    check_gradient!(with_statements(&[0.5, 0.7, -0.3], 1.1));
    assert_eq!(captured::gradient(3.0), 8.0);
    check_gradient!(captured(0.5));
    check_gradient!(several(&[0.5, 0.7, -0.3], 1.1));
}

/// Chains with filters, loops with exits and early returns inside closures; a chain as an item of a list.
#[differentiable(tangent)]
fn with_exits(x: &[f64], y: f64) -> f64 {
    let mut s = y;
    let mut step = |by: f64| {
        s += by * x.iter().filter(|v| **v > 0.0).map(|v| v * by).sum::<f64>();
        for v in x {
            if *v < 0.0 {
                continue;
            }
            s *= v.cos();
            if s < 0.1 {
                break;
            }
        }
    };
    step(0.5);
    step(y);
    let first = |limit: f64| {
        for v in x {
            if *v > limit {
                return v * limit;
            }
        }
        limit
    };
    #[allow(clippy::useless_vec, reason = "a list is what is tested")]
    let list = vec![s, x.iter().map(|v| v * y).sum::<f64>(), first(0.6) + first(y)];
    list.iter().product()
}

#[test]
fn exits_inside() {
    for y in [0.4, 0.9, 2.5] {
        check_gradient!(with_exits(&[0.5, -0.7, 0.8, 1.1], y));
    }
}

/// Only the closure says of which type its argument is.
#[differentiable(tangent)]
fn of_literals(x: f64) -> f64 {
    let mut s = x;
    let mut step = |by: f64| s *= by.hypot(x);
    step(1.0);
    step(-0.5 * 3.0);
    s
}

#[test]
fn literals() {
    check_gradient!(of_literals(0.7));
}

/// Guards of a `match` that call closures with statements of their own; the last must not run for the first number.
#[differentiable(tangent)]
fn in_guards(x: &[f64], n: usize) -> f64 {
    let above = |limit: f64| x.iter().filter(|v| **v > limit).map(|v| v * v).sum::<f64>();
    let reaches = |n: usize| {
        let mut s = 0.0;
        for v in &x[n - 1..] {
            s += v;
        }
        s > 1.0
    };
    let value = match n {
        0 => x[0],
        1..=3 if above(0.6) > x[0] && n > 1 => x[n] * above(0.2),
        n if reaches(n) => x[1] * x[2],
        _ => x[2],
    };
    value + above(0.1)
}

#[test]
fn guards() {
    for n in 0..5 {
        check_gradient!(in_guards(&[0.5, 0.7, 0.8, 0.3], n));
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

/// Of what the closure is given only the type matters on the way back, and only the closure tells it.
#[differentiable(tangent)]
fn a_typed_parameter(p: Pair) -> f64 {
    let mut s = 1.0_f64;
    let mut step = |by: f64| {
        s = by.exp() * p.x - p.y;
    };
    step(1.0);
    s
}

#[differentiable(tangent)]
fn with_a_typed_parameter(x: f64, y: f64) -> f64 {
    a_typed_parameter(Pair { x, y })
}

#[test]
fn parameters_keep_their_types() {
    check_gradient!(with_a_typed_parameter(0.3, 0.1));
}
