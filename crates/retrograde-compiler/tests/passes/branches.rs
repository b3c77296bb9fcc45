#[reversible(adjoint)]
fn clipped(y: &mut f64, x: f64) {
    if x > 1.0 {
        *y += 1.0;
    } else {
        *y += x;
    }
}

#[differentiable]
fn chosen(x: f64) -> f64 {
    let mut s = x;
    if x > 0.0 {
        s = s * x;
    }
    s.exp()
}
