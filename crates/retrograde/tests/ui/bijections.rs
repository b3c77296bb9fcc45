//! Values that are no bijections, and conversions that lose something.

use retrograde::prelude::*;

struct Log;

#[reversible]
fn not_a_bijection(y: &mut f64) {
    Log(*y) += 1.0;
}

/// A bijection without a derivative.
struct Cube;

impl retrograde::Bijection<f64> for Cube {
    type Image = f64;
    fn image(&self, x: f64) -> f64 {
        x * x * x
    }
    fn preimage(&self, y: f64) -> f64 {
        y.cbrt()
    }
}

#[reversible(adjoint)]
fn without_slope(y: &mut f64, a: f64) {
    Cube(*y) += a;
}

#[reversible]
fn lossy(y: &mut f64) {
    let mut n = 1_i64;
    convert!(n: i64 => f64);
    *y += n;
}

struct Meters(f64);

#[reversible]
fn unknown(y: &mut f64) {
    let mut n = 1_i64;
    convert!(n: i64 => Meters);
    *y += n.0;
}

fn main() {}
