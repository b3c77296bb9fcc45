//! Assertions, printing and `safe! { }`: once in each run, at the mirrored place, and changing nothing.

#![allow(clippy::float_cmp, clippy::uninlined_format_args, reason = "exact values are expected; both ways are tested")]

use retrograde::prelude::*;
use std::cell::RefCell;

thread_local! {
    static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(what: String) {
    SEEN.with_borrow_mut(|seen| seen.push(what));
}

fn seen() -> Vec<String> {
    SEEN.take()
}

#[reversible(adjoint, tangent)]
fn traced(y: &mut f64, x: &[f64]) {
    let mut acc = 0.0;
    for i in 0..x.len() {
        acc += x[i];
        safe! {
            let doubled = 2.0 * acc;
            note(format!("{i}: {}", doubled / 2.0));
        }
    }
    safe! { note(format!("y is {y}")) }
    *y += acc;
    assert!(y.is_finite(), "y is {y}");
    assert_eq!(x.len(), 2);
    debug_assert_ne!(acc, -1.0);
}

/// Two variables of one name: the macro sees the one that is meant.
#[reversible(adjoint)]
fn shadowed(y: &mut f64, x: f64) {
    let x = x * 2.0;
    let x = x + 1.0;
    safe! { note(format!("{x} {}", x)) }
    *y += x;
}

/// What a check reads is there at the check, though nothing else needs it.
#[reversible(adjoint)]
fn only_checked(y: &mut f64, x: f64) {
    let s = x * x;
    assert!(s < 10.0, "{s} is too large");
    *y += 3.0;
}

/// Once, though the block runs in both directions.
#[reversible(adjoint)]
fn in_a_routine(y: &mut f64, p: &mut f64, x: f64) {
    'work: {
        *p += x;
        if x > 0.0 {
            safe! { note(format!("p is {p}")) }
        }
    }
    *y += *p;
    uncompute!('work);
    inverse! {
        *p += x;
        safe! { note(format!("then {p}")) }
    }
}

#[differentiable(tangent)]
fn ordinary(x: f64) -> f64 {
    let y = x * x;
    assert!(y >= 0.0, "{y}");
    println!("{y}");
    y * x
}

#[test]
fn once_in_each_direction() {
    let x = [1.0, 2.0];
    let mut y = 0.5;
    traced(&mut y, &x);
    assert_eq!(seen(), ["0: 1", "1: 3", "y is 0.5"]);
    traced::inverse(&mut y, &x);
    assert_eq!(seen(), ["y is 0.5", "1: 3", "0: 1"]);
    traced(&mut y, &x);
    seen();
    let mut x_adj = [0.0; 2];
    traced::adjoint(&mut y, &mut 1.0, &x, &mut x_adj);
    assert_eq!(seen(), ["y is 0.5", "1: 3", "0: 1"]);
    assert_eq!((y, x_adj), (0.5, [1.0, 1.0]));
    let mut y_tan = 0.0;
    traced::tangent(&mut y, &mut y_tan, &x, &mut [1.0, 2.0]);
    assert_eq!(seen(), ["0: 1", "1: 3", "y is 0.5"]);
    assert_eq!(y_tan, 3.0);
}

#[test]
#[should_panic = "`left == right` failed"]
fn assertions_hold_forwards() {
    traced(&mut 0.0, &[1.0]);
}

#[test]
#[should_panic = "y is NaN"]
fn assertions_hold_backwards() {
    let mut y = f64::NAN;
    traced::inverse(&mut y, &[1.0, 2.0]);
}

#[test]
fn the_variable_that_is_meant() {
    let mut y = 0.0;
    shadowed(&mut y, 3.0);
    shadowed::inverse(&mut y, 3.0);
    assert_eq!(seen(), ["7 7", "7 7"]);
    assert_eq!(y, 0.0);
}

#[test]
#[should_panic = "16 is too large"]
fn what_is_checked_is_kept() {
    only_checked::adjoint(&mut 3.0, &mut 1.0, 4.0, Inactive);
}

#[test]
fn once_in_a_routine() {
    let (mut y, mut p) = (0.0, 1.0);
    in_a_routine(&mut y, &mut p, 2.0);
    assert_eq!(seen(), ["p is 3", "then 1"]);
    assert_eq!((y, p), (3.0, -1.0));
    in_a_routine::inverse(&mut y, &mut p, 2.0);
    assert_eq!(seen(), ["then 1", "p is 3"]);
    assert_eq!((y, p), (0.0, 1.0));
}

#[test]
fn in_ordinary_functions() {
    assert_eq!(ordinary::gradient(2.0), 12.0);
}

/// Views have names in what is derived too.
#[reversible(adjoint)]
fn viewed(y: &mut [f64], x: &[f64]) {
    let head = &mut y[..2];
    for i in 0..2 {
        head[i] += x[i];
        safe! { note(format!("{} {}", head.len(), head[i])) }
    }
}

#[test]
fn views_are_seen() {
    let mut y = [1.0, 2.0, 3.0];
    viewed(&mut y, &[0.5, 0.25]);
    viewed::inverse(&mut y, &[0.5, 0.25]);
    assert_eq!(seen(), ["2 1.5", "2 2.25", "2 2.25", "2 1.5"]);
    assert_eq!(y, [1.0, 2.0, 3.0]);
}

/// A name that only the user's code reads is not merged with another.
#[reversible(tangent)]
fn asserted(y: &mut f64, x: f64) {
    let first = x + 1.0;
    assert!(first > 1.0);
    let second = first;
    *y += second * second;
}

#[test]
fn names_stay() {
    let (mut y, mut y_tan) = (0.0, 0.0);
    asserted::tangent(&mut y, &mut y_tan, 2.0, 1.0);
    assert_eq!((y, y_tan), (9.0, 6.0));
}
