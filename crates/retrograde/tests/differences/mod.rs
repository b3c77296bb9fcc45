//! Comparison with differences, for the tests that take them.

/// Panics unless two numbers agree as well as a difference can.
pub fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

/// The slope of a function by its difference.
#[allow(dead_code, reason = "not every test takes one")]
pub fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-6;
    (f(x + h) - f(x - h)) / (2.0 * h)
}
