// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Not to be computed again, because `y` changes, but restored.
#[reversible(adjoint, checks = false)]
fn restored(y: &mut f64, z: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    *y += x;
    *z += t.exp();
    *y -= x;
    t -= *y;
}

/// Checked with debug assertions, if nothing else is said.
#[reversible]
fn restored_with_checks(y: &mut f64, z: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    *y += x;
    *z += t.exp();
    *y -= x;
    t -= *y;
}
