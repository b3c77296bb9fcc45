#[reversible(adjoint, tangent)]
fn relax(v: &mut [f64], #[loss] sum: &mut f64, #[constant] grid: &[f64], rate: f64, n: usize) {
    for i in 0..n {
        v[i] *= rate;
        v[i] += grid[i];
        *sum += v[i] * v[i];
    }
}

#[reversible(adjoint)]
fn add_dot(y: &mut f64, a: &[f64], b: Vec<f64>) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

#[reversible(adjoint)]
fn exchange(a: &mut f64, b: &mut f64) {
    swap(a, b);
}

#[differentiable(tangent)]
fn outer(x: &[f64], #[constant] scale: f64, k: usize) -> [f64; 2] {
    [x[k] * scale, x[0] * x[k]]
}
