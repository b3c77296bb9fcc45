//! Methods of options and results that cannot be differentiated.
use retrograde::prelude::*;

#[differentiable]
fn unknown(o: Option<f64>, p: Option<f64>) -> f64 {
    o.xor(p).unwrap_or(0.0)
}

fn main() {}
