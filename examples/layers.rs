//! Small layers as structs, put together into a model and trained with Adam: `Dense`, `Maxout` and `Chain`, as in the paper on Zygote.
//!
//! A layer is a trait with one differentiable method. The gradient of the loss with respect to the model has the model's shape: `DenseTangent` beside
//! `Dense`, and so on for whatever they are put together to.
//!
//! `cargo run --release -p retrograde-examples --example layers`

use retrograde::prelude::*;
use std::io::Write;

#[differentiable(tangent)]
trait Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64>;
}

/// Weights by rows and a bias for each output, then `tanh`.
#[derive(Clone, Debug, Differentiable)]
struct Dense {
    weights: Vec<f64>,
    bias: Vec<f64>,
}

#[differentiable(tangent)]
impl Layer for Dense {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        self.weights
            .chunks_exact(x.len())
            .zip(&self.bias)
            .map(|(row, b)| (row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b).tanh())
            .collect()
    }
}

/// For each output the largest of several weighted sums.
#[derive(Clone, Debug, Differentiable)]
struct Maxout {
    weights: Vec<f64>,
    bias: Vec<f64>,
    pieces: usize,
}

#[differentiable(tangent)]
impl Layer for Maxout {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut out = Vec::new();
        for k in 0..self.bias.len() / self.pieces {
            let mut largest = f64::NEG_INFINITY;
            for piece in k * self.pieces..(k + 1) * self.pieces {
                let mut sum = self.bias[piece];
                for j in 0..x.len() {
                    sum += self.weights[piece * x.len() + j] * x[j];
                }
                largest = largest.max(sum);
            }
            out.push(largest);
        }
        out
    }
}

/// One layer after another.
#[derive(Clone, Debug, Differentiable)]
struct Chain<A, B> {
    first: A,
    second: B,
}

#[differentiable(tangent)]
impl<A: Layer, B: Layer> Layer for Chain<A, B> {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let hidden = self.first.forward(x);
        self.second.forward(&hidden)
    }
}

type Model = Chain<Dense, Chain<Maxout, Dense>>;

/// The mean squared error, where a point has two coordinates.
#[differentiable(tangent)]
fn loss(model: &Model, #[constant] points: &[f64], #[constant] targets: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (point, target) in points.chunks_exact(2).zip(targets) {
        let out = model.forward(point);
        sum += (out[0] - target).powi(2);
    }
    sum / targets.len() as f64
}

/// Goes through the parameters of a model beside their gradients.
trait Parameters: Differentiable + 'static {
    fn each(&mut self, slope: &Self::Tangent<One>, step: &mut impl FnMut(&mut f64, f64));
}

fn each(values: &mut [f64], slopes: &[f64], step: &mut impl FnMut(&mut f64, f64)) {
    values.iter_mut().zip(slopes).for_each(|(value, slope)| step(value, *slope));
}

impl Parameters for Dense {
    fn each(&mut self, slope: &DenseTangent<One>, step: &mut impl FnMut(&mut f64, f64)) {
        each(&mut self.weights, &slope.weights, step);
        each(&mut self.bias, &slope.bias, step);
    }
}

impl Parameters for Maxout {
    fn each(&mut self, slope: &MaxoutTangent<One>, step: &mut impl FnMut(&mut f64, f64)) {
        each(&mut self.weights, &slope.weights, step);
        each(&mut self.bias, &slope.bias, step);
    }
}

impl<A: Parameters, B: Parameters> Parameters for Chain<A, B> {
    fn each(&mut self, slope: &Self::Tangent<One>, step: &mut impl FnMut(&mut f64, f64)) {
        self.first.each(&slope.first, step);
        self.second.each(&slope.second, step);
    }
}

/// Adam, with a first and a second moment for each parameter.
#[derive(Default)]
struct Adam {
    moments: Vec<(f64, f64)>,
    steps: i32,
}

impl Adam {
    fn step<M: Parameters>(&mut self, model: &mut M, slope: &M::Tangent<One>, rate: f64) {
        self.steps += 1;
        let (one, two) = (1.0 - 0.9_f64.powi(self.steps), 1.0 - 0.999_f64.powi(self.steps));
        let mut k = 0;
        model.each(slope, &mut |value, slope| {
            if k == self.moments.len() {
                self.moments.push((0.0, 0.0));
            }
            let (mean, square) = &mut self.moments[k];
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            *value -= rate * (*mean / one) / ((*square / two).sqrt() + 1e-8);
            k += 1;
        });
    }
}

/// Numbers in no particular order between -0.7 and 0.7.
fn start(length: usize, seed: usize) -> Vec<f64> {
    (0..length).map(|k| 0.7 * ((31 * k + 17 * seed * (k + 1)) as f64).sin()).collect()
}

fn show_progress(done: usize, all: usize, loss: f64) {
    let width = 40 * done / all;
    eprint!("\r[{:<40}] {done}/{all}, loss {loss:.5}", "#".repeat(width));
    let _ = std::io::stderr().flush();
    if done == all {
        eprintln!();
    }
}

fn main() {
    let model = Chain {
        first: Dense { weights: start(16, 1), bias: start(8, 2) },
        second: Chain {
            first: Maxout { weights: start(96, 3), bias: start(12, 4), pieces: 2 },
            second: Dense { weights: start(6, 5), bias: start(1, 6) },
        },
    };
    let grid = || (0..81).map(|k| (f64::from(k % 9) / 4.0 - 1.0, f64::from(k / 9) / 4.0 - 1.0));
    let points: Vec<f64> = grid().flat_map(|(x, y)| [x, y]).collect();
    let targets: Vec<f64> = grid().map(|(x, y)| 0.8 * (3.0 * x).sin() * (2.0 * y).cos()).collect();
    check_gradient!(loss(&model, const &points[..6], const &targets[..3]));

    let (mut model, mut adam, steps) = (model, Adam::default(), 600);
    let before = loss(&model, &points, &targets);
    let mut last = before;
    for step in 1..=steps {
        let (value, slope) = loss::value_and_gradient(&model, &points, &targets);
        adam.step(&mut model, &slope, 0.01);
        last = value;
        if step % 20 == 0 {
            show_progress(step, steps, value);
        }
    }
    println!("mean squared error {before:.4} before training, {last:.5} after");
    assert!(last < 0.02 * before);
}
