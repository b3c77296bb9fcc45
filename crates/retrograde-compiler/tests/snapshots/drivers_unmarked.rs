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
