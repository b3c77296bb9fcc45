//! What is swallowed by an update cannot come back: checked in the function.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

use core::ops::{AddAssign, SubAssign};
use retrograde::prelude::*;

#[reversible(adjoint, checks = true)]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible(checks = true)]
fn subtract(v: &mut [f32], x: f32) {
    v[1] -= x;
}

#[reversible(checks = false)]
fn unchecked(y: &mut f64, x: f64) {
    *y += x;
}

/// A local that is computed again may absorb what it likes.
#[reversible(checks = true)]
fn local(y: &mut f64, x: f64) {
    let mut t = 0.5;
    t += x;
    *y += t / x;
}

/// Types of which nothing is known are left alone, and so are integers.
#[reversible(checks = true)]
fn others<T: Plain + Copy + AddAssign + SubAssign>(g: &mut T, n: &mut i64, p: &mut Name, x: T) {
    *g += x;
    *n += 1 << 62;
    p.letters += "abc".len();
    *p += 2_u8;
}

/// Not `Copy`, and adding a number of another type.
#[derive(Clone, Debug, PartialEq, Plain)]
struct Name {
    letters: usize,
}

impl AddAssign<u8> for Name {
    fn add_assign(&mut self, by: u8) {
        self.letters += usize::from(by);
    }
}

impl SubAssign<u8> for Name {
    fn sub_assign(&mut self, by: u8) {
        self.letters -= usize::from(by);
    }
}

#[test]
#[should_panic(
    expected = "this update of `*y` cannot be undone: it lost its old value 1.0, which was absorbed, and would come back as 0.0"
)]
fn absorbed() {
    add(&mut 1.0, 1e20);
}

/// On the way back, what is absorbed may be what rounding left of a zero.
#[reversible(checks = true)]
fn through_zero(y: &mut f64) {
    *y -= 1.0;
    *y -= 0.05;
    *y -= 1.0;
}

#[test]
fn a_rest_of_rounding_absorbed_on_the_way_back() {
    let mut y = 1.0;
    through_zero(&mut y);
    assert!(y + 1.0 + 0.05 != 0.0, "rounding leaves something");
    through_zero::inverse(&mut y);
    assert_eq!(y, 1.0);
}

#[test]
#[should_panic(expected = "this update of `v[1]` cannot be undone: it lost its old value 1.5")]
fn an_element_absorbed() {
    subtract(&mut [0.0, 1.5], 1e9);
}

#[test]
#[should_panic(expected = "would come back as NaN")]
fn an_infinite_amount() {
    add(&mut 1.0, f64::INFINITY);
}

#[test]
fn within_the_tolerance() {
    // The sum has a spacing of 2^-30, just under 1e-9; the next power of two is one too far.
    let (mut y, x) = (0.3, 2.0_f64.powi(22));
    add(&mut y, x);
    add::inverse(&mut y, x);
    assert!(y != 0.3 && (y - 0.3).abs() < 1e-9);
}

#[test]
#[should_panic(expected = "it lost its old value 0.3")]
fn outside_the_tolerance() {
    add(&mut 0.3, 2.0_f64.powi(26));
}

/// A small number is judged by itself.
#[test]
#[should_panic(expected = "it lost its old value 1e-10, which was absorbed, and would come back as 0.0")]
fn a_small_number_absorbed() {
    add(&mut 1e-10, 1e7);
}

#[test]
#[should_panic(expected = "it lost its old value 1e-30")]
fn a_small_number_absorbed_by_single_precision() {
    subtract(&mut [0.0, 1e-30], 1.0);
}

/// It may lose digits, as long as some are left.
#[test]
fn a_small_number_that_comes_back() {
    let mut y = 1e-6;
    add(&mut y, 10.0);
    add::inverse(&mut y, 10.0);
    assert!(y != 1e-6 && (y - 1e-6).abs() < 1e-14);
    subtract(&mut [0.0, 1e-4], 1.0);
}

#[test]
#[should_panic(expected = "it lost its old value 1e-13")]
fn too_few_digits_left() {
    add(&mut 1e-13, 10.0);
}

/// However small, if what is added is small too.
#[test]
fn small_numbers_of_one_size() {
    for scale in [1e-320, 1e-300, 1e-17, 1.0, 1e17, 1e300] {
        let mut y = 0.3 * scale;
        add(&mut y, 1e3 * scale);
        add::inverse(&mut y, 1e3 * scale);
        assert!((y - 0.3 * scale).abs() <= 1e-9 * scale);
    }
}

/// Zero has nothing to lose, and a sum that begins there may lose as much as rounding takes from it.
#[test]
fn an_accumulator() {
    for (start, terms) in [(0.0, [1e20, 3e20, -2e19]), (-0.0, [1e-20, 1e-15, 1e-12]), (0.0, [0.1, 0.2, -0.3])] {
        let mut y = start;
        terms.iter().for_each(|x| add(&mut y, *x));
        terms.iter().rev().for_each(|x| add::inverse(&mut y, *x));
        assert!(y.abs() <= 1e-15 * terms[0].max(terms[2].abs()));
    }
}

/// What is read on the way back must be what was read on the way there.
#[reversible(adjoint, checks = true)]
fn two_slopes(y: &mut f64, x: &mut f64) {
    if *x < 0.0 {
        *y += 3.0 * *x;
    } else {
        *y += 2.0 * *x;
    }
    *x += 1.0;
}

#[test]
fn a_slope_by_vjp() {
    for (x, slope) in [(-0.5, 3.0), (0.0, 2.0), (0.5, 2.0)] {
        assert_eq!(two_slopes::vjp(&mut 0.0, &mut { x }, (1.0, 0.0)).1, slope);
    }
}

#[test]
#[should_panic(expected = "this update of `*x` cannot be undone: it lost its old value -1e-17")]
fn another_slope_by_vjp() {
    two_slopes::vjp(&mut 0.0, &mut -1e-17, (1.0, 0.0));
}

/// The same with a local that is restored.
#[reversible(adjoint, checks = true)]
fn two_slopes_of_a_local(y: &mut f64, x: f64) {
    let mut t = x;
    if t < 0.0 {
        *y += 3.0 * t;
    } else {
        *y += 2.0 * t;
    }
    t += 1.0;
    *y += t;
    t -= 1.0;
}

#[test]
#[should_panic(expected = "this update of `t` cannot be undone: it lost its old value -1e-17")]
fn a_local_absorbed() {
    two_slopes_of_a_local::vjp(&mut 0.0, -1e-17, 1.0);
}

/// An ancilla that is emptied is used again, though rounding left something in it.
#[reversible(adjoint, checks = true)]
fn norms(y: &mut [f64], x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..y.len() {
        for j in 0..x.len() {
            sum += x[j] * x[j] / (i + 1) as f64;
        }
        y[i] += sum.sqrt();
        for j in 0..x.len() {
            sum -= x[j] * x[j] / (i + 1) as f64;
        }
    }
}

#[test]
fn an_ancilla_used_again() {
    let (mut y, x) = ([0.0; 3], [1.1, 0.7, 0.2]);
    let rest = x.iter().fold(x.iter().map(|x| x * x).sum::<f64>(), |rest, x| rest - x * x);
    assert!(rest != 0.0, "rounding leaves something");
    norms(&mut y, &x);
    norms::inverse(&mut y, &x);
    assert!(y.iter().all(|y| y.abs() < 1e-15));
}

/// A list that is read again after it was changed back is followed, also where a broadcast walks along it.
#[reversible(adjoint, tangent, checks = true)]
fn exchanged(y: &mut f64, x: &[f64; 3]) {
    let mut list = [0.0; 3];
    broadcast! {
        list[..] += x[..];
    }
    swap(&mut list[0], &mut list[1]);
    *y += list[0] * list[2];
    swap(&mut list[0], &mut list[1]);
    broadcast! {
        list[..] -= x[..];
    }
}

#[test]
fn a_list_walked_along() {
    let (x, mut y) = ([1.5, 2.0, -0.5], 0.0);
    let gradient = exchanged::vjp(&mut y, &x, 1.0);
    assert_eq!((y, gradient), (0.0, (1.0, [0.0, -0.5, 2.0])));
}

#[test]
fn not_in_the_adjoint_nor_without_checks() {
    add::adjoint(&mut 1.0, &mut 1.0, 1e20, Inactive);
    unchecked(&mut 1.0, 1e20);
}

#[test]
fn locals_and_other_types() {
    let mut y = 0.0;
    local(&mut y, 1e20);
    local::inverse(&mut y, 1e20);
    let (mut g, mut n, mut p) = (1.0, 0, Name { letters: 1 });
    others(&mut g, &mut n, &mut p, 1e20);
    assert_eq!((g, p.letters), (1e20, 6));
    others::inverse(&mut g, &mut n, &mut p, 1e20);
    assert_eq!((g, n, p.letters), (0.0, 0, 1));
}

#[cfg(feature = "num-complex")]
mod complex {
    use num_complex::Complex;
    use retrograde::prelude::*;

    #[reversible(checks = true)]
    fn add(z: &mut Complex<f64>, w: Complex<f64>) {
        *z += w;
    }

    #[reversible(checks = true)]
    fn subtract_real(z: &mut Complex<f64>, x: f64) {
        *z -= x;
    }

    #[test]
    #[should_panic(expected = "this update of `*z.im` cannot be undone: it lost its old value 1.0")]
    fn a_part_absorbed() {
        add(&mut Complex::new(0.5, 1.0), Complex::new(0.5, 1e20));
    }

    #[test]
    #[should_panic(expected = "this update of `*z.re` cannot be undone: it lost its old value 1.0")]
    fn absorbed_by_a_real_number() {
        subtract_real(&mut Complex::new(1.0, 2.0), 1e20);
    }

    /// The imaginary part is what rounding left of a whole that is as large as one.
    #[test]
    fn a_rest_beside_the_other_part() {
        let mut z = Complex::from_polar(1.0, core::f64::consts::PI);
        add(&mut z, Complex::new(0.5, 0.5));
        add::inverse(&mut z, Complex::new(0.5, 0.5));
        assert!((z + 1.0).norm() < 1e-15);
    }
}
