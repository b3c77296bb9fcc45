//! The distance variance of numbers: how far each pair is apart, beside what both are apart from the others on average.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const LENGTH: usize = 100;

#[inline(never)]
fn plain(out: &mut f64, x: &[f64; LENGTH]) {
    let scale = 1.0 / LENGTH as f64;
    let mut means = [0.0; LENGTH];
    let mut mean = 0.0;
    for i in 0..LENGTH {
        for j in 0..LENGTH {
            means[i] += scale * (x[i] - x[j]).abs();
        }
        mean += scale * means[i];
    }
    for i in 0..LENGTH {
        for j in 0..LENGTH {
            let d = (x[i] - x[j]).abs() - means[i] - means[j] + mean;
            *out += scale * scale * d * d;
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn distance_variance(out: &mut f64, x: &[f64; LENGTH]) {
    let scale = 1.0 / LENGTH as f64;
    let mut means = [0.0; LENGTH];
    let mut mean = 0.0;
    for i in 0..LENGTH {
        for j in 0..LENGTH {
            means[i] += scale * (x[i] - x[j]).abs();
        }
        mean += scale * means[i];
    }
    for i in 0..LENGTH {
        for j in 0..LENGTH {
            let d = (x[i] - x[j]).abs() - means[i] - means[j] + mean;
            *out += scale * scale * d * d;
        }
    }
}

/// The sign of a number, and zero for zero.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { 1.0_f64.copysign(x) }
}

/// An array in blocks; its length is a multiple of four.
fn blocks(x: &[f64; LENGTH]) -> &[[f64; 4]] {
    x.as_chunks().0
}

fn blocks_mut(x: &mut [f64; LENGTH]) -> &mut [[f64; 4]] {
    x.as_chunks_mut().0
}

/// Each pair's gradient goes to two numbers and two means at once; four accumulators for each sum along a row.
#[inline(never)]
fn by_hand(out_adj: f64, x: &[f64; LENGTH], x_adj: &mut [f64; LENGTH]) {
    let scale = 1.0 / LENGTH as f64;
    let mut means = [0.0; LENGTH];
    let mut mean = 0.0;
    for i in 0..LENGTH {
        for x_j in x {
            means[i] += scale * (x[i] - x_j).abs();
        }
        mean += scale * means[i];
    }
    let weight = 2.0 * scale * scale * out_adj;
    let mut means_adj = [0.0; LENGTH];
    let mut mean_adj = 0.0;
    for i in 0..LENGTH {
        let (mut x_sums, mut sums) = ([0.0; 4], [0.0; 4]);
        let numbers = blocks(x).iter().zip(blocks_mut(x_adj));
        for ((x_j, x_j_adj), (mean_j, mean_j_adj)) in numbers.zip(blocks(&means).iter().zip(blocks_mut(&mut means_adj)))
        {
            for k in 0..4 {
                let apart = x[i] - x_j[k];
                let g = weight * (apart.abs() - means[i] - mean_j[k] + mean);
                let towards = g * sign(apart);
                x_j_adj[k] -= towards;
                mean_j_adj[k] -= g;
                x_sums[k] += towards;
                sums[k] += g;
            }
        }
        let sum: f64 = sums.iter().sum();
        x_adj[i] += x_sums.iter().sum::<f64>();
        means_adj[i] -= sum;
        mean_adj += sum;
    }
    for i in 0..LENGTH {
        let g = scale * (means_adj[i] + scale * mean_adj);
        let mut x_sums = [0.0; 4];
        for (x_j, x_j_adj) in blocks(x).iter().zip(blocks_mut(x_adj)) {
            for k in 0..4 {
                let towards = g * sign(x[i] - x_j[k]);
                x_j_adj[k] -= towards;
                x_sums[k] += towards;
            }
        }
        x_adj[i] += x_sums.iter().sum::<f64>();
    }
}

#[inline(never)]
fn derived(mut out_adj: f64, x: &[f64; LENGTH], x_adj: &mut [f64; LENGTH]) {
    distance_variance::pull(&mut out_adj, x, x_adj);
}

pub struct Distance {
    x: [f64; LENGTH],
    out: f64,
    out_adj: f64,
    x_adj: [f64; LENGTH],
}

impl Kernel for Distance {
    const NAME: &'static str = "distance variance";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        let x = wave(LENGTH).try_into().expect("as many numbers as asked for");
        Distance { x, out: 0.0, out_adj: 1.5, x_adj: [0.0; LENGTH] }
    }

    fn plain(&mut self) {
        self.out = 0.0;
        plain(&mut self.out, &self.x);
    }

    fn ours(&mut self) {
        self.out = 0.0;
        distance_variance(&mut self.out, &self.x);
    }

    fn by_hand(&mut self) {
        by_hand(self.out_adj, &self.x, &mut self.x_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(self.out_adj, &self.x, &mut self.x_adj);
    }

    fn values(&self) -> Vec<f64> {
        vec![self.out]
    }

    fn gradients(&self) -> Vec<f64> {
        self.x_adj.to_vec()
    }
}
