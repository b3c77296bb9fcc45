//! A vector times an orthogonal matrix, which is a product of rotations of neighbours.

use crate::kernel::{Kernel, wave};
use retrograde::gates::rot;
use retrograde::prelude::*;

const SIZE: usize = 24;
const ANGLES: usize = SIZE * (SIZE - 1) / 2;

#[inline(never)]
fn plain(x: &mut [f64], angles: &[f64]) {
    let mut k = 0;
    for j in 1..x.len() {
        for i in (j..x.len()).rev() {
            let (sin, cos) = angles[k].sin_cos();
            (x[i - 1], x[i]) = (x[i - 1] * cos - x[i] * sin, x[i - 1] * sin + x[i] * cos);
            k += 1;
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn rotate(x: &mut [f64], angles: &[f64]) {
    let mut k = 0;
    for j in 1..x.len() {
        for i in (j..x.len()).rev() {
            rot(&mut x[i - 1], &mut x[i], angles[k]);
            k += 1;
        }
    }
}

/// A sine and a cosine turn both the values and the gradients back.
#[inline(never)]
fn by_hand(x: &mut [f64], x_adj: &mut [f64], angles: &[f64], angles_adj: &mut [f64]) {
    let mut k = angles.len();
    for j in (1..x.len()).rev() {
        for i in j..x.len() {
            k -= 1;
            let (sin, cos) = angles[k].sin_cos();
            let (a, b, a_adj, b_adj) = (x[i - 1], x[i], x_adj[i - 1], x_adj[i]);
            angles_adj[k] += b_adj * a - a_adj * b;
            (x[i - 1], x[i]) = (a * cos + b * sin, b * cos - a * sin);
            (x_adj[i - 1], x_adj[i]) = (a_adj * cos + b_adj * sin, b_adj * cos - a_adj * sin);
        }
    }
}

#[inline(never)]
fn derived(x: &mut [f64], x_adj: &mut [f64], angles: &[f64], angles_adj: &mut [f64]) {
    rotate::adjoint(x, x_adj, angles, angles_adj);
}

pub struct Rotations {
    x: Vec<f64>,
    angles: Vec<f64>,
    x_adj: Vec<f64>,
    angles_adj: Vec<f64>,
}

impl Kernel for Rotations {
    const NAME: &'static str = "product of rotations";
    const AFTER_FORWARD: bool = true;

    fn new() -> Self {
        let mut x_adj = wave(SIZE);
        x_adj.reverse();
        Rotations { x: wave(SIZE), angles: wave(ANGLES), x_adj, angles_adj: vec![0.0; ANGLES] }
    }

    fn plain(&mut self) {
        plain(&mut self.x, &self.angles);
    }

    fn ours(&mut self) {
        rotate(&mut self.x, &self.angles);
    }

    fn by_hand(&mut self) {
        by_hand(&mut self.x, &mut self.x_adj, &self.angles, &mut self.angles_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(&mut self.x, &mut self.x_adj, &self.angles, &mut self.angles_adj);
    }

    fn values(&self) -> Vec<f64> {
        self.x.clone()
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.x_adj[..], &self.angles_adj].concat()
    }
}
