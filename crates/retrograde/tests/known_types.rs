//! What types the compiler reads off the items of a body, the paths of constants, the function itself, functions as arguments and what closures capture:
//! derivatives of these are written out, and stay what they are.
#![allow(clippy::float_cmp, reason = "the derivatives are exact")]
#![allow(clippy::cast_lossless, reason = "plain code is what is tested")]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn items(x: f64, n: usize) -> f64 {
    type Real = Scalar;
    type Scalar = f64;
    const SCALE: Real = 0.5;
    #[differentiable(tangent)]
    fn cube(a: f64) -> Real {
        a * a * a
    }
    if n == 0 {
        return x;
    }
    let scaled = (x * std::f64::consts::FRAC_PI_2 + f64::EPSILON) * SCALE;
    items(scaled, n - 1) * cube(scaled)
}

#[differentiable(tangent)]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let once = f(x) * x;
    (f(once) + once * once).sin()
}

#[differentiable(tangent)]
fn captured(x: f64, w: &[f64]) -> f64 {
    let k = x * w[1];
    twice(|t: f64| (t * w[0]).sin() * x + twice(|s: f64| s * k * t, x), x)
}

#[test]
fn gradients() {
    check_gradient!(items(0.7, 3));
    check_gradient!(captured(0.7, &[0.3, -0.8]));
}

/// Another item, or another type, of the same name hides what is around.
#[differentiable(tangent)]
fn hidden(x: f64) -> f64 {
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Pair(f64, f64);
    #[differentiable(tangent)]
    fn hidden(x: f64) -> Pair {
        Pair(x * x, 3.0 * x)
    }
    let pair = hidden(x);
    pair.0 * pair.1
}

mod other {
    use retrograde::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Wrapped(pub f64);

    #[differentiable(tangent)]
    pub fn imported(x: f64) -> Wrapped {
        Wrapped(x * x)
    }
}

#[differentiable(tangent)]
fn imported(x: f64) -> f64 {
    use other::imported;
    let wrapped = imported(x);
    wrapped.0 * x
}

#[test]
fn names_that_hide_others() {
    assert_eq!(hidden::gradient(2.0), 36.0);
    check_gradient!(hidden(2.0));
    assert_eq!(imported::gradient(2.0), 12.0);
    check_gradient!(imported(2.0));
}

/// Integers among the constants of floats are none.
#[differentiable(tangent)]
fn digits(x: f64) -> f64 {
    let digits = f64::DIGITS;
    x * f64::from(digits) + x * f64::MAX_EXP as f64
}

#[test]
fn integers_of_floats() {
    assert_eq!(digits::gradient(0.5), 15.0 + 1024.0);
}
