//! Functions that cannot be checkpointed or differentiated forwards.
use retrograde::prelude::*;

fn plain(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn of_plain(x: f64) -> f64 {
    checkpoint(plain, x)
}

#[differentiable]
fn without_tangent(x: f64) -> f64 {
    forward_mode(square {}, x)
}

fn main() {}
