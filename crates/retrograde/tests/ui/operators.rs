//! What cannot be done with vectors and matrices in differentiable functions.
use nalgebra::{DMatrix, DVector};
use retrograde::prelude::*;

#[differentiable]
fn inverted(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
    let b = a.clone().try_inverse().unwrap();
    (b * x).norm()
}

#[differentiable]
fn mapped(x: &DVector<f64>) -> f64 {
    x.map(|x| x * x).sum()
}

fn main() {}
