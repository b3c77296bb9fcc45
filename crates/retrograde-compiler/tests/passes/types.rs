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
