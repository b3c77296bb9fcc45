//! Lists that get another length: assigned, swapped, rebuilt, in structs, options and enums. The gradient takes the shape that the value
//! had.

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
    clippy::explicit_iter_loop,
    clippy::vec_init_then_push,
    clippy::assign_op_pattern,
    reason = "plain code is what is tested"
)]

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
struct Two {
    q: f64,
    v: Vec<f64>,
    w: Vec<f64>,
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

#[test]
fn rows() {
    check_gradient!(row_assigned(0.7, 0.4));
    check_gradient!(rows_swapped(0.7, 0.4));
    check_gradient!(lists_swapped(0.7, 0.4));
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

/// A name for a part, and a loop along the rows.
#[differentiable(tangent)]
fn iter_mut(x: f64) -> f64 {
    let mut rows = vec![vec![x], vec![x, x]];
    for row in rows.iter_mut() {
        let s = row.iter().sum::<f64>();
        *row = vec![s, x, s * x];
        row[1] *= s;
    }
    rows[0][2] * rows[1][1]
}

#[differentiable(tangent)]
fn fields_swapped(x: f64, y: f64) -> f64 {
    let mut s = Two { q: 1.0, v: vec![x], w: vec![x * y, y] };
    std::mem::swap(&mut s.v, &mut s.w);
    s.v[1] *= s.w[0];
    let mut b = vec![x, y, x * y];
    std::mem::swap(&mut s.w, &mut b);
    s.w[2] *= b[0];
    s.v[1] * s.w[2] + s.v[0]
}

#[differentiable(tangent)]
fn rows_and_list(x: f64, y: f64) -> f64 {
    let mut rows = vec![vec![x], vec![x, y]];
    let mut b = vec![x, y, x * y];
    std::mem::swap(&mut rows[0], &mut b);
    rows[0][2] *= b[0];
    rows[0][2] * rows[0][1]
}

#[differentiable(tangent)]
fn split(x: f64, y: f64) -> f64 {
    let mut rows = vec![vec![x], vec![x, y]];
    let (a, b) = rows.split_at_mut(1);
    std::mem::swap(&mut a[0], &mut b[0]);
    rows[0][1] * rows[1][0]
}

#[differentiable(tangent)]
fn parts_swapped(x: f64, y: f64) -> f64 {
    let mut list = vec![Two { q: x, v: vec![x], w: vec![] }, Two { q: y, v: vec![x * y, y], w: vec![x] }];
    let (a, b) = list.split_at_mut(1);
    std::mem::swap(&mut a[0].v, &mut b[0].v);
    list[0].v[1] *= x;
    list[0].v[1] * list[1].v[0] + list[0].v[0] * list[0].q + list[1].w[0]
}

/// The name stays where it was when the index has moved on.
#[differentiable(tangent)]
fn named(x: f64) -> f64 {
    let mut rows = vec![vec![x], vec![x, x], vec![x * x]];
    let mut k = 0;
    let row = &mut rows[k];
    k += 1;
    *row = vec![x, x * x];
    row[0] *= x * k as f64;
    rows[0][0] * rows[1][0] + rows[0][1]
}

#[differentiable(tangent)]
fn array_of_lists(x: f64) -> f64 {
    let mut a = [vec![x], vec![x, x * x]];
    a[0] = vec![x, x, a[1][1]];
    a.swap(0, 1);
    a[1][2] *= a[0][1];
    a = [vec![a[1][2]], vec![]];
    a[0][0] * x
}

#[test]
fn parts() {
    check_gradient!(iter_mut(0.7));
    check_gradient!(fields_swapped(0.7, 0.4));
    check_gradient!(rows_and_list(0.7, 0.4));
    check_gradient!(split(0.7, 0.4));
    check_gradient!(parts_swapped(0.7, 0.4));
    check_gradient!(named(0.7));
    check_gradient!(array_of_lists(0.7));
}

#[differentiable(tangent)]
fn deep(x: f64, y: f64) -> f64 {
    let mut d = vec![Some(Two { q: x, v: vec![x], w: vec![] }), None];
    d[1] = Some(Two { q: y, v: vec![y, x * y], w: vec![x] });
    d[0] = None;
    d.swap(0, 1);
    let s = if let Some(s) = &d[0] { s.v[1] * s.w[0] * s.q } else { 0.0 };
    s * x
}

/// Nothing of what is overwritten is needed but its shape.
#[differentiable(tangent)]
fn only_shapes(x: f64, n: usize) -> f64 {
    let mut s = Two { q: x, v: vec![x], w: vec![x, x] };
    let mut total = 0.0;
    for i in 0..n {
        total += s.v[0] + s.w[s.w.len() - 1];
        if i % 2 == 0 {
            s = Two { q: 2.0 * s.q, v: vec![s.q, s.w[0] + x], w: vec![] };
            s.w = vec![s.q];
        } else {
            s = Two { q: s.q, v: vec![s.v[1]], w: vec![s.q, s.w[0], x] };
        }
    }
    total
}

#[differentiable(tangent)]
fn powers(x: f64) -> Vec<f64> {
    vec![x, x * x, x.sin()]
}

#[differentiable(tangent)]
fn product(v: Vec<f64>) -> f64 {
    v[0] * v[1]
}

/// Lists from calls and for calls, by value too.
#[differentiable(tangent)]
fn from_calls(x: f64, n: usize) -> f64 {
    let mut v = powers(x);
    let mut s = Two { q: x, v: powers(x), w: vec![] };
    for i in 0..n {
        s.w = powers(s.v[0] * 0.5);
        s.v = if i % 2 == 0 { s.w.clone() } else { vec![s.w[1], s.w[2]] };
        v = if s.v[0] > 0.1 { vec![v[0] * s.v[1]] } else { powers(v[0]) };
    }
    let pair = vec![v[0], s.v[1]];
    product(pair) * product(powers(x))
}

#[differentiable(tangent)]
fn matched(x: f64, k: usize) -> f64 {
    let mut v = vec![x];
    match k {
        0 => v = vec![x, x * x],
        1 => {
            v = vec![];
            v.push(x.sin());
            v.push(x);
        }
        _ => v = vec![v[0], v[0] * 2.0, 3.0],
    }
    let w = match k {
        0 => vec![v[0]],
        _ => vec![v[1], v[0]],
    };
    v = w.clone();
    let last = v.len() - 1;
    v[last] * x
}

#[differentiable(tangent)]
fn returned(x: f64) -> Vec<f64> {
    let mut v = vec![x];
    v = vec![x * v[0], x];
    v = vec![v[0], v[1], v[0] * v[1]];
    v
}

#[differentiable(tangent)]
fn returned_struct(x: f64, n: usize) -> Two {
    let mut s = Two { q: x, v: vec![x], w: vec![] };
    for i in 0..n {
        s.w = s.v.clone();
        s.v = vec![x * s.q, x];
        if i > 1 {
            s.v = vec![s.q];
        }
        s.q *= s.v[0];
    }
    s
}

/// Parameters that are changed inside.
#[differentiable(tangent)]
fn by_value(mut rows: Vec<Vec<f64>>, mut s: Two) -> f64 {
    rows.swap(0, 1);
    rows[1] = vec![rows[0][0]];
    s.v = rows[0].clone();
    s = Two { q: s.v[0], v: vec![], w: s.v.clone() };
    rows = vec![vec![s.w[1] * s.q], rows[1].clone()];
    rows[0][0] * rows[1][0]
}

#[test]
fn everywhere() {
    check_gradient!(deep(0.7, 0.4));
    check_gradient!(only_shapes(0.7, 5));
    check_gradient!(from_calls(0.7, 3));
    for k in 0..3 {
        check_gradient!(matched(0.7, k));
    }
    check_gradient!(returned(0.7));
    check_gradient!(returned_struct(0.7, 4));
    let s = Two { q: 1.0, v: vec![], w: vec![0.3] };
    check_gradient!(by_value(vec![vec![0.7], vec![0.4, 0.6]], s));
}
