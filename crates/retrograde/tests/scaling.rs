//! `*=` and `/=`: forwards, backwards, with gradients and tangents.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    mass: f64,
    velocity: [f64; 2],
    charge: i32,
}

#[differentiable(tangent)]
fn gain(x: f64, k: usize) -> f64 {
    1.0 + x * x * (k as f64)
}

/// Factors of every kind: a parameter, an expression, an element beside the place, a call, a constant, a place of the caller's.
#[reversible(inverse_adjoint, inverse_tangent)]
fn mixed(y: &mut f64, v: &mut [f64], x: f64) {
    *y *= x;
    *y *= x.exp() + 2.0;
    v[0] /= v[1] * x;
    for i in 0..v.len() {
        v[i] *= gain(x, i);
    }
    *y /= gain(v[0], 2);
    let mut t = 1.0;
    t *= x;
    t /= 2.0;
    t *= v[1];
    *y += t;
}

/// An ancilla that is scaled and scaled back.
#[reversible(adjoint, tangent)]
fn ancilla(y: &mut f64, x: f64) {
    let mut t = x;
    t *= *y;
    *y += x;
    t /= *y - x;
    *y *= t;
    release!(t, x);
}

#[reversible(adjoint, tangent)]
fn fields(b: &mut Body, k: i32) {
    b.velocity[0] *= b.mass;
    b.mass /= b.velocity[1];
    b.charge *= k;
}

#[reversible]
fn integers(n: &mut i64, m: &mut u8, k: i64) {
    *n *= k;
    *n -= 4;
    *n /= 2;
    *m *= 3;
}

#[reversible(adjoint, tangent)]
fn single(y: &mut f32, x: f32) {
    *y *= x * 2.0;
    *y /= 3.0;
}

#[test]
fn factors_of_every_kind() {
    let run = |y: f64, v: [f64; 3], x: f64| {
        let (mut y, mut v) = (y, v);
        mixed(&mut y, &mut v, x);
        y + 2.0 * v[0] - v[1] * v[2]
    };
    let (y0, v0, x) = (1.25, [0.5, -0.75, 2.0], 0.6);
    let (mut y, mut v) = (y0, v0);
    mixed(&mut y, &mut v, x);
    close(v[0], 0.5 / (-0.75 * 0.6));
    close(v[2], 2.0 * (1.0 + 0.36 * 2.0));
    let (mut y_adj, mut v_adj, mut x_adj) = (1.0, [2.0, -v[2], -v[1]], 0.0);
    mixed::adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, x, &mut x_adj);
    close(y, y0);
    (0..3).for_each(|i| close(v[i], v0[i]));
    close(y_adj, slope(|y| run(y, v0, x), y0));
    close(x_adj, slope(|x| run(y0, v0, x), x));
    for i in 0..3 {
        let at = |value: f64| {
            let mut v = v0;
            v[i] = value;
            run(y0, v, x)
        };
        close(v_adj[i], slope(at, v0[i]));
    }

    let (mut y_tan, mut v_tan, x_tan) = (0.3, [1.0, -2.0, 0.5], 0.7);
    let expected = 0.3 * y_adj + v_adj[0] - 2.0 * v_adj[1] + 0.5 * v_adj[2] + 0.7 * x_adj;
    mixed::tangent(&mut y, &mut y_tan, &mut v, &mut v_tan, x, x_tan);
    close(y_tan + 2.0 * v_tan[0] - v_tan[1] * v[2] - v[1] * v_tan[2], expected);
    mixed::inverse_tangent(&mut y, &mut y_tan, &mut v, &mut v_tan, x, x_tan);
    close(y_tan, 0.3);
    close(v_tan[1], -2.0);
}

#[test]
fn there_and_back_with_gradients() {
    // the adjoint of the inverse undoes the adjoint
    let (mut y, mut v, x) = (1.25, [0.5, -0.75, 2.0], 0.6);
    let (mut y_adj, mut v_adj, mut x_adj) = (0.3, [1.0, -2.0, 0.5], 0.25);
    mixed::inverse_adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, x, &mut x_adj);
    mixed::adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, x, &mut x_adj);
    close(y_adj, 0.3);
    close(x_adj, 0.25);
    (0..3).for_each(|i| close(v_adj[i], [1.0, -2.0, 0.5][i]));
}

#[test]
fn an_ancilla_is_scaled_back() {
    let run = |x: f64| {
        let mut y = 2.0;
        ancilla(&mut y, x);
        y
    };
    let x = 0.75;
    let mut y = run(x);
    close(y, 2.75 * 0.75);
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    ancilla::adjoint(&mut y, &mut y_adj, x, &mut x_adj);
    close(y, 2.0);
    close(x_adj, slope(run, x));
}

#[test]
fn fields_are_scaled() {
    let start = Body { mass: 2.0, velocity: [3.0, 4.0], charge: 2 };
    let mut b = start;
    fields(&mut b, -3);
    assert_eq!(b, Body { mass: 0.5, velocity: [6.0, 4.0], charge: -6 });
    fields::inverse(&mut b, -3);
    assert_eq!(b, start);
}

#[test]
fn integers_are_scaled_exactly() {
    let (mut n, mut m) = (6, 5);
    integers(&mut n, &mut m, 4);
    assert_eq!((n, m), (10, 15));
    integers::inverse(&mut n, &mut m, 4);
    assert_eq!((n, m), (6, 5));
}

#[test]
fn in_single_precision() {
    let (mut y, mut y_adj, mut x_adj) = (2.0, 1.0_f32, 0.0_f32);
    single(&mut y, 1.5);
    assert_eq!(y, 2.0);
    single::adjoint(&mut y, &mut y_adj, 1.5, &mut x_adj);
    assert_eq!((y, y_adj), (2.0, 1.0));
    close(f64::from(x_adj), 4.0 / 3.0);
}

#[test]
#[should_panic = "the factor is zero"]
fn a_factor_of_zero() {
    integers(&mut 6, &mut 5, 0);
}

#[test]
#[should_panic = "it overflows"]
fn an_overflow() {
    integers(&mut 6, &mut 100, 4);
}

#[test]
#[should_panic = "it leaves a remainder"]
fn a_remainder() {
    integers(&mut 3, &mut 5, 3);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "must be finite"]
fn a_float_that_is_lost() {
    single(&mut 1e-30, 1e-30);
}

#[test]
#[cfg(debug_assertions)]
fn a_float_that_is_just_kept() {
    let mut y = 1e-30;
    single(&mut y, 1e-7);
    single::inverse(&mut y, 1e-7);
    assert!((y - 1e-30).abs() < 1e-36);
}
