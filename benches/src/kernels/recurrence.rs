//! An ordinary loop that overwrites its state, which only a tape can give back.

use crate::kernel::{Kernel, wave};
use retrograde::prelude::*;

const STEPS: usize = 100_000;
const START: f64 = 0.5;

#[inline(never)]
fn plain(w: &[f64], start: f64) -> f64 {
    let (mut s, mut total) = (start, 0.0);
    for w in w {
        s = s * w + s.sin();
        total += s;
    }
    total
}

#[differentiable]
#[inline(never)]
fn recurrence(w: &[f64], start: f64) -> f64 {
    let mut s = start;
    let mut total = 0.0;
    for i in 0..w.len() {
        s = s * w[i] + s.sin();
        total += s;
    }
    total
}

/// The tape has its final size from the start, and the backward run overwrites it with the gradient.
#[inline(never)]
fn by_hand(w: &[f64], start: f64) -> (f64, (Vec<f64>, f64)) {
    let (mut s, mut total) = (start, 0.0);
    let mut tape = vec![0.0; w.len()];
    for (w, saved) in w.iter().zip(&mut tape) {
        *saved = s;
        s = s * w + s.sin();
        total += s;
    }
    let mut s_adj = 0.0;
    for (w, place) in w.iter().zip(&mut tape).rev() {
        let s = *place;
        s_adj += 1.0;
        *place = s_adj * s;
        s_adj *= w + s.cos();
    }
    (total, (tape, s_adj))
}

#[inline(never)]
fn derived(w: &[f64], start: f64) -> (f64, (Vec<f64>, f64)) {
    recurrence::value_and_gradient(w, start)
}

pub struct Recurrence {
    w: Vec<f64>,
    total: f64,
    w_adj: Vec<f64>,
    start_adj: f64,
}

impl Kernel for Recurrence {
    const NAME: &'static str = "recurrence with tape";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        Recurrence { w: wave(STEPS), total: 0.0, w_adj: Vec::new(), start_adj: 0.0 }
    }

    fn plain(&mut self) {
        self.total = plain(&self.w, START);
    }

    fn ours(&mut self) {
        self.total = recurrence(&self.w, START);
    }

    fn by_hand(&mut self) {
        (self.total, (self.w_adj, self.start_adj)) = by_hand(&self.w, START);
    }

    fn ours_adjoint(&mut self) {
        (self.total, (self.w_adj, self.start_adj)) = derived(&self.w, START);
    }

    fn values(&self) -> Vec<f64> {
        vec![self.total]
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.w_adj[..], &[self.start_adj]].concat()
    }
}
