//! Custom derivatives that cannot be.
use retrograde::prelude::*;

#[reversible(adjoint)]
fn level(y: &mut f64, x: f64) {
    if nest_level() == 0 {
        *y += x;
    }
}

#[differentiable(forward, checkpoint)]
fn both(x: f64) -> f64 {
    x * x
}

#[differentiable(forwards)]
fn misspelt(x: f64) -> f64 {
    x * x
}

#[derive(Clone, Differentiable)]
struct Scale(f64);

#[differentiable]
trait Apply {
    fn apply(&self, x: f64) -> f64;
}

#[differentiable]
impl Apply for Scale {
    #[differentiable(checkpoint)]
    fn apply(&self, x: f64) -> f64 {
        self.0 * x
    }
}

fn main() {}
