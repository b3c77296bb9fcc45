//! Logistic regression: the loss is a chain of iterators, its gradient has the shape of the model.
//!
//! `cargo run --release -p retrograde-examples --example logistic`

use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
}

/// The mean of minus the log-likelihood: `labels` are 1 or -1, a point has as many coordinates as there are weights.
#[differentiable]
fn loss(model: &Model, #[constant] points: &[f64], #[constant] labels: &[f64]) -> f64 {
    let n = model.weights.len();
    let total: f64 = points
        .chunks_exact(n)
        .zip(labels)
        .map(|(point, label)| {
            let score: f64 = point.iter().zip(&model.weights).map(|(x, w)| x * w).sum();
            (-label * (score + model.bias)).exp().ln_1p()
        })
        .sum();
    total / labels.len() as f64
}

fn main() {
    // two clouds of points, each on a slanted lattice
    let mut points = Vec::new();
    let mut labels = Vec::new();
    for k in 0..40 {
        let (row, column) = (f64::from(k / 8) - 2.0, f64::from(k % 8) - 3.5);
        let label = if k % 2 == 0 { 1.0 } else { -1.0 };
        points.extend([0.5 * row + 0.8 * label, 0.25 * column - 0.6 * label]);
        labels.push(label);
    }

    let mut model = Model { weights: vec![0.0; 2], bias: 0.0 };
    let before = loss(&model, &points, &labels);
    for _ in 0..500 {
        let slope = loss::gradient(&model, &points, &labels);
        for (w, dw) in model.weights.iter_mut().zip(&slope.weights) {
            *w -= 0.5 * dw;
        }
        model.bias -= 0.5 * slope.bias;
    }
    let after = loss(&model, &points, &labels);
    let score = |point: &[f64]| point.iter().zip(&model.weights).map(|(x, w)| x * w).sum::<f64>() + model.bias;
    let right = points.chunks_exact(2).zip(&labels).filter(|(point, label)| score(point) * **label > 0.0).count();
    println!("loss {before:.4} before and {after:.4} after, {right} of {} points on the right side", labels.len());
    assert!((before - 2.0_f64.ln()).abs() < 1e-12 && after < 0.3 && right >= 36);
    check_gradient!(reverse loss(&model, const &points, const &labels));
}
