//! `else if`, with and without postconditions: the first condition that holds decides, forwards and backwards.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::close;
use retrograde::prelude::*;

/// Every branch moves `k` to a place of its own.
#[reversible(adjoint, tangent, checks = true)]
fn moved(y: &mut f64, k: &mut i64, x: f64) {
    if (*k < 0, *k < -100) {
        *k -= 100;
        *y += x * x;
    } else if (*k < 10, *k >= 1000) {
        *k += 1000;
        *y -= x.sin() * *k as f64;
    } else if (*k == 10, *k == 500) {
        *k += 490;
    } else {
        *y *= x;
    }
}

/// Postconditions in some of the branches only.
#[reversible(adjoint, checks = true)]
fn mixed(y: &mut f64, k: &mut i64, n: usize, x: f64) {
    if n == 0 {
        *k += 1;
    } else if (*k > 5, *k > 50) {
        *k += 50;
        *y += x;
    } else if n == 1 {
        *y -= 2.0 * x;
    }
}

/// A condition that is not reached is not evaluated: the second one would be out of bounds.
#[reversible]
fn not_reached(y: &mut f64, x: &[f64]) {
    if x.is_empty() {
        *y += 1.0;
    } else if x[0] > 0.0 {
        *y += x[0];
    } else if x[1] > 0.0 {
        *y += x[1];
    }
}

/// What the second branch leaves must not look like what the first one leaves.
#[reversible(checks = true)]
fn taken_for_the_first(k: &mut i64) {
    if (*k == 0, *k > 0) {
        *k += 5;
    } else if (*k == 1, *k == 9) {
        *k += 8;
    }
}

#[reversible(checks = true)]
fn taken_for_the_second(k: &mut i64) {
    if (*k == 0, *k > 100) {
        *k += 500;
    } else if (*k == 1, *k == 9) {
        *k += 8;
    } else {
        *k += 1;
    }
}

#[test]
fn each_branch_there_and_back() {
    for (k, y_after, k_after, slope) in [
        (-3, 1.5 + 0.25, -103, 1.0),
        (4, 1.5 - 0.5_f64.sin() * 1004.0, 1004, -0.5_f64.cos() * 1004.0),
        (10, 1.5, 500, 0.0),
        (20, 0.75, 20, 1.5),
    ] {
        let (mut y, mut n) = (1.5, k);
        moved(&mut y, &mut n, 0.5);
        close(y, y_after);
        assert_eq!(n, k_after);
        let mut x_adj = 0.0;
        moved::adjoint(&mut y, &mut 1.0, &mut n, Inactive, 0.5, &mut x_adj);
        close(y, 1.5);
        assert_eq!(n, k);
        close(x_adj, slope);
        let mut y_tan = 0.0;
        moved::tangent(&mut y, &mut y_tan, &mut n, Inactive, 0.5, 1.0);
        close(y_tan, slope);
        moved::inverse(&mut y, &mut n, 0.5);
        close(y, 1.5);
        assert_eq!(n, k);
    }
}

#[test]
fn postconditions_in_some_branches() {
    for (k, n, after) in [(1, 0, (0.0, 2)), (7, 1, (0.5, 57)), (2, 1, (-1.0, 2)), (2, 2, (0.0, 2))] {
        let (mut y, mut found) = (0.0, k);
        mixed(&mut y, &mut found, n, 0.5);
        assert_eq!((y, found), after);
        mixed::inverse(&mut y, &mut found, n, 0.5);
        assert_eq!((y, found), (0.0, k));
    }
}

#[test]
fn conditions_are_lazy() {
    for (x, expected) in [(&[][..], 1.0), (&[2.0], 2.0), (&[-1.0, 3.0], 3.0), (&[-1.0, -1.0], 0.0)] {
        let mut y = 0.0;
        not_reached(&mut y, x);
        assert_eq!(y, expected);
        not_reached::inverse(&mut y, x);
        assert_eq!(y, 0.0);
    }
}

#[test]
#[should_panic(expected = "the postcondition `*k > 0` must be false here, but is true")]
fn an_earlier_postcondition_holds() {
    taken_for_the_first(&mut 1);
}

#[test]
#[should_panic(expected = "the postcondition `*k == 9` must be false here, but is true")]
fn a_postcondition_holds_after_the_last_branch() {
    taken_for_the_second(&mut 8);
}

#[test]
fn every_postcondition_agrees() {
    for k in [0, 1, 2] {
        let mut n = k;
        taken_for_the_second(&mut n);
        taken_for_the_second::inverse(&mut n);
        assert_eq!(n, k);
    }
}
