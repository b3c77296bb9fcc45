#[reversible(adjoint)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

#[differentiable]
fn loss(w: &[f64], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s = s * 0.5 + (w[i] * x[i]).sin();
    }
    s
}
