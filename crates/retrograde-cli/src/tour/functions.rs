//! The functions of the tour. This file is compiled, and its text is what the tour shows.

#![allow(clippy::needless_range_loop, reason = "loops run over ranges in this version")]

use retrograde::prelude::*;

/// One step of a pendulum: the momentum follows the force, the angle follows the momentum.
#[reversible(adjoint)]
pub fn step(q: &mut f64, p: &mut f64, dt: f64) {
    let force = -q.sin();
    *p += force * dt;
    *q += *p * dt;
}

/// Many steps.
#[reversible(adjoint)]
pub fn swing(q: &mut f64, p: &mut f64, dt: f64, steps: usize) {
    for _ in 0..steps {
        step(q, p, dt);
    }
}

/// The derivative never asks what `s` was.
#[differentiable]
pub fn faded(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s = s * 0.5 + x[i].sin();
    }
    s
}

/// The derivative asks what `s` was in every round.
#[differentiable]
pub fn chained(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s = (s * 0.5 + x[i]).sin();
    }
    s
}
