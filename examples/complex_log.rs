//! The logarithm of complex numbers, of one and of many, and its gradient.
//!
//! The complex logarithm is the example by which the shorter papers on NiLang explain how adjoint code is made (Liu and Zhao,
//! "Differentiate everything with a reversible embedded domain-specific language"): the inverse of the code, with the gradient of each
//! line put beside it. What it computes on the way, the length of the number, is not kept, as it can be computed again.
//!
//! A complex number has a complex gradient: that by its real part and that by its imaginary part. Where there is a
//! derivative in the sense of complex analysis, `holomorphic` reads it off.
//!
//! `cargo run --release -p retrograde-examples --example complex_log`

use num_complex::Complex;
use retrograde::complex::{holomorphic, place};
use retrograde::prelude::*;
use retrograde_examples::allocated;

type C = Complex<f64>;

/// Adds the logarithm of `x` to `y`, as in the paper: from real numbers only.
#[reversible(adjoint)]
fn log(y: &mut C, x: C) {
    let square = x.re * x.re + x.im * x.im;
    let length = square.sqrt();
    y.re += length.ln();
    y.im += x.im.atan2(x.re);
}

/// The same by the methods of complex numbers.
#[reversible(adjoint)]
fn log_by_methods(y: &mut C, x: C) {
    y.re += x.norm().ln();
    y.im += x.arg();
}

/// The same by the logarithm itself.
#[reversible(adjoint)]
fn log_itself(y: &mut C, x: C) {
    *y += x.ln();
}

/// Adds the logarithm of every number to its partner.
#[reversible(adjoint)]
fn logs(y: &mut [C], x: &[C]) {
    for (y, x) in y.iter_mut().zip(x) {
        log(y, *x);
    }
}

fn main() {
    let points = [C::new(3.0, 4.0), C::new(-0.5, 1.5), C::new(0.1, -2.0), C::new(-1.0, -1.0)];
    for x in points {
        let mut y = C::new(0.0, 0.0);
        log(&mut y, x);
        assert!((y - x.ln()).norm() < 1e-15);

        // The derivative of the logarithm is 1 / x, in whichever way it was written.
        let derivative = holomorphic(|gradient| log::vjp(&mut y, x, gradient).1);
        println!("log({x:+.2}) = {y:+.6}, derivative {derivative:+.6}");
        assert!((derivative - x.inv()).norm() < 1e-14);
        let by_methods = holomorphic(|gradient| log_by_methods::vjp(&mut y, x, gradient).1);
        let itself = holomorphic(|gradient| log_itself::vjp(&mut y, x, gradient).1);
        assert!((by_methods - x.inv()).norm() < 1e-14 && (itself - x.inv()).norm() < 1e-14);

        log::inverse(&mut y, x);
        assert!(y.norm() < 1e-15);
    }

    // Many at once. By `x`, the gradient `g` of the results becomes `g / conj(x)`.
    let x: Vec<C> = (1..=1000).map(|k| C::from_polar(0.01 * f64::from(k), 0.1 * f64::from(k))).collect();
    let gradients: Vec<C> = (0..1000).map(|k| C::new(f64::from(k).sin(), f64::from(k).cos())).collect();
    let mut y = vec![C::new(0.0, 0.0); x.len()];
    let y_adj: Vec<_> = gradients.iter().map(|gradient| place(*gradient)).collect();
    let x_adj = x.zero_shadow::<On<One>>();
    let ((), bytes) = allocated(|| {
        logs(&mut y, &x);
        logs::adjoint(&mut y, &y_adj, &x, &x_adj);
    });
    println!("{} logarithms there and back with gradient, {bytes} bytes allocated", x.len());
    assert!(y.iter().all(|y| y.norm() < 1e-14));
    let x_adj = Vec::<C>::into_tangent(x_adj);
    assert!(x_adj.iter().zip(&gradients).zip(&x).all(|((x_adj, g), x)| (x_adj - g / x.conj()).norm() < 1e-12));
    assert_eq!(bytes, 0);
}
