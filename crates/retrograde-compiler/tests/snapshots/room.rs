/// What the inner loop saves in all turns of the outer one is known before it starts.
#[differentiable]
fn iterate(x: &[f64], n: usize) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        for k in 0..n {
            s = (s * x[i]).sin();
        }
    }
    s
}
