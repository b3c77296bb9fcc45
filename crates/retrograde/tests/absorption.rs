//! What is swallowed by an update cannot come back: checked in the function and its inverse.

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

#[test]
#[should_panic(expected = "this update of `*y` cannot be undone: it lost its old value 1.0")]
fn absorbed_on_the_way_back() {
    add::inverse(&mut 1.0, 1e20);
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
    // What is lost of a small number is as nothing beside one.
    add(&mut 1e-12, 1.0);
}

#[test]
#[should_panic(expected = "it lost its old value 0.3")]
fn outside_the_tolerance() {
    add(&mut 0.3, 2.0_f64.powi(26));
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
