//! What cannot be scaled.

use retrograde::prelude::*;

#[reversible]
fn another_type(y: &mut f64, n: usize) {
    *y *= n;
}

#[reversible(adjoint)]
fn parts(v: &mut [f64; 2], x: f64) {
    *v *= [x, x];
}

fn main() {}
