/// Nothing is lost, so nothing is saved.
#[differentiable(tangent)]
fn without_tape(w: f64, x: f64) -> f64 {
    let t = w * x;
    let s = t.sin();
    s * s + w
}

/// Linear in what it overwrites, so that the lost values are not needed.
#[differentiable]
fn linear(w: &[f64], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s = s * 0.5 + (w[i] * x[i]).sin();
    }
    s
}

/// The derivative needs what is overwritten: that is the tape.
#[differentiable]
fn with_tape(x: f64, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = s.sin() * x;
    }
    s
}

/// The value of a branch, and which one was taken.
#[differentiable]
fn branch(x: f64) -> f64 {
    let mut y = x * x;
    if y > 1.0 {
        y = y.ln();
    }
    if y > 0.5 { y * x } else { -y }
}
