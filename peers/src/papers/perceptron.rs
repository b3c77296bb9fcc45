//! A perceptron, for batches that grow.

use crate::by_hand::{dot, lse};
use crate::limits::Context;
use crate::measure::Case;
use crate::number::{Number, sum};
use crate::outside;
use crate::programs::{Program, log_sum_exp};
use crate::ways::{BY_HAND, ORDINARY, REVERSIBLE, gradient, inverse, peers, primal, taped};
use retrograde_gradbench::papers::perceptron::{self, Perceptron};
use retrograde_gradbench::samples;

const INPUTS: usize = 64;
const HIDDEN: usize = 32;
const CLASSES: usize = 10;

impl Program for Perceptron {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let n = self.w1.len() / self.b1.len();
        let (w1, rest) = x.split_at(self.w1.len());
        let (b1, rest) = rest.split_at(self.b1.len());
        let (w2, b2) = rest.split_at(self.w2.len());
        let losses = self.samples.chunks(n).zip(&self.classes).map(|(sample, class)| {
            let hidden = w1.chunks(n).zip(b1).map(|(row, b)| {
                let value = sum(row.iter().zip(sample).map(|(w, x)| w.clone().times(*x))) + b.clone();
                if value.value() > 0.0 { value } else { value.like(0.0) }
            });
            let hidden: Vec<T> = hidden.collect();
            let scores = w2
                .chunks(hidden.len())
                .zip(b2)
                .map(|(row, b)| sum(row.iter().zip(&hidden).map(|(w, x)| w.clone() * x.clone())) + b.clone());
            let scores: Vec<T> = scores.collect();
            log_sum_exp(&scores) - scores[*class].clone()
        });
        vec![sum(losses).times(1.0 / self.classes.len() as f64)]
    }

    fn inputs(&self) -> Vec<f64> {
        [&self.w1[..], &self.b1, &self.w2, &self.b2].concat()
    }
}

/// Room for one sample.
#[derive(Default)]
struct Buffers {
    hidden: Vec<f64>,
    hidden_adj: Vec<f64>,
    scores: Vec<f64>,
    shares: Vec<f64>,
}

impl Buffers {
    fn gradient(&mut self, p: &Perceptron, out: &mut Vec<f64>) {
        let Buffers { hidden, hidden_adj, scores, shares } = self;
        out.clear();
        out.resize(p.w1.len() + p.b1.len() + p.w2.len() + p.b2.len(), 0.0);
        let (w1_adj, rest) = out.split_at_mut(p.w1.len());
        let (b1_adj, rest) = rest.split_at_mut(p.b1.len());
        let (w2_adj, b2_adj) = rest.split_at_mut(p.w2.len());
        let (n, m) = (p.w1.len() / p.b1.len(), p.b1.len());
        let share = 1.0 / p.classes.len() as f64;
        for (sample, class) in p.samples.chunks_exact(n).zip(&p.classes) {
            hidden.clear();
            hidden.extend(p.w1.chunks_exact(n).zip(&p.b1).map(|(row, b)| (dot(row, sample) + b).max(0.0)));
            scores.clear();
            scores.extend(p.w2.chunks_exact(m).zip(&p.b2).map(|(row, b)| dot(row, hidden) + b));
            lse::gradient(scores, shares);
            shares[*class] -= 1.0;
            hidden_adj.clear();
            hidden_adj.resize(m, 0.0);
            for (i, g) in shares.iter().enumerate() {
                let g = share * g;
                b2_adj[i] += g;
                for j in 0..m {
                    w2_adj[i * m + j] += g * hidden[j];
                    hidden_adj[j] += g * p.w2[i * m + j];
                }
            }
            for (i, g) in hidden_adj.iter().enumerate().filter(|(i, _)| hidden[*i] > 0.0) {
                b1_adj[i] += g;
                for (w_adj, x) in w1_adj[i * n..(i + 1) * n].iter_mut().zip(sample) {
                    *w_adj += g * x;
                }
            }
        }
    }
}

pub fn perceptron(context: &Context, batch: usize) {
    let problem = &samples::perceptron(INPUTS, HIDDEN, CLASSES, batch);
    let calls = [problem.inputs()];
    let mut hand = Buffers::default();
    let mut ways = vec![
        primal(REVERSIBLE, |value| perceptron::primal(problem, value)),
        inverse(0.0, |value| perceptron::inverse(problem, value)),
        gradient(REVERSIBLE, |out| perceptron::reversible_gradient(problem, out)),
        gradient(ORDINARY, taped(|out| perceptron::ordinary_gradient(problem, out))),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    let (size, scale) = (format!("batch of {batch}"), batch as f64);
    let choice = context.choice("mlp", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    let sizes = [&[INPUTS, HIDDEN, CLASSES, batch], &problem.classes[..]].concat();
    ways.extend(outside::ways(&choice, "mlp", &sizes, &[&calls[0], &problem.samples]));
    let operations = Some((2 * batch * HIDDEN * (INPUTS + CLASSES)) as f64);
    Case { eval: "mlp", size, scale, operations, input_bytes: None, ways }.measure(context, scale);
}
