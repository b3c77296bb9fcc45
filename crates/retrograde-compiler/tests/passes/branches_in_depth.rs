// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// The branches leave the condition as it was.
#[reversible(adjoint, checks = false)]
fn kept(y: &mut f64, x: f64) {
    if x > 0.0 {
        *y += x * x;
    } else {
        *y -= x;
    }
}

/// The way back asks the postcondition.
#[reversible(adjoint, checks = false)]
fn changed(y: &mut f64, k: &mut i64, x: f64) {
    if (*k == 0, *k == 1) {
        *k += 1;
        *y += x * x;
    }
}

#[reversible(checks = true)]
fn changed_with_checks(y: &mut f64, k: &mut i64, x: f64) {
    if (*k == 0, *k == 1) {
        *k += 1;
        *y += x * x;
    }
}
