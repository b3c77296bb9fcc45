use retrograde::Kind;
use retrograde::prelude::*;

fn minus(x: &mut f64) {
    *x -= 1.0;
}

/// One direction, which is not reversible.
#[primitive(inverse = minus, adjoint = not_reversible)]
fn one_direction(x: &mut f64) {
    *x += 1.0;
}

fn not_reversible(x: &mut f64, x_adj: &mut f64) {
    minus(x);
    *x_adj *= 1.0;
}

/// One direction, written as if both were given.
#[primitive(inverse = minus, adjoint = with_kinds)]
fn as_if_both(x: &mut f64) {
    *x += 1.0;
}

fn with_kinds<W: Width, K: Kind<Width = W>>(x: &mut f64, _: &K::Cell<f64>) {
    minus(x);
}

/// One direction, without the gradient.
#[primitive(inverse = minus, adjoint = without_gradient)]
fn nothing_carried(x: &mut f64) {
    *x += 1.0;
}

#[reversible]
fn without_gradient(x: &mut f64) {
    *x -= 1.0;
}

fn main() {}
