//! `y += A x`, the matrix row by row, as one array.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const SIZE: usize = 64;

#[inline(never)]
fn plain(y: &mut [f64], a: &[f64], x: &[f64]) {
    for (y, row) in y.iter_mut().zip(a.chunks_exact(x.len())) {
        for (a, x) in row.iter().zip(x) {
            *y += a * x;
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn product(y: &mut [f64], a: &[f64], x: &[f64]) {
    for (y, row) in y.iter_mut().zip(a.chunks_exact(x.len())) {
        for (a, x) in row.iter().zip(x) {
            *y += a * x;
        }
    }
}

#[inline(never)]
fn by_hand(y_adj: &[f64], a: &[f64], a_adj: &mut [f64], x: &[f64], x_adj: &mut [f64]) {
    let rows = a.chunks_exact(x.len()).zip(a_adj.chunks_exact_mut(x.len()));
    for (g, (row, row_adj)) in y_adj.iter().zip(rows) {
        for ((a, a_adj), (x, x_adj)) in row.iter().zip(row_adj).zip(x.iter().zip(&mut *x_adj)) {
            *a_adj += g * x;
            *x_adj += g * a;
        }
    }
}

#[inline(never)]
fn derived(y: &[f64], y_adj: &mut [f64], a: &[f64], a_adj: &mut [f64], x: &[f64], x_adj: &mut [f64]) {
    product::pull(y, y_adj, a, a_adj, x, x_adj);
}

pub struct MatrixVector {
    a: Vec<f64>,
    x: Vec<f64>,
    y: Vec<f64>,
    y_adj: Vec<f64>,
    a_adj: Vec<f64>,
    x_adj: Vec<f64>,
}

impl Kernel for MatrixVector {
    const NAME: &'static str = "matrix times vector";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        MatrixVector {
            a: wave(SIZE * SIZE),
            x: wave(SIZE),
            y: vec![0.0; SIZE],
            y_adj: wave(SIZE),
            a_adj: vec![0.0; SIZE * SIZE],
            x_adj: vec![0.0; SIZE],
        }
    }

    fn plain(&mut self) {
        plain(&mut self.y, &self.a, &self.x);
    }

    fn ours(&mut self) {
        product(&mut self.y, &self.a, &self.x);
    }

    fn by_hand(&mut self) {
        by_hand(&self.y_adj, &self.a, &mut self.a_adj, &self.x, &mut self.x_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(&self.y, &mut self.y_adj, &self.a, &mut self.a_adj, &self.x, &mut self.x_adj);
    }

    fn values(&self) -> Vec<f64> {
        self.y.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.a_adj[..], &self.x_adj].concat()
    }
}
