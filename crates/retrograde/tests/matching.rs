//! `match` and `if let` as statements: forwards, backwards, and with derivatives.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::close;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Differentiable)]
enum Gate {
    Rotate,
    Flip,
    Scale,
}

#[differentiable(tangent)]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[reversible(adjoint, tangent)]
fn apply(v: &mut [f64; 2], a: f64, gate: Gate, n: usize) {
    match gate {
        Gate::Rotate => {
            let s = a.sin();
            v[0] += v[1] * s;
            v[1] -= v[0] * s;
        }
        Gate::Flip => swap(&mut v[0], &mut v[1]),
        Gate::Scale => match n {
            0 => {}
            1 | 2 => v[0] *= 2.0,
            k @ 3..=9 if k % 2 == 1 => v[1] += a * k as f64 + cube(v[0]),
            k => {
                for i in 0..k {
                    let t = a * i as f64;
                    v[i % 2] += t * a;
                }
            }
        },
    }
    if let 2.. = n {
        v[0] += a;
    } else if let (Gate::Flip, 1) = (gate, n) {
        v[1] -= a * a;
    }
}

#[test]
fn every_arm() {
    for gate in [Gate::Rotate, Gate::Flip, Gate::Scale] {
        for n in [0, 1, 2, 3, 4, 11] {
            let start = [0.3, 0.8];
            let run = |v: [f64; 2], a: f64| {
                let mut v = v;
                apply(&mut v, a, gate, n);
                v
            };
            let loss = |v: [f64; 2], a: f64| {
                let v = run(v, a);
                v[0] + 3.0 * v[1]
            };
            let mut v = run(start, 0.7);
            apply::inverse(&mut v, 0.7, gate, n);
            (0..2).for_each(|i| close(v[i], start[i]));
            let mut v = run(start, 0.7);
            let (mut v_adj, mut a_adj) = ([1.0, 3.0], 0.0);
            apply::adjoint(&mut v, &mut v_adj, 0.7, &mut a_adj, gate, Inactive, n, Inactive);
            (0..2).for_each(|i| close(v[i], start[i]));
            let h = 1e-6;
            close(a_adj, (loss(start, 0.7 + h) - loss(start, 0.7 - h)) / (2.0 * h));
            let (up, down) = ([0.3 + h, 0.8], [0.3 - h, 0.8]);
            close(v_adj[0], (loss(up, 0.7) - loss(down, 0.7)) / (2.0 * h));
            let mut v_tan = [2.0, -1.0];
            apply::tangent(&mut v, &mut v_tan, 0.7, 0.5, gate, Inactive, n, Inactive);
            close(v_tan[0] + 3.0 * v_tan[1], 2.0 * v_adj[0] - v_adj[1] + 0.5 * a_adj);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Plain)]
struct Order {
    amount: f64,
    slot: Option<usize>,
}

#[reversible]
fn fill(book: &mut [f64], count: &mut usize, orders: &[Order], text: &str) {
    for i in 0..orders.len() {
        match orders[i] {
            Order { amount, slot: Some(slot) } if slot < book.len() => book[slot] += amount,
            Order { slot: None, amount: count } if count > 0.0 => book[0] += count,
            Order { .. } => *count += 1,
        }
    }
    match &orders[0].slot {
        Some(slot) => *count += *slot,
        None => *count += text.len(),
    }
    match orders {
        [] | [_] => {}
        [first, .., last] => book[0] += first.amount * last.amount,
    }
    match text {
        "twice" => *count += 2,
        _ => (),
    }
}

#[test]
fn payloads_without_derivatives() {
    let orders =
        [Order { amount: 2.0, slot: Some(1) }, Order { amount: 4.0, slot: None }, Order { amount: 8.0, slot: Some(7) }];
    let (mut book, mut count) = ([0.0, 1.0], 0);
    fill(&mut book, &mut count, &orders, "twice");
    assert_eq!((book, count), ([20.0, 3.0], 4));
    fill::inverse(&mut book, &mut count, &orders, "twice");
    assert_eq!((book, count), ([0.0, 1.0], 0));
}
