//! Maps that ordinary functions change: in reverse and forward mode and against finite differences.

#![allow(
    clippy::all,
    clippy::pedantic,
    reason = "the ways to write it are what is tested, also where others would be shorter"
)]

use retrograde::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// An entry that is overwritten gets its gradient back.
#[differentiable(tangent)]
fn overwritten(x: f64, y: f64) -> f64 {
    let mut m = HashMap::new();
    m.insert(1, x * y);
    m.insert(2, y.sin());
    let product = m[&1] * m[&2];
    m.insert(1, product * x);
    let second = m[&1] * m[&2];
    m.insert(1, second + product);
    m[&1] * m[&1] + product
}

#[differentiable(tangent)]
fn looked_up(x: &[f64], keys: &[usize]) -> f64 {
    let mut m: BTreeMap<usize, f64> = BTreeMap::new();
    let mut sum = 0.0;
    for i in 0..x.len() {
        let old = m.insert(keys[i], x[i] * (sum + 1.0));
        if let Some(old) = old {
            sum += old * x[i];
        }
        if let Some(first) = m.get(&0) {
            sum += first * first;
        } else {
            sum -= x[i];
        }
        match m.get(&1) {
            Some(second) if i < 100 => sum += *second * x[0],
            _ => {}
        }
        while let Some(v) = m.get(&9) {
            let v = v * 0.5;
            sum += v;
            if v > 0.4 {
                m.insert(9, v);
            } else {
                m.remove(&9);
            }
        }
        match m.get(&2) {
            None => sum *= 1.5,
            Some(&third) => sum += third.sin(),
        }
    }
    sum += *m.get(&5).unwrap_or(&0.5) * *m.get(&1).unwrap_or(&x[0]);
    let there = if m.contains_key(&3) { m[&3] } else { 0.5 };
    sum * there + m.len() as f64 * m.get(&0).copied().unwrap_or(x[1])
}

#[differentiable(tangent)]
fn counted(x: &[f64], keys: &[usize]) -> f64 {
    let mut m = HashMap::new();
    for (x, key) in x.iter().zip(keys) {
        *m.entry(*key).or_insert(0.5) += x * x;
        if let Some(first) = m.get_mut(&0) {
            *first *= *x;
            *first = first.sin() + *x;
        }
        let last = m.entry(7).or_default();
        *last += x.cos();
    }
    m.entry(0).and_modify(|v| *v *= 2.0).or_insert(1.5);
    m.entry(100).and_modify(|v| *v *= 2.0).or_insert(x[0]);
    *m.get_mut(&7).unwrap() -= x[1];
    let mut sum = *m.get(&7).unwrap() * m[&100];
    for key in 0..5 {
        if m.contains_key(&key) {
            sum = sum * m[&key] + m[&0];
        }
    }
    sum
}

#[differentiable(tangent)]
fn removed(x: f64, y: f64, n: usize) -> f64 {
    let mut m = BTreeMap::new();
    let mut sum = x;
    for i in 0..n {
        m.insert(i % 3, sum * y);
        sum += m[&(i % 3)].sin();
        if i % 2 == 0 {
            let old = m.remove(&(i % 5)).unwrap_or(x);
            sum += old * old;
        }
        if i == 4 {
            m.clear();
        }
        if let Some(v) = m.remove(&1) {
            sum *= v;
            if v < 0.0 {
                continue;
            }
            m.insert(2, v);
        }
    }
    sum + m.get(&2).map_or(1.0, |v| v * y)
}

#[differentiable(tangent)]
fn changed(m: &mut BTreeMap<u32, f64>, x: f64) -> f64 {
    let one = m[&1];
    m.insert(1, one * x);
    m.insert(5, x * x);
    let two = m.remove(&2).unwrap_or(0.5);
    *m.entry(3).or_insert(x) += two;
    if let Some(v) = m.get_mut(&5) {
        *v *= one;
    }
    m[&5] * two + m[&3]
}

#[differentiable(tangent)]
fn copied(start: &BTreeMap<u32, f64>, x: f64) -> f64 {
    let mut m = start.clone();
    let y = changed(&mut m, x);
    m.insert(1, y * m[&1]);
    m[&1] + start[&1] * y
}

#[differentiable(tangent)]
fn calls(x: f64) -> f64 {
    let mut m = BTreeMap::from([(2, 1.5)]);
    m.insert(1, x);
    let y = changed(&mut m, x * 2.0);
    let z = changed(&mut m, y);
    y * z + m[&1] + m[&3] * m[&5]
}

#[differentiable(tangent)]
fn returned(x: &[f64]) -> BTreeMap<usize, f64> {
    let mut m = BTreeMap::new();
    for (i, x) in x.iter().enumerate() {
        m.insert(i % 2, x * x);
    }
    m
}

#[differentiable(tangent)]
fn of_vectors(x: f64, y: f64) -> f64 {
    let mut m: HashMap<u8, Vec<f64>> = HashMap::new();
    m.insert(1, vec![x, y]);
    m.insert(1, vec![x * y, x + m[&1][1]]);
    if let Some(v) = m.get_mut(&1) {
        v[0] = v[1] * x;
        v[1] *= y;
    }
    *m.entry(2).or_insert(vec![1.5]) = vec![x];
    if let Some(v) = m.get_mut(&2) {
        *v = vec![y * v[0]];
    }
    let mut sum = m[&2][0];
    if let Some(v) = m.get(&1) {
        for v in v.iter() {
            sum += v * v;
        }
    }
    sum
}

#[differentiable(tangent)]
fn by_text(names: &[String], x: f64) -> f64 {
    let mut m: HashMap<String, f64> = HashMap::new();
    for name in names {
        *m.entry(name.clone()).or_insert(1.0) *= x;
    }
    let last = names[0].clone();
    m.insert(last, x.sin() * m[&names[0]]);
    m[&names[0]] * m[&names[1]]
}

#[differentiable(tangent)]
fn along(start: &BTreeMap<u32, f64>, x: f64) -> f64 {
    let mut m = start.clone();
    let mut sum = x;
    for (key, value) in &m {
        sum += value * sum * *key as f64;
    }
    for value in m.values_mut() {
        *value *= sum;
        sum = sum.sin();
    }
    'all: for (&key, value) in m.iter() {
        for other in start.values() {
            if key == 3 {
                continue 'all;
            }
            sum += value * other;
        }
    }
    for key in start.keys() {
        m.insert(*key, sum * m[key]);
    }
    let mut product = 1.0;
    for (_, value) in start {
        product += value;
    }
    for (_, &value) in m.iter() {
        product *= value;
    }
    product + sum
}

#[differentiable(tangent)]
fn half(x: &f64) -> f64 {
    x * 0.5
}

/// Entries that must be there are places with names.
#[differentiable(tangent)]
fn certain(m: &BTreeMap<u32, f64>, x: &[f64]) -> f64 {
    let mut own = m.clone();
    let first = m.get(&1).unwrap();
    let last = x.last().expect("there is one");
    let changed = own.get_mut(&2).unwrap();
    *changed += *first * *last;
    let sum = *changed * 2.0 + half(m.get(&1).unwrap()) * m.get(&2).unwrap();
    sum * own[&2].sin() + last
}

#[test]
fn entries_that_must_be_there() {
    check_gradient!(certain(&BTreeMap::from([(1, 1.5), (2, 0.5)]), &[0.3, 0.7]));
}

/// Elements of lists that may not be there are looked for in the same way.
#[differentiable(tangent)]
fn elements(x: &[f64], k: usize) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 0.0;
    if let Some(last) = v.last_mut() {
        *last *= 2.0;
    }
    if let Some(x) = v.get(k) {
        sum += x * x;
    } else if let Some(first) = x.first() {
        sum -= first.sin();
    }
    match v.get_mut(k + 1) {
        Some(x) => *x += sum,
        None => sum += 1.0,
    }
    while let Some(last) = v.last() {
        sum = sum * 0.5 + last * last;
        v.pop();
    }
    sum * *x.last().unwrap_or(&1.0)
}

#[test]
fn elements_that_may_be_there() {
    for k in 0..4 {
        check_gradient!(elements(&[0.4, 0.8, 1.3], k));
    }
    assert_eq!(elements::value_and_gradient(&[], 0), (elements(&[], 0), vec![]));
}

#[test]
fn loops_along_maps() {
    check_gradient!(along(&BTreeMap::from([(1, 1.5), (2, 0.5), (3, 0.7)]), 0.3));
    check_gradient!(along(&BTreeMap::new(), 0.3));
}

#[test]
fn entries_that_are_overwritten() {
    check_gradient!(overwritten(1.3, 0.7));
    assert_eq!(overwritten::gradient(1.3, 0.7), overwritten::gradient(1.3, 0.7));
}

#[test]
fn entries_that_may_be_there() {
    check_gradient!(looked_up(&[1.1, 0.4, -0.3, 0.8, 1.7], &[0, 1, 2, 0, 3]));
    check_gradient!(looked_up(&[1.1, 0.4, -0.3, 0.8, 1.7], &[3, 1, 1, 9, 3]));
    check_gradient!(looked_up(&[1.1, 0.4, -0.3, 0.8, 1.7], &[9, 1, 2, 0, 9]));
    check_gradient!(counted(&[1.1, 0.4, -0.3, 0.8, 1.7], &[0, 1, 2, 0, 3]));
    check_gradient!(counted(&[1.1, 0.4, -0.3, 0.8, 1.7], &[3, 1, 3, 7, 3]));
}

#[test]
fn entries_that_go() {
    check_gradient!(removed(0.3, 0.7, 1));
    check_gradient!(removed(0.3, 0.7, 8));
    check_gradient!(removed(0.3, -0.7, 11));
}

#[test]
fn maps_of_the_callers() {
    check_gradient!(copied(&BTreeMap::from([(1, 1.5), (2, 0.5)]), 0.3));
    check_gradient!(copied(&BTreeMap::from([(1, 1.5), (3, 0.5), (5, 0.7)]), 0.3));
    check_gradient!(calls(0.8));
    let mut map = BTreeMap::from([(1, 1.5), (2, 0.5)]);
    let (value, (by_map, _)) = changed::value_and_gradient(&mut map, 0.3);
    assert_eq!((value, &map), (changed(&mut map.clone(), 0.3), &BTreeMap::from([(1, 1.5), (2, 0.5)])));
    assert_eq!((by_map.get(&1), by_map.get(&2)), (0.3 * 0.3 * 0.5, 1.0 + 0.3 * 0.3 * 1.5));
    check_gradient!(returned(&[0.3, 0.4, 0.5]));
}

#[test]
fn other_keys_and_values() {
    check_gradient!(of_vectors(0.6, 1.2));
    let names: Vec<String> = ["a", "b", "a"].map(String::from).to_vec();
    check_gradient!(by_text(&names, 1.4));
}
