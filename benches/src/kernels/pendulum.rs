//! A pendulum by leapfrog, its momentum half a step behind its angle: a million steps, and back without a tape.

use crate::kernel::Kernel;
use retrograde::prelude::*;

const STEPS: usize = 1_000_000;
const STEP: f64 = 0.01;
const START: [f64; 2] = [1.0, 0.1];

#[inline(never)]
fn plain(q: &mut f64, p: &mut f64, dt: f64, steps: usize) {
    for _ in 0..steps {
        *p -= q.sin() * dt;
        *q += *p * dt;
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn leapfrog(q: &mut f64, p: &mut f64, dt: f64, steps: usize) {
    for _ in 0..steps {
        *p -= q.sin() * dt;
        *q += *p * dt;
    }
}

#[inline(never)]
fn by_hand(q: &mut f64, p: &mut f64, q_adj: &mut f64, p_adj: &mut f64, dt: f64, dt_adj: &mut f64, steps: usize) {
    for _ in 0..steps {
        *q -= *p * dt;
        *p_adj += *q_adj * dt;
        *dt_adj += *q_adj * *p;
        let (sin, cos) = q.sin_cos();
        *p += sin * dt;
        *q_adj -= *p_adj * dt * cos;
        *dt_adj -= *p_adj * sin;
    }
}

#[inline(never)]
fn derived(q: &mut f64, p: &mut f64, q_adj: &mut f64, p_adj: &mut f64, dt: f64, dt_adj: &mut f64, steps: usize) {
    leapfrog::adjoint(q, q_adj, p, p_adj, dt, dt_adj, steps, Inactive);
}

pub struct Pendulum {
    q: f64,
    p: f64,
    end: [f64; 2],
    q_adj: f64,
    p_adj: f64,
    dt_adj: f64,
}

impl Pendulum {
    fn start(&mut self) {
        [self.q, self.p] = START;
    }

    fn end(&mut self) {
        [self.q, self.p] = self.end;
        [self.q_adj, self.p_adj, self.dt_adj] = [1.0, 0.5, 0.0];
    }
}

impl Kernel for Pendulum {
    const NAME: &'static str = "pendulum, 10^6 steps";
    const AFTER_FORWARD: bool = true;

    fn new() -> Self {
        let [mut q, mut p] = START;
        plain(&mut q, &mut p, STEP, STEPS);
        Pendulum { q, p, end: [q, p], q_adj: 0.0, p_adj: 0.0, dt_adj: 0.0 }
    }

    fn plain(&mut self) {
        self.start();
        plain(&mut self.q, &mut self.p, STEP, STEPS);
    }

    fn ours(&mut self) {
        self.start();
        leapfrog(&mut self.q, &mut self.p, STEP, STEPS);
    }

    fn by_hand(&mut self) {
        self.end();
        let Pendulum { q, p, q_adj, p_adj, dt_adj, .. } = self;
        by_hand(q, p, q_adj, p_adj, STEP, dt_adj, STEPS);
    }

    fn ours_adjoint(&mut self) {
        self.end();
        let Pendulum { q, p, q_adj, p_adj, dt_adj, .. } = self;
        derived(q, p, q_adj, p_adj, STEP, dt_adj, STEPS);
    }

    fn values(&self) -> Vec<f64> {
        vec![self.q, self.p]
    }

    fn gradients(&self) -> Vec<f64> {
        vec![self.q_adj, self.p_adj, self.dt_adj]
    }
}
