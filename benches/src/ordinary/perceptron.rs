//! A perceptron of two hidden layers, neuron by neuron.

use super::Ordinary;
use crate::kernel::wave;
use retrograde::prelude::*;

const INPUTS: usize = 16;
const HIDDEN: usize = 32;
const SECOND: usize = HIDDEN * INPUTS;
const LAST: usize = SECOND + HIDDEN * HIDDEN;

#[inline(never)]
fn plain(w: &[f64], x: &[f64]) -> f64 {
    let (mut first, mut second) = ([0.0; HIDDEN], [0.0; HIDDEN]);
    for i in 0..HIDDEN {
        let mut s = 0.0;
        for j in 0..INPUTS {
            s += w[i * INPUTS + j] * x[j];
        }
        first[i] = s.tanh();
    }
    for i in 0..HIDDEN {
        let mut s = 0.0;
        for j in 0..HIDDEN {
            s += w[SECOND + i * HIDDEN + j] * first[j];
        }
        second[i] = s.tanh();
    }
    let mut out = 0.0;
    for i in 0..HIDDEN {
        out += w[LAST + i] * second[i];
    }
    out
}

#[differentiable]
#[inline(never)]
fn perceptron(w: &[f64], x: &[f64]) -> f64 {
    let mut first = [0.0; HIDDEN];
    let mut second = [0.0; HIDDEN];
    for i in 0..HIDDEN {
        let mut s = 0.0;
        for j in 0..INPUTS {
            s += w[i * INPUTS + j] * x[j];
        }
        first[i] = s.tanh();
    }
    for i in 0..HIDDEN {
        let mut s = 0.0;
        for j in 0..HIDDEN {
            s += w[SECOND + i * HIDDEN + j] * first[j];
        }
        second[i] = s.tanh();
    }
    let mut out = 0.0;
    for i in 0..HIDDEN {
        out += w[LAST + i] * second[i];
    }
    out
}

/// The neurons themselves are all that is needed.
#[inline(never)]
fn by_hand(w: &[f64], x: &[f64]) -> (f64, Vec<f64>, Vec<f64>) {
    let (mut first, mut second) = ([0.0; HIDDEN], [0.0; HIDDEN]);
    for i in 0..HIDDEN {
        let mut s = 0.0;
        for j in 0..INPUTS {
            s += w[i * INPUTS + j] * x[j];
        }
        first[i] = s.tanh();
    }
    for i in 0..HIDDEN {
        let mut s = 0.0;
        for j in 0..HIDDEN {
            s += w[SECOND + i * HIDDEN + j] * first[j];
        }
        second[i] = s.tanh();
    }
    let (mut w_adj, mut x_adj) = (vec![0.0; w.len()], vec![0.0; x.len()]);
    let mut out = 0.0;
    let mut first_adj = [0.0; HIDDEN];
    for i in 0..HIDDEN {
        out += w[LAST + i] * second[i];
        w_adj[LAST + i] = second[i];
        let s_adj = w[LAST + i] * (1.0 - second[i] * second[i]);
        for j in 0..HIDDEN {
            w_adj[SECOND + i * HIDDEN + j] = s_adj * first[j];
            first_adj[j] += s_adj * w[SECOND + i * HIDDEN + j];
        }
    }
    for i in 0..HIDDEN {
        let s_adj = first_adj[i] * (1.0 - first[i] * first[i]);
        for j in 0..INPUTS {
            w_adj[i * INPUTS + j] = s_adj * x[j];
            x_adj[j] += s_adj * w[i * INPUTS + j];
        }
    }
    (out, w_adj, x_adj)
}

pub struct Perceptron {
    w: Vec<f64>,
    x: Vec<f64>,
}

impl Ordinary for Perceptron {
    const NAME: &'static str = "perceptron";

    fn new() -> Self {
        let w = wave(LAST + HIDDEN).iter().map(|w| 0.2 * (w - 0.45)).collect();
        Perceptron { w, x: wave(INPUTS) }
    }

    fn operations(&self) -> u64 {
        (2 * (LAST + HIDDEN) + 2 * HIDDEN) as u64
    }

    fn turns(&self) -> u64 {
        2 * HIDDEN as u64
    }

    fn plain(&self) -> f64 {
        plain(&self.w, &self.x)
    }

    fn ours(&self) -> f64 {
        perceptron(&self.w, &self.x)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        let (value, w_adj, x_adj) = by_hand(&self.w, &self.x);
        (value, [w_adj, x_adj].concat())
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        let (value, (w_adj, x_adj)) = perceptron::value_and_gradient(&self.w, &self.x);
        (value, [w_adj, x_adj].concat())
    }
}
