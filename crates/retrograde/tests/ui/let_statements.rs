//! Forms of `let` that the language does not have. Later uses of the names are not in error too.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

const TABLE: [f64; 2] = [1.0, 2.0];

#[reversible]
fn struct_pattern(out: &mut f64, p: Point) {
    let Point { x, y } = p;
    *out += x * y;
}

#[reversible]
fn tuple_pattern(y: &mut f64, x: f64) {
    let (a, b) = (x, x + 1.0);
    *y += a * b;
}

#[reversible]
fn tuple_value(y: &mut f64, x: f64) {
    let pair = (x, x + 1.0);
    *y += pair.0;
}

#[reversible]
fn let_else(y: &mut f64, x: Option<f64>) {
    let Some(v) = x else { return };
    *y += v;
}

#[reversible]
fn without_value(y: &mut f64, x: f64) {
    let t: f64;
    t += x;
    *y += x;
}

#[reversible]
fn by_reference(y: &mut f64, x: f64) {
    let ref t = x;
    *y += x;
}

#[reversible]
fn block_without_value(y: &mut f64, x: f64) {
    let t = {
        let s = x * x;
        s * s;
    };
    *y += x;
}

#[reversible]
fn value_of_if(y: &mut f64, x: f64) {
    let t = if x > 0.0 { x } else { -x };
    *y += t;
}

#[reversible]
fn part_of_a_constant(y: &mut f64, i: usize) {
    *y += TABLE[i];
}

fn main() {}
