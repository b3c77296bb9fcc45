// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// The driver runs each turn back as soon as it has been run.
#[differentiable]
fn misfit(x: &[f64], w: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut value = 1.0;
        for _ in 0..3 {
            value = value * w + x[i];
        }
        sum += value * value;
    }
    let mean = sum / x.len() as f64;
    mean + w
}
