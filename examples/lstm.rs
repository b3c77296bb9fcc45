//! A long short-term memory, written by hand and run over a sequence: the state is overwritten at every step, and the gradient goes
//! back through all of them.
//!
//! `cargo run --release -p retrograde-examples --example lstm`

use retrograde::prelude::*;

#[differentiable(tangent)]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A gate: a row of weights by the input and by the state, and a bias.
#[differentiable(tangent)]
fn gate(weights: &[f64], x: f64, h: &[f64]) -> f64 {
    let n = h.len();
    weights[0] * x + weights[1..=n].iter().zip(h).map(|(w, h)| w * h).sum::<f64>() + weights[n + 1]
}

/// The sum of squared errors when each number of a sequence is predicted from those before it. There are four gates to a unit, and
/// the prediction is the sum of all units.
#[differentiable(tangent)]
fn loss(weights: &[f64], sequence: &[f64], units: usize) -> f64 {
    let row = units + 2;
    let mut h = vec![0.0; units];
    let mut c = vec![0.0; units];
    let mut error = 0.0;
    for pair in sequence.windows(2) {
        let mut next = Vec::new();
        for k in 0..units {
            let unit = &weights[4 * k * row..4 * (k + 1) * row];
            let forget = sigmoid(gate(&unit[..row], pair[0], &h));
            let input = sigmoid(gate(&unit[row..2 * row], pair[0], &h));
            let output = sigmoid(gate(&unit[2 * row..3 * row], pair[0], &h));
            let change = gate(&unit[3 * row..], pair[0], &h).tanh();
            c[k] = forget * c[k] + input * change;
            next.push(output * c[k].tanh());
        }
        h = next;
        let predicted: f64 = h.iter().sum();
        error += (predicted - pair[1]).powi(2);
    }
    error
}

fn main() {
    let units = 3;
    let sequence: Vec<f64> = (0..24).map(|k| 0.8 * (f64::from(k) * 0.7).sin()).collect();
    let mut weights: Vec<f64> = (0..4 * units * (units + 2)).map(|k| 0.4 * ((k * k) as f64).sin()).collect();
    check_gradient!(loss(&weights, const &sequence, units));

    let before = loss(&weights, &sequence, units);
    for _ in 0..400 {
        let (slope, _) = loss::gradient(&weights, &sequence, units);
        weights.iter_mut().zip(&slope).for_each(|(w, dw)| *w -= 0.02 * dw);
    }
    let after = loss(&weights, &sequence, units);
    println!("squared error of {} predictions: {before:.4} before training, {after:.4} after", sequence.len() - 1);
    assert!(after < 0.2 * before);
}
