//! Predators and prey by the classical Runge-Kutta method: two numbers are overwritten at every step.

use super::Ordinary;
use retrograde::prelude::*;

const STEPS: usize = 10_000;
const STEP: f64 = 0.001;

/// How fast both grow.
fn growth(p: &[f64; 4], x: f64, y: f64) -> (f64, f64) {
    (x * (p[0] - p[1] * y), y * (p[2] * x - p[3]))
}

#[inline(never)]
fn plain(p: &[f64; 4], x: f64, y: f64) -> f64 {
    let (mut x, mut y) = (x, y);
    for _ in 0..STEPS {
        let (a1, b1) = growth(p, x, y);
        let (a2, b2) = growth(p, x + 0.5 * STEP * a1, y + 0.5 * STEP * b1);
        let (a3, b3) = growth(p, x + 0.5 * STEP * a2, y + 0.5 * STEP * b2);
        let (a4, b4) = growth(p, x + STEP * a3, y + STEP * b3);
        x += STEP / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        y += STEP / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
    }
    x * y
}

#[differentiable]
#[inline]
fn rate(p: &[f64; 4], x: f64, y: f64) -> (f64, f64) {
    (x * (p[0] - p[1] * y), y * (p[2] * x - p[3]))
}

#[differentiable]
#[inline(never)]
fn integrate(p: &[f64; 4], x: f64, y: f64) -> f64 {
    let (mut x, mut y) = (x, y);
    for _ in 0..STEPS {
        let (a1, b1) = rate(p, x, y);
        let (a2, b2) = rate(p, x + 0.5 * STEP * a1, y + 0.5 * STEP * b1);
        let (a3, b3) = rate(p, x + 0.5 * STEP * a2, y + 0.5 * STEP * b2);
        let (a4, b4) = rate(p, x + STEP * a3, y + STEP * b3);
        x += STEP / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        y += STEP / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
    }
    x * y
}

/// The adjoint of `growth`.
fn pull(p: &[f64; 4], x: f64, y: f64, (a_adj, b_adj): (f64, f64), p_adj: &mut [f64; 4]) -> (f64, f64) {
    p_adj[0] += a_adj * x;
    p_adj[1] -= a_adj * x * y;
    p_adj[2] += b_adj * y * x;
    p_adj[3] -= b_adj * y;
    (a_adj * (p[0] - p[1] * y) + b_adj * y * p[2], b_adj * (p[2] * x - p[3]) - a_adj * x * p[1])
}

/// Only the state is kept; the stages of a step are computed again.
#[inline(never)]
fn by_hand(p: &[f64; 4], x: f64, y: f64) -> (f64, [f64; 6]) {
    let mut tape = Vec::with_capacity(STEPS);
    let (mut x, mut y) = (x, y);
    for _ in 0..STEPS {
        tape.push((x, y));
        let (a1, b1) = growth(p, x, y);
        let (a2, b2) = growth(p, x + 0.5 * STEP * a1, y + 0.5 * STEP * b1);
        let (a3, b3) = growth(p, x + 0.5 * STEP * a2, y + 0.5 * STEP * b2);
        let (a4, b4) = growth(p, x + STEP * a3, y + STEP * b3);
        x += STEP / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
        y += STEP / 6.0 * (b1 + 2.0 * b2 + 2.0 * b3 + b4);
    }
    let value = x * y;
    let (mut x_adj, mut y_adj) = (y, x);
    let mut p_adj = [0.0; 4];
    for &(x, y) in tape.iter().rev() {
        let (a1, b1) = growth(p, x, y);
        let (x2, y2) = (x + 0.5 * STEP * a1, y + 0.5 * STEP * b1);
        let (a2, b2) = growth(p, x2, y2);
        let (x3, y3) = (x + 0.5 * STEP * a2, y + 0.5 * STEP * b2);
        let (a3, b3) = growth(p, x3, y3);
        let (x4, y4) = (x + STEP * a3, y + STEP * b3);
        let (a_adj, b_adj) = (STEP / 6.0 * x_adj, STEP / 6.0 * y_adj);
        let (x4_adj, y4_adj) = pull(p, x4, y4, (a_adj, b_adj), &mut p_adj);
        let (a3_adj, b3_adj) = (2.0 * a_adj + STEP * x4_adj, 2.0 * b_adj + STEP * y4_adj);
        let (x3_adj, y3_adj) = pull(p, x3, y3, (a3_adj, b3_adj), &mut p_adj);
        let (a2_adj, b2_adj) = (2.0 * a_adj + 0.5 * STEP * x3_adj, 2.0 * b_adj + 0.5 * STEP * y3_adj);
        let (x2_adj, y2_adj) = pull(p, x2, y2, (a2_adj, b2_adj), &mut p_adj);
        let (a1_adj, b1_adj) = (a_adj + 0.5 * STEP * x2_adj, b_adj + 0.5 * STEP * y2_adj);
        let (x1_adj, y1_adj) = pull(p, x, y, (a1_adj, b1_adj), &mut p_adj);
        x_adj += x1_adj + x2_adj + x3_adj + x4_adj;
        y_adj += y1_adj + y2_adj + y3_adj + y4_adj;
    }
    (value, [p_adj[0], p_adj[1], p_adj[2], p_adj[3], x_adj, y_adj])
}

pub struct RungeKutta {
    p: [f64; 4],
    x: f64,
    y: f64,
}

impl Ordinary for RungeKutta {
    const NAME: &'static str = "runge-kutta";

    fn new() -> Self {
        RungeKutta { p: [1.1, 0.4, 0.1, 0.4], x: 10.0, y: 5.0 }
    }

    fn operations(&self) -> u64 {
        // six of each rate, four of each of three arguments twice, eight of each sum
        STEPS as u64 * (4 * 6 + 3 * 6 + 2 * 9)
    }

    fn turns(&self) -> u64 {
        STEPS as u64
    }

    fn plain(&self) -> f64 {
        plain(&self.p, self.x, self.y)
    }

    fn ours(&self) -> f64 {
        integrate(&self.p, self.x, self.y)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        let (value, gradient) = by_hand(&self.p, self.x, self.y);
        (value, gradient.to_vec())
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        let (value, (p_adj, x_adj, y_adj)) = integrate::value_and_gradient(&self.p, self.x, self.y);
        (value, [&p_adj[..], &[x_adj, y_adj]].concat())
    }
}
