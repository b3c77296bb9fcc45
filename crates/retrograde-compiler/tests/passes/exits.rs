// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Only the run tells how many turns there are: they are counted.
#[differentiable]
fn turns(x: f64) -> f64 {
    let mut y = x;
    while y < 10.0 {
        y = y * y;
    }
    y
}

/// What follows goes into the arm that goes on.
#[differentiable]
fn returned(x: f64) -> f64 {
    if x < 0.0 {
        return -x;
    }
    x * x
}

/// A loop that is left goes back over the turns that it made.
#[differentiable]
fn left(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        if x[i] < 0.0 {
            break;
        }
        s = s * x[i];
    }
    s
}
