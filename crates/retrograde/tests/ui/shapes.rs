//! Patterns of `let` that are not of the shape of their value.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Other {
    x: f64,
    y: f64,
}

#[reversible]
fn another_struct(out: &mut f64, p: Other) {
    let Point { x, y } = p;
    *out += x * y;
}

#[reversible]
fn not_all_fields(out: &mut f64, p: Point) {
    let Point { x } = p;
    *out += x;
}

#[reversible]
fn not_all_elements(out: &mut f64, v: [f64; 3]) {
    let [a, b] = v;
    *out += a * b;
}

fn main() {}
