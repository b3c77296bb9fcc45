//! The derivatives of an inverse are there if they are asked for; where one is missing, the call says so.

use retrograde::prelude::*;

#[reversible(adjoint, tangent)]
fn add_square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible(adjoint)]
fn backwards(y: &mut f64, x: f64) {
    add_square::inverse(y, x);
}

#[reversible(tangent)]
fn undone(y: &mut f64, x: f64) {
    inverse! {
        add_square(y, x);
    }
}

#[reversible(adjoint)]
fn apply<F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>>(f: &F, y: &mut f64, x: f64) {
    inverse! {
        f(y, x);
    }
}

#[reversible(adjoint)]
fn run<F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>>(f: &F, y: &mut f64, x: f64) {
    f(y, x);
}

fn main() {
    run::gradient(&Inverse(add_square {}), &mut 0.0, 1.0);
}
