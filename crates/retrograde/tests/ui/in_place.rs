//! Ordinary functions that change their arguments.

use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct P {
    x: f64,
}

#[differentiable]
impl P {
    fn advance(&mut self, u: f64) -> f64 {
        self.x *= u;
        self.x
    }
}

#[differentiable]
fn relax(x: &mut [f64], k: f64) {
    x[0] *= k;
}

#[reversible]
fn without_adjoint(x: &mut f64, k: f64) {
    *x += k;
}

#[differentiable]
fn calls_what_has_no_adjoint(x: f64, k: f64) -> f64 {
    let mut y = x;
    without_adjoint(&mut y, k);
    y
}

#[differentiable]
fn reads_what_it_changes(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    relax(&mut v, v[0]);
    v[0]
}

#[reversible]
fn called_by_a_reversible_one(x: &mut [f64], k: f64) {
    relax(x, k);
}

#[differentiable]
fn changes_its_receiver(x: f64) -> f64 {
    let mut p = P { x };
    p.advance(2.0)
}

#[differentiable]
fn changes_nothing(x: f64) {
    let _y = x;
}

#[differentiable]
fn longer(v: &mut Vec<f64>, x: f64) {
    v.push(x);
}

#[differentiable]
fn into_a_constant(#[constant] y: &mut f64, x: f64) -> f64 {
    *y = x;
    x
}

#[differentiable]
fn two_goals(#[loss] y: &mut f64, x: f64) -> f64 {
    *y = x;
    x
}

#[differentiable]
fn no_goal(y: &mut [f64], x: f64) {
    y[0] = x;
}

#[differentiable(checkpoint)]
fn run_again(y: &mut f64, x: f64) {
    *y *= x;
}

fn main() {
    no_goal::gradient(&mut [0.0], 1.0);
}
