//! Function values that cannot be called as they are.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn made_of_what_has_a_gradient(y: &mut f64, x: f64) {
    let f = Then(Shift(x), Shift(1.0));
    f(y);
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

#[differentiable]
fn ordinary<F: for<'a> Reversible<(&'a mut f64,)>>(f: &F, x: f64) -> f64 {
    let mut y = x;
    f(&mut y);
    y
}

struct Shift(f64);

fn main() {}
