//! `ln(sum exp(x))`, shifted by the largest element, which is passed in: the result does not depend on the shift, so no
//! gradient flows to it. Neither adjoint keeps anything, so both compute every exponential twice; one that kept them in a vector
//! would take 0.6 of the time.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const LENGTH: usize = 1000;

fn largest(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[inline(never)]
fn plain(y: &mut f64, x: &[f64], shift: f64) {
    let sum: f64 = x.iter().map(|x| (x - shift).exp()).sum();
    *y += sum.ln() + shift;
}

#[reversible(adjoint)]
#[inline(never)]
fn logsumexp(y: &mut f64, x: &[f64], shift: f64) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i] - shift).exp();
    }
    *y += sum.ln() + shift;
}

#[inline(never)]
fn by_hand(y_adj: f64, x: &[f64], x_adj: &mut [f64], shift: f64) {
    let sum: f64 = x.iter().map(|x| (x - shift).exp()).sum();
    let weight = y_adj / sum;
    for (x_adj, x) in x_adj.iter_mut().zip(x) {
        *x_adj += weight * (x - shift).exp();
    }
}

#[inline(never)]
fn derived(mut y_adj: f64, x: &[f64], x_adj: &mut [f64], shift: f64) {
    logsumexp::pull(&mut y_adj, x, x_adj, shift, Inactive);
}

pub struct LogSumExp {
    x: Vec<f64>,
    y: f64,
    y_adj: f64,
    x_adj: Vec<f64>,
}

impl Kernel for LogSumExp {
    const NAME: &'static str = "logsumexp";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        LogSumExp { x: wave(LENGTH), y: 0.0, y_adj: 1.5, x_adj: vec![0.0; LENGTH] }
    }

    fn plain(&mut self) {
        plain(&mut self.y, &self.x, largest(&self.x));
    }

    fn ours(&mut self) {
        logsumexp(&mut self.y, &self.x, largest(&self.x));
    }

    fn by_hand(&mut self) {
        by_hand(self.y_adj, &self.x, &mut self.x_adj, largest(&self.x));
    }

    fn ours_adjoint(&mut self) {
        derived(self.y_adj, &self.x, &mut self.x_adj, largest(&self.x));
    }

    fn values(&self) -> Vec<f64> {
        vec![self.y]
    }

    fn gradients(&self) -> Vec<f64> {
        self.x_adj.clone()
    }
}
