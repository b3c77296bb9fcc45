#[differentiable(tangent)]
fn outer(x: &[f64], #[constant] scale: f64, k: usize) -> [f64; 2] {
    [x[k] * scale, x[0] * x[k]]
}
