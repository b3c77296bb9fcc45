// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Filled by a loop, computed again as a whole.
#[reversible(adjoint, checks = false)]
fn filled(y: &mut f64, x: &[f64]) {
    let mut acc = 0.0;
    for i in 0..x.len() {
        acc += x[i] * x[i];
    }
    *y += acc.sqrt();
}

/// Read while it is filled: the way back runs it backwards too.
#[reversible(adjoint, checks = false)]
fn interleaved(b: &mut [f64], x: &[f64]) {
    let mut acc = 0.0;
    for i in 0..x.len() {
        acc += x[i];
        b[i] += acc;
    }
}

/// In `pull`, gradients are collected on the walk there.
#[reversible(adjoint, checks = false)]
fn packed(y: &mut f64, w: &[f64], x: &[f64]) {
    let mut next = 0;
    let mut i = 0;
    while (i < x.len(), i > 0) {
        if x[i] != 0.0 {
            *y += w[next] * x[i];
            next += 1;
        }
        i += 1;
    }
}
