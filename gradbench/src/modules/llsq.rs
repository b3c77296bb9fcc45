//! Linear least squares: how well a polynomial approximates the sign function.

use super::Module;
use crate::evaluation::{Problem, evaluate};
use retrograde::prelude::*;
use serde::Deserialize;

/// The module.
pub const MODULE: Module = Module {
    name: "llsq",
    functions: &[("primal", |input| evaluate(input, primal)), ("gradient", |input| evaluate(input, gradient))],
};

/// What the polynomial with the coefficients `x` is too much at the `i`th of `n` points between -1 and 1.
#[differentiable(tangent)]
#[inline]
fn error(x: &[f64], i: usize, n: usize) -> f64 {
    let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
    let mut value = 0.0;
    let mut power = 1.0;
    for j in 0..x.len() {
        value += x[j] * power;
        power *= t;
    }
    if t > 0.0 {
        value - 1.0
    } else if t < 0.0 {
        value + 1.0
    } else {
        value
    }
}

/// Half the sum of squared errors.
#[differentiable(tangent)]
pub fn squares(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let error = error(x, i, n);
        sum += error * error;
    }
    sum / 2.0
}

/// A polynomial and a number of points.
#[derive(Clone, Debug, Deserialize)]
pub struct Fit {
    /// the coefficients
    pub x: Vec<f64>,
    /// how many points
    pub n: usize,
}

impl Problem for Fit {
    type Input = Fit;

    fn new(input: Fit) -> Result<Self, String> {
        if input.n < 2 { Err(format!("`n` is {}, and there are two ends", input.n)) } else { Ok(input) }
    }
}

/// The value.
pub fn primal(fit: &Fit, value: &mut f64) {
    *value = squares(&fit.x, fit.n);
}

/// The derivative with respect to the coefficients.
pub fn gradient(fit: &Fit, gradient: &mut Vec<f64>) {
    gradient.resize(fit.x.len(), 0.0);
    squares::gradient_into(&fit.x, fit.n, gradient);
}
