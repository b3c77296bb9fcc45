//! Logistic regression: nothing is overwritten, so there should be nothing on the tape.

use super::Ordinary;
use crate::kernel::wave;
use retrograde::prelude::*;

const COORDINATES: usize = 16;
const POINTS: usize = 500;

#[inline(never)]
fn plain(w: &[f64], points: &[f64], labels: &[f64]) -> f64 {
    let mut loss = 0.0;
    for (point, label) in points.chunks_exact(w.len()).zip(labels) {
        let score: f64 = point.iter().zip(w).map(|(x, w)| x * w).sum();
        loss += (-label * score).exp().ln_1p();
    }
    loss / labels.len() as f64
}

#[differentiable]
#[inline(never)]
fn loss(w: &[f64], #[constant] points: &[f64], #[constant] labels: &[f64]) -> f64 {
    let mut loss = 0.0;
    for (point, label) in points.chunks_exact(w.len()).zip(labels) {
        let score: f64 = point.iter().zip(w).map(|(x, w)| x * w).sum();
        loss += (-label * score).exp().ln_1p();
    }
    loss / labels.len() as f64
}

#[inline(never)]
fn by_hand(w: &[f64], points: &[f64], labels: &[f64]) -> (f64, Vec<f64>) {
    let mut loss = 0.0;
    let mut w_adj = vec![0.0; w.len()];
    let g = 1.0 / labels.len() as f64;
    for (point, label) in points.chunks_exact(w.len()).zip(labels) {
        let score: f64 = point.iter().zip(w).map(|(x, w)| x * w).sum();
        let e = (-label * score).exp();
        loss += e.ln_1p();
        let score_adj = -label * e * g / (1.0 + e);
        for (x, w_adj) in point.iter().zip(&mut w_adj) {
            *w_adj += score_adj * x;
        }
    }
    (loss * g, w_adj)
}

pub struct Logistic {
    w: Vec<f64>,
    points: Vec<f64>,
    labels: Vec<f64>,
}

impl Ordinary for Logistic {
    const NAME: &'static str = "logistic regression";

    fn new() -> Self {
        let labels = (0..POINTS).map(|k| if k % 3 == 0 { 1.0 } else { -1.0 }).collect();
        Logistic { w: wave(COORDINATES), points: wave(POINTS * COORDINATES), labels }
    }

    fn operations(&self) -> u64 {
        (POINTS * (2 * COORDINATES + 5) + 1) as u64
    }

    fn turns(&self) -> u64 {
        POINTS as u64
    }

    fn plain(&self) -> f64 {
        plain(&self.w, &self.points, &self.labels)
    }

    fn ours(&self) -> f64 {
        loss(&self.w, &self.points, &self.labels)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        by_hand(&self.w, &self.points, &self.labels)
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        loss::value_and_gradient(&self.w, &self.points, &self.labels)
    }
}
