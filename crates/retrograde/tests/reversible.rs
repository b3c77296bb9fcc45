//! Reversible functions compiled by rustc: forwards, backwards, and with gradients in every kind of shadow.

#![allow(
    clippy::float_cmp,
    clippy::assign_op_pattern,
    reason = "exact values are expected; plain assignment is what is tested"
)]

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Particle {
    x: f64,
    v: [f64; 2],
    id: usize,
}

#[reversible(adjoint, tangent)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

#[reversible(adjoint, tangent)]
fn norm(y: &mut f64, x: &[f64]) {
    let mut acc = 0.0;
    dot(&mut acc, x, x);
    *y += acc.sqrt();
}

#[differentiable(tangent)]
fn force(q: f64) -> f64 {
    -q.sin()
}

#[reversible(adjoint, tangent)]
fn leapfrog(q: &mut f64, p: &mut f64, dt: f64, steps: usize) {
    for _ in 0..steps {
        let a = force(*q);
        *p += a * dt;
        *q += *p * dt;
    }
}

#[reversible(adjoint, tangent)]
fn drift(p: &mut Particle, wind: &[Particle], dt: f64) {
    let mut push = [0.0; 2];
    for i in 0..wind.len() {
        push[0] += wind[i].v[0] * wind[i].x;
        push[1] += (wind[i].v[1] * (wind[i].id as f64)).tanh();
    }
    for k in 0..2 {
        p.v[k] += push[k] * dt;
    }
    p.x += p.v[0] * dt;
    p.id += 1;
}

#[reversible(adjoint, tangent)]
fn fib(out: &mut i64, n: usize) {
    if n < 2 {
        *out += n as i64;
    } else {
        fib(out, n - 1);
        fib(out, n - 2);
    }
}

#[reversible(adjoint, tangent)]
fn branches(y: &mut f64, k: &mut i64, x: f64, b: &mut [f64]) {
    if (*k == 3, *k == 4) {
        *k += 1;
        *y += x * x;
    } else {
        *y -= x / 3.0;
    }
    if x > 0.0 && b.len() > 1 {
        b[0] += b[1] * x;
        swap(&mut b[0], &mut b[1]);
    }
    let mut t = x;
    t += *y;
    *y += x;
    b[0] -= t.exp();
    *y -= x;
    t -= *y;
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

#[test]
fn dot_in_every_kind_of_shadow() {
    let (a, b) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    let mut y = 0.5;
    dot(&mut y, &a, &b);
    assert_eq!(y, 32.5);
    let (mut y_adj, mut a_adj, mut b_adj) = (2.0, [0.0; 3], [0.0; 3]);
    dot::adjoint(&mut y, &mut y_adj, &a, &mut a_adj, &b, &mut b_adj);
    assert_eq!((y, y_adj, a_adj, b_adj), (0.5, 2.0, [8.0, 10.0, 12.0], [2.0, 4.0, 6.0]));

    let shared = [const { Cell::new(0.0) }; 3];
    dot(&mut y, &a, &a);
    dot::adjoint(&mut y, &mut y_adj, &a, &shared, &a, &shared);
    assert_eq!(shared.map(|g| g.get()), [4.0, 8.0, 12.0]);

    let mut a_adj = [0.0; 3];
    dot(&mut y, &a, &b);
    dot::adjoint(&mut y, &mut y_adj, &a, &mut a_adj, &b, Inactive);
    assert_eq!(a_adj, [8.0, 10.0, 12.0]);

    let mut y_adj = Lanes([1.0, 10.0]);
    let mut a_adj = [Lanes([0.0; 2]); 3];
    dot(&mut y, &a, &b);
    dot::adjoint(&mut y, &mut y_adj, &a, &mut a_adj, &b, Inactive);
    assert_eq!(a_adj[1], Lanes([5.0, 50.0]));

    let mut a_adj = vec![0.0; 3];
    dot::pull(&mut 1.0, &a, &mut a_adj, &b, Inactive);
    assert_eq!(a_adj, b);
}

#[test]
fn calls_with_local_accumulators() {
    let x = [3.0, 4.0];
    let mut y = 1.0;
    norm(&mut y, &x);
    assert_eq!(y, 6.0);
    norm::inverse(&mut y, &x);
    assert_eq!(y, 1.0);
    norm(&mut y, &x);
    let mut x_adj = [0.0; 2];
    norm::adjoint(&mut y, &mut 1.0, &x, &mut x_adj);
    close(x_adj[0], 0.6);
    close(x_adj[1], 0.8);
    let (mut y_tan, mut x_tan) = (0.0, [1.0, 0.0]);
    norm::tangent(&mut y, &mut y_tan, &x, &mut x_tan);
    close(y_tan, 0.6);
}

#[test]
fn leapfrog_there_and_back() {
    let (mut q, mut p) = (1.0, 0.0);
    leapfrog(&mut q, &mut p, 0.01, 1000);
    let (q1, p1) = (q, p);
    leapfrog::inverse(&mut q, &mut p, 0.01, 1000);
    close(q, 1.0);
    close(p, 0.0);
    let (mut q, mut p) = (q1, p1);
    let (mut q_adj, mut p_adj) = (1.0, 0.0);
    leapfrog::adjoint(&mut q, &mut q_adj, &mut p, &mut p_adj, 0.01, Inactive, 1000, Inactive);
    let (mut q, mut p, mut q_tan, mut p_tan) = (1.0, 0.0, 1.0, 0.0);
    leapfrog::tangent(&mut q, &mut q_tan, &mut p, &mut p_tan, 0.01, Inactive, 1000, Inactive);
    close(q_adj, q_tan);
}

#[test]
fn structs() {
    let wind = [Particle { x: 2.0, v: [0.5, 1.5], id: 3 }, Particle { x: -1.0, v: [0.25, 0.5], id: 1 }];
    let mut p = Particle { x: 1.0, v: [0.0, 1.0], id: 7 };
    drift(&mut p, &wind, 0.5);
    assert_eq!((p.v[0], p.id), (0.375, 8));
    let p_adj = ParticleShadow::<On<One>> { x: Cell::new(1.0), ..p.zero_shadow() };
    let wind_adj = wind.zero_shadow::<On<One>>();
    let mut dt_adj = 0.0;
    drift::adjoint(&mut p, &p_adj, &wind, &wind_adj, 0.5, &mut dt_adj);
    assert_eq!((p.x, p.v, p.id), (1.0, [0.0, 1.0], 7));
    close(wind_adj[0].x.get(), 0.5 * 0.25);
    close(wind_adj[0].v[0].get(), 2.0 * 0.25);
    close(dt_adj, 0.375 + 0.75 * 0.5);
}

#[test]
fn recursion() {
    let mut out = 0;
    fib(&mut out, 10);
    assert_eq!(out, 55);
    fib::inverse(&mut out, 10);
    assert_eq!(out, 0);
}

#[test]
fn branches_and_ancillas() {
    for k0 in [3, 5] {
        let (mut y, mut k, x, mut b) = (0.5, k0, 0.7, vec![0.1, 0.2]);
        branches(&mut y, &mut k, x, &mut b);
        let after = (y, k, b.clone());
        branches::inverse(&mut y, &mut k, x, &mut b);
        assert_eq!(k, k0);
        close(y, 0.5);
        close(b[0], 0.1);
        (y, k, b) = after;
        let (mut y_adj, mut x_adj, mut b_adj) = (1.0, 0.0, vec![0.5, 0.25]);
        branches::adjoint(&mut y, &mut y_adj, &mut k, Inactive, x, &mut x_adj, &mut b, &mut b_adj);
        let run = |x: f64| {
            let (mut y, mut k, mut b) = (0.5, k0, vec![0.1, 0.2]);
            branches(&mut y, &mut k, x, &mut b);
            y + 0.5 * b[0] + 0.25 * b[1]
        };
        let h = 1e-6;
        assert!((x_adj - (run(x + h) - run(x - h)) / (2.0 * h)).abs() < 1e-7);
    }
}

/// `part.a` is walked in the adjoint only for its type, because a difference needs no values.
#[reversible(adjoint, checks = false)]
fn walked_for_its_type(z: &mut f64, y: &mut f64) {
    let part = Particle { x: *y, v: [1.0, 2.0], id: 0 };
    let mut acc = 0.0;
    for j in 0..2 {
        acc += *y;
        acc -= 1.0 * part.v[j];
    }
    *z += acc;
}

#[test]
fn a_sweep_slices_nothing_that_is_not_there() {
    let (mut z, mut y) = (0.0, 3.0);
    walked_for_its_type(&mut z, &mut y);
    assert_eq!(z, 3.0);
    let (mut z_adj, mut y_adj) = (1.0, 0.0);
    walked_for_its_type::adjoint(&mut z, &mut z_adj, &mut y, &mut y_adj);
    assert_eq!((z, y_adj), (0.0, 2.0));
}

#[reversible(adjoint)]
fn scaled(out: &mut [f64], x: f64) {
    for i in 0..out.len() {
        out[i] += x * (i as f64);
    }
    if out.len() > 3 {
        out[0] -= x;
    }
}

#[test]
fn pull_is_lent_an_output_for_its_length() {
    let (out, mut out_adj, mut x_adj) = ([0.0; 4], [1.0, 1.0, 1.0, 0.5], 0.0);
    scaled::pull(&out, &mut out_adj, 2.0, &mut x_adj);
    assert_eq!(x_adj, 3.5);
}

/// On the way back `half.sqrt()` comes before what tells the type of `half`.
#[reversible(adjoint, tangent)]
fn typed_later(y: &mut f64, z: &mut f64, x: f64) {
    let half = 0.5;
    *y += x * half;
    *z += half.sqrt() * x;
}

#[test]
fn types_of_literals_may_be_told_later() {
    let (mut y, mut z, mut x_adj) = (0.0, 0.0, 0.0);
    typed_later(&mut y, &mut z, 2.0);
    typed_later::adjoint(&mut y, &mut 1.0, &mut z, &mut 1.0, 2.0, &mut x_adj);
    close(x_adj, 0.5 + 0.5_f64.sqrt());
    assert_eq!((y, z), (0.0, 0.0));
}

trait Real {
    fn real(self) -> f64;
}

impl Real for usize {
    fn real(self) -> f64 {
        self as f64
    }
}

/// A method of an integer may give a float, which has a gradient from then on.
#[reversible(adjoint)]
fn starts_from_an_integer(y: &mut f64, x: f64, n: usize) {
    let mut sum = n.real();
    sum += x * x;
    *y += sum;
}

#[test]
fn a_float_from_an_integer_has_a_gradient() {
    let (mut y, mut x_adj) = (0.0, 0.0);
    starts_from_an_integer(&mut y, 3.0, 2);
    starts_from_an_integer::adjoint(&mut y, &mut 1.0, 3.0, &mut x_adj, 2, Inactive);
    assert_eq!((y, x_adj), (0.0, 6.0));
}
