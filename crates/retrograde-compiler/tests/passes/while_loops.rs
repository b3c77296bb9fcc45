// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[reversible(adjoint)]
fn count(y: &mut f64, x: &[f64]) {
    let mut k = 0;
    while (k < x.len(), k > 0) {
        *y += x[k] * x[k];
        k += 1;
    }
}
