//! Names that the user chose are not captured by emitted code, whatever they are.
#![deny(warnings, clippy::pedantic)]
#![allow(clippy::float_cmp, reason = "the results are exact")]

mod differences;

use differences::close;
use retrograde::prelude::*;
use std::f64::consts::PI;

/// The derivative of `f` by central differences.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-5) - f(x - 1e-5)) / 2e-5
}

/// Names that emitted code uses too.
#[reversible(adjoint, tangent, checks = true)]
fn emitted_ones(x_adj: &mut f64, rules: f64, t1: f64, g1: &mut f64, saved1: &[f64]) {
    let x = rules * t1;
    let held = x.sin();
    let taken = held * t1;
    let mut rules_held = 0.0;
    rules_held += *g1;
    *g1 += taken;
    *x_adj += rules_held.exp();
    *g1 -= taken;
    rules_held -= *g1;
    for turn1 in 0..saved1.len() {
        let argument1 = saved1[turn1] * taken;
        *x_adj += argument1;
    }
    let add = rules * t1;
    *g1 += *x_adj * add;
}

/// Type parameters that companions have too.
#[reversible(adjoint, tangent)]
fn emitted_types<W: Plain + Differentiable, S0: Plain + Differentiable>(y: &mut f64, x: f64, _w: &W, _s: S0) {
    *y += x * x;
}

const LANES: usize = 1;

/// A loop that becomes a sweep in lanes.
#[reversible(adjoint, tangent)]
fn swept_ones(view0: &mut [f64], read0: &[f64], first: usize, sum0: f64, count: f64) {
    let last = sum0 * count;
    for lane in 0..view0.len() {
        let block = read0[first + LANES + lane] * last;
        view0[lane] += block * sum0 + count;
    }
}

#[differentiable(tangent)]
fn ordinary_ones(t1: f64, rules: f64, saved1: f64, seed: f64, result1: f64) -> f64 {
    let mut branch1 = t1 * rules;
    let back = saved1 + seed;
    let value = result1 * back;
    for _ in 0..3 {
        branch1 = branch1.sin() * value;
        if branch1 > 0.5 {
            branch1 *= rules;
        }
        let pushed = power(branch1, 2);
        branch1 = pushed * t1 + value;
    }
    let backward = branch1;
    let residual = backward * rules;
    residual * residual
}

#[differentiable(tangent)]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[reversible(adjoint, tangent)]
fn raw(r#type: &mut f64, r#fn: f64, r#match: &[f64]) {
    let r#in = r#fn * r#fn;
    for r#loop in 0..r#match.len() {
        *r#type += r#in * r#match[r#loop].sin();
    }
}

#[differentiable(tangent)]
fn ordinary_raw(r#type: f64, r#match: &[f64]) -> f64 {
    let mut r#in = r#type;
    for r#loop in 0..r#match.len() {
        r#in *= r#match[r#loop].sin();
    }
    r#in
}

#[reversible(inverse_adjoint)]
fn r#mod(r#struct: &mut Raw, x: f64) {
    r#struct.r#type += x * x;
}

#[reversible(adjoint)]
fn calls_raw(y: &mut Raw, x: f64) {
    r#mod(y, x);
    r#mod(y, x);
    r#mod::inverse(y, x);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Raw {
    r#type: f64,
}

#[reversible(adjoint, tangent)]
fn shadowed(y: &mut f64, x: f64) {
    let t = x * 2.0;
    *y += t;
    let t = t.sin();
    *y += t;
    {
        let t = t * t;
        *y += t;
        for x in 0..3 {
            let t = t * (x as f64);
            *y += t;
        }
    }
    let x = x * t;
    *y += x;
}

#[differentiable(tangent)]
#[allow(clippy::cast_lossless, reason = "shorter")]
fn ordinary_shadowed(x: f64) -> f64 {
    let x = x * 2.0;
    let mut y = x;
    for x in 0..3 {
        let z = y * (x as f64);
        y += z.sin();
    }
    let y = if y > 0.0 {
        let y = y * x;
        y + x
    } else {
        -y
    };
    y * x
}

macro_rules! scaled {
    ($name:ident, $y:ident, $place:expr, $factor:expr) => {
        #[reversible(adjoint)]
        fn $name($y: &mut [f64], x: f64) {
            let t = x * $factor;
            $place += t * x;
        }
    };
}

scaled!(scaled_by_two, y, y[1], 2.0);

#[test]
fn of_emitted_code() {
    let saved = [1.0, 2.0];
    let run = |rules: f64| {
        let (mut a, mut b) = (0.2, 0.3);
        emitted_ones(&mut a, rules, 0.5, &mut b, &saved);
        (a, b)
    };
    let ((mut a, mut b), (mut a_adj, mut b_adj, mut rules_adj)) = (run(0.4), (1.0, 2.0, 0.0));
    emitted_ones::adjoint(&mut a, &mut a_adj, 0.4, &mut rules_adj, 0.5, Inactive, &mut b, &mut b_adj, &saved, Inactive);
    close(a, 0.2);
    close(b, 0.3);
    let loss = |rules: f64| {
        let (a, b) = run(rules);
        a + 2.0 * b
    };
    close(rules_adj, slope(loss, 0.4));
    let (mut a, mut b, mut a_tan, mut b_tan) = (0.2, 0.3, 0.0, 0.0);
    emitted_ones::tangent(&mut a, &mut a_tan, 0.4, 1.0, 0.5, Inactive, &mut b, &mut b_tan, &saved, Inactive);
    close(a_tan + 2.0 * b_tan, rules_adj);
}

#[test]
fn of_type_parameters() {
    let (mut y, mut x_adj) = (0.0, 0.0);
    emitted_types(&mut y, 3.0, &true, 'c');
    emitted_types::adjoint(&mut y, &mut 1.0, 3.0, &mut x_adj, &true, Inactive, 'c', Inactive);
    assert_eq!((y, x_adj), (0.0, 6.0));
}

#[test]
fn of_emitted_code_in_sweeps() {
    let read: Vec<f64> = (0..25).map(|k| f64::from(k).sin()).collect();
    let run = |sum: f64, count: f64| {
        let mut view = [0.5; 21];
        swept_ones(&mut view, &read, 2, sum, count);
        view
    };
    let (mut y, mut y_adj, mut read_adj) = (run(0.3, 0.7), [1.0; 21], [0.0; 25]);
    let (mut sum_adj, mut count_adj) = (0.0, 0.0);
    swept_ones::adjoint(&mut y, &mut y_adj, &read, &mut read_adj, 2, Inactive, 0.3, &mut sum_adj, 0.7, &mut count_adj);
    for v in y {
        close(v, 0.5);
    }
    close(sum_adj, slope(|sum| run(sum, 0.7).iter().sum(), 0.3));
    close(count_adj, slope(|count| run(0.3, count).iter().sum(), 0.7));
    close(read_adj[2], 0.0);
    close(read_adj[3], 0.3 * 0.7 * 0.3);
    close(read_adj[23], 0.3 * 0.7 * 0.3);
}

#[test]
fn of_emitted_code_in_ordinary_functions() {
    let at = [0.7, 0.3, 0.4, 0.9, 1.1];
    let g = ordinary_ones::gradient(at[0], at[1], at[2], at[3], at[4]);
    for (k, g) in [g.0, g.1, g.2, g.3, g.4].into_iter().enumerate() {
        let run = |v: f64| {
            let mut a = at;
            a[k] = v;
            ordinary_ones(a[0], a[1], a[2], a[3], a[4])
        };
        close(g, slope(run, at[k]));
    }
}

#[test]
fn keywords() {
    let (mut y, x, v, mut x_adj) = (0.0, 0.4, [0.5, PI / 2.0], 0.0);
    raw(&mut y, x, &v);
    raw::adjoint(&mut y, &mut 1.0, x, &mut x_adj, &v, Inactive);
    close(x_adj, 0.8 * (0.5f64.sin() + 1.0));
    let (value, (g, _)) = ordinary_raw::value_and_gradient(x, &v);
    close(value, x * g);
    let mut y = Raw { r#type: 0.0 };
    calls_raw(&mut y, 2.0);
    assert_eq!(y.r#type, 4.0);
    let (y_adj, mut x_adj) = (RawShadow::<On<One>> { r#type: Cell::new(1.0) }, 0.0);
    calls_raw::adjoint(&mut y, &y_adj, 2.0, &mut x_adj);
    assert_eq!((y.r#type, x_adj), (0.0, 4.0));
}

#[test]
fn shadowed_names() {
    let run = |x: f64| {
        let mut y = 0.0;
        shadowed(&mut y, x);
        y
    };
    let (mut y, mut x_adj) = (run(0.6), 0.0);
    shadowed::adjoint(&mut y, &mut 1.0, 0.6, &mut x_adj);
    close(y, 0.0);
    close(x_adj, slope(run, 0.6));
    close(ordinary_shadowed::gradient(0.6), slope(ordinary_shadowed, 0.6));
}

#[test]
fn names_from_macros() {
    let (mut y, mut y_adj, mut x_adj) = ([0.0; 2], [0.0, 1.0], 0.0);
    scaled_by_two(&mut y, 3.0);
    assert_eq!(y, [0.0, 18.0]);
    scaled_by_two::adjoint(&mut y, &mut y_adj, 3.0, &mut x_adj);
    assert_eq!((y, x_adj), ([0.0; 2], 12.0));
}
