//! Methods and constructors of `num-complex` that are put together from others, sums of complex numbers, and what programs do with them.
#![allow(clippy::float_cmp, reason = "the same operations in the same order")]

use num_complex::{Complex, Complex32, Complex64};
use retrograde::prelude::*;

#[differentiable(tangent)]
fn polar(r: f64, t: f64) -> f64 {
    let z = Complex64::from_polar(r, t);
    let (norm, angle) = (z * z).to_polar();
    norm * angle + z.l1_norm() * Complex::cis(t).im
}

#[differentiable(tangent)]
fn single(r: f32, t: f32) -> f32 {
    let (norm, angle) = Complex32::from_polar(r, t).to_polar();
    norm * angle
}

#[differentiable(tangent)]
fn methods(z: Complex64, w: Complex64, base: f64) -> Complex64 {
    let a = z.finv() + z.fdiv(w) * z.powu(3);
    a + w.expf(base) * z.log(base) + Complex::from(base)
}

#[differentiable(tangent)]
fn response(coefficients: &[f64], frequency: f64) -> (f64, f64) {
    let step = Complex64::from_polar(1.0, -frequency);
    let (mut sum, mut power) = (Complex64::new(0.0, 0.0), Complex64::new(1.0, 0.0));
    for c in coefficients {
        sum += *c * power;
        power *= step;
    }
    sum.to_polar()
}

#[differentiable(tangent)]
fn transform(x: &[f64]) -> f64 {
    let n = x.len();
    let mut total = 0.0;
    for k in 0..n {
        let angle = -std::f64::consts::TAU * k as f64 / n as f64;
        let term: Complex64 = x.iter().enumerate().map(|(j, v)| v * Complex64::cis(angle * j as f64)).sum();
        total += term.norm();
    }
    total
}

#[differentiable(tangent)]
fn folded(z: &[Complex64]) -> f64 {
    let product: Complex64 = z.iter().map(|z| z + 1.0).product();
    (z.iter().sum::<Complex64>() * product).norm_sqr()
}

#[differentiable(tangent)]
fn counts(x: &[f64]) -> f64 {
    let n: usize = x.iter().map(|_| 2).sum();
    let m = (0..3).map(|k| k * 2).sum::<usize>();
    x[0] * n as f64 + x[1] * m as f64
}

#[test]
fn gradients() {
    let (z, w) = (Complex::new(1.2, 0.4), Complex::new(-0.5, 0.7));
    check_gradient!(polar(1.2, 0.4));
    check_gradient!(single(1.2, 0.4));
    check_gradient!(methods(z, w, 1.7));
    check_gradient!(response(&[0.4, 0.3, 0.1], 0.8));
    check_gradient!(transform(&[1.0, 0.4, -0.3]));
    check_gradient!(folded(&[z, w]));
    check_gradient!(counts(&[1.0, 2.0]));
}

/// What a derivative is taken of gives the same as what it stands for.
#[test]
fn values() {
    let (z, w) = (Complex::new(1.2, 0.4), Complex::new(-0.5, 0.7));
    let kind = std::marker::PhantomData::<retrograde::On<retrograde::One>>;
    assert_eq!(methods::pullback(z, kind, w, kind, 1.7, kind).0, methods(z, w, 1.7));
    assert_eq!(polar::value_and_gradient(1.2, 0.4).0, polar(1.2, 0.4));
}
