//! Programs whose lists get other lengths as they run: queues, tables that are built row by row, histories, sorting.

#![allow(
    clippy::float_cmp,
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::assigning_clones,
    clippy::useless_vec,
    clippy::manual_swap,
    clippy::needless_pass_by_value,
    clippy::len_zero,
    clippy::replace_box,
    clippy::assign_op_pattern,
    reason = "plain code is what is tested"
)]

use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    q: f64,
    v: Vec<f64>,
}

/// Sorts rows by their first number.
#[differentiable(tangent)]
fn sorted(x: &[f64]) -> f64 {
    let n = x.len();
    let mut rows = Vec::new();
    for i in 0..n {
        rows.push(x[i..].to_vec());
    }
    for i in 0..n {
        for j in 0..n - 1 - i {
            if rows[j][0] > rows[j + 1][0] {
                rows.swap(j, j + 1);
            }
        }
    }
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..rows[i].len() {
            total += rows[i][j] * (i as f64 + 1.0) * rows[i][0];
        }
    }
    total
}

#[differentiable(tangent)]
fn triangle(x: &[f64]) -> f64 {
    let mut table = vec![x.to_vec()];
    for k in 1..x.len() {
        let mut row = Vec::new();
        for i in 0..x.len() - k {
            row.push(table[k - 1][i] * table[k - 1][i + 1] + x[k]);
        }
        table.push(row);
    }
    table[x.len() - 1][0]
}

#[differentiable(tangent)]
fn last_row(x: &[f64]) -> f64 {
    let mut row = x.to_vec();
    while row.len() > 1 {
        let mut next = Vec::new();
        for i in 1..row.len() {
            next.push(row[i] * row[i - 1]);
        }
        row = next;
    }
    row[0]
}

#[test]
fn tables() {
    check_gradient!(sorted(&[0.7, -0.4, 1.3, 0.2]));
    check_gradient!(triangle(&[0.7, -0.4, 1.3, 0.2]));
    check_gradient!(last_row(&[0.7, -0.4, 1.3, 0.2]));
    check_gradient!(differences(&[0.7, 0.3, 1.2, 0.1]));
}

/// Divided differences, each row of the table of another length.
#[differentiable(tangent)]
fn differences(x: &[f64]) -> f64 {
    let mut table: Vec<Vec<f64>> = Vec::new();
    for i in 0..x.len() {
        table.push(vec![x[i]]);
    }
    for k in 1..x.len() {
        for i in 0..x.len() - k {
            let d = (table[i + 1][k - 1] - table[i][k - 1]) * x[k];
            table[i].push(d);
        }
    }
    table[0][x.len() - 1] + table[0][1]
}

#[differentiable(tangent)]
fn history(x: &[f64]) -> f64 {
    let mut s = State { q: 1.0, v: vec![] };
    let mut total = 0.0;
    for a in x {
        s.v.push(a * s.q);
        s.q += a * a;
        if s.v.len() > 2 {
            total += s.v.iter().sum::<f64>() * s.v[0];
            s.v.clear();
        }
    }
    total + s.v.iter().sum::<f64>() * s.q
}

#[differentiable(tangent)]
fn truncated(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut s = State { q: 1.0, v: x.to_vec() };
    v[2] *= v[0];
    v.truncate(2);
    s.v.truncate(1);
    v[0] * v[1] * s.v[0]
}

#[differentiable(tangent)]
fn parts(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut total = 0.0;
    while v.len() > 0 {
        total = total * v[0] + 1.0;
        v = v[1..].to_vec();
    }
    let mut w = x.to_vec();
    while w.len() > 1 {
        w = w.iter().zip(w.iter().skip(1)).map(|(a, b)| a * b + 1.0).collect();
    }
    total + w[0]
}

#[differentiable(tangent)]
fn early(x: &[f64]) -> f64 {
    let mut v = vec![1.0];
    for a in x {
        if *a < 0.0 {
            return v.iter().sum::<f64>() * a;
        }
        v = vec![*a, v[0], v[0] * a];
        if v[0] > 1.0 {
            break;
        }
        if v[2] > 100.0 {
            continue;
        }
        v = vec![v[0] + v[2]];
    }
    v[0] * x[0]
}

#[differentiable(tangent)]
fn queue(x: &[f64], n: usize) -> f64 {
    let mut q = vec![x[0]];
    let mut out = 0.0;
    for i in 0..n {
        let head = q[0];
        let mut rest = Vec::new();
        for k in 1..q.len() {
            rest.push(q[k]);
        }
        rest.push(head * x[i % x.len()]);
        if i % 2 == 0 {
            rest.push(head.sin());
        }
        q = rest;
        out += head * q[0];
    }
    out
}

/// The best of several, which are of different lengths.
#[differentiable(tangent)]
fn best(x: f64, n: usize) -> f64 {
    let mut best: Option<State> = None;
    for i in 0..n {
        let y = x * (i as f64 - 1.0);
        let s = State { q: y * y, v: if i % 2 == 0 { vec![y] } else { vec![y, x] } };
        let better = match &best {
            Some(b) => s.q > b.q,
            None => true,
        };
        if better {
            best = Some(s);
        }
    }
    match &best {
        Some(b) => b.v.iter().sum::<f64>() * b.q,
        None => 0.0,
    }
}

#[test]
fn rebuilt() {
    check_gradient!(history(&[0.7, 0.2, 1.1, 0.4, 0.6]));
    check_gradient!(truncated(&[0.7, 0.2, 1.1, 0.4]));
    check_gradient!(parts(&[0.7, 0.2, 1.1, 0.4]));
    check_gradient!(early(&[0.7, 0.2, 1.1, 0.4]));
    check_gradient!(early(&[0.7, 0.2, -1.1, 0.4]));
    check_gradient!(queue(&[0.7, 0.2, 1.1], 7));
    check_gradient!(best(0.7, 5));
}

/// A sum whose terms are run there and back at once by its drivers.
#[differentiable(tangent)]
fn terms(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() {
        let mut s = State { q: x[i], v: vec![x[i]] };
        s.v = vec![s.q * x[0], s.v[0]];
        let mut rows = vec![vec![x[i]], vec![x[i], s.v[0]]];
        rows.swap(0, 1);
        rows[1] = rows[0].clone();
        let mut v = vec![s.q];
        v = vec![v[0], rows[1][1], x[i]];
        total += v[0] * v[1] * v[2] * rows[0][0] * s.v[1];
    }
    total
}

#[test]
fn at_once() {
    let x = [0.7, 0.3, 1.2];
    check_gradient!(terms(&x));
    let (at_once, taped) = (terms::gradient(&x), terms::vjp(&x, 1.0));
    assert!(at_once.iter().zip(&taped).all(|(a, b)| (a - b).abs() < 1e-12), "{at_once:?} {taped:?}");
}

/// An element that is there only if the loop has iterations, or once it has begun.
#[differentiable(tangent)]
fn perhaps_no_turns(x: &[f64], n: usize) -> f64 {
    let mut v = x.to_vec();
    let mut s = State { q: 1.0, v: vec![] };
    for _ in 0..n {
        v[0] = v[0] * v[0];
        s.v = vec![v[0], s.q];
        s.v[1] *= v[0];
        s.q *= s.v[1];
    }
    s.q
}

#[test]
fn without_turns() {
    check_gradient!(perhaps_no_turns(&[0.7], 2));
    assert_eq!(perhaps_no_turns::value_and_gradient(&[], 0), (1.0, vec![]));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Two {
    q: f64,
    v: Vec<f64>,
    w: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Holder {
    inner: Box<Two>,
}

/// Lists behind a box of a struct, and fields that are taken over.
#[differentiable(tangent)]
fn boxed(x: f64) -> f64 {
    let mut two = Two { q: x, v: vec![x], w: vec![] };
    two = Two { w: vec![x, x], ..two };
    let mut h = Holder { inner: Box::new(two) };
    h.inner.v = vec![x, x * h.inner.q * h.inner.w[1]];
    h.inner.q *= h.inner.v[1];
    h.inner = Box::new(Two { q: h.inner.q, v: vec![], w: h.inner.v.clone() });
    *h.inner = Two { q: h.inner.w[1], v: vec![x], w: vec![h.inner.q] };
    h.inner.w[0] * h.inner.q * h.inner.v[0]
}

/// Calls of the function itself share their tapes.
#[differentiable(tangent)]
fn recursion(x: f64, n: usize) -> f64 {
    let mut v = vec![x];
    let mut s = Two { q: x, v: vec![x], w: vec![] };
    if n == 0 {
        return v[0];
    }
    s.v = vec![x, s.v[0] * x];
    v = vec![s.v[1], x];
    let a = recursion(v[0] * 0.5, n - 1);
    v = vec![a];
    s = Two { q: a, v: v.clone(), w: vec![] };
    let b = recursion(s.v[0] * x, n - 1);
    v[0] * b + s.q
}

/// Several gradients at once.
#[differentiable]
fn wide(x: &[f64]) -> Vec<f64> {
    let mut v = vec![x[0]];
    let mut s = Two { q: x[1], v: vec![], w: vec![x[2]] };
    s.v = vec![x[0] * v[0], x[1]];
    v = vec![s.v[0], v[0], s.v[0] * s.v[1]];
    s.v = vec![v[2]];
    v[1] *= s.v[0] * s.q;
    v
}

#[test]
fn boxes_recursion_and_rows() {
    check_gradient!(boxed(0.7));
    check_gradient!(recursion(0.7, 3));
    let x = [0.7, 0.3, 0.4];
    let rows = wide::jacobian(&x);
    for k in 0..3 {
        let mut seed = vec![0.0; 3];
        seed[k] = 1.0;
        assert_eq!(wide::vjp(&x, seed), rows[k]);
    }
}
