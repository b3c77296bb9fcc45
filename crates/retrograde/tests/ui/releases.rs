//! Locals that cannot be released as asked.

use retrograde::prelude::*;

#[reversible]
fn without_value(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    release!(t);
}

#[reversible]
fn a_parameter(y: &mut f64, x: f64) {
    *y += x;
    release!(*y, x);
}

#[reversible]
fn a_value_parameter(y: &mut f64, x: f64) {
    *y += x;
    release!(x, 0.0);
}

#[reversible]
fn unknown(y: &mut f64, x: f64) {
    *y += x;
    release!(t, x);
}

#[reversible]
fn in_another_block(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    if x > 0.0 {
        release!(t, x);
    }
}

#[reversible]
fn by_itself(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    release!(t, t);
}

#[reversible]
fn used_after(y: &mut f64, x: f64) {
    let mut t = x;
    t += x;
    release!(t, 2.0 * x);
    *y += t;
}

#[reversible]
fn released_twice(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    release!(t, x);
    release!(t, x);
}

#[reversible]
fn undone_after(y: &mut f64, x: f64) {
    let mut t = x;
    'work: {
        *y += t;
    }
    release!(t, x);
    uncompute!('work);
}

#[reversible]
fn another_needs_it(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    let s = t * t;
    *y += x;
    release!(t, *y);
    *y += s;
}

fn main() {}
