//! The words that Rust lacks, written wrongly.

use retrograde::prelude::*;

#[reversible]
fn inverse_of_an_assignment(y: &mut f64, x: f64) {
    inverse! {
        *y = x;
    }
}

#[reversible]
fn inverse_with_a_value(y: &mut f64, x: f64) {
    inverse! { *y + x }
}

#[reversible]
fn inverse_of_nonsense(y: &mut f64, x: f64) {
    inverse!(*y += x; +);
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let mut y = x;
    inverse! { y += x; }
    y
}

fn main() {}
