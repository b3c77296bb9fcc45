//! Structs and enums that hold themselves, built inside of differentiable functions.

use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Node {
    v: f64,
    next: Option<Box<Node>>,
}

#[differentiable(recursive, tangent)]
fn total(n: &Node) -> f64 {
    match &n.next {
        Some(m) => n.v * n.v + n.v * total(m),
        None => n.v,
    }
}

#[differentiable(tangent)]
fn two(n: &Node, x: f64) -> f64 {
    let mut s = n.v * x;
    if let Some(m) = &n.next {
        s += m.v * n.v;
    }
    s
}

#[differentiable(tangent)]
fn built(x: f64) -> f64 {
    let n = Node { v: x, next: Some(Box::new(Node { v: x * x, next: None })) };
    two(&n, x)
}

#[differentiable(tangent)]
fn copied(x: &[f64]) -> f64 {
    let mut n = Node { v: 1.0, next: None };
    for a in x {
        n = Node { v: a * a, next: Some(Box::new(n.clone())) };
    }
    total(&n)
}

#[differentiable(tangent)]
fn moved(x: &[f64]) -> f64 {
    let mut n = Node { v: 1.0, next: None };
    for a in x {
        n = Node { v: a * a, next: Some(Box::new(n)) };
    }
    total(&n)
}

#[differentiable(tangent)]
fn assigned(x: f64, y: f64) -> f64 {
    let mut n = Node { v: x, next: None };
    let a = total(&n);
    n.next = Some(Box::new(Node { v: y * a, next: None }));
    let b = total(&n);
    n.next = Some(Box::new(Node { v: b, next: Some(Box::new(Node { v: x, next: None })) }));
    let c = total(&n);
    n.next = None;
    n.v = c * y;
    total(&n) * b
}

#[test]
fn linked_lists() {
    check_gradient!(built(0.7));
    check_gradient!(copied(&[0.7, 0.2, 1.1]));
    check_gradient!(moved(&[0.7, 0.2, 1.1]));
    check_gradient!(assigned(0.7, 0.4));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Tree {
    Leaf(f64),
    Pair(Box<Tree>, Box<Tree>),
}

#[differentiable(recursive, tangent)]
fn value(t: &Tree) -> f64 {
    match t {
        Tree::Leaf(x) => x.sin(),
        Tree::Pair(a, b) => value(a) * value(b) + value(a),
    }
}

#[differentiable(tangent)]
fn tree(x: f64, y: f64) -> f64 {
    let low = Tree::Pair(Box::new(Tree::Leaf(y)), Box::new(Tree::Leaf(x * y)));
    value(&Tree::Pair(Box::new(Tree::Leaf(x)), Box::new(low)))
}

#[differentiable(tangent)]
fn grown(x: &[f64]) -> f64 {
    let mut t = Tree::Leaf(x[0]);
    for i in 1..x.len() {
        t = Tree::Pair(Box::new(Tree::Leaf(x[i])), Box::new(t.clone()));
    }
    value(&t)
}

#[test]
fn trees() {
    check_gradient!(tree(0.7, 0.2));
    check_gradient!(grown(&[0.7, 0.2, 0.5]));
}

/// A tree with any number of branches.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Branch {
    v: f64,
    branches: Vec<Branch>,
}

#[differentiable(recursive, tangent)]
fn sum(t: &Branch) -> f64 {
    let mut s = t.v * t.v;
    for b in &t.branches {
        s += sum(b) * t.v;
    }
    s
}

#[differentiable(tangent)]
fn branches(x: f64, y: f64) -> f64 {
    let mut t = Branch { v: x, branches: vec![] };
    t = Branch { v: y, branches: vec![t.clone(), Branch { v: x * y, branches: vec![] }] };
    t.branches.push(Branch { v: y, branches: vec![t.clone()] });
    t.branches[0].branches = vec![Branch { v: x, branches: vec![] }];
    sum(&t)
}

#[test]
fn trees_of_lists() {
    check_gradient!(branches(0.7, 0.4));
}
