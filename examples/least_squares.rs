//! A curve fitted to points by gradient descent, with an ordinary function.
//!
//! `loss` is plain Rust: a struct of parameters, a loop, a local that is added to. `#[differentiable]` gives it a gradient, which is
//! a struct with the same field names.
//!
//! `cargo run --release -p retrograde-examples --example least_squares`

use retrograde::prelude::*;

/// `height * exp(-rate * t) + floor`
#[derive(Clone, Copy, Debug, Differentiable)]
struct Decay {
    height: f64,
    rate: f64,
    floor: f64,
}

#[differentiable]
fn model(curve: &Decay, t: f64) -> f64 {
    curve.height * (-curve.rate * t).exp() + curve.floor
}

/// Mean square distance of the curve from the points.
#[differentiable]
fn loss(curve: &Decay, t: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..t.len() {
        let miss = model(curve, t[i]) - y[i];
        sum += miss * miss;
    }
    sum / t.len() as f64
}

fn main() {
    let truth = Decay { height: 2.0, rate: 0.7, floor: 0.5 };
    let t: Vec<f64> = (0..50).map(|i| 0.1 * f64::from(i)).collect();
    let y: Vec<f64> = t.iter().map(|t| model(&truth, *t)).collect();

    let mut curve = Decay { height: 1.0, rate: 1.0, floor: 0.0 };
    for round in 0..=1000 {
        let (value, (slope, _, _)) = loss::value_and_gradient(&curve, &t, &y);
        if round % 200 == 0 {
            println!("round {round:4}  loss {value:.2e}  {curve:.4?}");
        }
        curve.height -= 0.5 * slope.height;
        curve.rate -= 0.5 * slope.rate;
        curve.floor -= 0.5 * slope.floor;
    }
    assert!((curve.height - truth.height).abs() < 1e-4);
    assert!((curve.rate - truth.rate).abs() < 1e-4);
    assert!((curve.floor - truth.floor).abs() < 1e-4);
}
