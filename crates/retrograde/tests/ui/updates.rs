//! Updates that cannot be undone.

use retrograde::prelude::*;

#[reversible]
fn assigned(y: &mut f64, x: f64) {
    *y = x;
}

#[reversible]
fn element_assigned(v: &mut [f64], x: f64) {
    v[0] = x;
}

#[reversible]
fn remainder(y: &mut f64, x: f64) {
    *y %= x;
}

#[reversible]
fn reads_itself(y: &mut f64) {
    *y += *y * 0.5;
}

#[reversible]
fn squares_itself(y: &mut f64) {
    *y *= *y;
}

#[reversible]
fn reads_its_element(v: &mut [f64], i: usize) {
    v[i] += v[i + 1] * v[i];
}

#[reversible]
fn reads_the_whole(v: &mut [f64]) {
    v[0] += total(v);
}

#[reversible]
fn index_reads_the_whole(v: &mut [usize]) {
    v[first(v)] += 1;
}

#[reversible]
fn swap_changes_its_index(v: &mut [usize], k: &mut usize) {
    swap(&mut v[*k], k);
}

#[reversible]
fn swap_of_values(a: f64, b: &mut f64) {
    swap(a, b);
}

fn total(v: &[f64]) -> f64 {
    v.iter().sum()
}

fn first(v: &[usize]) -> usize {
    v[0]
}

fn main() {}
