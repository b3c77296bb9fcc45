//! Kepler's equation by Newton's iteration, as orbital mechanics has it: from the mean anomaly to the distance.

use super::Small;
use retrograde::prelude::*;

#[inline(never)]
fn plain(mean: f64, e: f64) -> f64 {
    let mut anomaly = if e < 0.8 { mean } else { std::f64::consts::PI };
    for _ in 0..30 {
        let (s, c) = anomaly.sin_cos();
        let step = (anomaly - e * s - mean) / (1.0 - e * c);
        anomaly -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    1.0 - e * anomaly.cos()
}

#[differentiable]
#[inline(never)]
fn distance(mean: f64, e: f64) -> f64 {
    let mut anomaly = if e < 0.8 { mean } else { std::f64::consts::PI };
    for _ in 0..30 {
        let (s, c) = anomaly.sin_cos();
        let step = (anomaly - e * s - mean) / (1.0 - e * c);
        anomaly -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    1.0 - e * anomaly.cos()
}

/// Each iteration is run back with what it had of the anomaly.
#[inline(never)]
fn by_hand(mean: f64, e: f64) -> (f64, (f64, f64)) {
    let guess = e < 0.8;
    let mut anomaly = if guess { mean } else { std::f64::consts::PI };
    let mut tape = [(0.0, 0.0, 0.0); 30];
    let mut count = 0;
    for saved in &mut tape {
        let (s, c) = anomaly.sin_cos();
        let step = (anomaly - e * s - mean) / (1.0 - e * c);
        *saved = (s, c, step);
        count += 1;
        anomaly -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    let (s, c) = anomaly.sin_cos();
    let (mut anomaly_adj, mut e_adj, mut mean_adj) = (e * s, -c, 0.0);
    for &(s, c, step) in tape[..count].iter().rev() {
        let slope = 1.0 - e * c;
        let above_adj = -anomaly_adj / slope;
        let slope_adj = -above_adj * step;
        anomaly_adj += above_adj * slope + slope_adj * e * s;
        e_adj -= above_adj * s + slope_adj * c;
        mean_adj -= above_adj;
    }
    if guess {
        mean_adj += anomaly_adj;
    }
    (1.0 - e * c, (mean_adj, e_adj))
}

pub struct Kepler;

impl Small for Kepler {
    const NAME: &'static str = "Kepler's equation";
    type Input = (f64, f64);
    type Gradient = (f64, f64);

    fn inputs() -> Vec<(f64, f64)> {
        super::spread(200, 0.1, 3.0).into_iter().zip(super::spread(200, 0.0, 0.9)).collect()
    }

    fn plain((mean, e): &mut (f64, f64)) -> f64 {
        plain(*mean, *e)
    }

    fn ours((mean, e): &mut (f64, f64)) -> f64 {
        distance(*mean, *e)
    }

    fn by_hand((mean, e): &mut (f64, f64)) -> (f64, (f64, f64)) {
        by_hand(*mean, *e)
    }

    fn derived((mean, e): &mut (f64, f64)) -> (f64, (f64, f64)) {
        distance::value_and_gradient(*mean, *e)
    }

    fn numbers((mean, e): &(f64, f64)) -> Vec<f64> {
        vec![*mean, *e]
    }
}
