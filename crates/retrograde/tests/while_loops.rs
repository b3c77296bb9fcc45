//! `while (before, after)`: forwards, backwards, with gradients and tangents.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

/// Fibonacci numbers up to a limit: the counter of the loop is its data.
#[reversible(adjoint)]
fn fibonacci(a: &mut i64, b: &mut i64, limit: i64) {
    while (*b < limit, *a != 0) {
        *a += *b;
        swap(a, b);
    }
}

/// Runs a pendulum for a time.
#[reversible(adjoint, tangent)]
fn swing(q: &mut f64, p: &mut f64, t: &mut f64, end: f64, dt: f64) {
    while (*t < end, *t > 0.5 * dt) {
        let a = -q.sin();
        *p += a * dt;
        *q += *p * dt;
        *t += dt;
    }
}

/// Counter and sum are computed again on the way back, by a loop of their own.
#[reversible(adjoint, tangent)]
fn squared_sum(y: &mut f64, x: &[f64]) {
    let mut k = 0;
    let mut acc = 0.0;
    while (k < x.len(), k > 0) {
        acc += x[k].sin();
        k += 1;
    }
    *y += acc * acc;
}

/// A loop in a loop, with a counter of its own in each iteration.
#[reversible(adjoint, tangent)]
fn triangle(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        let mut k = 0;
        while (k <= i, k > 0) {
            *y += x[i] * x[k];
            k += 1;
        }
    }
}

/// No turn at all.
#[reversible(adjoint, tangent)]
fn never(y: &mut f64, k: &mut usize, x: f64) {
    while (*k > 10, *k < 10) {
        *k -= 10;
        *y += x;
    }
}

#[test]
fn data_decides() {
    let (mut a, mut b) = (0, 1);
    fibonacci(&mut a, &mut b, 50);
    assert_eq!((a, b), (34, 55));
    fibonacci::inverse(&mut a, &mut b, 50);
    assert_eq!((a, b), (0, 1));
}

#[test]
fn a_pendulum() {
    let run = |q: f64, p: f64, dt: f64| {
        let (mut q, mut p, mut t) = (q, p, 0.0);
        swing(&mut q, &mut p, &mut t, 1.0, dt);
        (q, p, t)
    };
    let (q0, p0, dt) = (0.4, -0.2, 0.08);
    let (mut q, mut p, mut t) = run(q0, p0, dt);
    assert!(t >= 1.0);
    let (mut q_adj, mut p_adj, mut dt_adj) = (1.0, 0.5, 0.0);
    swing::adjoint(&mut q, &mut q_adj, &mut p, &mut p_adj, &mut t, Inactive, 1.0, Inactive, dt, &mut dt_adj);
    close(q, q0);
    close(p, p0);
    close(t, 0.0);
    let loss = |(q, p, _): (f64, f64, f64)| q + 0.5 * p;
    close(q_adj, slope(|q| loss(run(q, p0, dt)), q0));
    close(p_adj, slope(|p| loss(run(q0, p, dt)), p0));
    close(dt_adj, slope(|dt| loss(run(q0, p0, dt)), dt));

    let (mut q, mut p, mut t) = (q0, p0, 0.0);
    let (mut q_tan, mut p_tan, dt_tan) = (0.3, -0.7, 1.1);
    swing::tangent(&mut q, &mut q_tan, &mut p, &mut p_tan, &mut t, Inactive, 1.0, Inactive, dt, dt_tan);
    close(q_tan + 0.5 * p_tan, 0.3 * q_adj - 0.7 * p_adj + 1.1 * dt_adj);
}

#[test]
fn locals_are_counted_again() {
    let x = [0.3, -1.2, 0.8];
    let run = |x: &[f64]| {
        let mut y = 0.5;
        squared_sum(&mut y, x);
        y
    };
    let mut y = run(&x);
    let mut x_adj = [0.0; 3];
    squared_sum::adjoint(&mut y, &mut 1.0, &x, &mut x_adj);
    close(y, 0.5);
    for i in 0..3 {
        let at = |v: f64| {
            let mut x = x;
            x[i] = v;
            run(&x)
        };
        close(x_adj[i], slope(at, x[i]));
    }
    let (mut y, mut y_tan) = (0.5, 0.0);
    squared_sum::tangent(&mut y, &mut y_tan, &x, &mut [1.0, 2.0, 3.0]);
    close(y_tan, x_adj[0] + 2.0 * x_adj[1] + 3.0 * x_adj[2]);
    squared_sum::inverse(&mut y, &x);
    close(y, 0.5);
}

#[test]
fn loops_in_loops() {
    let x = [0.5, 2.0, -1.0];
    let mut y = 0.0;
    triangle(&mut y, &x);
    assert_eq!(y, 0.25 + 1.0 + 4.0 - 0.5 - 2.0 + 1.0);
    let mut x_adj = [0.0; 3];
    triangle::adjoint(&mut y, &mut 1.0, &x, &mut x_adj);
    assert_eq!(y, 0.0);
    assert_eq!(x_adj, [2.0 * 0.5 + 2.0 - 1.0, 0.5 + 2.0 * 2.0 - 1.0, 0.5 + 2.0 - 2.0]);
}

#[test]
fn no_turn() {
    let (mut y, mut k) = (1.0, 10);
    never(&mut y, &mut k, 3.0);
    assert_eq!((y, k), (1.0, 10));
    never::inverse(&mut y, &mut k, 3.0);
    assert_eq!((y, k), (1.0, 10));
}

/// Runs as long as `y` is below the end, and says that it has run while `k` is above `from`.
#[reversible(adjoint, checks = true)]
fn checked(y: &mut f64, k: &mut i64, from: i64, end: f64) {
    while (*y < end, *k > from) {
        *y += 1.0;
        *k += 1;
    }
}

#[test]
#[should_panic(expected = "the postcondition `*k > from` must be false here, but is true")]
fn a_postcondition_that_holds_before() {
    checked(&mut 0.0, &mut 1, 0, 3.0);
}

#[test]
#[should_panic(expected = "the postcondition `*k > from` must be true here, but is false")]
fn a_postcondition_that_fails_after_a_turn() {
    checked(&mut 0.0, &mut 0, 1, 3.0);
}

#[test]
#[should_panic(expected = "the postcondition `*y < end` must be false here, but is true")]
fn a_loop_that_would_have_gone_on() {
    checked::inverse(&mut 2.5, &mut 3, 0, 3.0);
}

#[test]
fn postconditions_that_agree() {
    let (mut y, mut k) = (0.0, 0);
    checked(&mut y, &mut k, 0, 3.0);
    assert_eq!((y, k), (3.0, 3));
    checked::adjoint(&mut y, &mut 1.0, &mut k, Inactive, 0, Inactive, 3.0, Inactive);
    assert_eq!((y, k), (0.0, 0));
}
