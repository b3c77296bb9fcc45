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

/// The unknowns at the time 2, from zero at the time 0, by the method of Runge and Kutta. Each unknown grows by its own rate times the
/// unknown before it, and the first as if there were a one before it.
#[differentiable(tangent)]
pub fn solve(x: &[f64], steps: usize, y: &mut [f64]) {
    let h = 2.0 / steps as f64;
    for _ in 0..steps {
        // What is before the unknown, where each of the four rates is taken.
        let mut at1 = 1.0;
        let mut at2 = 1.0;
        let mut at3 = 1.0;
        let mut at4 = 1.0;
        for i in 0..x.len() {
            let k1 = x[i] * at1;
            let k2 = x[i] * at2;
            let k3 = x[i] * at3;
            let k4 = x[i] * at4;
            at1 = y[i];
            at2 = y[i] + h * k1 / 2.0;
            at3 = y[i] + h * k2 / 2.0;
            at4 = y[i] + h * k3;
            y[i] += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
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
