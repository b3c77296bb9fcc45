//! `out += L x` with the strictly lower triangle `L` packed column by column, as in the Gaussian mixtures of `ADBench`.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const SIZE: usize = 64;

/// The loop as one has it before the attribute is added. With slices and `zip` instead of indices, which the attribute does
/// not accept yet, no bounds are checked, and it takes a tenth less time and a quarter fewer instructions.
#[inline(never)]
fn plain(out: &mut [f64], l: &[f64], x: &[f64]) {
    let d = x.len();
    for i in 0..d {
        let xi = x[i];
        let p = i * (2 * d - i - 1) / 2;
        for j in 0..d - i - 1 {
            out[i + 1 + j] += l[p + j] * xi;
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn triangular(out: &mut [f64], l: &[f64], x: &[f64]) {
    let d = x.len();
    for i in 0..d {
        let xi = x[i];
        let p = i * (2 * d - i - 1) / 2;
        for j in 0..d - i - 1 {
            out[i + 1 + j] += l[p + j] * xi;
        }
    }
}

/// Columns are short, so four accumulators for the sum over each do better than eight.
#[inline(never)]
fn by_hand(out_adj: &[f64], l: &[f64], l_adj: &mut [f64], x: &[f64], x_adj: &mut [f64]) {
    let (mut rest, mut rest_adj) = (l, l_adj);
    for (i, (&xi, xi_adj)) in x.iter().zip(x_adj).enumerate() {
        let below = &out_adj[i + 1..];
        let (column, after) = rest.split_at(below.len());
        let (column_adj, after_adj) = rest_adj.split_at_mut(below.len());
        let (out4, out_tail) = below.as_chunks::<4>();
        let (l4, l_tail) = column.as_chunks::<4>();
        let (l_adj4, l_adj_tail) = column_adj.as_chunks_mut::<4>();
        let mut sums = [0.0; 4];
        for ((g, l), l_adj) in out4.iter().zip(l4).zip(l_adj4) {
            for k in 0..4 {
                l_adj[k] += g[k] * xi;
                sums[k] += g[k] * l[k];
            }
        }
        let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
        for ((g, l), l_adj) in out_tail.iter().zip(l_tail).zip(l_adj_tail) {
            *l_adj += g * xi;
            sum += g * l;
        }
        *xi_adj += sum;
        (rest, rest_adj) = (after, after_adj);
    }
}

#[inline(never)]
fn derived(out_adj: &mut [f64], l: &[f64], l_adj: &mut [f64], x: &[f64], x_adj: &mut [f64]) {
    triangular::pull(out_adj, l, l_adj, x, x_adj);
}

pub struct Triangular {
    l: Vec<f64>,
    x: Vec<f64>,
    out: Vec<f64>,
    out_adj: Vec<f64>,
    l_adj: Vec<f64>,
    x_adj: Vec<f64>,
}

impl Kernel for Triangular {
    const NAME: &'static str = "triangular product";
    const AFTER_FORWARD: bool = false;
    // Whether any gradient comes in is asked for each column, which is short.
    const LIMIT: f64 = 1.15;

    fn new() -> Self {
        let packed = SIZE * (SIZE - 1) / 2;
        Triangular {
            l: wave(packed),
            x: wave(SIZE),
            out: vec![0.0; SIZE],
            out_adj: wave(SIZE),
            l_adj: vec![0.0; packed],
            x_adj: vec![0.0; SIZE],
        }
    }

    fn plain(&mut self) {
        plain(&mut self.out, &self.l, &self.x);
    }

    fn ours(&mut self) {
        triangular(&mut self.out, &self.l, &self.x);
    }

    fn by_hand(&mut self) {
        by_hand(&self.out_adj, &self.l, &mut self.l_adj, &self.x, &mut self.x_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(&mut self.out_adj, &self.l, &mut self.l_adj, &self.x, &mut self.x_adj);
    }

    fn values(&self) -> Vec<f64> {
        self.out.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.l_adj[..], &self.x_adj].concat()
    }
}
