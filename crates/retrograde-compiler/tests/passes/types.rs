// shown: types | tape, simplify | tape, liveness | tangent, liveness
/// A literal is of the type that it meets; an alias and what a function returns are unknown, and go by traits.
#[differentiable(tangent)]
fn known(w: &[f64], x: &[Vec<f64>], scale: f32, real: Real, n: usize) -> f64 {
    let mut s = 0.0;
    let half = 0.5;
    for i in 0..n {
        s = s * half + (w[i] * x[i][0]).sin() / w[i];
    }
    let pair = (s, scale * 2.0);
    let other = real * real;
    let called: f64 = square(s);
    s.powi(3) + pair.0.hypot(called) + (pair.1 * pair.1) as f64 - called.max(s) + other.value()
}

/// The items of a body are seen, and so is the function itself; the constants of Rust's floats are known by their paths.
#[differentiable(tangent)]
fn items(x: f64, n: usize) -> f64 {
    type Real = f64;
    const SCALE: Real = 0.5;
    fn helper(a: f64) -> Real {
        a
    }
    let turned = x * std::f64::consts::PI + f64::EPSILON;
    let scaled = turned * SCALE;
    let again = items(scaled, n);
    let helped = helper(scaled);
    again * helped
}

/// What a parameter returns is known; what is captured is what it is outside.
#[differentiable(tangent)]
fn functions(f: impl Fn(f64) -> f64, x: f64, w: &[f64]) -> f64 {
    let y = f(x);
    y * y + integrate(|t: f64| t * w[0] * y)
}
