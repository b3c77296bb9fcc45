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

/// The turns of the adjoint meet nowhere, so they run forwards where values allow it.
#[reversible(adjoint, checks = false)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

/// The turns of the adjoint meet in the sum `x_adj`, so they run in lanes.
#[reversible(adjoint, checks = false)]
fn column(out: &mut [f64], l: &[f64], p: usize, x: f64) {
    for j in 0..out.len() {
        out[j] += l[p + j] * x;
    }
}
