#[differentiable]
fn squares(x: &[f64]) -> f64 {
    let mut v = vec![];
    for a in x {
        v.push(a * a);
    }
    v[0] * v[1]
}
