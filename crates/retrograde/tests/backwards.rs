//! Statements run backwards inside a body: `inverse! { }`.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

#[reversible(inverse_adjoint, inverse_tangent)]
fn double(y: &mut f64, x: f64) {
    *y += x * x;
    *y -= 1.0;
}

/// Undoes a loop of calls, with a local of its own.
#[reversible(adjoint, tangent)]
fn undone(y: &mut f64, n: &mut usize, x: &[f64]) {
    inverse! {
        for i in 0..x.len() {
            let s = x[i].sin();
            double(y, s);
            *n += i;
        }
        *y += 3.0;
    }
}

/// The inverse of an inverse, and a local that both sides read.
#[reversible(adjoint, tangent)]
fn twice(y: &mut f64, x: f64) {
    let s = x * x;
    inverse! {
        *y += s;
        inverse! { *y += s * s; }
        if x > 0.0 {
            let mut t = s;
            t += x;
            *y += t.exp();
        }
    }
    *y += 2.0 * s;
}

/// A local filled by statements run backwards.
#[reversible(adjoint)]
fn filled(y: &mut f64, x: &[f64]) {
    let mut acc = 0.0;
    inverse! {
        for i in 0..x.len() { acc += x[i] * x[i]; }
    }
    *y += acc.exp();
}

#[test]
fn a_loop_of_calls() {
    let x = [0.3, 1.0];
    let (mut y, mut n) = (1.0, 5);
    undone(&mut y, &mut n, &x);
    close(y, 1.0 - 3.0 + 2.0 - 0.3_f64.sin().powi(2) - 1.0_f64.sin().powi(2));
    assert_eq!(n, 4);
    let mut x_adj = [0.0; 2];
    undone::adjoint(&mut y, &mut 1.0, &mut n, Inactive, &x, &mut x_adj);
    close(y, 1.0);
    assert_eq!(n, 5);
    close(x_adj[0], -0.6_f64.sin());
    close(x_adj[1], -2.0_f64.sin());
}

#[test]
fn inverses_of_inverses() {
    let run = |x: f64| {
        let mut y = 0.25;
        twice(&mut y, x);
        y
    };
    for x in [0.7_f64, -0.4] {
        let s = x * x;
        let branch = if x > 0.0 { (s + x).exp() } else { 0.0 };
        close(run(x), 0.25 - s + s * s - branch + 2.0 * s);
        let (mut y, mut x_adj) = (run(x), 0.0);
        twice::adjoint(&mut y, &mut 1.0, x, &mut x_adj);
        close(y, 0.25);
        close(x_adj, slope(run, x));
        let (mut y, mut y_tan) = (0.25, 0.0);
        twice::tangent(&mut y, &mut y_tan, x, 2.0);
        close(y_tan, 2.0 * x_adj);
        twice::inverse(&mut y, x);
        close(y, 0.25);
    }
}

#[test]
fn a_local_filled_backwards() {
    let x = [0.5, -0.75];
    let mut y = 0.0;
    filled(&mut y, &x);
    close(y, (-0.25_f64 - 0.5625).exp());
    let (mut y_adj, mut x_adj) = (1.0, [0.0; 2]);
    let value = y;
    filled::adjoint(&mut y, &mut y_adj, &x, &mut x_adj);
    close(y, 0.0);
    close(x_adj[0], -2.0 * x[0] * value);
    close(x_adj[1], -2.0 * x[1] * value);
}
