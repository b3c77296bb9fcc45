//! Calls of functions that cannot be run backwards: rustc says that they have no companion, at the call.

use retrograde::prelude::*;

fn advance(y: &mut f64, x: f64) {
    *y += x;
}

mod other {
    pub fn advance(y: &mut f64, x: f64) {
        *y += x;
    }
}

#[reversible]
fn calls(y: &mut f64, x: f64) {
    advance(y, x);
}

#[reversible]
fn calls_inverse(y: &mut f64, x: f64) {
    advance::inverse(y, x);
}

#[reversible]
fn calls_by_path(y: &mut f64, x: f64) {
    other::advance(y, x);
}

#[reversible]
fn calls_nothing(y: &mut f64, x: f64) {
    missing(y, x);
}

fn main() {}
