/// The turns of the adjoint meet in the sum `x_adj`, so they run in lanes.
#[reversible(adjoint, checks = false)]
fn column(out: &mut [f64], l: &[f64], p: usize, x: f64) {
    for j in 0..out.len() {
        out[j] += l[p + j] * x;
    }
}
