//! `dot(v, v)`: one array is both operands, so both gradients go to one shared shadow.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const LENGTH: usize = 1000;

#[inline(never)]
fn plain(y: &mut f64, a: &[f64], b: &[f64]) {
    *y += a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
}

#[reversible(adjoint)]
#[inline(never)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for (a, b) in a.iter().zip(b) {
        *y += a * b;
    }
}

/// Knows that both operands are one array, and so touches every gradient once.
#[inline(never)]
fn by_hand(y_adj: f64, v: &[f64], v_adj: &mut [f64]) {
    let twice = 2.0 * y_adj;
    for (v_adj, v) in v_adj.iter_mut().zip(v) {
        *v_adj += twice * v;
    }
}

#[inline(never)]
fn derived(mut y_adj: f64, v: &[f64], v_adj: &mut [f64]) {
    let v_adj = Cell::from_mut(v_adj).as_slice_of_cells();
    dot::pull(&mut y_adj, v, v_adj, v, v_adj);
}

pub struct Dot {
    v: Vec<f64>,
    y: f64,
    y_adj: f64,
    v_adj: Vec<f64>,
}

impl Kernel for Dot {
    const NAME: &'static str = "dot(v, v)";
    const AFTER_FORWARD: bool = false;
    // The shares of both operands are added one after the other, which is 15 instructions for four elements instead of 13. The time of so short a
    // loop depends on where in the program it lies: the same instructions take 150 or 250 ns.
    const LIMIT: f64 = 1.2;

    fn new() -> Self {
        Dot { v: wave(LENGTH), y: 0.0, y_adj: 1.5, v_adj: vec![0.0; LENGTH] }
    }

    fn plain(&mut self) {
        self.y = 0.0;
        plain(&mut self.y, &self.v, &self.v);
    }

    fn ours(&mut self) {
        self.y = 0.0;
        dot(&mut self.y, &self.v, &self.v);
    }

    fn by_hand(&mut self) {
        by_hand(self.y_adj, &self.v, &mut self.v_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(self.y_adj, &self.v, &mut self.v_adj);
    }

    fn values(&self) -> Vec<f64> {
        vec![self.y]
    }

    fn gradients(&self) -> Vec<f64> {
        self.v_adj.clone()
    }
}
