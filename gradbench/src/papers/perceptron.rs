//! A perceptron with one hidden layer that tells classes apart, and how wrong it is about a batch of samples. The larger the batch, the more
//! a tool that works on whole arrays has to do for each of its records; the paper on Zygote shows how long a tape takes beside it, as the batch
//! grows. How large its perceptron is, it does not say.
//!
//! It is there twice. The reversible function computes the layers again for each sample, and keeps nothing.

use crate::evaluation::clear;
use retrograde::prelude::*;

/// Adds `A x + b`, where the rows of `A` are as long as `x`.
#[reversible(adjoint, tangent)]
#[inline]
fn add_affine(out: &mut [f64], a: &[f64], b: &[f64], x: &[f64]) {
    let n = x.len();
    for i in 0..out.len() {
        let row = &a[i * n..(i + 1) * n];
        let mut sum = b[i];
        for (a, x) in row.iter().zip(x) {
            sum += a * x;
        }
        out[i] += sum;
    }
}

#[differentiable(tangent)]
#[inline]
fn largest(x: &[f64]) -> f64 {
    let mut k = 0;
    for i in 1..x.len() {
        if x[i] > x[k] {
            k = i;
        }
    }
    x[k]
}

#[differentiable(tangent)]
#[inline]
fn log_sum_exp(x: &[f64]) -> f64 {
    let shift = largest(x);
    x.iter().map(|v| (v - shift).exp()).sum::<f64>().ln() + shift
}

/// Adds the mean of the logarithms of what the perceptron says against the class of each sample. `w1`, `b1` belong to the hidden layer,
/// `w2`, `b2` to the classes.
#[reversible(adjoint, tangent)]
pub fn add_loss(
    value: &mut f64,
    w1: &[f64],
    b1: &[f64],
    w2: &[f64],
    b2: &[f64],
    #[constant] samples: &[f64],
    classes: &[usize],
) {
    let n = w1.len() / b1.len();
    let share = 1.0 / classes.len() as f64;
    for s in 0..classes.len() {
        let mut sums = vec![0.0; b1.len()];
        let mut hidden = vec![0.0; b1.len()];
        let mut scores = vec![0.0; b2.len()];
        add_affine(&mut sums, w1, b1, &samples[s * n..(s + 1) * n]);
        for i in 0..b1.len() {
            hidden[i] += sums[i].max(0.0);
        }
        add_affine(&mut scores, w2, b2, &hidden);
        *value += share * (log_sum_exp(&scores) - scores[classes[s]]);
    }
}

/// `A x + b`, where the rows of `A` are as long as `x`.
#[differentiable(tangent)]
#[inline]
fn affine(a: &[f64], b: &[f64], x: &[f64]) -> Vec<f64> {
    let rows = a.chunks(x.len()).zip(b);
    rows.map(|(row, b)| b + row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>()).collect()
}

/// The same as an ordinary function.
#[differentiable(tangent)]
pub fn loss(w1: &[f64], b1: &[f64], w2: &[f64], b2: &[f64], #[constant] samples: &[f64], classes: &[usize]) -> f64 {
    let n = w1.len() / b1.len();
    let mut total = 0.0;
    for s in 0..classes.len() {
        let sums = affine(w1, b1, &samples[s * n..(s + 1) * n]);
        let hidden: Vec<f64> = sums.iter().map(|v| v.max(0.0)).collect();
        let scores = affine(w2, b2, &hidden);
        total += log_sum_exp(&scores) - scores[classes[s]];
    }
    total / classes.len() as f64
}

/// A perceptron and a batch.
#[derive(Clone, Debug)]
pub struct Perceptron {
    /// the weights of the hidden layer, row by row
    pub w1: Vec<f64>,
    /// its biases
    pub b1: Vec<f64>,
    /// the weights of the classes, row by row
    pub w2: Vec<f64>,
    /// their biases
    pub b2: Vec<f64>,
    /// the samples
    pub samples: Vec<f64>,
    /// the class of each sample
    pub classes: Vec<usize>,
}

/// The loss.
pub fn primal(p: &Perceptron, value: &mut f64) {
    *value = 0.0;
    add_loss(value, &p.w1, &p.b1, &p.w2, &p.b2, &p.samples, &p.classes);
}

/// Takes the loss away again.
pub fn inverse(p: &Perceptron, value: &mut f64) {
    add_loss::inverse(value, &p.w1, &p.b1, &p.w2, &p.b2, &p.samples, &p.classes);
}

/// A gradient, cut into those by the parts of the perceptron.
fn parts<'g>(p: &Perceptron, gradient: &'g mut Vec<f64>) -> [&'g mut [f64]; 4] {
    clear(gradient, p.w1.len() + p.b1.len() + p.w2.len() + p.b2.len());
    let (w1, rest) = gradient.split_at_mut(p.w1.len());
    let (b1, rest) = rest.split_at_mut(p.b1.len());
    let (w2, b2) = rest.split_at_mut(p.w2.len());
    [w1, b1, w2, b2]
}

/// The derivative with respect to weights and biases, from the reversible function.
pub fn reversible_gradient(p: &Perceptron, gradient: &mut Vec<f64>) {
    let [w1_adj, b1_adj, w2_adj, b2_adj] = parts(p, gradient);
    add_loss::pull(
        &mut 1.0, &p.w1, w1_adj, &p.b1, b1_adj, &p.w2, w2_adj, &p.b2, b2_adj, &p.samples, Inactive, &p.classes,
        Inactive,
    );
}

/// The derivative with respect to weights and biases, from the ordinary function.
pub fn ordinary_gradient(p: &Perceptron, gradient: &mut Vec<f64>) {
    let [w1_adj, b1_adj, w2_adj, b2_adj] = parts(p, gradient);
    loss::gradient_into(&p.w1, &p.b1, &p.w2, &p.b2, &p.samples, &p.classes, w1_adj, b1_adj, w2_adj, b2_adj);
}
