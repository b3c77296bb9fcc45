//! Forms of `let` that are not part of the language.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[reversible]
fn borrows(y: &mut f64, x: &[f64]) {
    let first = &x[0];
    *y += *first;
}

#[reversible]
fn borrows_mutably(y: &mut [f64], x: f64) {
    let first = &mut y[0];
    *first += x;
}

#[reversible]
fn pattern(y: &mut f64, p: Point) {
    let Point { x, .. } = p;
    *y += x;
}

#[reversible]
fn tuple(y: &mut f64, x: f64) {
    let (a, b) = (x, x + 1.0);
    *y += a * b;
}

#[reversible]
fn let_else(y: &mut f64, x: Option<f64>) {
    let Some(x) = x else { return };
    *y += x;
}

#[reversible]
fn without_value(y: &mut f64, x: f64) {
    let t;
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
        *y += x;
    };
}

fn main() {}
