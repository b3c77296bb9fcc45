//! Function values without a derivative where one is asked for.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn no_adjoint<F: for<'a> Reversible<(&'a mut f64,)>>(f: &F, y: &mut f64) {
    f(y);
}

#[reversible(tangent)]
fn no_tangent<F: for<'a> ReversibleAdjoint<(&'a mut f64,)>>(f: &[F], y: &mut f64) {
    f[0](y);
}

#[reversible]
fn without_derivatives(y: &mut f64) {
    *y += 1.0;
}

#[reversible(adjoint)]
fn with_a_constant(y: &mut f64, #[constant] x: f64) {
    *y += x;
}

#[reversible(adjoint)]
fn apply<F: for<'a> ReversibleAdjoint<(&'a mut f64,)>>(f: &F, y: &mut f64) {
    f(y);
}

#[reversible(adjoint)]
fn passed(y: &mut f64, x: f64) {
    let f = without_derivatives {};
    f(y);
    let g = with_a_constant {};
    g(y, x);
}

#[reversible(adjoint)]
fn changes_a_constant<F: for<'a> ReversibleAdjoint<(&'a mut f64, &'a mut f64)>>(f: &F, y: &mut f64, #[constant] k: &mut f64) {
    f(y, k);
}

fn main() {
    let _ = apply::gradient(&without_derivatives {}, &mut 1.0);
    let boxed: Box<dyn for<'a> ReversibleAdjoint<(&'a mut f64,)>> = Box::new(without_derivatives {});
    let _ = apply::gradient(&boxed, &mut 1.0);
}
