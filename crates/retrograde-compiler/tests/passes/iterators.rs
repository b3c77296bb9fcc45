// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// A chain is a loop over indices.
#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b).sum()
}

/// What a closure captures gets its gradient where it is called.
#[differentiable]
fn captured(x: f64) -> f64 {
    let f = |a: f64| a * x;
    f(2.0) + f(x)
}

#[differentiable]
fn searched(x: &[f64]) -> f64 {
    let most = x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    let least = x.iter().map(|v| v * v).min_by(|a, b| a.total_cmp(b)).unwrap_or(0.0);
    most * least
}
