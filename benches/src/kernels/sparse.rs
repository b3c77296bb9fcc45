//! `y += A x` with the matrix in compressed columns: column `j` has the entries `starts[j]..starts[j + 1]`.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const SIZE: usize = 200;
const COLUMN: usize = 10;

#[inline(never)]
fn plain(y: &mut [f64], starts: &[usize], rows: &[usize], values: &[f64], x: &[f64]) {
    for j in 0..x.len() {
        for k in starts[j]..starts[j + 1] {
            y[rows[k]] += values[k] * x[j];
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn product(y: &mut [f64], starts: &[usize], rows: &[usize], values: &[f64], x: &[f64]) {
    for j in 0..x.len() {
        for k in starts[j]..starts[j + 1] {
            y[rows[k]] += values[k] * x[j];
        }
    }
}

#[inline(never)]
fn by_hand(
    y_adj: &[f64],
    starts: &[usize],
    rows: &[usize],
    values: &[f64],
    values_adj: &mut [f64],
    x: &[f64],
    x_adj: &mut [f64],
) {
    for ((x, x_adj), ends) in x.iter().zip(x_adj).zip(starts.windows(2)) {
        let (first, last) = (ends[0], ends[1]);
        let column = rows[first..last].iter().zip(&values[first..last]).zip(&mut values_adj[first..last]);
        let mut sum = 0.0;
        for ((row, value), value_adj) in column {
            let g = y_adj[*row];
            *value_adj += g * x;
            sum += g * value;
        }
        *x_adj += sum;
    }
}

#[inline(never)]
fn derived(
    y_adj: &mut [f64],
    starts: &[usize],
    rows: &[usize],
    values: &[f64],
    values_adj: &mut [f64],
    x: &[f64],
    x_adj: &mut [f64],
) {
    product::pull(y_adj, starts, Inactive, rows, Inactive, values, values_adj, x, x_adj);
}

pub struct Sparse {
    starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
    x: Vec<f64>,
    y: Vec<f64>,
    y_adj: Vec<f64>,
    values_adj: Vec<f64>,
    x_adj: Vec<f64>,
}

impl Kernel for Sparse {
    const NAME: &'static str = "sparse product";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        // Every seventh column is empty, and the others are not equally long.
        let (mut starts, mut rows) = (vec![0], Vec::new());
        for j in 0..SIZE {
            let entries = if j % 7 == 0 { 0 } else { COLUMN / 2 + j % COLUMN };
            rows.extend((0..entries).map(|k| (37 * j + k * SIZE / entries) % SIZE));
            starts.push(rows.len());
        }
        let entries = rows.len();
        Sparse {
            starts,
            rows,
            values: wave(entries),
            x: wave(SIZE),
            y: vec![0.0; SIZE],
            y_adj: wave(SIZE),
            values_adj: vec![0.0; entries],
            x_adj: vec![0.0; SIZE],
        }
    }

    fn plain(&mut self) {
        plain(&mut self.y, &self.starts, &self.rows, &self.values, &self.x);
    }

    fn ours(&mut self) {
        product(&mut self.y, &self.starts, &self.rows, &self.values, &self.x);
    }

    fn by_hand(&mut self) {
        let Sparse { starts, rows, values, x, y_adj, values_adj, x_adj, .. } = self;
        by_hand(y_adj, starts, rows, values, values_adj, x, x_adj);
    }

    fn ours_adjoint(&mut self) {
        let Sparse { starts, rows, values, x, y_adj, values_adj, x_adj, .. } = self;
        derived(y_adj, starts, rows, values, values_adj, x, x_adj);
    }

    fn values(&self) -> Vec<f64> {
        self.y.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.values_adj[..], &self.x_adj].concat()
    }
}
