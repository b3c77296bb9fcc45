//! `C += A B`, square matrices row by row, with the inner loop along rows of `B` and `C`.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;
use std::hint::black_box;

const SIZE: usize = 32;

#[inline(never)]
fn plain(c: &mut [f64], a: &[f64], b: &[f64], n: usize) {
    for i in 0..n {
        for k in 0..n {
            for j in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn product(c: &mut [f64], a: &[f64], b: &[f64], n: usize) {
    for i in 0..n {
        for k in 0..n {
            for j in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
}

/// The same loops over rows cut out beforehand; four accumulators for the sum along a row.
#[inline(never)]
fn by_hand(c_adj: &[f64], a: &[f64], a_adj: &mut [f64], b: &[f64], b_adj: &mut [f64], n: usize) {
    let rows = a.chunks_exact(n).zip(a_adj.chunks_exact_mut(n));
    for (c_adj, (a, a_adj)) in c_adj.chunks_exact(n).zip(rows) {
        let (c4, c_tail) = c_adj.as_chunks::<4>();
        let rows = b.chunks_exact(n).zip(b_adj.chunks_exact_mut(n));
        for ((&a, a_adj), (b, b_adj)) in a.iter().zip(a_adj).zip(rows) {
            let (b4, b_tail) = b.as_chunks::<4>();
            let (b_adj4, b_adj_tail) = b_adj.as_chunks_mut::<4>();
            let mut sums = [0.0; 4];
            for ((g, b), b_adj) in c4.iter().zip(b4).zip(b_adj4) {
                for k in 0..4 {
                    sums[k] += g[k] * b[k];
                }
                for k in 0..4 {
                    b_adj[k] += g[k] * a;
                }
            }
            let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
            for ((g, b), b_adj) in c_tail.iter().zip(b_tail).zip(b_adj_tail) {
                sum += g * b;
                *b_adj += g * a;
            }
            *a_adj += sum;
        }
    }
}

#[inline(never)]
fn derived(c_adj: &mut [f64], a: &[f64], a_adj: &mut [f64], b: &[f64], b_adj: &mut [f64], n: usize) {
    product::pull(c_adj, a, a_adj, b, b_adj, n, Inactive);
}

pub struct MatrixMatrix {
    /// not known when this is compiled
    n: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    c: Vec<f64>,
    c_adj: Vec<f64>,
    a_adj: Vec<f64>,
    b_adj: Vec<f64>,
}

impl Kernel for MatrixMatrix {
    const NAME: &'static str = "matrix times matrix";
    const AFTER_FORWARD: bool = false;
    // Each row has its range checked. The time depends on where in the program the loop lies: the same instructions take 7.3 or 8.0 us.
    const LIMIT: f64 = 1.15;

    fn new() -> Self {
        let (mut b, zero) = (wave(SIZE * SIZE), vec![0.0; SIZE * SIZE]);
        b.reverse();
        MatrixMatrix {
            n: black_box(SIZE),
            a: wave(SIZE * SIZE),
            b,
            c: zero.clone(),
            c_adj: wave(SIZE * SIZE),
            a_adj: zero.clone(),
            b_adj: zero,
        }
    }

    fn plain(&mut self) {
        plain(&mut self.c, &self.a, &self.b, self.n);
    }

    fn ours(&mut self) {
        product(&mut self.c, &self.a, &self.b, self.n);
    }

    fn by_hand(&mut self) {
        by_hand(&self.c_adj, &self.a, &mut self.a_adj, &self.b, &mut self.b_adj, self.n);
    }

    fn ours_adjoint(&mut self) {
        derived(&mut self.c_adj, &self.a, &mut self.a_adj, &self.b, &mut self.b_adj, self.n);
    }

    fn values(&self) -> Vec<f64> {
        self.c.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.a_adj[..], &self.b_adj].concat()
    }
}
