//! Drivers that are not there, and constants that are not constant.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn exchange(a: &mut f64, b: &mut f64) {
    swap(a, b);
}

#[reversible(adjoint)]
fn count(n: &mut i64, k: i64) {
    *n += k;
}

#[differentiable]
fn pair(x: f64) -> (f64, f64) {
    (x, x * x)
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[reversible(adjoint)]
fn move_all(points: &mut [Point], dx: f64) {
    for i in 0..points.len() {
        points[i].x += dx;
    }
}

#[reversible(adjoint)]
fn unmarked(c: &mut f64, x: f64) {
    *c += x;
}

#[reversible(adjoint)]
fn marked(y: &mut f64, #[constant] c: f64) {
    *y += c;
}

/// `unmarked` adds what has a gradient to a constant.
#[reversible(adjoint)]
fn lost_in_a_call(#[constant] c: &mut f64, y: &mut f64, x: f64) {
    unmarked(c, x);
    *y += x;
}

/// `x` has a gradient, and `marked` does not give it one.
#[reversible(adjoint)]
fn lost_in_an_argument(y: &mut f64, x: f64) {
    marked(y, x);
}

#[differentiable]
fn scaled(x: f64, #[constant] c: f64) -> f64 {
    x * c
}

#[differentiable]
fn lost_in_an_expression(x: f64) -> f64 {
    scaled(x, x)
}

#[reversible(adjoint)]
fn struct_loss(#[loss] p: &mut Point, dx: f64) {
    p.x += dx;
}

#[derive(Differentiable)]
struct Unique {
    x: f64,
}

#[reversible(adjoint)]
fn consume(y: &mut f64, u: Unique) {
    *y += u.x;
}

fn main() {
    let (mut a, mut b) = (1.0, 2.0);
    let (da, db) = exchange::gradient(&mut a, &mut b);
    let (value, dn) = count::value_and_gradient(&mut 1, 2);
    let dx = pair::gradient(1.0);
    let rows = move_all::jacobian(&mut [Point { x: 1.0 }], 0.5);
    let (dy, du) = consume::gradient(&mut a, Unique { x: 1.0 });
    marked::adjoint(&mut a, &mut 1.0, 2.0, &mut 0.0);
    marked::gradient_into(&mut a, 2.0, Inactive);
}
