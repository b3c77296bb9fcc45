//! Places for the vertices of the Petersen graph.

use crate::limits::Context;
use crate::measure::Case;
use crate::number::{Number, sum};
use crate::outside;
use crate::programs::Program;
use crate::ways::{BY_HAND, REVERSIBLE, gradient, inverse, peers, primal};
use retrograde_gradbench::papers::embedding::{self, EDGES, MARGIN, OTHERS, Places};
use retrograde_gradbench::samples;

impl Program for Places {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let k = self.k;
        // The mean and the variance of some distances.
        let distances = |pairs: &[[usize; 2]]| {
            let square = |[a, b]: &[usize; 2]| {
                sum((0..k).map(|i| {
                    let difference = x[a * k + i].clone() - x[b * k + i].clone();
                    difference.clone() * difference
                }))
            };
            let squares: Vec<T> = pairs.iter().map(square).collect();
            let n = pairs.len() as f64;
            let mean = sum(squares.iter().map(|square| square.clone().sqrt())).times(1.0 / n);
            let deviation = sum(squares) - (mean.clone() * mean.clone()).times(n);
            (mean, deviation.times(1.0 / (n - 1.0)))
        };
        let ((near, near_variance), (far, far_variance)) = (distances(&EDGES), distances(&OTHERS));
        let loss = near_variance + far_variance;
        let too_near = (near - far).plus(MARGIN);
        vec![if too_near.value() > 0.0 { loss + too_near.exp().plus(-1.0) } else { loss }]
    }

    fn inputs(&self) -> Vec<f64> {
        self.x.clone()
    }
}

/// The gradient by hand: the distances are kept until their means are known.
fn by_hand(places: &Places, out: &mut Vec<f64>) {
    let Places { x, k } = places;
    let mut distances = [0.0; EDGES.len() + OTHERS.len()];
    let pairs = || EDGES.iter().chain(&OTHERS);
    for (distance, [a, b]) in distances.iter_mut().zip(pairs()) {
        let (a, b) = (&x[a * k..(a + 1) * k], &x[b * k..(b + 1) * k]);
        *distance = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    }
    let (near, far) = distances.split_at(EDGES.len());
    let mean = |distances: &[f64]| distances.iter().sum::<f64>() / distances.len() as f64;
    let (near_mean, far_mean) = (mean(near), mean(far));
    let too_near = near_mean - far_mean + MARGIN;
    let push = if too_near > 0.0 { too_near.exp() } else { 0.0 };
    out.clear();
    out.resize(x.len(), 0.0);
    for (e, ([a, b], distance)) in pairs().zip(distances).enumerate() {
        let (mean, count, push) = if e < EDGES.len() {
            (near_mean, EDGES.len() as f64, push)
        } else {
            (far_mean, OTHERS.len() as f64, -push)
        };
        let distance_adj = 2.0 * (distance - mean) / (count - 1.0) + push / count;
        let factor = distance_adj / distance;
        for i in 0..*k {
            let g = factor * (x[a * k + i] - x[b * k + i]);
            out[a * k + i] += g;
            out[b * k + i] -= g;
        }
    }
}

pub fn embedding(context: &Context, k: usize) {
    let problem = &samples::places(k);
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(REVERSIBLE, |value| embedding::primal(problem, value)),
        inverse(0.0, |value| embedding::inverse(problem, value)),
        gradient(REVERSIBLE, |out| embedding::gradient(problem, out)),
        gradient(BY_HAND, |out| by_hand(problem, out)),
    ];
    let (size, scale) = (format!("k={k}"), k as f64);
    let choice = context.choice("embedding", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    let mut sizes = vec![k, EDGES.len(), OTHERS.len()];
    sizes.extend([EDGES.as_flattened(), OTHERS.as_flattened()].concat());
    ways.extend(outside::ways(&choice, "embedding", &sizes, &[&calls[0]]));
    Case { eval: "embedding", size, scale, operations: None, input_bytes: None, ways }.measure(context, scale);
}
