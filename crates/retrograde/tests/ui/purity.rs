//! Hidden mutation: rustc finds it, because a call in an expression may only read.

use retrograde::prelude::*;

#[reversible]
fn pops(y: &mut f64, v: &mut Vec<f64>) {
    *y += v.pop().unwrap_or(0.0);
}

#[reversible]
fn pops_a_local(y: &mut f64, x: f64) {
    let mut v = vec_of(x);
    *y += v.pop().unwrap_or(0.0);
}

#[reversible]
fn pops_in_a_condition(y: &mut f64, v: &mut Vec<f64>) {
    if v.pop().is_some() {
        *y += 1.0;
    }
}

#[reversible]
fn pops_in_an_argument(y: &mut f64, v: &mut Vec<f64>) {
    add(y, v.pop().unwrap_or(0.0));
}

#[reversible]
fn pops_in_a_range(y: &mut f64, v: &mut Vec<usize>) {
    for _ in 0..v.pop().unwrap_or(0) {
        *y += 1.0;
    }
}

#[reversible]
fn pops_in_an_index(y: &mut [f64], v: &mut Vec<usize>) {
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
