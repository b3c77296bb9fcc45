//! Methods and operators without a derivative rule.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn method(y: &mut f64, x: f64) {
    *y += x.rem_euclid(2.0);
}

#[reversible(tangent)]
fn method_with_tangent(y: &mut f64, x: f64) {
    *y += x.clamp(0.0, 1.0);
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let t = x.mul_add(2.0, 1.0);
    t.gamma()
}

#[differentiable]
fn repeated(x: f64) -> f64 {
    let v = [x; 3];
    v[0]
}

#[differentiable]
fn with_turbofish(x: f64) -> f64 {
    x.into::<f64>()
}

fn main() {}
