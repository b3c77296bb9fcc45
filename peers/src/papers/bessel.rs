//! A Bessel function by its series.

use crate::limits::Context;
use crate::measure::{Case, What};
use crate::number::Number;
use crate::outside;
use crate::programs::Program;
use crate::ways::{BY_HAND, ORDINARY, REVERSIBLE, gradient, inverse, peers, primal, taped, way};
use retrograde_gradbench::papers::bessel::{self, Bessel};
use retrograde_gradbench::samples;

impl Program for Bessel {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let half = x[0].clone().times(0.5);
        let mut term = half.clone();
        for k in 2..=self.nu {
            term = term * half.clone().times(1.0 / f64::from(k));
        }
        let mut sum = term.clone();
        let mut k = 0;
        while term.value().abs() > self.cutoff {
            k += 1;
            term = term * (half.clone() * half.clone()).times(-1.0 / f64::from(k * (k + self.nu)));
            sum = sum + term.clone();
        }
        vec![sum]
    }

    fn inputs(&self) -> Vec<f64> {
        vec![self.z]
    }
}

/// By the functions of the orders before and after, as the paper does it by hand.
fn by_hand(problem: &Bessel, out: &mut Vec<f64>) {
    let value = |nu| {
        let mut value = 0.0;
        bessel::primal(&Bessel { nu, ..*problem }, &mut value);
        value
    };
    out.clear();
    out.push((value(problem.nu - 1) - value(problem.nu + 1)) / 2.0);
}

pub fn bessel(context: &Context) {
    let problem = &samples::bessel();
    let calls = [problem.inputs()];
    let number = |gradient: &f64| vec![*gradient];
    let mut ways = vec![
        primal(REVERSIBLE, |value| bessel::primal(problem, value)),
        inverse(0.0, |value| bessel::inverse(problem, value)),
        way(REVERSIBLE, What::Gradient, 0.0, |g| bessel::reversible_gradient(problem, g), number),
        way(ORDINARY, What::Gradient, 0.0, taped(|g| bessel::ordinary_gradient(problem, g)), number),
        gradient(BY_HAND, |out| by_hand(problem, out)),
    ];
    let size = format!("J_{}({:.1})", problem.nu, problem.z);
    let choice = context.choice("bessel", &size, problem.z);
    ways.extend(peers(&choice, problem, &calls));
    let order = usize::try_from(problem.nu).expect("it is small");
    ways.extend(outside::ways(&choice, "bessel", &[order], &[&[problem.z, problem.cutoff]]));
    let scale = problem.z;
    Case { eval: "bessel", size, scale, operations: None, input_bytes: None, ways }.measure(context, scale);
}
