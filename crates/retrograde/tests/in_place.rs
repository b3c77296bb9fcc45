//! Ordinary functions that change their arguments.
#![allow(
    clippy::float_cmp,
    clippy::misrefactored_assign_op,
    clippy::explicit_iter_loop,
    clippy::ptr_arg,
    clippy::cast_lossless,
    reason = "the results are exact, and the code is as people write it"
)]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn relax(x: &mut [f64], k: f64) {
    for i in 1..x.len() {
        x[i] = x[i] * k + x[i - 1].sin();
    }
}

/// A reference is walked along by its name.
#[differentiable(tangent)]
fn bend(x: &mut [f64; 3], k: f64) -> f64 {
    let mut last = k;
    for v in x {
        *v = v.sin() * last;
        last = *v * k;
    }
    last
}

#[differentiable(tangent)]
fn square(y: &mut f64, k: f64) {
    if *y < 0.0 {
        return;
    }
    *y *= *y * k;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    q: f64,
    p: Vec<f64>,
    steps: u32,
}

/// Changes a struct and gives a value.
#[differentiable(tangent)]
fn step(s: &mut State, u: f64) -> f64 {
    s.steps += 1;
    s.q = s.q.cos() + u;
    for v in s.p.iter_mut() {
        *v = *v * s.q + 0.1;
    }
    s.q * s.p[0]
}

#[differentiable(tangent)]
fn run(start: &State, u: f64) -> f64 {
    let mut s = start.clone();
    let mut total = 0.0;
    for k in 0..4 {
        let y = step(&mut s, u * k as f64);
        total += y * y;
    }
    total + s.p[1]
}

#[differentiable(tangent)]
fn in_expressions(x: &[f64], u: f64) -> f64 {
    let mut s = State { q: u, p: x.to_vec(), steps: 0 };
    let mut v = x.to_vec();
    let () = relax(&mut v, 0.5);
    let first = if v[1] > 0.0 { step(&mut s, v[1]) * 2.0 } else { step(&mut s, 0.3) };
    first * step(&mut s, first) + v[0]
}

#[differentiable(tangent)]
fn passes_on(s: &mut State, u: f64) -> f64 {
    step(s, u) + step(s, u * u)
}

#[differentiable(tangent)]
fn passed_on(s: &State, u: f64) -> f64 {
    let mut s = s.clone();
    let y = passes_on(&mut s, u);
    let _ = step(&mut s, y);
    y * s.q + s.p[0] * s.p[1]
}

#[differentiable(tangent)]
fn bent(x: &[f64; 3], k: f64) -> f64 {
    let mut y = *x;
    let last = bend(&mut y, k);
    last + y[0] * y[1] + y[2]
}

#[differentiable(tangent)]
fn relaxed(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    for _ in 0..3 {
        let () = relax(&mut v, k);
    }
    v[1] * v[2]
}

#[differentiable(tangent)]
fn squared(y: f64, k: f64) -> f64 {
    let mut z = y;
    let () = square(&mut z, k);
    let () = square(&mut z, y);
    z * y
}

fn state() -> State {
    State { q: 0.4, p: vec![0.3, -0.8], steps: 2 }
}

#[test]
fn a_slice_is_changed_in_place() {
    let mut x = [0.3, 0.5, -0.7];
    check_gradient!(relaxed(&x, 0.8));
    check_gradient!(bent(&[0.5, 0.7, -0.3], 0.8));
    let before = x;
    let (by_x, by_k) = relax::vjp(&mut x, 0.8, vec![0.0, 1.0, 0.0]);
    assert_eq!(x, before);
    assert_eq!((by_x[1], by_k), (0.8, 0.5));
    assert!((by_x[0] - 0.3_f64.cos()).abs() < 1e-15);
    let tangent = relax::jvp(&mut x, 0.8, (vec![1.0, 0.0, 0.0], 0.0));
    assert!((tangent[1] - 0.3_f64.cos()).abs() < 1e-15);
    assert_eq!(x, before);
}

/// Changes its arguments and returns a list.
#[differentiable(tangent)]
fn pushed(s: &mut State, u: f64, by: &[f64]) -> Vec<f64> {
    s.q *= u;
    s.p[0] += by[0] * s.q;
    vec![s.q * s.p[0], by[1].sin()]
}

/// Two lists change, and one is meant.
#[differentiable(tangent)]
fn both(#[output] x: &mut [f64; 2], y: &mut Vec<f64>, k: f64) {
    x[0] = x[1] * y[0] * k;
    y[0] *= k;
    x[1] += y[0];
}

#[test]
fn a_jacobian_of_what_changes() {
    let mut x = [0.3, 0.5, -0.7, 0.1, 0.2, 0.9, 1.1, 0.4, 0.6, 0.8];
    let before = x;
    let (by_x, by_k) = relax::jacobian(&mut x, 0.8);
    assert_eq!(x, before);
    assert_eq!((by_x.len(), by_k.len()), (10, 10));
    for i in 0..10 {
        let mut seed = vec![0.0; 10];
        seed[i] = 1.0;
        assert_eq!((by_x[i].clone(), by_k[i]), relax::vjp(&mut x, 0.8, seed));
    }
    let (mut x, mut y) = ([0.5, 2.0], vec![3.0]);
    let (by_x, by_y, by_k) = both::jacobian(&mut x, &mut y, 0.5);
    assert_eq!((x, &y[..]), ([0.5, 2.0], &[3.0][..]));
    assert_eq!(by_x, [[0.0, 1.5], [0.0, 1.0]]);
    assert_eq!((by_y, by_k), (vec![vec![1.0], vec![0.5]], vec![6.0, 3.0]));
}

#[test]
fn a_jacobian_of_a_value_beside_what_changes() {
    let mut s = state();
    let (by_s, by_u, by_list) = pushed::jacobian(&mut s, 0.8, &[0.3, 0.7]);
    assert_eq!(s, state());
    let zero = s.zero_shadow::<On<One>>();
    for i in 0..2 {
        let mut seed = vec![0.0; 2];
        seed[i] = 1.0;
        let (s_row, u_row, list_row) = pushed::vjp(&mut s, 0.8, &[0.3, 0.7], (seed, retrograde::emitted::get(&zero)));
        assert_eq!((&by_s[i], by_u[i], &by_list[i]), (&s_row, u_row, &list_row));
    }
    assert_eq!(by_list[1], [0.0, 0.7_f64.cos()]);
}

#[test]
fn a_number_is_changed_in_place() {
    let mut y = 3.0;
    assert_eq!(square::value_and_gradient(&mut y, 2.0), (18.0, (12.0, 9.0)));
    assert_eq!(y, 3.0);
    let (mut by_y, mut by_k) = (7.0, 7.0);
    assert_eq!(square::gradient_into(&mut y, 2.0, &mut by_y, &mut by_k), 18.0);
    assert_eq!((y, by_y, by_k), (3.0, 12.0, 9.0));
    assert_eq!(square::gradient(&mut -1.0, 2.0), (1.0, 0.0));
    check_gradient!(squared(3.0, 2.0));
    check_gradient!(squared(-3.0, 2.0));
}

#[test]
fn a_struct_is_changed_and_a_value_given() {
    let mut s = state();
    let (value, (by_s, _)) = step::value_and_gradient(&mut s, 0.2);
    assert_eq!(s, state());
    assert_eq!(value, step(&mut s.clone(), 0.2));
    assert_eq!(by_s.p[1], 0.0);
    check_gradient!(passed_on(&state(), 0.2));
}

#[test]
fn calls_change_locals() {
    check_gradient!(run(&state(), 0.3));
    check_gradient!(in_expressions(&[0.2, 0.5], 0.3));
    check_gradient!(in_expressions(&[0.2, -0.9], 0.3));
    assert_eq!(run::gradient(&state(), 0.3), run::gradient(&state(), 0.3));
}

/// Integers change too, and come back.
#[differentiable(tangent)]
fn draw(seed: &mut u32) -> u32 {
    *seed = *seed * 5 % 17;
    *seed
}

/// A whole struct is overwritten, and a vector behind a reference.
#[differentiable(tangent)]
fn reset(s: &mut State, v: &mut Vec<f64>, u: f64) -> f64 {
    let old = s.q * v[0];
    if u > 10.0 {
        return old;
    }
    *s = State { q: u * u, p: vec![s.q, u], steps: s.steps + 1 };
    v[0] = s.p[0] * 2.0;
    v.swap(0, 1);
    old
}

#[differentiable(tangent)]
impl State {
    fn advance(&mut self, u: f64) -> f64 {
        self.q *= u;
        let last = self.p.len() - 1;
        self.p[last] += self.q;
        self.p[last] * u
    }

    #[differentiable]
    fn scale(&mut self, by: f64) {
        self.q *= by;
        for v in self.p.iter_mut() {
            *v *= by * *v;
        }
    }
}

#[differentiable(tangent)]
fn with_all(start: &State, u: f64) -> f64 {
    let mut seed = 3;
    let mut s = start.clone();
    let mut v = vec![u, u * u];
    let mut sum = 0.0;
    while s.steps < 5 {
        let k = draw(&mut seed);
        let factor = if draw(&mut seed) > 8 { u } else { 0.5 };
        sum += reset(&mut s, &mut v, u + k as f64 * 0.1) * factor;
        sum += State::advance(&mut s, factor) * v[0];
        let () = State::scale(&mut s, 0.9);
    }
    sum + s.q * v[1] + s.p[1]
}

#[test]
fn structs_vectors_and_integers_come_back() {
    check_gradient!(with_all(&state(), 0.7));
    assert_eq!(with_all::gradient(&state(), 0.7), with_all::gradient(&state(), 0.7));
    let mut s = state();
    let (value, (by_s, by_u)) = s.advance_value_and_gradient(0.5);
    // q u + p[1], times u
    assert!((value - (0.2 - 0.8) * 0.5).abs() < 1e-15);
    assert_eq!((by_s.q, by_s.p[1], s), (0.25, 0.5, state()));
    assert!((by_u - (0.2 - 0.8 + 0.2)).abs() < 1e-15);
    let mut v = vec![2.0, 3.0];
    assert_eq!(reset::value_and_gradient(&mut state(), &mut v, 11.0).0, 0.8);
    assert_eq!(v, [2.0, 3.0]);
}
