//! Calls whose arguments overlap, and calls that do nothing.

use retrograde::prelude::*;

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
fn pick(k: &mut usize, v: &[usize]) {
    *k += v[0];
}

#[reversible]
fn exchange(a: &mut f64, b: &mut f64) {
    swap(a, b);
}

#[reversible]
fn argument_reads_target(y: &mut f64) {
    add(y, *y);
}

#[reversible]
fn argument_borrows_target(i: &mut usize) {
    pick(i, &[*i]);
}

#[reversible]
fn index_of_argument_reads_target(x: &mut [f64], k: &mut f64) {
    exchange(&mut x[*k as usize], k);
}

#[reversible]
fn twice(y: &mut f64) {
    exchange(y, y);
}

#[reversible]
fn element_and_whole(v: &mut [usize]) {
    pick(&mut v[0], v);
}

#[reversible]
fn changes_nothing(y: &mut f64, x: f64) {
    add(x, x);
    *y += x;
}

#[reversible]
fn not_a_name(y: &mut f64) {
    (add)(y, 1.0);
}

fn main() {}
