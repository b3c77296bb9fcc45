//! What a statement reads and changes, in an order that is not plain.

use retrograde::prelude::*;

#[differentiable]
fn read_before_pop(mut v: Vec<f64>) -> f64 {
    v[0] * v.pop().unwrap()
}

#[differentiable]
fn read_before_remove(mut v: Vec<f64>) -> f64 {
    let first = v.len() as f64 + v.remove(0);
    first
}

#[differentiable]
fn read_before_block(x: f64) -> f64 {
    let mut y = x;
    let z = y + 'a: {
        y += 1.0;
        if y > 3.0 {
            break 'a y;
        }
        2.0
    };
    z
}

#[differentiable]
fn changing_closure(x: &[f64]) -> f64 {
    let mut count = 0.0;
    let skipped: f64 = x.iter().map(|v| { count += 1.0; v * count }).skip(1).sum();
    let pairs: f64 = x.iter().map(|v| { count += 1.0; v * count }).zip(x).map(|(a, b)| a * b).sum();
    skipped + pairs
}

fn main() {}
