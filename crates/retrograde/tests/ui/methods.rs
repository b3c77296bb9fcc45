//! Method calls as statements: what a method does to its receiver is not known.

use retrograde::prelude::*;

#[reversible]
fn sorts(v: &mut [f64], x: f64) {
    v.sort_by(f64::total_cmp);
    v[0] += x;
}

#[reversible]
fn pushes(v: &mut Vec<f64>, x: f64) {
    v.push(x);
}

fn main() {}
