//! A recurrent network: state and memory are overwritten at every step.

use super::Ordinary;
use crate::kernel::wave;
use retrograde::prelude::*;

const UNITS: usize = 16;
const STEPS: usize = 50;
/// The weights of a gate: by the input, by the state, and a bias.
const ROW: usize = UNITS + 2;

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn weighed(w: &[f64], x: f64, h: &[f64; UNITS]) -> f64 {
    let mut s = w[0] * x + w[UNITS + 1];
    for j in 0..UNITS {
        s += w[j + 1] * h[j];
    }
    s
}

#[inline(never)]
fn plain(w: &[f64], sequence: &[f64]) -> f64 {
    let (mut h, mut c) = ([0.0; UNITS], [0.0; UNITS]);
    let mut error = 0.0;
    for t in 0..STEPS {
        let x = sequence[t];
        let mut next = [0.0; UNITS];
        for k in 0..UNITS {
            let at = 4 * k * ROW;
            let forget = sigmoid(weighed(&w[at..at + ROW], x, &h));
            let input = sigmoid(weighed(&w[at + ROW..at + 2 * ROW], x, &h));
            let output = sigmoid(weighed(&w[at + 2 * ROW..at + 3 * ROW], x, &h));
            let change = weighed(&w[at + 3 * ROW..at + 4 * ROW], x, &h).tanh();
            c[k] = forget * c[k] + input * change;
            next[k] = output * c[k].tanh();
        }
        h = next;
        let mut predicted = 0.0;
        for k in 0..UNITS {
            predicted += h[k];
        }
        error += (predicted - sequence[t + 1]) * (predicted - sequence[t + 1]);
    }
    error
}

#[differentiable]
#[inline]
fn squashed(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiable]
#[inline]
fn gate(w: &[f64], x: f64, h: &[f64; UNITS]) -> f64 {
    let mut s = w[0] * x + w[UNITS + 1];
    for j in 0..UNITS {
        s += w[j + 1] * h[j];
    }
    s
}

#[differentiable]
#[inline(never)]
fn network(w: &[f64], #[constant] sequence: &[f64]) -> f64 {
    let mut h = [0.0; UNITS];
    let mut c = [0.0; UNITS];
    let mut error = 0.0;
    for t in 0..STEPS {
        let x = sequence[t];
        let mut next = [0.0; UNITS];
        for k in 0..UNITS {
            let at = 4 * k * ROW;
            let forget = squashed(gate(&w[at..at + ROW], x, &h));
            let input = squashed(gate(&w[at + ROW..at + 2 * ROW], x, &h));
            let output = squashed(gate(&w[at + 2 * ROW..at + 3 * ROW], x, &h));
            let change = gate(&w[at + 3 * ROW..at + 4 * ROW], x, &h).tanh();
            c[k] = forget * c[k] + input * change;
            next[k] = output * c[k].tanh();
        }
        h = next;
        let mut predicted = 0.0;
        for k in 0..UNITS {
            predicted += h[k];
        }
        error += (predicted - sequence[t + 1]) * (predicted - sequence[t + 1]);
    }
    error
}

/// What a step leaves for the way back: the four gates of each unit, its memory before and the squashed memory after.
#[derive(Clone, Copy)]
struct Saved {
    gates: [[f64; 4]; UNITS],
    c: [f64; UNITS],
    squashed: [f64; UNITS],
    /// the state before
    h: [f64; UNITS],
    predicted: f64,
}

#[inline(never)]
fn by_hand(w: &[f64], sequence: &[f64]) -> (f64, Vec<f64>) {
    let (mut h, mut c) = ([0.0; UNITS], [0.0; UNITS]);
    let mut error = 0.0;
    let mut tape = Vec::with_capacity(STEPS);
    for t in 0..STEPS {
        let x = sequence[t];
        let mut saved = Saved { gates: [[0.0; 4]; UNITS], c, squashed: [0.0; UNITS], h, predicted: 0.0 };
        let mut next = [0.0; UNITS];
        for k in 0..UNITS {
            let at = 4 * k * ROW;
            let forget = sigmoid(weighed(&w[at..at + ROW], x, &h));
            let input = sigmoid(weighed(&w[at + ROW..at + 2 * ROW], x, &h));
            let output = sigmoid(weighed(&w[at + 2 * ROW..at + 3 * ROW], x, &h));
            let change = weighed(&w[at + 3 * ROW..at + 4 * ROW], x, &h).tanh();
            saved.gates[k] = [forget, input, output, change];
            c[k] = forget * c[k] + input * change;
            saved.squashed[k] = c[k].tanh();
            next[k] = output * saved.squashed[k];
        }
        h = next;
        for k in 0..UNITS {
            saved.predicted += h[k];
        }
        error += (saved.predicted - sequence[t + 1]) * (saved.predicted - sequence[t + 1]);
        tape.push(saved);
    }
    let mut w_adj = vec![0.0; w.len()];
    let (mut h_adj, mut c_adj) = ([0.0; UNITS], [0.0; UNITS]);
    for (t, saved) in tape.iter().enumerate().rev() {
        let x = sequence[t];
        let predicted_adj = 2.0 * (saved.predicted - sequence[t + 1]);
        let mut before = [0.0; UNITS];
        for k in 0..UNITS {
            let [forget, input, output, change] = saved.gates[k];
            let next_adj = h_adj[k] + predicted_adj;
            let squashed = saved.squashed[k];
            let own = c_adj[k] + next_adj * output * (1.0 - squashed * squashed);
            c_adj[k] = own * forget;
            let gates_adj = [
                own * saved.c[k] * forget * (1.0 - forget),
                own * change * input * (1.0 - input),
                next_adj * squashed * output * (1.0 - output),
                own * input * (1.0 - change * change),
            ];
            for (which, g) in gates_adj.into_iter().enumerate() {
                let at = (4 * k + which) * ROW;
                let (w, w_adj) = (&w[at..at + ROW], &mut w_adj[at..at + ROW]);
                w_adj[0] += g * x;
                w_adj[UNITS + 1] += g;
                for j in 0..UNITS {
                    w_adj[j + 1] += g * saved.h[j];
                    before[j] += g * w[j + 1];
                }
            }
        }
        h_adj = before;
    }
    (error, w_adj)
}

pub struct Lstm {
    w: Vec<f64>,
    sequence: Vec<f64>,
}

impl Ordinary for Lstm {
    const NAME: &'static str = "lstm";

    fn new() -> Self {
        let w = wave(4 * UNITS * ROW).iter().map(|w| 0.5 * (w - 0.45)).collect();
        Lstm { w, sequence: wave(STEPS + 1) }
    }

    fn operations(&self) -> u64 {
        // of a unit, four gates and what follows from them
        let unit = 4 * (2 * UNITS + 2) + 3 * 4 + 1 + 3 + 2;
        (STEPS * (UNITS * (unit + 1) + 4)) as u64
    }

    fn turns(&self) -> u64 {
        STEPS as u64
    }

    fn plain(&self) -> f64 {
        plain(&self.w, &self.sequence)
    }

    fn ours(&self) -> f64 {
        network(&self.w, &self.sequence)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        by_hand(&self.w, &self.sequence)
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        network::value_and_gradient(&self.w, &self.sequence)
    }
}
