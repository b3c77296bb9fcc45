//! An ordinary differential equation, solved in steps of the fourth order: each unknown grows with the one before it.

use super::Module;
use crate::evaluation::{Problem, clear, evaluate};
use retrograde::prelude::*;
use serde::Deserialize;

/// The module.
pub const MODULE: Module = Module {
    name: "ode",
    functions: &[("primal", |input| evaluate(input, primal)), ("gradient", |input| evaluate(input, gradient))],
};

/// The rates of growth `k` at `y`.
#[differentiable(tangent)]
#[inline]
fn rates(x: &[f64], y: &[f64], k: &mut [f64]) {
    k[0] = x[0];
    for i in 1..x.len() {
        k[i] = x[i] * y[i - 1];
    }
}

/// The unknowns at the time 2, from zero at the time 0, by the method of Runge and Kutta.
#[differentiable(tangent)]
pub fn solve(x: &[f64], steps: usize, y: &mut [f64]) {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    let mut at = vec![0.0; n];
    for _ in 0..steps {
        let () = rates(x, y, &mut k1);
        for i in 0..n {
            at[i] = y[i] + h * k1[i] / 2.0;
        }
        let () = rates(x, &at, &mut k2);
        for i in 0..n {
            at[i] = y[i] + h * k2[i] / 2.0;
        }
        let () = rates(x, &at, &mut k3);
        for i in 0..n {
            at[i] = y[i] + h * k3[i];
        }
        let () = rates(x, &at, &mut k4);
        for i in 0..n {
            y[i] += h * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
        }
    }
}

/// The last unknown.
#[differentiable(tangent)]
pub fn last(x: &[f64], steps: usize) -> f64 {
    let mut y = vec![0.0; x.len()];
    let () = solve(x, steps, &mut y);
    y[x.len() - 1]
}

/// An equation and a number of steps.
#[derive(Clone, Debug, Deserialize)]
pub struct Equation {
    /// how fast each unknown grows
    pub x: Vec<f64>,
    /// how many steps
    pub s: usize,
}

impl Problem for Equation {
    type Input = Equation;

    fn new(input: Equation) -> Result<Self, String> {
        if input.x.is_empty() { Err("`x` is empty, and has no last element".to_owned()) } else { Ok(input) }
    }
}

/// All unknowns.
pub fn primal(equation: &Equation, y: &mut Vec<f64>) {
    clear(y, equation.x.len());
    solve(&equation.x, equation.s, y);
}

/// The derivative of the last unknown.
pub fn gradient(equation: &Equation, gradient: &mut Vec<f64>) {
    clear(gradient, equation.x.len());
    last::gradient_into(&equation.x, equation.s, gradient);
}
