//! A step of heat on a square grid: five points make one.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;
use std::hint::black_box;

const SIZE: usize = 128;
const RATE: f64 = 0.1;

#[inline(never)]
fn plain(out: &mut [f64], u: &[f64], n: usize, rate: f64) {
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let k = i * n + j;
            out[k] += rate * (u[k - n] + u[k + n] + u[k - 1] + u[k + 1] - 4.0 * u[k]);
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn heat(out: &mut [f64], u: &[f64], n: usize, #[constant] rate: f64) {
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let k = i * n + j;
            out[k] += rate * (u[k - n] + u[k + n] + u[k - 1] + u[k + 1] - 4.0 * u[k]);
        }
    }
}

/// Row by row: the rows above and below get what this one has, and in the row itself each point collects from its neighbours, but for
/// the two at each end that have only one. (It does not collect from three rows at once.)
#[inline(never)]
fn by_hand(out_adj: &[f64], u_adj: &mut [f64], n: usize, rate: f64) {
    let inner = n - 2;
    for i in 1..n - 1 {
        let g = &out_adj[i * n + 1..][..inner];
        let (above, rest) = u_adj[(i - 1) * n..].split_at_mut(n);
        let (here, below) = rest.split_at_mut(n);
        for ((above, below), g) in above[1..][..inner].iter_mut().zip(&mut below[1..][..inner]).zip(g) {
            *above += rate * g;
            *below += rate * g;
        }
        for (here, g) in here[2..].iter_mut().zip(g.windows(3)) {
            *here += rate * (g[0] - 4.0 * g[1] + g[2]);
        }
        here[0] += rate * g[0];
        here[1] += rate * (g[1] - 4.0 * g[0]);
        here[inner] += rate * (g[inner - 2] - 4.0 * g[inner - 1]);
        here[inner + 1] += rate * g[inner - 1];
    }
}

#[inline(never)]
fn derived(out_adj: &mut [f64], u: &[f64], u_adj: &mut [f64], n: usize, rate: f64) {
    heat::pull(out_adj, u, u_adj, n, Inactive, rate, Inactive);
}

pub struct Stencil {
    /// not known when this is compiled
    n: usize,
    u: Vec<f64>,
    out: Vec<f64>,
    out_adj: Vec<f64>,
    u_adj: Vec<f64>,
}

impl Kernel for Stencil {
    const NAME: &'static str = "stencil";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        let zero = vec![0.0; SIZE * SIZE];
        Stencil { n: black_box(SIZE), u: wave(SIZE * SIZE), out: zero.clone(), out_adj: wave(SIZE * SIZE), u_adj: zero }
    }

    fn plain(&mut self) {
        plain(&mut self.out, &self.u, self.n, RATE);
    }

    fn ours(&mut self) {
        heat(&mut self.out, &self.u, self.n, RATE);
    }

    fn by_hand(&mut self) {
        by_hand(&self.out_adj, &mut self.u_adj, self.n, RATE);
    }

    fn ours_adjoint(&mut self) {
        derived(&mut self.out_adj, &self.u, &mut self.u_adj, self.n, RATE);
    }

    fn values(&self) -> Vec<f64> {
        self.out.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        self.u_adj.clone()
    }
}
