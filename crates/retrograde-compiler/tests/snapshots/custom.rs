//! Pullbacks that the attribute chooses: by tangents, and by running again; and the level of a derivative.

#[differentiable(forward)]
fn by_tangents(x: &[f64], n: usize, scale: f64) -> f64 {
    x[n] * scale
}

#[differentiable(checkpoint)]
fn run_again(x: &[f64], scale: f64) -> f64 {
    let mut y = scale;
    for v in x {
        y = y * y + v;
    }
    y
}

#[differentiable]
fn level(x: f64) -> f64 {
    if nest_level() > 0 { x } else { 2.0 * x }
}
