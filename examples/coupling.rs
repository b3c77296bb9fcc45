//! A normalizing flow: a network that is trained one way, to make data look like noise, and used the other, to make noise look like data.
//!
//! The network is NICE (Dinh, Krueger and Bengio, "NICE: Non-linear independent components estimation"), which the papers on
//! NiLang name among the things that reversible programming is for. Its layers add to one coordinate a function of the other, so each is
//! undone by subtracting. They keep volumes, so the likelihood of the data is known exactly: that of the noise they are mapped
//! to, times the scale of the last layer. Usually the two directions are written, and kept in step, by hand.
//!
//! `cargo run --release -p retrograde-examples --example coupling`

use retrograde::prelude::*;
use retrograde_examples::allocated;
use std::f64::consts::{E, PI};

const LAYERS: usize = 4;
const UNITS: usize = 16;
const LAYER: usize = 3 * UNITS;
const WEIGHTS: usize = LAYERS * LAYER;

/// Adds a function of `x` to `y`: units of two weights inside and one outside.
#[reversible(adjoint)]
fn couple(y: &mut f64, x: f64, layer: &[f64]) {
    for unit in layer.chunks_exact(3) {
        *y += unit[2] * (unit[0] * x + unit[1]).tanh();
    }
}

/// From a point of the data to one of the noise. The two coordinates take turns; at the end each is scaled.
#[reversible(adjoint)]
fn flow(point: &mut [f64], weights: &[f64], log_scales: &[f64; 2]) {
    for (k, layer) in weights.chunks_exact(LAYER).enumerate() {
        if k % 2 == 0 {
            couple(&mut point[0], point[1], layer);
        } else {
            couple(&mut point[1], point[0], layer);
        }
    }
    point[0] *= log_scales[0].exp();
    point[1] *= log_scales[1].exp();
}

/// Adds the mean of the negative log-likelihood of some points, which become noise.
#[reversible(adjoint)]
fn surprise(out: &mut f64, points: &mut [f64], weights: &[f64], log_scales: &[f64; 2]) {
    let count = points.len() as f64 / 2.0;
    for point in points.chunks_exact_mut(2) {
        flow(point, weights, log_scales);
        *out += (0.5 * (point[0] * point[0] + point[1] * point[1]) + (2.0 * PI).ln()) / count;
    }
    *out -= log_scales[0] + log_scales[1];
}

/// Buffers for the gradient of `surprise`.
struct Gradient {
    points: Vec<f64>,
    weights: Vec<f64>,
    log_scales: [f64; 2],
}

impl Gradient {
    /// The points become noise on the way there, and on the way back with the gradient they become what they were.
    fn compute(&mut self, points: &mut [f64], weights: &[f64], log_scales: &[f64; 2]) {
        let Gradient { points: points_adj, weights: weights_adj, log_scales: log_scales_adj } = self;
        let mut out_adj = 0.0;
        surprise::gradient_into(
            &mut 0.0,
            points,
            weights,
            log_scales,
            &mut out_adj,
            points_adj,
            weights_adj,
            log_scales_adj,
        );
    }
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (2.0 * PI * self.uniform()).cos()
    }
}

const WIDTH: f64 = 0.2;

/// A point of a narrow wave along the first axis, bent by the second coordinate.
fn sample(random: &mut Random) -> [f64; 2] {
    let u = random.normal();
    let v = (2.0 * u).sin() + WIDTH * random.normal();
    [u + 0.5 * v * v, v]
}

/// How far a point is from the middle of the wave.
fn off_wave([x, v]: [f64; 2]) -> f64 {
    v - (2.0 * (x - 0.5 * v * v)).sin()
}

fn root_mean_square(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    (values.map(|x| x * x).sum::<f64>() / count).sqrt()
}

/// One step of the optimizer Adam, with the running means of the gradient and of its square.
fn adam(x: &mut [f64], gradient: &[f64], means: &mut [[f64; 2]], step: i32) {
    for ((x, g), mean) in x.iter_mut().zip(gradient).zip(means) {
        mean[0] += 0.1 * (g - mean[0]);
        mean[1] += 0.001 * (g * g - mean[1]);
        let (first, second) = (mean[0] / (1.0 - 0.9_f64.powi(step)), mean[1] / (1.0 - 0.999_f64.powi(step)));
        *x -= 0.01 * first / (second.sqrt() + 1e-8);
    }
}

/// The integral of the density over the plane, by a sum over a grid.
fn total(weights: &[f64], log_scales: &[f64; 2]) -> f64 {
    let step = 0.04;
    let density = |i: i32, j: i32| {
        let mut out = 0.0;
        surprise(&mut out, &mut [f64::from(i) * step, f64::from(j) * step], weights, log_scales);
        (-out).exp()
    };
    (-200..=200).flat_map(|i| (-200..=200).map(move |j| (i, j))).map(|(i, j)| density(i, j) * step * step).sum()
}

fn main() {
    let mut random = Random(7);
    let data: Vec<f64> = (0..1000).flat_map(|_| sample(&mut random)).collect();
    let fresh: Vec<f64> = (0..1000).flat_map(|_| sample(&mut random)).collect();
    let mut weights: Vec<f64> =
        (0..WEIGHTS).map(|k| if k % 3 == 2 { 0.1 * random.normal() } else { 1.5 * random.normal() }).collect();
    let mut log_scales = [0.0; 2];
    let loss = |points: &[f64], weights: &[f64], log_scales: &[f64; 2]| {
        let mut out = 0.0;
        surprise(&mut out, &mut points.to_vec(), weights, log_scales);
        out
    };

    // What no model can be better than, on average: the entropy of the density. Bending keeps areas, so it is that of two Gaussians.
    let entropy = (2.0 * PI * E).ln() + WIDTH.ln();
    let before = loss(&fresh, &weights, &log_scales);
    println!("before          {before:.4}");

    // Nothing is copied: every step has the same points, which its gradient has brought back.
    let mut points = data.clone();
    let mut gradient = Gradient { points: vec![0.0; data.len()], weights: vec![0.0; WEIGHTS], log_scales: [0.0; 2] };
    let (mut means, mut scale_means) = (vec![[0.0; 2]; WEIGHTS], [[0.0; 2]; 2]);
    gradient.compute(&mut points, &weights, &log_scales);
    compare_with_differences(&gradient.weights, &weights, |weights| loss(&data, weights, &log_scales));
    let ((), bytes) = allocated(|| {
        for step in 1..=600 {
            gradient.compute(&mut points, &weights, &log_scales);
            adam(&mut weights, &gradient.weights, &mut means, step);
            adam(&mut log_scales, &gradient.log_scales, &mut scale_means, step);
        }
    });
    let (trained, after) = (loss(&data, &weights, &log_scales), loss(&fresh, &weights, &log_scales));
    println!(
        "after           {after:.4} for new points, {trained:.4} for those of the training, {bytes} bytes allocated"
    );
    println!("at best         {entropy:.4}");
    let drift = points.iter().zip(&data).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("the data are within {drift:.0e} of what they were");
    assert!(before > entropy + 1.0 && after < entropy + 0.1 && after < before);
    assert_eq!(bytes, 0);
    assert!(drift < 1e-11);

    // The likelihood is exact, so the density adds up to one.
    let total = total(&weights, &log_scales);
    println!("the density adds up to {total:.6}");
    assert!((total - 1.0).abs() < 1e-4);

    // Backwards, noise becomes samples.
    let spread = root_mean_square((0..1000).map(|_| {
        let mut point = [random.normal(), random.normal()];
        flow::inverse(&mut point, &weights, &log_scales);
        off_wave(point)
    }));
    println!("samples are {spread:.3} off the wave, data {WIDTH}");
    assert!((spread - WIDTH).abs() < 0.05);
}

/// The gradient with respect to some of the weights against finite differences.
fn compare_with_differences(gradient: &[f64], weights: &[f64], loss: impl Fn(&[f64]) -> f64) {
    for k in (0..WEIGHTS).step_by(7) {
        let shifted = |h: f64| {
            let mut weights = weights.to_vec();
            weights[k] += h;
            loss(&weights)
        };
        let difference = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
        assert!((gradient[k] - difference).abs() < 1e-7);
    }
}
