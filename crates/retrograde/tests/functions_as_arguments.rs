//! Functions as arguments of ordinary functions: what a closure captures gets a gradient.

use retrograde::prelude::*;

#[differentiable(tangent)]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let n = 8;
    let mut sum = 0.0;
    for i in 0..n {
        sum += f(a + (b - a) * (i as f64 + 0.5) / n as f64);
    }
    sum * (b - a) / n as f64
}

#[differentiable(tangent)]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[differentiable(tangent)]
fn by_path(a: f64, b: f64) -> f64 {
    integrate(cube, a * a, b)
}

#[test]
fn paths() {
    check_gradient!(by_path(0.5, 1.5));
}

#[differentiable(tangent)]
fn captures(k: f64, xs: &[f64], b: f64) -> f64 {
    let shift = k * b;
    integrate(|x| k * x.sin() + xs[1] * shift, 0.0, b)
}

#[test]
fn closures() {
    check_gradient!(captures(0.7, &[0.5, 1.5], 1.1));
}
