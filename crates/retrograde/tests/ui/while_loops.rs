//! Loops whose way back is unknown.

use retrograde::prelude::*;

#[reversible]
fn no_postcondition(y: &mut f64) {
    while *y < 10.0 {
        *y += 1.0;
    }
}

#[reversible]
fn nothing_counts(y: &mut f64, n: usize) {
    while (*y < 10.0, n > 3) {
        *y += 1.0;
    }
}

#[reversible]
fn never_ends(y: &mut f64) {
    while (true, *y > 0.0) {
        *y += 1.0;
    }
}

#[reversible]
fn labelled(y: &mut f64) {
    'turns: while (*y < 10.0, *y > 0.0) {
        *y += 1.0;
    }
}

#[reversible]
fn counts_by_the_output(y: &mut f64, x: f64) {
    let mut acc = 0.0;
    while (*y < 10.0, *y > 0.0) {
        acc += x;
        *y += 1.0;
    }
    *y += acc;
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let mut s = x;
    while (s < 10.0, s > x) {
        s += 1.0;
    }
    s
}

#[reversible]
fn hidden(s: &mut Vec<f64>, k: &mut usize) {
    while (s.pop().is_some(), *k > 0) {
        *k += 1;
        s[0] += 1.0;
    }
}

fn main() {}
