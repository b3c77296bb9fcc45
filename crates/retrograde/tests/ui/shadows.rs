//! Arguments of an adjoint that are not shadows of their values, and of a tangent that are not tangents of them.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
}

#[reversible(adjoint)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

#[reversible(adjoint)]
fn along(y: &mut f64, p: Point) {
    *y += p.x;
}

#[differentiable(tangent)]
fn product(x: f64, v: &[f64], p: Point) -> f64 {
    x * v[0] * p.x
}

fn main() {
    let (mut y, a, b) = (0.0, [1.0, 2.0], [3.0, 4.0]);
    let (mut y_adj, mut a_adj) = (1.0, [0.0; 2]);
    dot::adjoint(&mut y, y_adj, &a, &mut a_adj, &b, Inactive);
    dot::adjoint(&mut y, &mut y_adj, &a, &a_adj, &b, Inactive);
    dot::adjoint(&mut y, &mut y_adj, &a, &mut [0.0_f32; 2], &b, Inactive);
    dot::adjoint(&mut y, &mut y_adj, &a, &mut a_adj, &b);
    along::adjoint(&mut y, &mut y_adj, Point { x: 1.0 }, &mut Point { x: 0.0 });
    let (v, p) = ([1.0], Point { x: 1.0 });
    let _ = product::tangent(2.0, 1, &v, Inactive, p, Inactive);
    let _ = product::tangent(2.0, 1.0_f32, &v, Inactive, p, Inactive);
    let _ = product::tangent(2.0, 1.0, &v, [1.0], p, Inactive);
    let _ = product::tangent(2.0, 1.0, &v, Inactive, p, PointTangent { x: 1.0 });
}
