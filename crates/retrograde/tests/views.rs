//! Views, parts of slices, loops along arrays, broadcasting: forwards, backwards, and with gradients.

#![allow(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    reason = "whether something changed is meant exactly; small counts"
)]

use retrograde::prelude::*;

/// Checks a function of two slices: the inverse restores, the adjoint agrees with the tangent and with differences.
macro_rules! three_ways {
    ($f:ident, $a:expr, $b:expr) => {{
        let (a, b): (Vec<f64>, Vec<f64>) = ($a.to_vec(), $b.to_vec());
        let run = |a: &[f64], b: &[f64]| {
            let mut out = a.to_vec();
            $f(&mut out, b);
            out
        };
        let mut changed = run(&a, &b);
        assert!(changed.iter().zip(&a).any(|(x, y)| x != y), "the function does something");
        $f::inverse(&mut changed, &b);
        assert!(changed.iter().zip(&a).all(|(x, y)| (x - y).abs() < 1e-12), "{changed:?} is not {a:?}");

        let direction: Vec<f64> = (0..a.len() + b.len()).map(|k| (k as f64 * 1.7 + 0.3).sin()).collect();
        let (a_dir, b_dir) = direction.split_at(a.len());
        let weights: Vec<f64> = (0..a.len()).map(|k| (k as f64 * 0.9 + 1.0).cos()).collect();

        let mut values = run(&a, &b);
        let (mut a_adj, mut b_adj) = (weights.clone(), vec![0.0; b.len()]);
        $f::adjoint(&mut values, &mut a_adj[..], &b, &mut b_adj[..]);
        assert!(values.iter().zip(&a).all(|(x, y)| (x - y).abs() < 1e-12), "the adjoint restores");
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let pulled = dot(&a_adj, a_dir) + dot(&b_adj, b_dir);

        let (mut values, mut a_tan, mut b_tan) = (a.clone(), a_dir.to_vec(), b_dir.to_vec());
        $f::tangent(&mut values, &mut a_tan[..], &b, &mut b_tan[..]);
        let pushed = dot(&a_tan, &weights);
        assert!((pulled - pushed).abs() < 1e-10 * (1.0 + pulled.abs()), "{pulled} and {pushed}");

        let moved = |h: f64| {
            let step = |x: &[f64], d: &[f64]| x.iter().zip(d).map(|(x, d)| x + h * d).collect::<Vec<_>>();
            dot(&run(&step(&a, a_dir), &step(&b, b_dir)), &weights)
        };
        let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        assert!((pulled - difference).abs() < 1e-6 * (1.0 + pulled.abs()), "{pulled} and {difference}");
    }};
}

const A: [f64; 6] = [0.5, -1.0, 2.0, 0.25, 1.5, -0.75];
const B: [f64; 6] = [1.0, 0.5, -0.5, 2.0, 0.75, 1.25];

#[reversible(adjoint, tangent)]
fn rows(a: &mut [f64], b: &[f64]) {
    for i in 0..2 {
        let row = &mut a[i * 3..(i + 1) * 3];
        let other = &b[3 - i * 3..6 - i * 3];
        for j in 0..row.len() {
            row[j] += other[j] * other[0].sin();
        }
        row[0] -= row[1] * row[2];
    }
    a[0] += 1.0;
}

#[reversible(adjoint, tangent)]
fn halves(a: &mut [f64], b: &[f64]) {
    let (low, high) = a.split_at_mut(b.len() / 2);
    for i in 0..low.len() {
        low[i] += high[i] * b[i];
        high[i] -= low[i] * low[i];
    }
    let (front, back) = b.split_at(2);
    swap(&mut low[0], &mut high[1]);
    high[0] += front[1] * back[3];
}

#[reversible(adjoint, tangent)]
fn elements(a: &mut [f64], b: &[f64]) {
    let first = &mut a[0];
    *first += b[1] * b[1];
    let second = &mut a[1];
    *second -= b[2].exp();
    add_product(&mut a[2], &mut a[3], b[0]);
    let k = 4;
    add_product(&mut a[k], &mut a[k + 1], b[3]);
}

#[reversible(adjoint, tangent)]
fn add_product(x: &mut f64, y: &mut f64, factor: f64) {
    *x += *y * factor;
    *y += *x * *x;
}

#[reversible(adjoint, tangent)]
fn add_sum(total: &mut f64, x: &[f64]) {
    for v in x {
        *total += v * v;
    }
}

#[reversible(adjoint, tangent)]
fn parts(a: &mut [f64], b: &[f64]) {
    add_sum(&mut a[0], &b[1..3]);
    add_sum(&mut a[1], &b[..=2]);
    add_all(&mut a[2..], &b[..4]);
    let rest = &b[3..];
    add_sum(&mut a[2], rest);
    add_sum(&mut a[3], &rest[1..]);
}

#[reversible(adjoint, tangent)]
fn add_all(a: &mut [f64], b: &[f64]) {
    for (x, y) in a.iter_mut().zip(b.iter()) {
        *x += y.sin();
    }
}

#[reversible(adjoint, tangent)]
fn along(a: &mut [f64], b: &[f64]) {
    for x in a.iter_mut() {
        *x += b[0] * b[1];
    }
    for (i, x) in a.iter_mut().enumerate() {
        *x -= b[i] * i as f64;
    }
    for (x, &y) in a.iter_mut().zip(b) {
        *x += y * y;
    }
    for (i, (x, y)) in a.iter_mut().zip(b.iter()).enumerate().rev() {
        *x += y.cos() * (i as f64 + 1.0);
    }
    for (x, y) in a.iter_mut().zip(b.iter().rev()) {
        *x -= y * y * y;
    }
    for (x, k) in a.iter_mut().zip(1..=4) {
        *x += b[k] * k as f64;
    }
    for x in a {
        *x -= b[2] * b[2];
    }
}

#[reversible(adjoint, tangent)]
fn chunks(a: &mut [f64], b: &[f64]) {
    for (row, column) in a.chunks_exact_mut(2).zip(b.chunks_exact(2)) {
        row[0] += column[0] * row[1];
        row[1] -= column[1] * row[0];
    }
    for row in b.chunks_exact(4).rev() {
        for (i, v) in row.iter().enumerate() {
            a[i] += v * v;
        }
    }
    for (row, v) in a.chunks_exact_mut(3).rev().zip(b.iter().copied()) {
        row[1] += v * v;
    }
}

#[reversible(adjoint, tangent)]
fn stepped(a: &mut [f64], b: &[f64]) {
    for i in (0..6).step_by(4) {
        a[i] += b[i] * b[5 - i];
    }
    for i in (1..6).step_by(3).rev() {
        a[i] += a[i - 1] * b[i];
    }
    for i in (1..=5).rev().step_by(2) {
        a[i] -= a[i - 1] * b[i];
    }
    for (i, x) in (0..6).step_by(2).zip(a.iter_mut()) {
        *x += b[i] * b[i];
    }
}

#[reversible(adjoint, tangent)]
fn local_views(a: &mut [f64], b: &[f64]) {
    let mut buffer = [0.0; 4];
    let middle = &mut buffer[1..3];
    middle[0] += b[0] * b[1];
    middle[1] += b[2];
    for x in buffer.iter_mut() {
        *x += b[3];
    }
    for (x, v) in a.iter_mut().zip(buffer) {
        *x += v * v;
    }
}

#[reversible(adjoint, tangent)]
fn squares(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible(adjoint, tangent)]
fn broadcasted(a: &mut [f64], b: &[f64]) {
    let scale = b[0] * b[1];
    broadcast! {
        a[..] += scale * b[..].sin();
        squares(&mut a[..], b[..]);
        a[..] -= b[..] * b[..];
    }
}

#[test]
fn views_of_slices() {
    three_ways!(rows, A, B);
    three_ways!(halves, A, B);
    three_ways!(elements, A, B);
    three_ways!(parts, A, B);
    three_ways!(local_views, A, B);
}

#[test]
fn loops_along_arrays() {
    three_ways!(along, A, B);
    three_ways!(chunks, A, B);
    three_ways!(stepped, A, B);
}

#[test]
fn broadcasting() {
    three_ways!(broadcasted, A, B);
}

#[test]
#[should_panic(expected = "`b` has 5 elements and `a` has 6")]
fn broadcasting_needs_one_length() {
    broadcasted(&mut A.clone(), &B[..5]);
}

#[test]
fn a_remainder_is_stepped_over() {
    #[reversible]
    fn visit(seen: &mut [usize], order: &mut usize, from: usize, to: usize, by: usize) {
        for i in (from..to).step_by(by) {
            seen[i] += *order;
            inc(order);
        }
    }
    #[reversible]
    fn inc(k: &mut usize) {
        *k += 1;
    }
    let (mut seen, mut order) = (vec![0; 8], 1);
    visit(&mut seen, &mut order, 0, 8, 3);
    assert_eq!((&seen[..], order), (&[1, 0, 0, 2, 0, 0, 3, 0][..], 4));
    visit::inverse(&mut seen, &mut order, 0, 8, 3);
    assert_eq!((&seen[..], order), (&[0; 8][..], 1));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Particle {
    x: f64,
    v: f64,
    id: usize,
}

#[reversible(adjoint)]
fn kick(p: &mut Particle, dt: f64) {
    let Particle { x, v, .. } = p;
    *v -= *x * dt;
    *x += *v * dt;
}

#[reversible(adjoint)]
fn kick_all(all: &mut [Particle], dt: f64) {
    for Particle { x, v, .. } in all.iter_mut() {
        *v -= *x * dt;
        *x += *v * dt;
    }
    for p in all.iter_mut() {
        let x = &mut p.x;
        *x += p.v * dt;
    }
}

#[test]
fn field_patterns() {
    let start = Particle { x: 1.0, v: 0.5, id: 3 };
    let mut p = start.clone();
    kick(&mut p, 0.1);
    assert_eq!(p, Particle { x: 1.0 + (0.5 - 0.1) * 0.1, v: 0.5 - 0.1, id: 3 });
    let p_adj = p.zero_shadow::<On<One>>();
    p_adj.x.set(1.0);
    kick::adjoint(&mut p, &p_adj, 0.1, Inactive);
    assert!((p.x - 1.0).abs() < 1e-15 && (p.v - 0.5).abs() < 1e-15);
    assert!((p_adj.x.get() - 0.99).abs() < 1e-15 && (p_adj.v.get() - 0.1).abs() < 1e-15);

    let mut all = vec![start.clone(), Particle { x: -1.0, v: 2.0, id: 4 }];
    kick_all(&mut all, 0.1);
    kick_all::inverse(&mut all, 0.1);
    assert!((all[1].x + 1.0).abs() < 1e-15 && (all[1].v - 2.0).abs() < 1e-15);
}

#[test]
fn pairs_of_a_loop_have_one_order_there_and_back() {
    // The order of unequal zips matters on the way back: the longer one is cut first.
    #[reversible]
    fn chain(total: &mut u64, long: &mut [u64], short: &[u64]) {
        for (a, b) in long.iter_mut().rev().zip(short.iter()) {
            *a += *total * b;
            add(total, *b);
        }
    }
    #[reversible]
    fn add(total: &mut u64, by: u64) {
        *total += by;
    }
    let (mut total, mut long) = (1, vec![1, 2, 3, 4]);
    chain(&mut total, &mut long, &[10, 20]);
    assert_eq!((total, &long[..]), (31, &[1, 2, 3 + 11 * 20, 14][..]));
    chain::inverse(&mut total, &mut long, &[10, 20]);
    assert_eq!((total, &long[..]), (1, &[1, 2, 3, 4][..]));
}

#[test]
#[should_panic(expected = "two places of `a` overlap")]
fn a_part_that_is_also_read() {
    #[differentiable]
    fn sum(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i];
        }
        s
    }
    #[reversible]
    fn f(a: &mut [f64], i: usize, n: usize) {
        a[i] += sum(&a[..n]);
    }
    let mut a = [1.0, 2.0, 3.0];
    f(&mut a, 2, 2);
    assert_eq!(a, [1.0, 2.0, 6.0]);
    f(&mut a, 1, 2);
}

#[reversible(adjoint, tangent)]
fn rows_of_rows(m: &mut [Vec<f64>], b: &[f64]) {
    for (i, row) in m.iter_mut().enumerate() {
        for (x, y) in row.iter_mut().zip(b) {
            *x += y * y * (i as f64);
        }
        row[0] += b[i];
    }
}

#[reversible(adjoint, tangent)]
fn haar(x: &mut [f64]) {
    if x.len() > 1 {
        let half = x.len() / 2;
        let (low, high) = x.split_at_mut(half);
        for (a, b) in low.iter_mut().zip(high.iter_mut()) {
            *b -= *a;
            *a += *b * 0.5;
        }
        haar(low);
    }
}

#[reversible(adjoint)]
fn total(y: &mut f64, x: &[f64]) {
    if !x.is_empty() {
        *y += x[0] * x[0];
        total(y, &x[1..]);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    w: Vec<f64>,
    b: [f64; 2],
}

#[reversible(adjoint)]
fn step(m: &mut Model, g: &Model, rate: f64) {
    for (w, g) in m.w.iter_mut().zip(g.w.iter()) {
        *w -= rate * g;
    }
    for (w, g) in m.b.iter_mut().zip(&g.b) {
        *w -= rate * g;
    }
    broadcast! { m.w[..] += g.w[..] * g.w[..]; }
}

#[reversible(adjoint)]
fn branchy(a: &mut [f64], b: &[f64], flag: bool) {
    if flag {
        let row = &mut a[1..];
        row[0] += b[0];
        let t = b[0] * b[1];
        row[1] += t;
    } else {
        let head = &mut a[..2];
        let s = head[0];
        head[1] += s;
        for x in head.iter_mut() {
            *x += b[0];
        }
    }
    for i in 0..2 {
        let x = &mut a[i];
        let u = b[i] * b[i];
        *x += u;
        let y = &mut a[i + 1];
        *y += u;
    }
}

#[reversible(adjoint)]
fn three_arrays(a: &mut [f64], b: &[f64], c: &[f64]) {
    for ((x, y), z) in a.iter_mut().zip(b).zip(c.iter().rev()) {
        *x += y * z;
    }
    for (((i, x), y), z) in a.iter_mut().enumerate().zip(b).zip(c) {
        *x += y * z * i as f64;
    }
}

#[test]
fn nested_views() {
    let start = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
    let mut m = start.clone();
    rows_of_rows(&mut m, &[2.0, 3.0]);
    assert_eq!(m, vec![vec![3.0, 2.0], vec![3.0 + 4.0 + 3.0, 4.0 + 9.0]]);
    rows_of_rows::inverse(&mut m, &[2.0, 3.0]);
    assert_eq!(m, start);
    let mut x = [1.0, 2.0, 3.0, 4.0];
    haar(&mut x);
    haar::inverse(&mut x);
    assert_eq!(x, [1.0, 2.0, 3.0, 4.0]);
    let mut y = 0.0;
    let mut g = [0.0; 4];
    total(&mut y, &x);
    assert_eq!(y, 30.0);
    total::adjoint(&mut y, &mut 1.0, &x, &mut g[..]);
    assert_eq!((y, g), (0.0, [2.0, 4.0, 6.0, 8.0]));
    let mut a = [1.0, 2.0, 3.0];
    branchy(&mut a, &[1.0, 2.0], false);
    branchy::inverse(&mut a, &[1.0, 2.0], false);
    assert_eq!(a, [1.0, 2.0, 3.0]);
    three_arrays(&mut a, &[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0]);
    assert_eq!(a[0], 1.0 + 7.0);
    let model = Model { w: vec![1.0, 2.0], b: [3.0, 4.0] };
    let mut stepped = model.clone();
    step(&mut stepped, &model, 0.5);
    assert_eq!((&stepped.w[..], stepped.b), (&[1.5, 5.0][..], [1.5, 2.0]));
    step::inverse(&mut stepped, &model, 0.5);
    assert_eq!((&stepped.w[..], stepped.b), (&model.w[..], model.b));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Amplitude {
    re: f64,
    im: f64,
}

#[reversible(adjoint)]
fn add_to(y: &mut f64, x: &f64) {
    *y += x * x;
}

#[reversible(adjoint)]
fn mix(state: &mut [Amplitude], v: &mut [f64], i: usize, j: usize) {
    add_to(&mut v[i], &v[j]);
    add_product(&mut state[i].re, &mut state[j].im, v[i]);
    add_to(&mut state[i].re, &state[j].re);
}

#[test]
fn elements_borrowed_together() {
    let start = [Amplitude { re: 1.0, im: 2.0 }, Amplitude { re: 3.0, im: 4.0 }];
    let (mut state, mut v) = (start, [0.5, 0.25]);
    mix(&mut state, &mut v, 0, 1);
    assert_eq!((state[0].re, v), (1.0 + 4.0 * 0.5625 + 9.0, [0.5625, 0.25]));
    mix::inverse(&mut state, &mut v, 0, 1);
    assert_eq!((state, v), (start, [0.5, 0.25]));
}

#[test]
#[should_panic(expected = "two places of `v` are the same element (index 1)")]
fn one_element_borrowed_twice() {
    mix(&mut [Amplitude { re: 1.0, im: 2.0 }; 2], &mut [0.5, 0.25], 1, 1);
}

#[reversible(adjoint)]
fn of_vectors(v: &mut Vec<f64>, w: &mut Vec<f64>, y: &mut f64) {
    for i in 0..v.len() {
        v[i] += w[w.len() - 1 - i];
    }
    if !w.is_empty() {
        *y += w[0];
    }
    swap(v, w);
}

#[test]
fn lengths_of_vectors_may_be_asked_for() {
    let (mut v, mut w, mut y) = (vec![1.0, 2.0], vec![3.0, 4.0, 5.0], 0.0);
    of_vectors(&mut v, &mut w, &mut y);
    assert_eq!((&v[..], &w[..], y), (&[3.0, 4.0, 5.0][..], &[6.0, 6.0][..], 3.0));
    of_vectors::inverse(&mut v, &mut w, &mut y);
    assert_eq!((&v[..], &w[..], y), (&[1.0, 2.0][..], &[3.0, 4.0, 5.0][..], 0.0));
}

/// The second loop's iterations depend on each other through `total`, the others' do not. Without checks, so that this is what is optimised.
#[reversible(adjoint, tangent, checks = false)]
fn turns(a: &mut [f64], b: &[f64]) {
    for (i, (x, y)) in a.iter_mut().zip(b.iter().rev()).enumerate() {
        let s = y.sin();
        *x += s * i as f64;
    }
    let (total, rest) = a.split_at_mut(1);
    for x in rest.iter_mut() {
        *x += total[0] * 0.1;
        total[0] += *x * *x * 0.1;
    }
    for (i, row) in a.chunks_exact_mut(2).enumerate() {
        row[0] += row[1] * b[i];
        row[1] -= row[0];
    }
    for i in (0..5).rev().step_by(2) {
        a[i] += b[i] * b[i];
    }
    for i in (1..6).rev().step_by(2) {
        a[i] += a[i - 1] * a[0];
    }
}

#[test]
fn turns_in_their_order_where_it_matters() {
    three_ways!(turns, A, B);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    a: [f64; 3],
    s: f64,
}

/// What is done with the place itself comes after the last use of its name, and on the way back before the first.
#[reversible(adjoint, tangent)]
fn after_the_name(body: &mut Body) {
    let Body { a: part, .. } = body;
    part[0] += 1.0;
    let t = part[0];
    let mut held = 1.0;
    held += t * body.a[0];
    body.s += held * body.a[1];
    release!(held, 1.0 + t * body.a[0]);
}

/// The same in a branch, with a name that only reads.
#[reversible(adjoint, tangent)]
fn read_by_name(a: &mut [f64], b: &[f64]) {
    if b[0] > 0.0 {
        let first = &a[0];
        let t = *first;
        a[1] += t * b[1];
        a[0] += b[0] * b[1];
    }
}

#[test]
fn a_name_gives_way_to_the_place_itself() {
    let before = Body { a: [2.0, 3.0, 4.0], s: 5.0 };
    let mut body = before;
    after_the_name(&mut body);
    assert_eq!(body, Body { a: [3.0, 3.0, 4.0], s: 5.0 + 10.0 * 3.0 });
    let shadow = body.zero_shadow::<On<One>>();
    shadow.s.set(1.0);
    after_the_name::adjoint(&mut body, &shadow);
    assert_eq!(body, before);
    assert_eq!([shadow.a[0].get(), shadow.a[1].get(), shadow.s.get()], [18.0, 10.0, 1.0]);
    three_ways!(read_by_name, [0.5, 1.5], [0.25, 2.0]);
}

/// A list that is lent while it is read, and walked along to change it afterwards.
#[reversible(adjoint)]
fn lent_and_changed(list: &mut [f64; 3], y: &mut f64) {
    let (low, _high) = list.split_at(1);
    *y += low[0] * list[1];
    for item in list.iter_mut() {
        *item += 1.0;
    }
}

#[test]
fn a_list_lent_and_then_changed() {
    let (mut list, mut y) = ([2.0, 3.0, 4.0], 0.0);
    let gradients = lent_and_changed::vjp(&mut list, &mut y, ([0.0; 3], 1.0));
    assert_eq!((list, y), ([2.0, 3.0, 4.0], 0.0));
    assert_eq!(gradients, ([3.0, 2.0, 0.0], 1.0));
}
