//! Derivatives of calls to functions that have none: rustc says so at the call.

use retrograde::prelude::*;

fn square(x: f64) -> f64 {
    x * x
}

#[reversible(adjoint)]
fn calls(y: &mut f64, x: f64) {
    *y += square(x);
}

#[differentiable]
fn ordinary_calls(x: f64) -> f64 {
    let t = square(x);
    t * 2.0
}

fn main() {}
