//! What a chain of iterators is searched for, in ordinary functions: an item, its number, or whether there is one.

#![allow(
    clippy::double_ended_iterator_last,
    clippy::redundant_closure_for_method_calls,
    reason = "what may be written in two ways is tried in both"
)]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn conditions(x: &[f64]) -> f64 {
    let any = x.iter().any(|v| *v > 2.5);
    if x.iter().all(|&v| v > 1.0) && x.iter().skip(1).any(|v| v.sin() > 0.5) {
        x[0] * x[1]
    } else if any || x.iter().rev().all(|v| v.abs() < 0.75) {
        x[0] * x[0]
    } else {
        x[1]
    }
}

#[differentiable(tangent)]
fn numbers(x: &[f64]) -> f64 {
    let first = match x.iter().filter(|v| **v > 0.0).position(|v| *v > 1.0) {
        Some(i) => x[i] * x[0],
        None => x[0],
    };
    let i = x.iter().position(|v| *v > 0.5).unwrap_or(0);
    first * x[i]
}

#[differentiable(tangent)]
fn elements(x: &[f64], n: usize) -> f64 {
    let last = x.iter().filter(|v| **v > 0.5).last().unwrap();
    let second = x.iter().rev().nth(1).expect("there are two");
    let found = x.iter().find(|v| **v < 1.0).map_or(0.5, |v| v * v);
    let there = if let Some(v) = x.iter().filter(|v| **v > 0.5).nth(n) { v * *v } else { x[0] };
    last * *second + found * there + x.iter().step_by(2).last().copied().unwrap_or(1.0)
}

#[differentiable(tangent)]
fn values(x: &[f64], n: usize) -> Option<f64> {
    let last = x.iter().map(|v| v * v).last()?;
    let some = x.iter().map(|v| v.sin()).nth(n)?;
    let found = x.iter().map(|v| v * 2.0).find(|v| *v > 1.0).unwrap();
    let product = x.iter().copied().reduce(|a, b| a * b)?;
    let ends = x.iter().copied().next()? * x.iter().map(|v| v.cos()).next_back()?;
    Some(last * some + found * product * ends)
}

#[differentiable(tangent)]
fn range(x: &[f64]) -> f64 {
    let greatest = x.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    *greatest - x.iter().copied().min_by(f64::total_cmp).unwrap()
}

#[differentiable(tangent)]
fn extremes(x: &[f64]) -> f64 {
    let far = x.iter().copied().max_by(|&a, &b| (a * a).total_cmp(&(b * b))).unwrap_or(0.0);
    let near = match x.iter().min_by(|a, b| a.abs().total_cmp(&b.abs())) {
        Some(v) => v * v,
        None => 1.0,
    };
    let (i, most) = x.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 2.0));
    far * near * most + i as f64 * far
}

/// The distance of each point to the nearest one.
#[differentiable(tangent)]
fn nearest(x: &[f64], y: &[f64]) -> f64 {
    x.iter().map(|a| y.iter().map(|b| (a - b).powi(2)).min_by(|a, b| a.total_cmp(b)).unwrap()).sum()
}

#[differentiable(tangent)]
fn best_row(rows: &[Vec<f64>]) -> f64 {
    let sum: f64 = rows.iter().map(|row| row.iter().max_by(|a, b| a.total_cmp(b)).unwrap() * row[0]).sum();
    let row = rows.iter().max_by(|a, b| a[1].total_cmp(&b[1])).unwrap();
    sum * row[0] * row[1]
}

#[differentiable(tangent)]
fn by_integers(x: &[f64], n: &[usize]) -> f64 {
    let most = n.iter().max().unwrap();
    let least = n.iter().map(|i| (i + 1) % 3).min().unwrap();
    x[*most] * x[least]
}

/// Of equals, the first is the least and the last is the greatest.
#[differentiable(tangent)]
fn of_equals(x: &[f64], n: &[usize]) -> f64 {
    let least = n.iter().copied().enumerate().min_by(|a, b| a.1.cmp(&b.1)).unwrap();
    let most = n.iter().copied().enumerate().max_by(|a, b| a.1.cmp(&b.1)).unwrap();
    x[least.0] * x[most.0]
}

#[differentiable(tangent)]
fn some_of_them(x: &[f64]) -> f64 {
    let squares: f64 = x.iter().filter_map(|v| if *v > 1.0 { Some(v * v) } else { None }).sum();
    let start: f64 = x.iter().map_while(|&v| if v < 2.5 { Some(v.exp()) } else { None }).sum();
    let first = x.iter().find_map(|v| (*v < 0.0).then_some(v * 3.0)).unwrap_or(1.0);
    let second = (x[1] > 1.0).then(|| x[1] * x[0]);
    let mut total = 0.0;
    x.iter().zip(x.iter().skip(1)).for_each(|(a, b)| total += a * b);
    squares * start + total * first + second.unwrap_or(0.5)
}

#[test]
fn agree_with_differences() {
    let x = [0.75, 3.0, 2.0, -0.5];
    for x in [x.to_vec(), vec![2.0, 3.0, 2.25], vec![0.6, 0.25], vec![0.4, 2.0]] {
        check_gradient!(conditions(&x));
        check_gradient!(numbers(&x));
        check_gradient!(range(&x));
        check_gradient!(extremes(&x));
        check_gradient!(nearest(&x, &[1.1, 2.6]));
        check_gradient!(some_of_them(&x));
        for n in [0, 1, 9] {
            check_gradient!(values(&x, n));
        }
    }
    check_gradient!(elements(&x, 1));
    check_gradient!(elements(&x, 7));
    check_gradient!(best_row(&[vec![1.0, 2.0], vec![3.0, 2.5], vec![0.5, 0.25]]));
    check_gradient!(by_integers(&x, &[0, 2, 1]));
    check_gradient!(of_equals(&x, &[2, 1, 1, 2]));
}

#[test]
fn are_as_in_the_library() {
    assert_eq!(of_equals::gradient(&[2.0, 3.0, 5.0, 7.0], &[2, 1, 1, 2]), [0.0, 7.0, 0.0, 3.0]);
    assert_eq!(range::gradient(&[1.0, 1.0]), [-1.0, 1.0]);
    assert_eq!(values(&[], 0), None);
}
