//! What ordinary functions return, and how others take it apart.

#![allow(
    clippy::float_cmp,
    clippy::unnecessary_unwrap,
    reason = "exact values are expected; plain code is what is tested"
)]

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable(tangent)]
fn tuple(x: f64, y: f64) -> (f64, f64) {
    (x * y, x + y)
}

#[differentiable(tangent)]
fn strukt(x: f64, y: f64) -> Point {
    Point { x: x * y, y: x.sin() }
}

#[differentiable(tangent)]
fn array(x: f64) -> [f64; 3] {
    [x, x * x, x.sin()]
}

#[differentiable(tangent)]
fn logarithm(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.ln()) } else { None }
}

#[test]
fn values_of_many_kinds() {
    check_gradient!(tuple(0.5, 0.7));
    check_gradient!(strukt(0.5, 0.7));
    check_gradient!(array(0.5));
    check_gradient!(logarithm(0.5));
    assert_eq!(array::jacobian(2.0), [1.0, 4.0, 2.0_f64.cos()]);
}

#[differentiable(tangent)]
fn matched(x: f64) -> f64 {
    match logarithm(x) {
        Some(v) => v * 2.0,
        None => x,
    }
}

#[differentiable(tangent)]
fn asked(x: f64) -> Option<f64> {
    let a = logarithm(x)?;
    Some(a * logarithm(x + 1.0)?)
}

#[differentiable(tangent)]
fn asked_in_a_loop(x: &[f64]) -> Option<f64> {
    let mut s = 1.0;
    for v in x {
        s = s * logarithm(*v)? + v;
    }
    Some(s)
}

#[differentiable(tangent)]
fn let_else(x: f64) -> f64 {
    let Some(v) = logarithm(x) else {
        return x * x;
    };
    v * v
}

#[differentiable(tangent)]
fn unwrapped(x: f64) -> f64 {
    let found = logarithm(x);
    if found.is_some() { found.unwrap() * logarithm(x + 2.0).expect("positive") } else { x }
}

#[test]
fn options() {
    for x in [0.5, -0.5] {
        check_gradient!(matched(x));
        check_gradient!(let_else(x));
        check_gradient!(unwrapped(x));
    }
    check_gradient!(asked(0.5));
    assert_eq!((asked(-2.0), asked_in_a_loop(&[1.5, -1.0, 2.0])), (None, None));
    check_gradient!(asked_in_a_loop(&[1.5, 0.5, 2.5]));
    assert_eq!(unwrapped::gradient(-3.0), 1.0);
}

#[differentiable]
fn unwrapped_anyway(x: f64) -> f64 {
    logarithm(x).expect("a positive number")
}

#[test]
#[should_panic = "a positive number"]
fn nothing_is_unwrapped_in_a_gradient_either() {
    unwrapped_anyway::gradient(-3.0);
}

/// The error has a gradient too: how far the argument is from where a root exists.
#[differentiable(tangent)]
fn root(x: f64) -> Result<f64, f64> {
    if x < 0.0 {
        return Err(-x * x);
    }
    Ok(x.sqrt())
}

#[differentiable(tangent)]
fn both_roots(x: f64, y: f64) -> Result<f64, f64> {
    let first = root(x)?;
    let second = root(y * first)?;
    Ok(first * second)
}

#[differentiable(tangent)]
fn whichever(x: f64, y: f64) -> f64 {
    match both_roots(x, y) {
        Ok(value) => value * 2.0,
        Err(missing) => missing * missing,
    }
}

#[test]
fn results() {
    for (x, y) in [(0.5, 0.7), (-0.5, 0.7), (0.5, -0.7)] {
        check_gradient!(both_roots(x, y));
        check_gradient!(whichever(x, y));
    }
    assert_eq!(both_roots::vjp(-0.5, 0.7, retrograde::Outcome { Ok: (0.0,), Err: (1.0,) }), (1.0, 0.0));
}

/// What is not there has no gradient to give.
#[test]
fn left_early_with_nothing() {
    let x_adj = asked_in_a_loop::vjp(&[1.5, -1.0, 2.0], retrograde::Perhaps::default());
    assert_eq!(x_adj, [0.0; 3]);
}

/// A list that comes out of a branch, which the way back still asks for its length.
#[differentiable(tangent)]
fn one_of_two(a: &[f64], doubled: bool) -> Vec<f64> {
    let mut x = a.to_vec();
    x[0] *= 2.0;
    if doubled { x } else { a.to_vec() }
}

#[differentiable(tangent)]
fn product_of_one(a: &[f64], doubled: bool) -> f64 {
    let v = one_of_two(a, doubled);
    v[0] * v[1]
}

#[test]
fn lists_from_branches() {
    let a = [3.0, 4.0];
    check_gradient!(product_of_one(&a, true));
    check_gradient!(product_of_one(&a, false));
    assert_eq!(product_of_one::value_and_gradient(&a, true), (24.0, vec![8.0, 6.0]));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gauss {
    mean: f64,
    var: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Sys {
    x: Vec<f64>,
    t: f64,
    k: usize,
}
impl Gauss {
    #[differentiable(tangent)]
    fn predict(self, q: f64) -> Gauss {
        Gauss { var: self.var + q, ..self }
    }
}
#[differentiable(tangent)]
fn system_step(s: &Sys, dt: f64) -> Sys {
    let x = s.x.iter().map(|v| v + dt * v.sin()).collect();
    Sys { x, t: s.t + dt, ..s.clone() }
}
#[differentiable(tangent)]
fn copies_with_changes(s: &Sys, dt: f64, q: f64) -> f64 {
    let mut g = Gauss { mean: s.t, var: 1.0 };
    let mut at = s.clone();
    for _ in 0..3 {
        g = g.predict(q);
        at = system_step(&at, dt);
        let last = Sys { t: at.t * 2.0, ..at };
        at = last;
        if at.t > 1.0 {
            at = Sys { k: at.k + 1, ..at };
        }
    }
    g.var * g.mean * at.t * at.x[0]
}

#[test]
fn copies_with_other_fields() {
    check_gradient!(copies_with_changes(&Sys { x: vec![0.4, 0.5], t: 0.7, k: 1 }, 0.1, 0.3));
}
