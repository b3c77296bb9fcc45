//! Conditions and ranges that the way back could not decide.

use retrograde::prelude::*;

#[reversible]
fn condition_changed(y: &mut f64, x: f64) {
    if *y > 0.0 {
        *y += x;
    }
}

#[reversible]
fn condition_changed_in_else(y: &mut f64, k: &mut i64) {
    if *k == 0 {
        *y += 1.0;
    } else {
        *k += 1;
    }
}

#[reversible]
fn another_element_changed(v: &mut [f64], i: usize, j: usize) {
    if v[i] > 0.0 {
        v[j] += 1.0;
    }
}

#[reversible]
fn range_changed(y: &mut f64, n: &mut usize) {
    for _ in 0..*n {
        *y += 1.0;
        *n += 1;
    }
}

#[reversible]
fn open_range(y: &mut f64, x: &[f64]) {
    for i in 0.. {
        *y += x[i];
    }
}

fn main() {}
