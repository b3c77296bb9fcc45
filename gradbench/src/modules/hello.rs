//! The square of a number and its derivative: a greeting.

use super::Module;
use crate::evaluation::{Problem, evaluate};
use retrograde::prelude::*;

/// The module.
pub const MODULE: Module =
    Module { name: "hello", functions: &[("square", |x| evaluate(x, value)), ("double", |x| evaluate(x, derivative))] };

/// The square of a number.
#[differentiable(tangent)]
pub fn square(x: f64) -> f64 {
    x * x
}

/// A number.
#[derive(Clone, Debug)]
pub struct Number(f64);

impl Problem for Number {
    type Input = f64;

    fn new(x: f64) -> Result<Self, String> {
        Ok(Number(x))
    }
}

fn value(x: &Number, y: &mut f64) {
    *y = square(x.0);
}

fn derivative(x: &Number, slope: &mut f64) {
    *slope = square::gradient(x.0);
}
