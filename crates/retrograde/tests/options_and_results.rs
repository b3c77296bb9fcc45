//! Methods of options and results in ordinary functions: in reverse and forward mode and against finite differences.

#![allow(clippy::all, clippy::pedantic, reason = "the methods are what is tested, also where others would be shorter")]

use retrograde::prelude::*;
use std::collections::{BTreeMap, HashMap};

#[differentiable(tangent)]
fn root(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[differentiable(tangent)]
fn checked(x: f64) -> Result<f64, f64> {
    if x > 0.0 { Ok(x.sqrt()) } else { Err(x * x) }
}

#[differentiable(tangent)]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(tangent)]
fn of_options(o: Option<f64>, x: f64) -> f64 {
    let a = o.unwrap_or(x * x);
    let b = o.map(|v| v * x).unwrap_or_else(|| 3.0 * x);
    let c = root(x).map(square).and_then(|v| root(v - 1.0)).unwrap_or_default();
    let d = o.filter(|v| *v > x).or(Some(x * 2.0)).unwrap();
    let e = o.as_ref().map_or(x, |v| v * v);
    let f = o.map_or_else(|| x, |v| v.sin());
    let g = o.or_else(|| root(x)).unwrap_or(0.5);
    a * b + c * d + e + f * g
}

#[differentiable(tangent)]
fn by_reference(o: &Option<f64>, v: &[Option<f64>], x: f64) -> f64 {
    let mut sum = o.map(|o| o * x).unwrap_or(x);
    for i in 0..v.len() {
        sum += v[i].map(|v| v * v).unwrap_or(x);
        if let Some(v) = v[i].as_ref() {
            sum *= v;
        }
    }
    if o.is_some() && v[0].is_none() && o.is_some_and(|o| o > x) { sum * 2.0 } else { sum }
}

#[differentiable(tangent)]
fn returned(x: f64, y: f64) -> Option<f64> {
    let first = root(x)?;
    root(y).map(|y| y * first).filter(|v| *v < 100.0)
}

#[differentiable(tangent)]
fn of_results(x: f64, y: f64) -> f64 {
    let a = checked(x).unwrap_or(y);
    let b = checked(y).unwrap_or_else(|error| error * x);
    let c = checked(x).ok().unwrap_or(1.0);
    let r: Result<f64, f64> = checked(x);
    let c = c + r.map(|v| v * x).and_then(checked).unwrap_or_default();
    let d = checked(y).map_err(|e| e + x).map(|v| v * y).unwrap_or_else(|e| e * e);
    let e = checked(y).err().map_or(0.0, square);
    if checked(x).is_ok() { a * b + c * d + e } else { a + b }
}

#[differentiable(tangent)]
fn passed_on(x: f64, y: f64) -> Result<f64, f64> {
    let a = checked(x).map(|a| a * y)?;
    let b = root(y).ok_or(a * x)?;
    let c = root(y - 1.0).ok_or_else(|| y * y)?;
    checked(a).map(|v| v * b * c).map_err(|e| e * b)
}

#[derive(Clone, Debug, Differentiable, PartialEq)]
enum Problem {
    Negative(f64),
    Empty,
}

#[differentiable]
fn with_another_error(x: &[f64]) -> Result<f64, Problem> {
    let first = x.first().copied().ok_or(Problem::Empty)?;
    let root = checked(first).map_err(Problem::Negative)?;
    Ok(root * x.get(1).copied().unwrap_or(first))
}

#[differentiable(tangent)]
fn reversed(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.reverse();
    v[1] = v[0] * v[2];
    v.reverse();
    v.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
}

#[differentiable]
fn of_maps(prices: &HashMap<u32, f64>, names: &BTreeMap<u32, f64>, key: u32) -> f64 {
    let sum = prices[&key] * names.get(&key).copied().unwrap_or(1.0);
    sum * prices.get(&2).copied().unwrap_or(3.0) + names.get(&7).copied().map_or(4.0, |b| b * b)
}

#[differentiable]
fn in_boxes(scale: Box<f64>, x: &Box<[f64]>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum = sum * *scale + x[i];
    }
    sum
}

#[differentiable(tangent)]
fn made_boxes(x: &[f64]) -> f64 {
    let mut kept = Box::new(x[0] * x[1]);
    let list = Box::new([x[0], x[1]]);
    for v in x {
        kept = Box::new(*kept * v);
    }
    let square = |v: Box<f64>| *v * *v;
    *kept + list[0] * list[1] + square(Box::new(x[1]))
}

#[test]
fn maps_and_boxes() {
    check_gradient!(made_boxes(&[1.5, -0.5, 2.0]));
    let prices = HashMap::from([(1, 2.0), (2, 5.0)]);
    let names = BTreeMap::from([(1, 7.0), (3, 3.0)]);
    let (by_price, by_name) = of_maps::gradient(&prices, &names, 1);
    assert_eq!((by_price.get(&1), by_price.get(&2)), (35.0, 14.0));
    assert_eq!((by_name.get(&1), by_name.get(&3)), (10.0, 0.0));
    check_gradient!(reverse in_boxes(Box::new(0.5), &vec![1.0, 2.0, 3.0].into_boxed_slice()));
}

#[test]
fn options() {
    for (o, x) in [(Some(2.0), 1.3), (None, 1.3), (Some(2.0), -0.4), (None, 0.5), (Some(0.5), 0.7)] {
        check_gradient!(of_options(o, x));
        check_gradient!(by_reference(&o, &[Some(1.5), None], x));
        check_gradient!(by_reference(&o, &[None, Some(x)], x));
    }
    check_gradient!(returned(2.0, 3.0));
    check_gradient!(returned(-2.0, 3.0));
    check_gradient!(returned(2.0, -3.0));
    assert_eq!(returned(1e4, 1e4), None);
}

#[test]
fn results() {
    for (x, y) in [(1.5, 2.5), (-1.5, 2.5), (1.5, -2.5), (-1.5, -0.5), (1.5, 0.5)] {
        check_gradient!(of_results(x, y));
        check_gradient!(passed_on(x, y));
    }
}

#[test]
fn errors_of_another_type() {
    check_gradient!(reverse with_another_error(&[2.0, 3.0]));
    check_gradient!(reverse with_another_error(&[2.0]));
    check_gradient!(reverse with_another_error(&[-2.0]));
    assert_eq!(with_another_error(&[]), Err(Problem::Empty));
}

#[test]
fn lists_in_reverse() {
    check_gradient!(reversed(&[1.0, 2.0, 3.0, 4.0]));
}

#[differentiable(tangent)]
fn told(o: Option<f64>, x: f64) -> f64 {
    let y = o.map(|y| y * x);
    y.expect("a number is needed") * y.unwrap()
}

#[differentiable(tangent)]
fn told_of_a_result(x: f64) -> f64 {
    let y = if x > 0.0 { Ok(x * x) } else { Err("negative") };
    y.expect("a positive number is needed") * x
}

#[test]
fn what_is_expected() {
    check_gradient!(told(Some(1.5), 2.0));
    check_gradient!(told_of_a_result(2.0));
}

#[test]
#[should_panic(expected = "a number is needed")]
fn what_is_expected_of_an_option_is_told() {
    told::gradient(None, 2.0);
}

#[test]
#[should_panic(expected = "a positive number is needed: \"negative\"")]
fn what_is_expected_of_a_result_is_told() {
    told_of_a_result::gradient(-2.0);
}

#[derive(Clone, Debug, Differentiable)]
struct Node {
    v: f64,
    w: Vec<f64>,
    next: Option<Box<Node>>,
}
#[differentiable(tangent)]
fn through_references(n: &Node) -> f64 {
    n.v * n.next.as_ref().unwrap().v * n.next.clone().unwrap().w[0] + n.next.as_deref().expect("more").w[1]
}
#[differentiable(tangent)]
fn named_reference(n: &Node) -> f64 {
    let next = n.next.as_ref().unwrap();
    let w = next.clone().w;
    let x = next.v.sin();
    next.v * w[0] * x
}
#[differentiable(tangent)]
fn bound_reference(n: &Node, x: Option<f64>) -> f64 {
    let Some(next) = n.next.as_ref() else { return n.v };
    let scaled = x.map(|x| x * next.v).unwrap_or(1.0);
    match &next.next {
        Some(third) => third.v * scaled,
        None => next.w.iter().sum::<f64>() * scaled,
    }
}
#[differentiable(tangent)]
fn behind_a_box(n: &Node) -> f64 {
    if let Some(next) = n.next.as_deref() { next.v * n.v } else { 0.0 }
}

#[differentiable(tangent)]
fn conditions(q: f64) -> f64 {
    (q > 0.0).then_some(q * q).unwrap_or(0.5) + (q > 1.0).then(|| q.sin()).map_or(q, |v| v * 2.0)
}

#[test]
fn references_to_what_is_held() {
    let more = Node { v: 2.0, w: vec![0.5, 0.7], next: None };
    let list = Node { v: 1.5, w: Vec::new(), next: Some(Box::new(more.clone())) };
    check_gradient!(through_references(&list));
    check_gradient!(named_reference(&list));
    for x in [Some(0.3), None] {
        check_gradient!(bound_reference(&list, x));
        check_gradient!(bound_reference(&more, x));
    }
    check_gradient!(behind_a_box(&list));
    check_gradient!(behind_a_box(&more));
    for q in [-0.5, 0.5, 1.5] {
        check_gradient!(conditions(q));
    }
}
