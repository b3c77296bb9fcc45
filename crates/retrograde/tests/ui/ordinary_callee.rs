//! A function without a derivative is called by one that needs it.

use retrograde::prelude::*;

fn plain(x: f64) -> f64 {
    x
}

#[differentiable]
fn callee_without_derivative(x: f64) -> f64 {
    plain(x)
}

fn main() {}
