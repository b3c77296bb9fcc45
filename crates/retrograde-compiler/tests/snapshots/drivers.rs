#[reversible(adjoint, tangent)]
fn relax(v: &mut [f64], #[loss] sum: &mut f64, #[constant] grid: &[f64], rate: f64, n: usize) {
    for i in 0..n {
        v[i] *= rate;
        v[i] += grid[i];
        *sum += v[i] * v[i];
    }
}
