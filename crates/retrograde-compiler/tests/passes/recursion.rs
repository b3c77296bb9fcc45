// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[reversible(adjoint, checks = false)]
fn fibonacci(y: &mut f64, x: f64, n: usize) {
    if n < 2 {
        *y += x;
    } else {
        fibonacci(y, x, n - 1);
        fibonacci(y, x, n - 2);
    }
}

/// The residual of a call to itself is boxed.
#[differentiable]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}
