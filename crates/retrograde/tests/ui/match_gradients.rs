//! Names that a pattern binds to a part that it does not tell: a derivative cannot follow them, and they must have no gradient.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn after_dots(y: &mut f64, a: (f64, f64, f64)) {
    *y += match a {
        (x, .., z) => x * z,
    };
}

#[derive(Clone, Copy, Differentiable)]
enum Motion {
    Still,
    Moving { speed: f64 },
    Turning(f64),
}

#[reversible(tangent)]
fn from_the_end(y: &mut f64, a: f64) {
    match [a, a * a, a] {
        [.., z] => *y += z,
    }
}

use Motion::Turning as Turn;

#[differentiable]
fn made_under_another_name(x: f64) -> Motion {
    Turn(x * x)
}

#[reversible(adjoint)]
fn changed(y: &mut f64, motion: &mut Motion) {
    match motion {
        Motion::Turning(v) => *v += *y,
        _ => {}
    }
}

#[derive(Differentiable)]
union Bits {
    float: f32,
    integer: u32,
}

#[reversible]
fn without_derivatives(y: &mut f64, a: (f64, f64, f64)) {
    match a {
        (x, .., z) => *y += x * z,
    }
}

fn main() {}
