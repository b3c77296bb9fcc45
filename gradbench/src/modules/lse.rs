//! The logarithm of a sum of exponentials.

use super::Module;
use crate::evaluation::{Problem, evaluate};
use retrograde::prelude::*;
use serde::Deserialize;

/// The module.
pub const MODULE: Module = Module {
    name: "lse",
    functions: &[("primal", |input| evaluate(input, primal)), ("gradient", |input| evaluate(input, gradient))],
};

/// `ln(exp(x[0]) + exp(x[1]) + ...)`, of numbers with the largest taken away, so that nothing overflows.
#[differentiable(tangent)]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    let mut largest = 0;
    for i in 1..x.len() {
        if x[i] > x[largest] {
            largest = i;
        }
    }
    let shift = x[largest];
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - shift).exp();
    }
    sum.ln() + shift
}

/// Numbers, at least one.
#[derive(Clone, Debug, Deserialize)]
pub struct Numbers {
    /// the numbers
    pub x: Vec<f64>,
}

impl Problem for Numbers {
    type Input = Numbers;

    fn new(input: Numbers) -> Result<Self, String> {
        if input.x.is_empty() { Err("`x` is empty, and has no largest element".to_owned()) } else { Ok(input) }
    }
}

/// The value.
pub fn primal(numbers: &Numbers, value: &mut f64) {
    *value = log_sum_exp(&numbers.x);
}

/// The derivative with respect to each number.
pub fn gradient(numbers: &Numbers, gradient: &mut Vec<f64>) {
    gradient.resize(numbers.x.len(), 0.0);
    log_sum_exp::gradient_into(&numbers.x, gradient);
}
