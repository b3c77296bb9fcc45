//! Lists behind references and in maps, whose gradients are lent by the caller: their elements change, their lengths do not, and a program that tries
//! is told so.

#![allow(
    clippy::float_cmp,
    clippy::ptr_arg,
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::assigning_clones,
    clippy::useless_vec,
    clippy::manual_swap,
    clippy::needless_pass_by_value,
    clippy::len_zero,
    clippy::assign_op_pattern,
    reason = "plain code is what is tested"
)]

use retrograde::prelude::*;
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    q: f64,
    v: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Point(f64),
    Line(Vec<f64>),
}

#[differentiable(tangent)]
fn replace(v: &mut Vec<f64>, s: &mut State, rows: &mut [Vec<f64>], x: f64) -> f64 {
    *v = vec![x * v[0], x];
    s.v = vec![s.q * v[0]];
    *s = State { q: x, v: s.v.clone() };
    rows.swap(0, 1);
    rows[1] = vec![rows[0][0], x];
    s.v[0] * x
}

#[differentiable(tangent)]
fn same_lengths(x: f64, n: usize) -> f64 {
    let (mut v, mut s) = (vec![x, x * x], State { q: x, v: vec![x] });
    let mut rows = vec![vec![x, x.sin()], vec![x.cos(), x]];
    let mut total = 0.0;
    for _ in 0..n {
        total += replace(&mut v, &mut s, &mut rows, x);
    }
    total * v[0] * s.v[0] * rows[0][1] + rows[1][0]
}

#[test]
fn lists_of_the_same_length() {
    check_gradient!(same_lengths(0.7, 3));
    let (mut v, mut s) = (vec![1.0, 2.0], State { q: 1.0, v: vec![3.0] });
    let mut rows = [vec![1.0, 2.0], vec![3.0, 4.0]];
    replace::value_and_gradient(&mut v, &mut s, &mut rows, 0.5);
    assert_eq!((v, s.v, rows), (vec![1.0, 2.0], vec![3.0], [vec![1.0, 2.0], vec![3.0, 4.0]]));
}

#[differentiable(tangent)]
fn longer(v: &mut Vec<f64>, x: f64) {
    *v = vec![x * v[0], x, x];
}

#[differentiable(tangent)]
fn calls_longer(x: f64) -> f64 {
    let mut v = vec![x, x * x];
    longer(&mut v, x);
    v[0] * v[1]
}

#[differentiable(tangent)]
fn field(s: &mut State, x: f64) -> f64 {
    s.v = vec![x * s.q];
    s.v[0] * x
}

#[differentiable(tangent)]
fn rows(rows: &mut Vec<Vec<f64>>, x: f64) -> f64 {
    rows.swap(0, 1);
    rows[0][0] * x
}

#[differentiable(tangent)]
fn variant(s: &mut Shape, x: f64) -> f64 {
    *s = Shape::Line(vec![x, x]);
    match s {
        Shape::Point(y) => *y,
        Shape::Line(v) => v[0] * v[1],
    }
}

#[test]
#[should_panic(expected = "a list behind a reference gets another length")]
fn longer_in_reverse_mode() {
    calls_longer::gradient(0.7);
}

#[test]
#[should_panic(expected = "a list behind a reference gets another length")]
fn longer_in_forward_mode() {
    calls_longer::tangent(0.7, 1.0);
}

#[test]
#[should_panic(expected = "a list behind a reference gets another length")]
fn another_field() {
    field::gradient(&mut State { q: 1.0, v: vec![] }, 0.5);
}

#[test]
#[should_panic(expected = "a list behind a reference gets another length")]
fn other_rows() {
    rows::gradient(&mut vec![vec![1.0, 2.0], vec![2.0]], 0.5);
}

#[test]
fn variants() {
    let (value, (s_adj, x_adj)) = variant::value_and_gradient(&mut Shape::Line(vec![1.0, 2.0]), 0.5);
    assert_eq!((value, s_adj.Line.0, x_adj), (0.25, vec![0.0, 0.0], 1.0));
}

#[test]
#[should_panic(expected = "a list behind a reference gets another length")]
fn another_variant() {
    variant::gradient(&mut Shape::Point(1.0), 0.5);
}

#[reversible(adjoint, tangent)]
fn local_lists(y: &mut f64, x: f64) {
    let mut rows = vec![vec![x, x * x], vec![x]];
    let (mut a, mut b) = (vec![x, x * x], vec![x.sin()]);
    swap(&mut rows[0], &mut rows[1]);
    swap(&mut a, &mut b);
    *y += rows[0][0] * rows[1][1] + a[0] * b[1];
    swap(&mut a, &mut b);
    swap(&mut rows[0], &mut rows[1]);
}

#[reversible(adjoint, tangent)]
fn lent_lists(a: &mut Vec<f64>, b: &mut Vec<f64>) {
    swap(a, b);
    b[0] += a[0] * 2.0;
}

#[test]
fn reversible_functions() {
    check_gradient!(local_lists(&mut 0.3, 0.7));
    check_inverse!(local_lists(&mut 0.3, 0.7));
    check_gradient!(lent_lists(&mut vec![1.0, 2.0], &mut vec![2.0, 3.0]));
    let (mut a, mut b) = (vec![1.0], vec![2.0, 3.0]);
    lent_lists(&mut a, &mut b);
    lent_lists::inverse(&mut a, &mut b);
    assert_eq!((a, b), (vec![1.0], vec![2.0, 3.0]));
}

#[test]
#[should_panic(expected = "a list behind a reference gets another length")]
fn swapped_in_an_adjoint() {
    let (mut a, mut b) = (vec![2.0, 3.0], vec![5.0]);
    lent_lists::adjoint(&mut a, &mut vec![1.0, 1.0], &mut b, &mut vec![1.0]);
}

/// The places of a map's gradient come with its keys and stay.
#[differentiable(tangent)]
fn entries(x: f64) -> f64 {
    let mut m: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    m.insert(1, vec![x]);
    let a = m[&1][0] * x;
    m.insert(1, vec![x, a]);
    m.insert(2, vec![a]);
    m[&1][1] * m[&2][0]
}

#[test]
#[should_panic(expected = "an entry of a map gets a list of another length")]
fn entries_in_reverse_mode() {
    entries::gradient(0.7);
}

#[test]
#[should_panic(expected = "an entry of a map gets a list of another length")]
fn entries_in_forward_mode() {
    entries::tangent(0.7, 1.0);
}
