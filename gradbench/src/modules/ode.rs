//! An ordinary differential equation, solved in steps of the fourth order: each unknown grows with the one before it.
//!
//! It is there twice. The ordinary function keeps a tape of all steps. The reversible function goes through the unknowns from the last to the
//! first, so that each step can be undone: an unknown depends on those before it only.

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
pub fn solve(x: &[f64], steps: usize) -> Vec<f64> {
    let h = 2.0 / steps as f64;
    let mut y = vec![0.0; x.len()];
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
    y
}

/// The last unknown.
#[differentiable(tangent)]
pub fn last(x: &[f64], steps: usize) -> f64 {
    let y = solve(x, steps);
    y[x.len() - 1]
}

/// How many unknowns before one decide about its growth in a step, as there are four rates.
const REACH: usize = 4;

/// The same as a reversible function. In front of the unknowns there are some that do not grow, the last of which is one.
#[reversible(adjoint, tangent)]
pub fn advance(y: &mut [f64], x: &[f64], steps: usize) {
    let h = 2.0 / steps as f64;
    let half = h / 2.0;
    let sixth = h / 6.0;
    for _ in 0..steps {
        for i in (REACH..x.len()).rev() {
            // The unknowns before this one, and how fast they grow.
            let (y1, y2, y3, y4) = (y[i - 1], y[i - 2], y[i - 3], y[i - 4]);
            let (x1, x2, x3) = (x[i - 1], x[i - 2], x[i - 3]);
            // Where the second rate of `y2` is taken,
            let y3_2 = y3 + half * (x3 * y4);
            // the second and the third of `y1`,
            let y2_2 = y2 + half * (x2 * y3);
            let y2_3 = y2 + half * (x2 * y3_2);
            // and the second, the third and the fourth of this one.
            let y1_2 = y1 + half * (x1 * y2);
            let y1_3 = y1 + half * (x1 * y2_2);
            let y1_4 = y1 + h * (x1 * y2_3);
            y[i] += sixth * (x[i] * (y1 + 2.0 * y1_2 + 2.0 * y1_3 + y1_4));
        }
    }
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
    *y = solve(&equation.x, equation.s);
}

/// The derivative of the last unknown. Of many, the last ones stay tiny for many steps, and a step that is undone leaves rounding errors that
/// are larger than what they were; the tape has them as they were.
pub fn gradient(equation: &Equation, gradient: &mut Vec<f64>) {
    ordinary_gradient(equation, gradient);
}

/// The derivative, from the ordinary function.
pub fn ordinary_gradient(equation: &Equation, gradient: &mut Vec<f64>) {
    gradient.resize(equation.x.len(), 0.0);
    last::gradient_into(&equation.x, equation.s, gradient);
}

/// What the reversible function computes with.
#[derive(Clone, Debug, PartialEq)]
pub struct Steps {
    x: Vec<f64>,
    y: Vec<f64>,
    count: usize,
}

impl Steps {
    /// Before the first step.
    pub fn new(equation: &Equation) -> Self {
        let x = [&[0.0; REACH], &equation.x[..]].concat();
        let mut y = vec![0.0; x.len()];
        y[REACH - 1] = 1.0;
        Steps { x, y, count: equation.s }
    }

    /// Takes all steps.
    pub fn call(&mut self) {
        advance(&mut self.y, &self.x, self.count);
    }

    /// Takes them back.
    pub fn undo(&mut self) {
        advance::inverse(&mut self.y, &self.x, self.count);
    }

    /// The unknowns.
    pub fn unknowns(&self) -> &[f64] {
        &self.y[REACH..]
    }
}

/// The derivative, from the reversible function.
pub fn reversible_gradient(equation: &Equation, gradient: &mut Vec<f64>) {
    let mut steps = Steps::new(equation);
    steps.call();
    let Steps { x, mut y, count } = steps;
    let mut y_adj = vec![0.0; x.len()];
    y_adj[x.len() - 1] = 1.0;
    clear(gradient, x.len());
    advance::adjoint(&mut y, &mut y_adj, &x, &mut gradient[..], count, Inactive);
    gradient.drain(..REACH);
}
