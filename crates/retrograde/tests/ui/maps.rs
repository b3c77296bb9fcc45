//! What ordinary functions cannot do with maps.
use retrograde::prelude::*;
use std::collections::{BTreeMap, HashMap};

#[differentiable]
fn along(m: &HashMap<u32, f64>) -> f64 {
    m.values().sum()
}

#[differentiable]
fn merged(x: f64) -> f64 {
    let mut m = BTreeMap::from([(1, x)]);
    m.retain(|_, v| *v > 0.0);
    m[&1]
}

#[differentiable]
fn entry(x: f64) -> f64 {
    let mut m = HashMap::new();
    m.insert(1, x);
    let v = m.get_mut(&1);
    x
}

#[differentiable]
fn shared(m: &HashMap<u32, f64>, x: f64) -> f64 {
    m.insert(1, x);
    m[&1]
}

#[differentiable]
fn pairs(m: &BTreeMap<u32, f64>) -> f64 {
    let mut sum = 0.0;
    for pair in m {
        sum += pair.1;
    }
    let owned = m.clone();
    for (_, v) in owned {
        sum += v;
    }
    sum
}

fn main() {}
