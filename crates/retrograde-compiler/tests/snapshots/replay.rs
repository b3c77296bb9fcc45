//! A loop that reads the tape and adds up a gradient; locals that nothing with a gradient goes into.

#[differentiable(tangent)]
fn weighted(x: &[f64], shift: f64, #[constant] weights: &[f64]) -> f64 {
    let factor = weights[0] * 2.0;
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += factor * (x[i] - shift).exp();
    }
    sum
}
