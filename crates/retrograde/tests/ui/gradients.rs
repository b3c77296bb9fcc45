//! Types without a gradient.

use retrograde::prelude::*;

#[derive(Clone, Copy, Plain)]
struct Label {
    x: f64,
}

#[reversible(adjoint)]
fn labelled(y: &mut f64, p: &Label) {
    *y += p.x;
}

#[reversible(tangent)]
fn labelled_tangent(y: &mut f64, p: &Label) {
    *y += p.x;
}

#[differentiable]
fn ordinary(p: &Label) -> f64 {
    p.x * 2.0
}

#[differentiable]
fn returned(x: f64) -> Label {
    Label { x }
}

fn main() {}
