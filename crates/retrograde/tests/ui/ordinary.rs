//! Signatures and bodies that a differentiable function cannot have.

use retrograde::prelude::*;

#[differentiable]
fn returns_nothing(x: f64) {
    let t = x;
}

#[differentiable]
fn without_tail(x: f64) -> f64 {
    let t = x * x;
}

#[differentiable]
fn with_a_semicolon(x: f64) -> f64 {
    x * x;
}

#[differentiable]
fn writes_a_parameter(x: f64, v: &[f64]) -> f64 {
    x += 1.0;
    v[0] = 1.0;
    x
}

#[differentiable]
fn with_a_postcondition(x: f64) -> f64 {
    let mut y = x;
    if (x > 0.0, y > 0.0) {
        y = x * x;
    }
    y
}

#[differentiable]
fn if_without_else(x: f64) -> f64 {
    let y = if x > 0.0 { x };
    y
}

#[differentiable]
fn twice_lent(x: &&f64) -> f64 {
    **x
}

struct Opaque(f64);

#[differentiable]
fn without_gradient(x: &Opaque) -> f64 {
    x.0
}

fn main() {}
