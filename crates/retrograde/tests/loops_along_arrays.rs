//! Loops of derivatives along arrays, which the emitted code cuts beforehand: what it computes is the same.

#![allow(clippy::needless_range_loop, reason = "loops over indices are what is tested")]
#![allow(clippy::float_cmp, reason = "products are compared with the same products")]

use retrograde::check_gradient;
use retrograde::prelude::*;

fn numbers(n: usize, step: f64) -> Vec<f64> {
    (0..n).map(|k| (step * k as f64 + 0.3).sin() + 1.5).collect()
}

#[reversible(adjoint, tangent)]
fn by_rows(y: &mut [f64], a: &[f64], x: &[f64]) {
    for (y, row) in y.iter_mut().zip(a.chunks_exact(x.len())) {
        for (a, x) in row.iter().zip(x) {
            *y += a * x * x;
        }
    }
}

#[reversible(adjoint, tangent)]
fn by_columns(y: &mut [f64], starts: &[usize], rows: &[usize], values: &[f64], x: &[f64]) {
    for j in 0..x.len() {
        for k in starts[j]..starts[j + 1] {
            y[rows[k]] += values[k] * x[j];
        }
    }
}

#[reversible(adjoint, tangent)]
fn named_index(y: &mut [f64], x: &[f64], n: usize) {
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let k = i * n + j;
            y[k] += x[k - n] * x[k + 1] + x[k] * x[k - 1];
        }
    }
}

/// The index is copied from a counter that moves on.
#[reversible(adjoint, tangent)]
fn counted(y: &mut f64, x: &[f64]) {
    let mut next = 0;
    for i in 0..x.len() {
        let k = next;
        *y += x[k] * x[i];
        next += 1;
    }
}

/// The first iteration has no element before its own.
#[reversible(adjoint, tangent)]
fn guarded(y: &mut f64, w: &[f64], #[constant] x: &[f64]) {
    for i in 0..x.len() {
        let before = if i > 0 { x[i - 1] } else { 0.0 };
        *y += w[i] * before;
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    mass: f64,
    place: [f64; 2],
}

#[reversible(adjoint, tangent)]
fn moments(y: &mut [f64; 2], bodies: &[Body], weights: &[f64]) {
    for (Body { mass, place }, w) in bodies.iter().zip(weights) {
        y[0] += mass * place[0] * w;
        y[1] += mass * place[1] / w;
    }
}

#[test]
fn gradients_are_those_of_differences() {
    for n in [1, 2, 3, 4, 5, 9, 13] {
        let (a, x) = (numbers(3 * n, 0.7), numbers(n, 1.3));
        check_gradient!(by_rows(&mut [0.5; 3], &a, &x));
        check_gradient!(counted(&mut 0.5, &x));
        let mut w_adj = vec![0.0; n];
        guarded::pull(&mut 2.0, &a[..n], &mut w_adj, &x, Inactive);
        assert_eq!(w_adj, (0..n).map(|i| if i > 0 { 2.0 * x[i - 1] } else { 0.0 }).collect::<Vec<_>>());
        let bodies: Vec<Body> = x.iter().map(|x| Body { mass: x + 1.0, place: [x * 2.0, x - 3.0] }).collect();
        check_gradient!(moments(&mut [0.5, 0.25], &bodies, &x));
    }
    for n in [2, 3, 5, 8] {
        check_gradient!(named_index(&mut numbers(n * n, 0.2), &numbers(n * n, 0.9), n));
    }
    let (starts, rows) = ([0, 0, 5, 6, 10], [0, 1, 1, 3, 2, 0, 3, 2, 1, 0]);
    check_gradient!(by_columns(&mut [0.5; 4], &starts, &rows, &numbers(10, 0.4), &numbers(4, 1.1)));
}

#[test]
fn arrays_that_are_longer_than_the_walk() {
    let (a, x) = (numbers(7, 0.7), numbers(2, 1.3));
    check_gradient!(by_rows(&mut [0.5; 5], &a, &x));
    check_gradient!(moments(&mut [0.5, 0.25], &[Body { mass: 2.0, place: [1.0, 3.0] }], &x));
}

/// One shadow for two arrays, and one for none.
#[test]
fn shared_and_inactive_shadows() {
    let x = numbers(6, 0.3);
    let shared = [const { Cell::new(0.0) }; 6];
    by_rows::pull(&[0.0], &mut [2.0], &x, &shared, &x, &shared);
    let mut alone = [0.0; 6];
    by_rows::pull(&[0.0], &mut [2.0], &x, &mut alone, &x, Inactive);
    for k in 0..6 {
        assert!((shared[k].get() - 6.0 * x[k] * x[k]).abs() < 1e-12);
        assert!((alone[k] - 2.0 * x[k] * x[k]).abs() < 1e-12);
    }
}

#[test]
fn nothing_is_cut_out_of_an_empty_range() {
    let mut x_adj = [0.0; 1];
    named_index::pull(&mut [0.0; 1], &[1.0], &mut x_adj, 1, Inactive);
    counted::pull(&mut 1.0, &[], &mut Vec::<f64>::new()[..]);
    assert_eq!(x_adj, [0.0]);
}

/// Neighbouring elements, some further apart, and a field of each.
#[reversible(adjoint, tangent)]
fn neighbours(y: &mut [f64], x: &[f64], w: &[f64], bodies: &[Body]) {
    for i in 2..x.len() - 1 {
        let d = x[i + 1] - 2.0 * x[i] + x[i - 2];
        y[i] += d * d * w[i] - w[i - 1];
        y[i] += bodies[i].mass * bodies[i - 1].mass * i as f64;
    }
}

#[test]
fn what_neighbours_collect() {
    for n in [3, 4, 5, 6, 7, 8, 12, 21] {
        let (x, w) = (numbers(n, 0.8), numbers(n, 0.5));
        let bodies: Vec<Body> = x.iter().map(|x| Body { mass: x + 1.0, place: [x * 2.0, x - 3.0] }).collect();
        check_gradient!(neighbours(&mut numbers(n, 0.2), &x, &w, &bodies));
        let shared: Vec<Cell<f64>> = vec![Cell::new(0.0); n];
        let (mut x_adj, mut w_adj) = (vec![0.0; n], vec![0.0; n]);
        let mut y_adj = numbers(n, 1.7);
        let none = bodies.zero_shadow::<Off<One>>();
        neighbours::pull(&mut y_adj[..], &x, &shared[..], &x, &shared[..], &bodies, &none[..]);
        neighbours::pull(&mut y_adj[..], &x, &mut x_adj[..], &x, &mut w_adj[..], &bodies, &none[..]);
        for k in 0..n {
            assert!((shared[k].get() - x_adj[k] - w_adj[k]).abs() < 1e-12);
        }
    }
}

/// Two places move on at their own pace; what is added comes in the order of the walk there.
#[reversible(adjoint, tangent)]
fn merged(y: &mut f64, count: &mut usize, at: &[usize], a: &[f64], bt: &[usize], b: &[f64]) {
    let mut k = 0;
    let mut l = 0;
    while (k < at.len() && l < bt.len(), k > 0 || l > 0) {
        if (at[k] == bt[l], k > 0 && l > 0 && at[k - 1] == bt[l - 1]) {
            *y += a[k] * a[k] * b[l];
            *count += 1;
            k += 1;
            l += 1;
        } else if (at[k] < bt[l], l == 0 || k > 0 && at[k - 1] > bt[l - 1]) {
            k += 1;
        } else {
            *y -= b[l].sin();
            l += 1;
        }
    }
}

/// Some elements are passed over; the place in `w` is that of the others.
#[reversible(adjoint, tangent)]
fn packed(y: &mut [f64], w: &[f64], x: &[f64], is_there: &[bool]) {
    let scale = w[0] * x[0];
    let mut next = 0;
    for i in 0..x.len() {
        if is_there[i] {
            y[i] += scale * w[next] * x[i];
            next += 1;
        }
    }
    y[0] += scale.sin();
}

/// After the walk, how far it went is asked for: it is there that the way back starts.
#[reversible(adjoint, tangent)]
fn asked_how_far(y: &mut f64, x: &[f64], limit: usize) {
    let mut k = 0;
    while (k < limit, k > 0) {
        *y += x[k] * x[0];
        k += 1;
    }
    *y += x[k] * 3.0;
}

/// What moves on is a number that has a gradient.
#[reversible(adjoint, tangent)]
fn moving_number(y: &mut f64, x: f64, n: usize) {
    let mut at = x;
    for _ in 0..n {
        *y += at * at;
        at += 0.5;
    }
}

#[test]
fn places_that_move_on() {
    let (a, b) = (numbers(6, 0.4), numbers(5, 0.9));
    let (at, bt) = ([1, 2, 4, 7, 8, 9], [0, 2, 3, 7, 9]);
    check_gradient!(merged(&mut 0.5, &mut 0, &at, &a, &bt, &b));
    check_gradient!(merged(&mut 0.5, &mut 0, &at[..0], &a[..0], &bt, &b));
    let (mut by_a, mut by_b) = ([0.0; 6], [0.0; 5]);
    merged::pull(&mut 2.0, Inactive, &at, Inactive, &a, &mut by_a, &bt, Inactive, &b, &mut by_b);
    let expected = [(1, 1), (3, 3), (5, 4)].map(|(k, l)| (k, 4.0 * a[k] * b[l], l, 2.0 * a[k] * a[k]));
    for (k, g, l, h) in expected {
        assert!((by_a[k] - g).abs() < 1e-14 && (by_b[l] - h).abs() < 1e-14);
    }
    assert_eq!((by_a[0], by_b[0]), (0.0, -2.0 * b[0].cos()));

    let is_there = [true, false, true, true, false, true];
    check_gradient!(packed(&mut [0.0; 6], &a, &a, &is_there));
    check_gradient!(packed(&mut [0.0; 6], &a, const &numbers(6, 0.2), &is_there));
    check_gradient!(asked_how_far(&mut 0.1, &a, 4));
    check_gradient!(moving_number(&mut 0.1, 0.7, 4));
}
