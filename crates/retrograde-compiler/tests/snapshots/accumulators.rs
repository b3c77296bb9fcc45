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
