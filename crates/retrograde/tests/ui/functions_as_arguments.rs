//! Functions as arguments of ordinary functions.

use retrograde::prelude::*;

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn changing(mut f: impl FnMut(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn nothing(f: impl Fn(f64), x: f64) -> f64 {
    f(x);
    x
}

#[differentiable]
fn lent(f: impl Fn(&mut f64) -> f64, x: f64) -> f64 {
    let mut y = x;
    f(&mut y)
}

#[differentiable]
fn marked(#[constant] f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn kept(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let g = f;
    g(x)
}

#[differentiable(checkpoint)]
fn again(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn captures_change(x: f64) -> f64 {
    let mut calls = 0.0;
    let y = twice(
        |a| {
            calls += a;
            a * x
        },
        x,
    );
    y + calls
}

struct Unit;

impl Unit {
    fn square(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn of_a_type(x: f64) -> f64 {
    twice(Unit::square, x)
}

#[differentiable]
fn too_many(a: f64, b: f64, c: f64, d: f64, e: f64, g: f64, h: f64, i: f64, j: f64) -> f64 {
    twice(|x| x * a * b * c * d * e * g * h * i * j, a)
}

#[differentiable]
fn looks(x: f64) -> f64 {
    twice(
        |a| {
            assert!(x > 0.0);
            a * x
        },
        x,
    )
}

fn main() {}
