//! Updates of views: with the sign changed, conjugated, and through bijections.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use retrograde::prelude::*;
use retrograde::{Bijection, Smooth};

/// A positive number by its logarithm.
struct Log;

impl Bijection<f64> for Log {
    type Image = f64;
    fn image(&self, x: f64) -> f64 {
        x.ln()
    }
    fn preimage(&self, y: f64) -> f64 {
        y.exp()
    }
}

impl Smooth<f64> for Log {
    fn slope(&self, x: f64) -> f64 {
        x.recip()
    }
}

/// x + x^3, which has no inverse in closed form.
struct Bent;

impl Bijection<f64> for Bent {
    type Image = f64;
    fn image(&self, x: f64) -> f64 {
        x + x * x * x
    }
    fn preimage(&self, y: f64) -> f64 {
        (0..100).fold(0.0, |x: f64, _| x - (x + x * x * x - y) / (1.0 + 3.0 * x * x))
    }
}

impl Smooth<f64> for Bent {
    fn slope(&self, x: f64) -> f64 {
        1.0 + 3.0 * x * x
    }
}

/// The exponential function.
struct Exp;

/// That of complex numbers.
struct ComplexExp;

macro_rules! exp {
    ($($exp:ident of $number:ty;)*) => {$(
        impl Bijection<$number> for $exp {
            type Image = $number;
            fn image(&self, x: $number) -> $number {
                x.exp()
            }
            fn preimage(&self, y: $number) -> $number {
                y.ln()
            }
        }

        impl Smooth<$number> for $exp {
            fn slope(&self, x: $number) -> $number {
                x.exp()
            }
        }
    )*};
}

exp! {
    Exp of f32;
    Exp of f64;
    ComplexExp of num_complex::Complex<f64>;
}

/// Bits in Gray's order.
struct Gray;

impl Bijection<u8> for Gray {
    type Image = u8;
    fn image(&self, x: u8) -> u8 {
        x ^ (x >> 1)
    }
    fn preimage(&self, y: u8) -> u8 {
        (0..8).fold(0, |x, k| x ^ (y >> k))
    }
}

/// Shifts by a number that belongs to the value.
struct Shift(i64);

const BY_TEN: Shift = Shift(10);

impl Bijection<i64> for Shift {
    type Image = i64;
    fn image(&self, x: i64) -> i64 {
        x + self.0
    }
    fn preimage(&self, y: i64) -> i64 {
        y - self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Plain)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn conj(self) -> Self {
        Complex { re: self.re, im: -self.im }
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Complex {
    type Output = Self;
    fn neg(self) -> Self {
        Complex { re: -self.re, im: -self.im }
    }
}

impl AddAssign for Complex {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Complex {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

#[reversible(adjoint, tangent)]
fn negated(y: &mut f64, v: &mut [f64], x: f64) {
    -*y += x * x;
    -v[0] -= x;
    -(-v[1]) += x;
    -*y *= 2.0;
}

#[test]
fn with_the_sign_changed() {
    let (mut y, mut v) = (1.0, [1.0, 2.0]);
    negated(&mut y, &mut v, 3.0);
    assert_eq!((y, v), (-16.0, [4.0, 5.0]));
    let (mut y_adj, mut v_adj, mut x_adj) = (1.0, [10.0, 100.0], 0.0);
    negated::adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, 3.0, &mut x_adj);
    assert_eq!((y, v, x_adj), (1.0, [1.0, 2.0], 110.0 - 12.0));
    let (mut y_tan, mut v_tan, x_tan) = (0.0, [0.0; 2], 1.0);
    negated::tangent(&mut y, &mut y_tan, &mut v, &mut v_tan, 3.0, x_tan);
    assert_eq!((y_tan, v_tan), (-12.0, [1.0, 1.0]));
}

#[reversible]
fn conjugated(z: &mut Complex, w: Complex) {
    conj(*z) += w;
    -conj(*z) += w + w;
    z.im += 1.0;
    -z.re += w.re;
}

#[test]
fn conjugates() {
    let (before, w) = (Complex { re: 1.0, im: 2.0 }, Complex { re: 0.25, im: 0.5 });
    let mut z = before;
    conjugated(&mut z, w);
    assert_eq!(z, Complex { re: 0.5, im: 3.5 });
    conjugated::inverse(&mut z, w);
    assert_eq!(z, before);
}

#[reversible(adjoint, tangent)]
fn through_logarithms(x: &mut f64, y: &mut f64, by: f64) {
    Log(*x) += by;
    Log(*x) *= 2.0;
    Log(-*y) -= by * *x;
}

#[reversible(adjoint, tangent)]
fn integers(bits: &mut [u8], n: &mut i64, y: &mut f64, a: f64) {
    for i in 0..bits.len() {
        Gray(bits[i]) ^= 5;
    }
    let mut k = 3;
    BY_TEN(k) *= 4;
    *n += k;
    *y += a * k as f64;
    BY_TEN(k) /= 4;
    -BY_TEN(-*n) += 7;
}

#[test]
fn through_bijections() {
    let (mut x, mut y) = (3.0, -2.0);
    through_logarithms(&mut x, &mut y, 0.5);
    let expected = 9.0 * 1.0_f64.exp();
    close(x, expected);
    close(y, -2.0 * (-0.5 * expected).exp());
    through_logarithms::inverse(&mut x, &mut y, 0.5);
    close(x, 3.0);
    close(y, -2.0);
}

/// Elements, views in views, factors, all operators.
#[reversible(adjoint, tangent)]
fn bent(v: &mut [f64], a: f64, i: usize, j: usize, single: &mut f32) {
    Bent(v[i]) += v[j] * v[j] * a;
    Bent(-v[j]) -= v[i].sin();
    -Bent(Exp(v[i])) *= 1.0 + a * a;
    Log(Bent(v[j])) /= 1.0 + v[i] * v[i];
    for k in 0..v.len() {
        Bent(v[k]) += a * a;
    }
    Exp(*single) += (a * a) as f32;
}

/// A local that is changed through a view and restored.
#[reversible(adjoint, tangent)]
fn restored(y: &mut f64, a: f64, b: f64) {
    let mut k = a * b;
    Log(k) += b;
    Bent(k) *= a;
    *y += k * k * b;
    Bent(k) /= a;
    Log(k) -= b;
}

#[reversible(adjoint, tangent)]
fn complex(z: &mut num_complex::Complex<f64>, w: num_complex::Complex<f64>, a: f64) {
    ComplexExp(*z) += w * a;
    ComplexExp(conj(*z)) *= w;
    ComplexExp(-*z) -= num_complex::Complex::new(a, w.re);
    *z *= num_complex::Complex::new(a, w.im);
    *z /= num_complex::Complex::new(w.re * a, a);
}

#[test]
fn gradients_through_bijections() {
    check_gradient!(through_logarithms(&mut 3.0, &mut -2.0, 0.5));
    check_gradient!(bent(&mut [0.5, 0.75, 0.25], 0.5, 0, 1, &mut 0.5));
    check_gradient!(bent(&mut [0.5, 0.75, 0.25], 0.5, 2, 1, &mut 0.5));
    check_gradient!(restored(&mut 0.5, 1.5, 0.75));
    let (z, w) = (num_complex::Complex::new(0.5, 0.25), num_complex::Complex::new(0.75, 0.5));
    check_gradient!(complex(&mut { z }, w, 0.5));
    // y = x exp(a): by x, exp(a), and by a, y itself
    let (mut x, mut x_adj, mut a_adj) = (3.0 * 0.5_f64.exp(), 1.0, 0.0);
    scale_by_logarithm::adjoint(&mut x, &mut x_adj, 0.5, &mut a_adj);
    close(x, 3.0);
    close(x_adj, 0.5_f64.exp());
    close(a_adj, 3.0 * 0.5_f64.exp());
}

#[test]
fn integers_do_not_mind_derivatives() {
    let (mut bits, mut n, mut y) = ([0, 7, 200], 5, 0.0);
    integers(&mut bits, &mut n, &mut y, 2.0);
    assert_eq!(bits.map(|b| b ^ (b >> 1)), [5, 1, 0b1010_1001]);
    assert_eq!((n, y), (5 + 42 + 7, 84.0));
    let mut a_adj = 0.0;
    integers::adjoint(&mut bits, Inactive, &mut n, Inactive, &mut y, &mut 1.0, 2.0, &mut a_adj);
    assert_eq!((bits, n, y, a_adj), ([0, 7, 200], 5, 0.0, 42.0));
    let (mut y_tan, a_tan) = (0.0, 1.0);
    integers::tangent(&mut bits, Inactive, &mut n, Inactive, &mut y, &mut y_tan, 2.0, a_tan);
    assert_eq!((n, y_tan), (54, 42.0));
}

#[reversible(adjoint, checks = true)]
fn scale_by_logarithm(x: &mut f64, e: f64) {
    Log(*x) += e;
}

#[test]
#[should_panic(expected = "this view of `*x` cannot be undone: -1.0 comes back as NaN")]
fn a_value_outside_of_the_domain() {
    scale_by_logarithm(&mut -1.0, 0.5);
}

#[test]
#[should_panic(expected = "this view of `*x` cannot be undone: its value is not finite")]
fn a_value_that_leaves_the_domain() {
    scale_by_logarithm(&mut 1.0, 1e4);
}
