//! Functions as arguments: parameters that are called, and closures, paths and parameters that are passed.

#[differentiable(tangent)]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable(tangent)]
fn passed<F: Fn(f64) -> f64>(f: &F, w: &[f64], x: f64) -> f64 {
    twice(square, x) + twice(|a| a * w[0] * x, x) + twice(f, x)
}
