//! Small functions as libraries have them: branches, helpers, short loops, a step that changes its argument. One a file. Each is called for
//! one input after another, so what a gradient costs besides arithmetic shows.
#![allow(clippy::needless_range_loop, reason = "plain loops are what is measured")]
#![allow(clippy::unreadable_literal, reason = "coefficients are what a fit gives")]
#![allow(clippy::cast_lossless, clippy::manual_midpoint, reason = "as libraries have them")]

mod chain;
mod colour;
mod erf;
mod gamma;
mod kepler;
mod lambert;
mod nbody;
mod quaternion;
mod spline;
mod steam;

use crate::kernel::Kernel;
use crate::measure::Entry;

/// All of them, in the order of the table.
pub const ALL: [Entry; 10] = [
    Entry::of::<Runs<erf::Erf>>(),
    Entry::of::<Runs<lambert::Lambert>>(),
    Entry::of::<Runs<nbody::NBody>>(),
    Entry::of::<Runs<steam::Steam>>(),
    Entry::of::<Runs<chain::Chain>>(),
    Entry::of::<Runs<kepler::Kepler>>(),
    Entry::of::<Runs<gamma::Gamma>>(),
    Entry::of::<Runs<colour::Colour>>(),
    Entry::of::<Runs<quaternion::Turned>>(),
    Entry::of::<Runs<spline::Evaluated>>(),
];

/// A function of an input, and its gradient by hand.
pub trait Small {
    const NAME: &'static str;
    type Input: Clone;
    type Gradient;

    /// What it is called for.
    fn inputs() -> Vec<Self::Input>;
    fn plain(input: &mut Self::Input) -> f64;
    fn ours(input: &mut Self::Input) -> f64;
    fn by_hand(input: &mut Self::Input) -> (f64, Self::Gradient);
    fn derived(input: &mut Self::Input) -> (f64, Self::Gradient);
    fn numbers(gradient: &Self::Gradient) -> Vec<f64>;
}

/// Runs of such a function.
pub struct Runs<S: Small> {
    inputs: Vec<S::Input>,
    values: Vec<f64>,
    gradients: Vec<Option<S::Gradient>>,
}

impl<S: Small> Runs<S> {
    fn values(&mut self, function: impl Fn(&mut S::Input) -> f64) {
        for (input, value) in self.inputs.iter_mut().zip(&mut self.values) {
            *value = function(input);
        }
    }

    fn gradients(&mut self, function: impl Fn(&mut S::Input) -> (f64, S::Gradient)) {
        let results = self.values.iter_mut().zip(&mut self.gradients);
        for (input, (value, gradient)) in self.inputs.iter_mut().zip(results) {
            let (v, g) = function(input);
            (*value, *gradient) = (v, Some(g));
        }
    }
}

impl<S: Small> Kernel for Runs<S> {
    const NAME: &'static str = S::NAME;
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        let inputs = S::inputs();
        let count = inputs.len();
        Runs { inputs, values: vec![0.0; count], gradients: (0..count).map(|_| None).collect() }
    }

    fn plain(&mut self) {
        self.values(S::plain);
    }

    fn ours(&mut self) {
        self.values(S::ours);
    }

    fn by_hand(&mut self) {
        self.gradients(S::by_hand);
    }

    fn ours_adjoint(&mut self) {
        self.gradients(S::derived);
    }

    fn values(&self) -> Vec<f64> {
        self.values.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        self.gradients.iter().flatten().flat_map(S::numbers).collect()
    }

    fn turns(&self) -> u64 {
        self.inputs.len() as u64
    }
}

/// So many numbers, evenly spread.
fn spread(count: usize, from: f64, to: f64) -> Vec<f64> {
    (0..count).map(|k| from + (to - from) * (k as f64 + 0.5) / count as f64).collect()
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
