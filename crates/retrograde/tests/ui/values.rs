//! Function values that cannot be called as they are.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn no_derivative<F: for<'a> Reversible<(&'a mut f64,)> + Differentiable>(f: &F, y: &mut f64) {
    f(y);
}

#[reversible(tangent)]
fn no_tangent<F: for<'a> Reversible<(&'a mut f64,)> + Differentiable>(f: &[F], y: &mut f64) {
    f[0](y);
}

#[reversible]
fn changes_what_it_is(f: &[usize], k: &mut usize) {
    f[*k](k);
}

#[reversible]
fn changes_nothing<F: for<'a> Reversible<(&'a f64,)>>(f: &F, y: &mut f64) {
    f(&1.0);
    *y += 1.0;
}

#[reversible]
fn immediate(y: &mut f64) {
    (|y: &mut f64| *y += 1.0)(y);
}

fn main() {}
