//! Arguments of the attributes.

use retrograde::prelude::*;

#[reversible(gradient)]
fn unknown(y: &mut f64) {
    *y += 1.0;
}

#[reversible(adjoint = true)]
fn with_value(y: &mut f64) {
    *y += 1.0;
}

#[reversible(checks)]
fn without_value(y: &mut f64) {
    *y += 1.0;
}

#[reversible(checks = "off")]
fn wrong_value(y: &mut f64) {
    *y += 1.0;
}

#[reversible(adjoint tangent)]
fn without_comma(y: &mut f64) {
    *y += 1.0;
}

#[differentiable(order = 2)]
fn higher_order(x: f64) -> f64 {
    x
}

#[differentiable(adjoint)]
fn already(x: f64) -> f64 {
    x
}

#[reversible]
struct NotAFunction;

#[differentiable]
struct NotAFunctionEither {
    x: f64,
}

fn main() {}
