// shown: tape, liveness | tape, layout

/// One array is filled by the iterations and read from the end; the gradient of the element is in a variable for the time of an iteration.
#[differentiable]
fn relax(x: &[f64], k: f64) -> f64 {
    let mut s = 1.0;
    for i in 1..x.len() {
        s = s * x[i] + k * s;
    }
    s
}

/// Two elements of one array may be the same from one iteration to the next, so neither gradient is in a variable.
#[differentiable]
fn mixed(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 1..x.len() {
        s = s * x[i] + s * x[i - 1];
    }
    s
}

/// Room for all iterations of the inner loop is made before the outer one.
#[differentiable]
fn smoothed(x: &mut [f64], n: usize) {
    for _ in 0..n {
        for i in 1..x.len() {
            x[i] = x[i] * x[i - 1];
        }
    }
}

/// A loop that is left has no room beforehand.
#[differentiable]
fn first(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        s = s * x[i];
        if s > 10.0 {
            break;
        }
    }
    s
}
