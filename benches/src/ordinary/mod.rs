//! Ordinary functions: what they overwrite is saved on a tape. One a file, as the kernels are; here the versions are functions of the
//! same input that give the value, or the value and the gradient.
#![allow(clippy::needless_range_loop, reason = "plain loops are what is measured")]

mod black_scholes;
mod determinant;
mod logistic;
mod lstm;
mod newton;
mod perceptron;
mod power;
mod runge_kutta;

use crate::kernel::Kernel;
use crate::measure::Entry;

/// All of them, in the order of the table.
pub const ALL: [Entry; 8] = [
    Entry::of::<Runs<power::Power>>(),
    Entry::of::<Runs<perceptron::Perceptron>>(),
    Entry::of::<Runs<lstm::Lstm>>(),
    Entry::of::<Runs<black_scholes::BlackScholes>>(),
    Entry::of::<Runs<logistic::Logistic>>(),
    Entry::of::<Runs<newton::Newton>>(),
    Entry::of::<Runs<runge_kutta::RungeKutta>>(),
    Entry::of::<Runs<determinant::Determinant>>(),
];

/// A function that gives a number, and its gradient by hand.
pub trait Ordinary: Sized {
    const NAME: &'static str;
    /// How many nanoseconds the derived gradient may add to each operation. Where it is more than is aimed at, the header says why.
    const LIMIT: f64 = 2.0;

    /// What the function is given.
    fn new() -> Self;
    /// The arithmetic operations and functions that one run evaluates.
    fn operations(&self) -> u64;
    /// The iterations of the loop that is undone with what the tape holds.
    fn turns(&self) -> u64;
    fn plain(&self) -> f64;
    fn ours(&self) -> f64;
    fn by_hand(&self) -> (f64, Vec<f64>);
    fn derived(&self) -> (f64, Vec<f64>);
}

/// Runs of such a function.
pub struct Runs<O> {
    function: O,
    value: f64,
    gradient: Vec<f64>,
}

impl<O: Ordinary> Kernel for Runs<O> {
    const NAME: &'static str = O::NAME;
    const AFTER_FORWARD: bool = false;
    const LIMIT: f64 = O::LIMIT;

    fn new() -> Self {
        Runs { function: O::new(), value: 0.0, gradient: Vec::new() }
    }

    fn plain(&mut self) {
        self.value = self.function.plain();
    }

    fn ours(&mut self) {
        self.value = self.function.ours();
    }

    fn by_hand(&mut self) {
        (self.value, self.gradient) = self.function.by_hand();
    }

    fn ours_adjoint(&mut self) {
        (self.value, self.gradient) = self.function.derived();
    }

    fn values(&self) -> Vec<f64> {
        vec![self.value]
    }

    fn gradients(&self) -> Vec<f64> {
        self.gradient.clone()
    }

    fn operations(&self) -> u64 {
        self.function.operations()
    }

    fn turns(&self) -> u64 {
        self.function.turns()
    }
}

#[cfg(test)]
mod tests {
    /// With the run-time checks of a debug build, which the measured program does not have.
    #[test]
    fn versions_agree() {
        for kernel in super::ALL {
            (kernel.check)();
        }
    }
}
