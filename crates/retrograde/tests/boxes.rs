//! Numbers in boxes, and what holds boxes.

#![allow(clippy::borrowed_box, reason = "boxes are what is tested")]
#![allow(clippy::float_cmp, reason = "values are chosen to be exact")]

use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Model {
    scale: Box<f64>,
    weights: Box<[f64]>,
    inner: Box<(f64, Box<f64>)>,
}

#[reversible(adjoint, tangent)]
fn boxed(y: &mut Box<f64>, x: &Box<f64>, p: &mut [Box<f64>]) {
    **y += **x * **x;
    *p[0] *= **x;
    *p[1] += *p[0] * **y;
    swap(&mut *p[0], &mut *p[1]);
}

#[reversible(adjoint, tangent)]
fn add_model(y: &mut f64, model: &Model, state: &mut Model) {
    for i in 0..model.weights.len() {
        *y += model.weights[i] * *model.scale;
        (*state.weights)[i] -= *model.scale * state.inner.0;
    }
    *state.scale += *model.inner.1 * model.inner.0 * *y;
    add_square(&mut state.scale, *model.scale);
}

#[reversible(adjoint, tangent)]
fn add_square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[differentiable(tangent)]
fn value(model: &Model, x: &Box<f64>) -> f64 {
    let mut sum = *model.scale;
    for i in 0..model.weights.len() {
        sum = sum * **x + model.weights[i] * *model.inner.1;
    }
    sum
}

fn model(by: f64) -> Model {
    Model { scale: Box::new(1.5 * by), weights: Box::new([0.5, -by]), inner: Box::new((2.0, Box::new(0.7 * by))) }
}

#[test]
fn what_a_box_holds() {
    let places = vec![Box::new(0.5), Box::new(-1.5)];
    check_inverse!(boxed(&mut Box::new(2.0), &Box::new(3.0), &mut places.clone()));
    check_gradient!(boxed(&mut Box::new(2.0), &Box::new(3.0), &mut places.clone()));
    check_inverse!(add_model(&mut 0.5, &model(1.0), &mut model(-0.5)));
    check_gradient!(add_model(&mut 0.5, &model(1.0), &mut model(-0.5)));
    check_gradient!(value(&model(1.2), &Box::new(0.3)));
    let (mut y, mut places) = (Box::new(2.0), places);
    boxed(&mut y, &Box::new(3.0), &mut places);
    assert_eq!((*y, *places[0], *places[1]), (11.0, -1.5 + 1.5 * 11.0, 1.5));
    assert_eq!(value::gradient(&model(1.0), &Box::new(2.0)).0.scale, 4.0);
}

#[derive(Clone, Debug, Differentiable)]
struct Node {
    v: f64,
    next: Option<Box<Node>>,
}
#[derive(Clone, Debug, Differentiable)]
enum Expr {
    Const(f64),
    Var,
    Add(Box<Expr>, Box<Expr>),
    Mul { left: Box<Expr>, right: Box<Expr> },
    Sin(Box<Expr>),
}

#[differentiable(tangent, recursive)]
fn eval(e: &Expr, x: f64) -> f64 {
    match e {
        Expr::Const(c) => *c,
        Expr::Var => x,
        Expr::Add(a, b) => eval(a, x) + eval(b, x),
        Expr::Mul { left, right } => eval(left, x) * eval(right, x),
        Expr::Sin(inner) => eval(inner, x).sin(),
    }
}

#[differentiable(tangent, recursive)]
fn total(n: &Node, by: f64) -> f64 {
    let rest = match &n.next {
        Some(next) => total(next, by * by),
        None => 0.0,
    };
    n.v * by + rest
}

#[differentiable(tangent, recursive)]
fn chained(n: &Node, by: f64) -> f64 {
    if let Some(next) = &n.next { n.v * by + chained(next, by * n.v) } else { n.v }
}

/// A pair that holds each other.
#[derive(Clone, Debug, Differentiable)]
struct Road {
    length: f64,
    to: Vec<Town>,
}

#[derive(Clone, Debug, Differentiable)]
struct Town {
    toll: f64,
    on: Option<Box<Road>>,
}

#[differentiable(tangent, recursive)]
fn travel(road: &Road, speed: f64) -> f64 {
    let mut time = road.length / speed;
    for town in &road.to {
        time += town.toll * town.toll;
        if let Some(on) = town.on.as_deref() {
            time += travel(on, speed * 0.9);
        }
    }
    time
}

#[test]
fn trees() {
    let twice = |of: Expr| Expr::Mul { left: Box::new(of), right: Box::new(Expr::Const(2.0)) };
    let sum = Expr::Add(Box::new(twice(Expr::Var)), Box::new(Expr::Sin(Box::new(twice(Expr::Var)))));
    check_gradient!(eval(&sum, 0.7));
    let (value, (by_tree, by_x)) = eval::value_and_gradient(&sum, 0.7);
    assert!((value - (1.4 + 1.4_f64.sin())).abs() < 1e-15);
    assert!((by_x - (2.0 + 2.0 * 1.4_f64.cos())).abs() < 1e-15);
    assert_eq!((by_tree.Add.0.Mul.right.Const.0, by_tree.Sin.0.held().is_none()), (0.7, true));
    assert_eq!(by_tree.clone(), by_tree);
    assert_ne!(eval::gradient(&sum, 0.8).0, by_tree);

    let node = |v, next: Option<Node>| Node { v, next: next.map(Box::new) };
    let list = node(1.0, Some(node(2.0, Some(node(3.0, None)))));
    check_gradient!(total(&list, 0.7));
    check_gradient!(chained(&list, 0.7));
    check_gradient!(chained(&node(1.0, None), 0.7));

    let leaf = Road { length: 2.0, to: Vec::new() };
    let towns = vec![Town { toll: 0.5, on: Some(Box::new(leaf)) }, Town { toll: 1.5, on: None }];
    check_gradient!(travel(&Road { length: 3.0, to: towns }, 1.2));
}
