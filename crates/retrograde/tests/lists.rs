//! Lists that ordinary functions build and use up.

#![allow(clippy::float_cmp, clippy::cast_lossless, reason = "exact values are expected; plain code is what is tested")]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn collected(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v).collect()
}

#[differentiable(tangent)]
fn buffer(x: &[f64]) -> f64 {
    let mut v = vec![0.0; x.len()];
    for i in 0..x.len() {
        v[i] = x[i] * x[i];
    }
    for i in 1..v.len() {
        v[i] *= v[i - 1];
    }
    v.iter().sum::<f64>() + v[0]
}

#[differentiable(tangent)]
fn pushed(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for a in x {
        if *a > 0.0 {
            v.push(a * a);
        }
        let n = v.len();
        if n > 1 {
            let last = v[n - 1] * v[n - 2];
            v.push(last);
        }
    }
    v.iter().rev().fold(1.0, |s, a| s * 0.5 + a)
}

#[differentiable(tangent)]
fn used_up(x: &[f64]) -> f64 {
    let mut stack = vec![x[0], 2.0 * x[1]];
    let mut s = 1.0;
    for a in x {
        stack.push(a.sin());
        if *a < 0.0 {
            let b = stack.pop().unwrap();
            let c = stack.pop();
            if let Some(c) = c {
                s = s * b + c;
                stack.push(s * c);
            }
        }
    }
    while let Some(a) = stack.pop() {
        s = s * 0.75 + a * a;
    }
    s
}

#[differentiable(tangent)]
fn rearranged(x: &[f64], y: f64) -> f64 {
    let mut v = vec![y, y * y];
    v.extend(x.iter().map(|a| a * y));
    v.extend_from_slice(&x[1..]);
    v.insert(1, y.sin());
    let taken = v.remove(2);
    v.truncate(5);
    v.swap(0, 3);
    let mut w = v.clone();
    w.push(taken);
    v.clear();
    v.push(taken * y);
    w.iter().zip(0..10).map(|(a, k)| a * k as f64).sum::<f64>() * v[0]
}

/// Each iteration has a list of its own.
#[differentiable(tangent)]
fn in_a_loop(x: &[f64], n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        let mut row = Vec::new();
        for a in x.iter().skip(i) {
            row.push(a * a);
        }
        let kept = row;
        total += kept.iter().copied().product::<f64>() * x[i];
    }
    total
}

#[test]
fn gradients() {
    let x = [0.5, -1.25, 1.5, 0.75, -2.0, 0.3];
    check_gradient!(collected(&x));
    check_gradient!(buffer(&x));
    check_gradient!(pushed(&x));
    check_gradient!(used_up(&x));
    check_gradient!(rearranged(&x, 0.7));
    check_gradient!(in_a_loop(&x, 3));
    assert_eq!(collected::vjp(&[1.0, 2.0], vec![1.0, 10.0]), [2.0, 40.0]);
}

#[differentiable(tangent)]
fn field(x: &[f64]) -> Vec<f64> {
    vec![x[1] * x[0], x[0] - x[1]]
}

#[differentiable(tangent)]
fn ahead(x: &[f64], by: f64, slope: &[f64]) -> Vec<f64> {
    x.iter().zip(slope).map(|(x, s)| x + by * s).collect()
}

/// Lists that come from calls, in a loop; nothing of them but their length may be needed on the way back.
#[differentiable(tangent)]
fn midpoint(x: &[f64], h: f64, n: usize) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..n {
        let half = ahead(&y, 0.5 * h, &field(&y));
        let slope = field(&half);
        y = ahead(&y, h, &slope);
    }
    y.iter().sum()
}

#[test]
fn lists_from_calls() {
    check_gradient!(midpoint(&[0.5, 0.7], 0.1, 4));
}

/// Parameters that are changed inside.
#[differentiable(tangent)]
fn changed_parameters(mut x: f64, mut v: Vec<f64>, n: u32) -> f64 {
    for _ in 0..n {
        x = x * v[0] + 1.0;
        v[0] *= x;
        v.push(x * x);
    }
    let last = v.pop().unwrap();
    last * v[0]
}

#[test]
fn mut_parameters() {
    check_gradient!(changed_parameters(0.7, vec![1.2, 0.3], 3));
    let v = vec![1.2, 0.3];
    changed_parameters::gradient(0.7, v.clone(), 2);
    assert_eq!(v, [1.2, 0.3]);
}

/// A list made of an array, whose gradient is no list.
#[differentiable(tangent)]
fn of_an_array(x: [f64; 3], y: f64) -> f64 {
    let mut list = x.to_vec();
    let pair = [y, y * x[0]];
    list.extend_from_slice(&pair);
    list.push(y * x[1]);
    list.iter().fold(1.0, |s, v| s * 0.5 + v * v)
}

#[test]
fn lists_of_arrays() {
    check_gradient!(of_an_array([0.5, -0.7, 1.1], 0.9));
}

/// Names that the compiler would give, of variables that it leaves out: what is pushed has a gradient all the same.
#[differentiable(tangent)]
fn taken_names(x: f64) -> f64 {
    let mut list = vec![x, x * x];
    let seen = list.iter().map(|item1| item1 * 0.5).sum::<f64>();
    let longer = list.iter().filter(|item2| **item2 > seen).map(|item3| item3 * x).sum::<f64>();
    list.push(seen * x);
    list.push(longer.sin());
    list.push(x.cos());
    list.iter().map(|item4| item4 * item4).sum()
}

#[test]
fn names_of_variables_that_are_gone() {
    check_gradient!(taken_names(0.7));
    check_gradient!(taken_names(1.3));
}

/// What is overwritten in `y` and in `last` is never read again by the derivative, except for the factors.
#[differentiable(tangent)]
fn sweeps(x: &[f64], turns: usize) -> f64 {
    let mut y = vec![0.5; x.len()];
    let mut total = 0.0;
    for _ in 0..turns {
        let mut last = 1.0;
        for i in 0..x.len() {
            total += x[i] * last;
            last = y[i] + x[i] * last;
            y[i] += 2.0 * last;
        }
    }
    total + y[0]
}

#[test]
fn elements_that_only_sums_are_made_of() {
    check_gradient!(sweeps(&[0.3, -0.2, 0.7], 3));
    check_gradient!(sweeps(&[0.3, -0.2, 0.7], 0));
    check_gradient!(reverse sweeps(&[0.5], 2));
}
