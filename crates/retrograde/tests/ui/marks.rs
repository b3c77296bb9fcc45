//! Marks of parameters that say nothing, or something that cannot be.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn loss_by_value(y: &mut f64, #[loss] x: f64) {
    *y += x;
}

#[reversible(adjoint)]
fn integer_loss(#[loss] n: &mut i64, x: &mut f64) {
    *n += 1;
    *x += 1.0;
}

#[reversible(adjoint)]
fn two_losses(#[loss] y: &mut f64, #[loss] z: &mut f64) {
    *y += *z;
}

#[reversible(adjoint)]
fn two_marks(#[loss] #[output] y: &mut f64, x: f64) {
    *y += x;
}

#[reversible(adjoint)]
fn with_arguments(#[loss(y)] y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
fn without_derivative(#[loss] y: &mut f64, #[constant] x: f64) {
    *y += x;
}

#[differentiable]
fn ordinary_loss(#[loss] x: f64) -> f64 {
    x * x
}

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
}

impl Pair {
    #[reversible(adjoint)]
    pub fn own_loss(#[loss] &mut self, x: f64) {
        self.a += x;
    }

    #[reversible(adjoint)]
    fn no_visibility(&self, #[loss] y: &mut f64) {
        *y += self.a;
    }
}

#[reversible(adjoint)]
fn into_a_constant(#[constant] c: &mut f64, d: &mut f64, x: f64) {
    *c += 2.0;
    *c += x;
    *c *= *d;
    swap(c, d);
}

#[reversible(adjoint)]
fn by_way_of_a_local(#[constant] c: &mut [f64], x: f64) {
    let mut t = 0.5;
    t += x;
    c[0] += t;
}


#[differentiable]
fn constants_that_are_none(x: f64) -> f64 {
    #[constant]
    let mut changing = x;
    #[constant]
    let (a, b) = (x, x);
    #[constant]
    let reference = &x;
    #[constant(really)]
    let arguments = x;
    let inside = x * {
        #[constant]
        let held = x;
        held
    };
    #[constant]
    println!("{x}");
    changing + a * b + *reference + arguments + inside
}

fn main() {}
