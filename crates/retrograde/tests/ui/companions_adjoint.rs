//! Derivatives of functions that call functions without derivatives.

use retrograde::prelude::*;

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible(adjoint)]
fn calls_without_adjoint(y: &mut f64, x: f64) {
    add(y, x);
}

#[reversible(tangent)]
fn calls_without_tangent(y: &mut f64, x: f64) {
    add(y, x);
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(tangent)]
fn expression_without_tangent(x: f64) -> f64 {
    square(x) + 1.0
}

fn main() {}
