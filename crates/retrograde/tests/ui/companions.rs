//! Calls of functions that cannot be run backwards.

use retrograde::prelude::*;

fn plain(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
fn calls_plain(y: &mut f64, x: f64) {
    plain(y, x);
}

#[reversible]
fn inverts_plain(y: &mut f64, x: f64) {
    plain::inverse(y, x);
}

#[reversible]
fn calls_nothing(y: &mut f64, x: f64) {
    missing(y, x);
}

#[reversible]
fn calls_from_elsewhere(y: &mut f64, x: f64) {
    other::plain(y, x);
}

mod other {
    pub fn plain(y: &mut f64, x: f64) {
        *y += x;
    }
}

fn main() {}
