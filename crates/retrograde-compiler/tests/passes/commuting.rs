// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// The turns of the adjoint meet nowhere, so they run forwards where values allow it.
#[reversible(adjoint, checks = false)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}
