//! Writes to what a reversible function cannot change.

use retrograde::prelude::*;

static LEVEL: f64 = 0.0;

#[reversible]
fn by_value(x: f64, y: f64) {
    x += y;
}

#[reversible]
fn shared(x: &f64, y: f64) {
    *x += y;
}

#[reversible]
fn shared_element(v: &[f64], y: f64) {
    v[0] += y;
}

#[reversible]
fn immutable_local(y: &mut f64) {
    let t = 0.0;
    t += 1.0;
    *y += t;
}

#[reversible]
fn loop_variable(y: &mut usize) {
    for i in 0..10 {
        i += 1;
        *y += i;
    }
}

#[reversible]
fn argument_by_value(y: &mut f64, x: f64) {
    add(&mut x, *y);
}

#[reversible]
fn not_a_place(y: &mut f64) {
    y.abs() += 1.0;
}

#[reversible]
fn not_a_local(y: &mut f64) {
    LEVEL += 1.0;
    *y += 1.0;
}

#[reversible]
fn not_a_reference(y: &mut f64, x: f64) {
    *y += *x;
}

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

fn main() {}
