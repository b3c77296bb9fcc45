// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// What is overwritten is saved, and restored on the way back.
#[differentiable]
fn relax(x: &mut [f64], k: f64) {
    for i in 1..x.len() {
        x[i] = x[i].sin() * k;
    }
}

/// A call that gives a value and changes what it is lent.
#[differentiable]
fn steps(start: f64, n: usize) -> f64 {
    let mut s = start;
    let mut sum = 0.0;
    for _ in 0..n {
        sum += step(&mut s, 0.5);
    }
    sum
}

/// Calls that are statements: what is called may be ordinary or reversible.
#[differentiable]
fn statements(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    relax(&mut v, k);
    for i in 0..3 {
        turn(&mut v[0], k * i as f64);
    }
    v[0]
}
