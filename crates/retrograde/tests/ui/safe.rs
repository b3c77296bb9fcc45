//! Code that must not change anything.

use retrograde::prelude::*;

#[reversible]
fn changes_a_value(y: &mut f64, x: f64) {
    safe! { *y += x; }
}

#[reversible]
fn changes_in_an_assertion(s: &mut Vec<f64>, x: f64) {
    assert!(s.pop().is_some(), "{x}");
    s[0] += x;
}

fn main() {}
