// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[differentiable]
fn totals(keys: &[u32], x: &[f64]) -> f64 {
    let mut m = HashMap::new();
    for i in 0..x.len() {
        m.insert(keys[i], x[i]);
        *m.entry(0).or_insert(0.5) += x[i];
        if let Some(v) = m.get_mut(&1) {
            *v *= x[i];
        }
    }
    m[&0]
}
