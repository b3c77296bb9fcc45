//! Functions as arguments that have no derivative.

use retrograde::prelude::*;

#[differentiable(tangent)]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

fn plain(x: f64) -> f64 {
    x
}

#[differentiable]
fn reverse_only(x: f64) -> f64 {
    x
}

#[differentiable]
fn without(x: f64) -> f64 {
    twice(plain, x)
}

#[differentiable(tangent)]
fn without_tangent(x: f64) -> f64 {
    twice(reverse_only, x)
}

#[differentiable]
fn calls_plain(x: f64) -> f64 {
    twice(|a| plain(a) * x, x)
}

#[differentiable]
fn total(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x)
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    x[0]
}

#[differentiable]
fn lent(x: &[f64]) -> f64 {
    total(first, x)
}

fn main() {
    twice::gradient(|x| x, 1.0);
}
