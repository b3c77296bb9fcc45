//! Hidden mutation: rustc finds it, because what an expression calls may only read.

use retrograde::prelude::*;

#[reversible]
fn in_an_update(y: &mut f64, v: &mut Vec<f64>) {
    *y += v.pop().unwrap_or(0.0);
}

#[reversible]
fn of_a_local(y: &mut f64, x: f64) {
    let mut v = vec_of(x);
    *y += v.pop().unwrap_or(0.0);
}

#[reversible]
fn in_a_condition(y: &mut f64, v: &mut Vec<f64>) {
    if v.pop().is_some() {
        *y += 1.0;
    }
}

#[reversible]
fn in_a_postcondition(y: &mut f64, v: &mut Vec<f64>, k: &mut i64) {
    if (*k == 0, v.pop().is_some()) {
        *y += 1.0;
        *k += 1;
    }
}

#[reversible]
fn in_an_argument(y: &mut f64, v: &mut Vec<f64>) {
    add(y, v.pop().unwrap_or(0.0));
}

#[reversible]
fn in_a_range(y: &mut f64, v: &mut Vec<usize>) {
    for _ in 0..v.pop().unwrap_or(0) {
        *y += 1.0;
    }
}

#[reversible]
fn in_an_index(y: &mut [f64], v: &mut Vec<usize>) {
    y[v.pop().unwrap_or(0)] += 1.0;
}

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

fn vec_of(x: f64) -> Vec<f64> {
    vec![x]
}

fn main() {}
