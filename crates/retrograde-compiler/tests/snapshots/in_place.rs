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
