//! Arguments of the attributes, and attributes where they do not belong.

use retrograde::prelude::*;

#[reversible(gradient)]
fn unknown(y: &mut f64) {
    *y += 1.0;
}

#[reversible(adjoint = true)]
fn with_a_value(y: &mut f64) {
    *y += 1.0;
}

#[reversible(checks)]
fn without_a_value(y: &mut f64) {
    *y += 1.0;
}

#[reversible(checks = "off")]
fn with_a_wrong_value(y: &mut f64) {
    *y += 1.0;
}

#[reversible(adjoint tangent)]
fn without_a_comma(y: &mut f64) {
    *y += 1.0;
}

#[differentiable(order = 2)]
fn unknown_too(x: f64) -> f64 {
    x
}

#[differentiable(adjoint)]
fn there_already(x: f64) -> f64 {
    x
}

#[differentiable(checks = true)]
fn without_checks(x: f64) -> f64 {
    x
}

#[reversible]
struct NotAFunction;

#[differentiable]
const NOT_A_FUNCTION: NotAFunction = NotAFunction;

trait Law {
    #[differentiable]
    fn without_a_body(x: f64) -> f64;
}

#[reversible]
fn on_a_statement(y: &mut f64) {
    #[cfg(debug_assertions)]
    {
        *y += 1.0;
    }
    #[allow(unused)]
    let t = 1.0;
}

#[reversible]
fn on_a_parameter(y: &mut f64, #[cfg(debug_assertions)] x: f64) {
    *y += x;
}

#[reversible]
fn inside(y: &mut f64) {
    #![allow(unused)]
    *y += 1.0;
}

fn main() {}
