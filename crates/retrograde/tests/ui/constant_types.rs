//! The type of a constant is differentiable too, although nothing is differentiated by it.

use retrograde::prelude::*;

#[derive(Clone, Copy, Plain)]
struct Config {
    rate: f64,
}

#[differentiable]
fn scaled(x: f64, #[constant] config: Config) -> f64 {
    x * x * config.rate
}

fn main() {}
