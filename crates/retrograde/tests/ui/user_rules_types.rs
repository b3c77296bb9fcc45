use retrograde::prelude::*;

// the derivative is not of the type of the value
#[derivative(1)]
fn of_another_type(x: f64) -> f64 {
    x
}

// the function for the way back has another signature
#[pullback(back)]
fn norm(x: &[f64]) -> f64 {
    x[0]
}

fn back(x: &[f64], g: f64) -> f64 {
    x[0] * g
}

// without a tangent
#[reversible(tangent)]
fn add_norm(y: &mut f64, x: &[f64]) {
    *y += norm(x);
}

fn main() {}
