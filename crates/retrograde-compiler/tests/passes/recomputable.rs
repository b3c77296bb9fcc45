// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// What a local reads stays as it is, so it is computed again.
#[reversible(adjoint, checks = false)]
fn local(y: &mut f64, z: &mut f64, x: f64) {
    let n = x.sqrt();
    *y += n.ln();
    *z += n * x;
}

/// Here the local is computed again between the two updates that it feeds, and the one that it reads.
#[reversible(adjoint, checks = false)]
fn leapfrog(q: &mut f64, p: &mut f64, dt: f64) {
    let a = force(*q);
    *p += a * dt;
    *q += *p * dt;
}
