//! A cubic spline between knots: the interval is searched for, and a cubic evaluated there.

use super::Small;
use crate::kernel::wave;
use retrograde::prelude::*;

const KNOTS: usize = 16;

#[derive(Clone)]
pub struct Spline {
    t: f64,
    knots: Vec<f64>,
    values: Vec<f64>,
    bends: Vec<f64>,
}

#[inline(never)]
fn plain(t: f64, knots: &[f64], values: &[f64], bends: &[f64]) -> f64 {
    let (mut low, mut high) = (0, knots.len() - 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if knots[middle] > t {
            high = middle;
        } else {
            low = middle;
        }
    }
    let h = knots[high] - knots[low];
    let a = (knots[high] - t) / h;
    let b = (t - knots[low]) / h;
    a * values[low] + b * values[high] + ((a * a * a - a) * bends[low] + (b * b * b - b) * bends[high]) * (h * h) / 6.0
}

#[differentiable]
#[inline(never)]
fn spline(t: f64, #[constant] knots: &[f64], #[constant] values: &[f64], #[constant] bends: &[f64]) -> f64 {
    let (mut low, mut high) = (0, knots.len() - 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if knots[middle] > t {
            high = middle;
        } else {
            low = middle;
        }
    }
    let h = knots[high] - knots[low];
    let a = (knots[high] - t) / h;
    let b = (t - knots[low]) / h;
    a * values[low] + b * values[high] + ((a * a * a - a) * bends[low] + (b * b * b - b) * bends[high]) * (h * h) / 6.0
}

#[inline(never)]
fn by_hand(t: f64, knots: &[f64], values: &[f64], bends: &[f64]) -> (f64, f64) {
    let (mut low, mut high) = (0, knots.len() - 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if knots[middle] > t {
            high = middle;
        } else {
            low = middle;
        }
    }
    let h = knots[high] - knots[low];
    let a = (knots[high] - t) / h;
    let b = (t - knots[low]) / h;
    let value = a * values[low]
        + b * values[high]
        + ((a * a * a - a) * bends[low] + (b * b * b - b) * bends[high]) * (h * h) / 6.0;
    let slope = (values[high] - values[low]) / h
        + ((3.0 * b * b - 1.0) * bends[high] - (3.0 * a * a - 1.0) * bends[low]) * h / 6.0;
    (value, slope)
}

pub struct Evaluated;

impl Small for Evaluated {
    const NAME: &'static str = "cubic spline";
    type Input = Spline;
    type Gradient = f64;

    fn inputs() -> Vec<Spline> {
        let numbers = wave(3 * KNOTS);
        let knots: Vec<f64> = (0..KNOTS).map(|k| k as f64 + 0.5 * numbers[k]).collect();
        let (values, bends) = (numbers[KNOTS..2 * KNOTS].to_vec(), numbers[2 * KNOTS..].to_vec());
        let at = |t| Spline { t, knots: knots.clone(), values: values.clone(), bends: bends.clone() };
        super::spread(100, 1.0, KNOTS as f64 - 1.0).into_iter().map(at).collect()
    }

    fn plain(s: &mut Spline) -> f64 {
        plain(s.t, &s.knots, &s.values, &s.bends)
    }

    fn ours(s: &mut Spline) -> f64 {
        spline(s.t, &s.knots, &s.values, &s.bends)
    }

    fn by_hand(s: &mut Spline) -> (f64, f64) {
        by_hand(s.t, &s.knots, &s.values, &s.bends)
    }

    fn derived(s: &mut Spline) -> (f64, f64) {
        spline::value_and_gradient(s.t, &s.knots, &s.values, &s.bends)
    }

    fn numbers(slope: &f64) -> Vec<f64> {
        vec![*slope]
    }
}
