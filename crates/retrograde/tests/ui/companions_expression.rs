//! Derivatives of expressions that call functions without derivatives.

use retrograde::prelude::*;

fn plain(x: f64) -> f64 {
    x * x
}

#[reversible(adjoint)]
fn calls_plain(y: &mut f64, x: f64) {
    *y += plain(x);
}

#[differentiable]
fn ordinary_calls_plain(x: f64) -> f64 {
    let t = plain(x);
    t * 2.0
}

#[differentiable]
fn by_path(x: f64) -> f64 {
    f64::sin(x)
}

fn main() {}
