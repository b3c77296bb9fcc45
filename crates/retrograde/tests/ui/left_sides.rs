//! Left sides that cannot be changed through.

use retrograde::prelude::*;
use retrograde::Bijection;

struct Log;

impl Bijection<f64> for Log {
    type Image = f64;
    fn image(&self, x: f64) -> f64 {
        x.ln()
    }
    fn preimage(&self, y: f64) -> f64 {
        y.exp()
    }
}

#[reversible]
fn bits(k: &mut i64) {
    -*k ^= 3;
}

#[reversible]
fn unknown(y: &mut f64, v: &mut [f64]) {
    log(*y) += 1.0;
    !*y += 1.0;
    Log(*y, v[0]) += 1.0;
    Log() += 1.0;
    (v[0])(*y) += 1.0;
}

#[reversible]
fn read_only(x: f64) {
    -x += 1.0;
    Log(x) += 1.0;
}

#[reversible]
fn reads_itself(y: &mut f64) {
    Log(*y) += *y;
    -*y += *y;
}

#[reversible]
fn lost(y: &mut f64) {
    -*y %= 2.0;
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let mut y = x;
    -y += 1.0;
    y
}

fn main() {}
