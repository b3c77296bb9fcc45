// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Turns that do not commute run in the opposite order on the way back.
#[reversible(adjoint, checks = false)]
fn recurrence(v: &mut [f64], n: usize) {
    for i in 1..n {
        v[i] += v[i - 1].sin();
    }
}

#[reversible(adjoint, checks = false)]
fn reversed(v: &mut [f64], n: usize) {
    for i in (1..=n).rev() {
        v[i] += v[i - 1].sin();
    }
}
