//! What a `match` binds is not followed by derivatives, and must have no gradient.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn bound_part(y: &mut f64, a: f64, k: usize) {
    *y += match (k, a) {
        (0, v) => v * v,
        _ => a,
    };
}

#[reversible(tangent)]
fn bound_in_a_statement(y: &mut f64, a: f64) {
    match a {
        v if v > 0.0 => *y += v,
        _ => {}
    }
}

#[differentiable]
fn ordinary(a: f64) -> f64 {
    match a {
        v => v * v,
    }
}

#[derive(Clone, Copy, Differentiable)]
enum Motion {
    Still,
    Moving { speed: f64 },
}

#[reversible(adjoint)]
fn payload(y: &mut f64, motion: Motion) {
    match motion {
        Motion::Still => {}
        Motion::Moving { speed } => *y += speed * speed,
    }
}

#[derive(Differentiable)]
union Bits {
    float: f32,
    integer: u32,
}

#[reversible]
fn without_derivatives(y: &mut f64, a: Option<f64>) {
    if let Some(v) = a {
        *y += v;
    }
}

fn main() {}
