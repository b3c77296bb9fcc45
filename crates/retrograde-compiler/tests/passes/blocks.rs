// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! Values with locals of their own.

#[reversible(adjoint)]
fn in_a_block(y: &mut f64, x: f64) {
    let (a, b) = (x, 2.0 * { let s = x.sin(); s * s });
    *y += (a * b, a).0;
}
