// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! Methods of options and results are choices.

#[differentiable]
fn either(o: Option<f64>, x: f64) -> f64 {
    o.map(|v| v * x).unwrap_or(x)
}

#[differentiable]
fn element(v: &[f64], i: usize) -> Result<f64, f64> {
    v.get(i).copied().ok_or(v[0])
}
