//! Lists that get another length: assigned, swapped, rebuilt, in structs, options and enums. The gradient takes the shape that the value
//! had.

#![allow(clippy::float_cmp, clippy::cast_lossless, clippy::manual_swap, reason = "plain code is what is tested")]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn straight(x: f64) -> f64 {
    let mut v = vec![x, x * x, x.sin()];
    let first = v[0] * v[1] * v[2];
    v = vec![x * first, x];
    first + v[0] * v[1]
}

#[differentiable(tangent)]
fn branches(x: f64, y: f64) -> f64 {
    let mut v = vec![x];
    if y > 0.0 {
        v = vec![x * y, y, v[0]];
    } else {
        v = vec![];
    }
    v.iter().sum::<f64>() * x
}

#[differentiable(tangent)]
fn rebuilt(x: f64, n: usize) -> f64 {
    let mut v = vec![x];
    let mut total = 0.0;
    for i in 0..n {
        let last = v[v.len() - 1];
        if i % 2 == 0 {
            v = vec![last * x, last, x];
        } else {
            v = vec![last.sin() + v[0]];
        }
        total += v.iter().sum::<f64>() * v[0];
    }
    total
}

#[test]
fn whole_lists() {
    check_gradient!(straight(0.7));
    check_gradient!(branches(0.7, 0.3));
    check_gradient!(branches(0.7, -0.3));
    check_gradient!(rebuilt(0.7, 4));
    check_gradient!(rebuilt(0.7, 5));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    q: f64,
    v: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Outer {
    inner: State,
    rows: Vec<Vec<f64>>,
    pair: (Vec<f64>, f64),
}

#[differentiable(tangent)]
fn field(x: f64) -> f64 {
    let mut s = State { q: x, v: vec![x * x] };
    let a = s.v[0] * s.q;
    s.v = vec![a, x, x * 2.0];
    let b = s.v[0] * s.v[1] * s.v[2];
    s.v = vec![b, a];
    s.v[0] * s.v[1] + s.q
}

#[differentiable(tangent)]
fn field_in_loop(x: &[f64]) -> f64 {
    let mut s = State { q: 1.0, v: vec![] };
    for i in 0..x.len() {
        let sum = s.v.iter().sum::<f64>();
        s.q = s.q * x[i] + sum;
        s.v = x[i..].to_vec();
        s.v[0] *= s.q;
    }
    s.q * s.v[0]
}

#[differentiable(tangent)]
fn nested_fields(x: f64, y: f64) -> f64 {
    let mut o = Outer { inner: State { q: x, v: vec![x, y] }, rows: vec![vec![x], vec![y, x]], pair: (vec![y], x) };
    let a = o.inner.v[0] * o.inner.v[1] * o.pair.0[0];
    o.inner.v = vec![a, a * y, x];
    o.pair.0 = vec![x * a, y, a];
    o.rows[0] = vec![o.inner.v[1], o.pair.0[0], y];
    let b = o.rows[0][2] * o.rows[0][0] + o.pair.0[1];
    o.inner = State { q: b, v: vec![b] };
    o.rows = vec![vec![b, x, y]];
    o.pair = (vec![], b);
    o.inner.v[0] * o.inner.q + o.rows[0][0] * o.rows[0][1] + o.pair.1
}

#[differentiable(tangent)]
fn whole_struct(x: f64, n: usize) -> f64 {
    let mut s = State { q: x, v: vec![x] };
    for i in 0..n {
        let t = s.v.iter().sum::<f64>() * s.q;
        if i % 2 == 0 {
            s = State { q: t, v: vec![t, x, s.q] };
        } else {
            s = State { q: x * s.q, v: vec![t] };
        }
    }
    s.q + s.v[0]
}

#[test]
fn fields() {
    check_gradient!(field(0.7));
    check_gradient!(field_in_loop(&[0.7, 0.3, 1.1]));
    check_gradient!(nested_fields(0.7, 0.4));
    check_gradient!(whole_struct(0.7, 3));
}

#[differentiable(tangent)]
fn row_assigned(x: f64, y: f64) -> f64 {
    let mut rows = vec![vec![x, y], vec![x * y, x, y]];
    let a = rows[0][0] * rows[0][1];
    rows[0] = rows[1].clone();
    rows[1] = vec![a];
    rows[0][2] *= rows[1][0];
    rows[0].iter().sum::<f64>() * rows[1][0]
}

#[differentiable(tangent)]
fn rows_swapped(x: f64, y: f64) -> f64 {
    let mut rows = vec![vec![x, y], vec![x * y, x, y], vec![y]];
    rows.swap(0, 1);
    rows[0][2] *= x;
    rows.swap(1, 2);
    rows[1][0] *= y;
    rows[0][2] * rows[1][0] + rows[2][0] * rows[2][1]
}

#[differentiable(tangent)]
fn lists_swapped(x: f64, y: f64) -> f64 {
    let mut a = vec![x, y];
    let mut b = vec![x * y];
    std::mem::swap(&mut a, &mut b);
    a[0] *= x;
    b[1] *= y;
    std::mem::swap(&mut a, &mut b);
    a[1] *= a[0];
    a[1] * b[0]
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
fn rows() {
    check_gradient!(row_assigned(0.7, 0.4));
    check_gradient!(rows_swapped(0.7, 0.4));
    check_gradient!(lists_swapped(0.7, 0.4));
    check_gradient!(sorted(&[0.7, -0.4, 1.3, 0.2]));
    check_gradient!(triangle(&[0.7, -0.4, 1.3, 0.2]));
    check_gradient!(last_row(&[0.7, -0.4, 1.3, 0.2]));
}

#[differentiable(tangent)]
fn optional(x: f64, y: f64) -> f64 {
    let mut o = None;
    let mut s = 0.0;
    if y > 0.0 {
        o = Some(vec![x, y]);
    }
    if let Some(v) = &o {
        s += v[0] * v[1];
    }
    o = Some(vec![s * x, x, y]);
    if let Some(v) = &o {
        s += v[0] * v[1] * v[2];
    }
    o = None;
    if o.is_none() { s * x } else { s }
}

#[differentiable(tangent)]
fn tuple(x: f64, n: usize) -> f64 {
    let mut t = (vec![x], 1.0);
    for i in 0..n {
        let a = t.0[0] * t.1;
        if i % 2 == 0 {
            t = (vec![a, x, t.1], a * x);
        } else {
            t.0 = vec![a + t.0[1]];
        }
    }
    t.0[0] * t.1
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape {
    Point(f64),
    Line(Vec<f64>),
    Both { a: Vec<f64>, b: Vec<f64> },
}

#[differentiable(tangent)]
fn measure(s: &Shape) -> f64 {
    match s {
        Shape::Point(x) => x * x,
        Shape::Line(v) => v.iter().sum::<f64>() * v[0],
        Shape::Both { a, b } => a[0] * b.iter().sum::<f64>(),
    }
}

#[differentiable(tangent)]
fn shapes(x: f64, n: usize) -> f64 {
    let mut s = Shape::Point(x);
    let mut total = 0.0;
    for i in 0..n {
        let m = measure(&s);
        total = total * x + m;
        if i % 3 == 0 {
            s = Shape::Line(vec![m, x]);
        } else if i % 3 == 1 {
            s = Shape::Both { a: vec![m], b: vec![x, m, total] };
        } else {
            s = Shape::Line(vec![x * m]);
        }
    }
    total
}

#[differentiable(tangent)]
fn list_of_structs(x: f64, y: f64) -> f64 {
    let mut list = vec![State { q: x, v: vec![x] }, State { q: y, v: vec![x, y] }];
    list[0].v = vec![x * y, y, x];
    list[1] = State { q: list[0].v[0], v: vec![] };
    list.swap(0, 1);
    list[1].v[1] *= x;
    list[0].v = vec![list[0].q];
    list[0].v[0] * list[1].v[1] + list[1].v[0]
}

#[test]
fn options_tuples_enums() {
    check_gradient!(optional(0.7, 0.4));
    check_gradient!(optional(0.7, -0.4));
    check_gradient!(tuple(0.7, 3));
    check_gradient!(shapes(0.7, 5));
    check_gradient!(list_of_structs(0.7, 0.4));
}
