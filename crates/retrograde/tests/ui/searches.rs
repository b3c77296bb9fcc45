//! Chains of iterators that are searched, or used in a way that has no derivative.

use retrograde::prelude::*;

#[differentiable]
fn kept(x: &[f64]) -> f64 {
    let most = x.iter().max_by(|a, b| a.total_cmp(b));
    most.map_or(0.0, |v| v * v)
}

#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    let (i, most) = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    most * x[i]
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let part = x.chunks(2).max_by(|a, b| a[0].total_cmp(&b[0])).unwrap();
    part[0] * part[1]
}

#[differentiable]
fn references(x: &[f64]) -> f64 {
    x.iter().reduce(|a, b| if a > b { a } else { b }).unwrap() * 2.0
}

#[differentiable]
fn flattened(x: &[Vec<f64>]) -> f64 {
    *x.iter().flatten().last().unwrap()
}

#[differentiable]
fn by_key(x: &[f64], n: &[usize]) -> f64 {
    let i = n.iter().min_by_key(|i| **i % 2).unwrap();
    x[*i] * x[0]
}

#[differentiable]
fn both(x: &[f64]) -> f64 {
    let (low, high): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v < 2.0);
    low[0] * high[0]
}

#[differentiable]
fn left_early(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    x.iter().for_each(|v| {
        if *v > 2.0 {
            return;
        }
        sum += v * v;
    });
    sum
}

fn main() {}
