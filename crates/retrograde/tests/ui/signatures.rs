//! Signatures that a reversible function cannot have.

use retrograde::prelude::*;

#[reversible]
fn mutable_copy(y: &mut f64, mut x: f64) {
    x += 1.0;
    *y += x;
}

#[reversible]
fn returns(x: f64) -> f64 {
    x + 1.0
}

#[reversible]
fn value_at_the_end(y: &mut f64, x: f64) {
    *y += x;
    x
}

#[reversible]
fn pattern(y: &mut f64, (a, b): (f64, f64)) {
    *y += a * b;
}

#[reversible]
fn without_name(y: &mut f64, _: f64) {
    *y += 1.0;
}

#[reversible]
fn unnamed_type(y: &mut f64, x: &impl Plain) {
    *y += 1.0;
}

#[reversible]
const fn constant(y: &mut f64) {
    *y += 1.0;
}

#[reversible]
async fn asynchronous(y: &mut f64) {
    *y += 1.0;
}

#[reversible]
unsafe fn not_safe(y: &mut f64) {
    *y += 1.0;
}

#[reversible]
extern "C" fn foreign(y: &mut f64) {
    *y += 1.0;
}

fn main() {}
