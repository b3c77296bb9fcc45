//! Calls whose arguments overlap, and calls that do nothing.

use retrograde::prelude::*;

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
fn exchange(a: &mut f64, b: &mut f64) {
    swap(a, b);
}

#[reversible]
fn pick(k: &mut usize, v: &[usize]) {
    *k += v[0];
}

#[reversible]
fn argument_reads_target(y: &mut f64) {
    add(y, *y);
}

#[reversible]
fn argument_reads_target_in_an_index(k: &mut f64, x: &[f64], i: &mut usize) {
    add(k, x[*i]);
    pick(i, &[*i]);
}

#[reversible]
fn borrowed_argument(v: &mut [usize]) {
    pick(&mut v[0], v);
}

#[reversible]
fn twice(y: &mut f64) {
    exchange(y, y);
}

#[reversible]
fn twice_the_same_element(v: &mut [f64], i: usize) {
    exchange(&mut v[i], &mut v[i]);
}

#[reversible]
fn perhaps_the_same_element(v: &mut [f64], i: usize, j: usize) {
    exchange(&mut v[i], &mut v[j]);
}

#[reversible]
fn changes_nothing(y: &mut f64, x: f64) {
    add(x, x);
    *y += x;
}

#[reversible]
fn forgotten_mut(y: &mut f64, x: f64) {
    let mut t = 0.0;
    add(t, x);
    *y += t;
}

#[reversible]
fn not_a_name(y: &mut f64) {
    (add)(y, 1.0);
}

fn main() {}
