//! Forms of `let` that the language does not have. Later uses of the names are not in error too.

use retrograde::prelude::*;

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
fn refutable(y: &mut f64, x: f64, k: usize) {
    let (1, a) = (k, x);
    *y += a;
}

#[reversible]
fn rest_in_the_middle(y: &mut f64, x: [f64; 3]) {
    let [first, .., last] = x;
    *y += first * last;
}

#[reversible]
fn pattern_without_value(y: &mut f64, x: f64) {
    let (a, b);
    *y += x;
}

#[reversible]
fn pattern_of_another_type(y: &mut f64, x: f64) {
    let (a, b): [f64; 2] = (x, x);
    *y += a * b;
}

#[reversible]
fn part_is_immutable(y: &mut f64, x: f64) {
    let (mut a, b) = (x, x);
    a += 1.0;
    b += 1.0;
    *y += a * b;
}

fn main() {}
