//! Calls of ordinary functions that are statements, beside those of reversible ones.
#![allow(
    clippy::float_cmp,
    clippy::ptr_arg,
    clippy::misrefactored_assign_op,
    clippy::cast_lossless,
    clippy::assign_op_pattern,
    reason = "the results are exact, and the code is as people write it"
)]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn relax(x: &mut [f64], k: f64) {
    for i in 1..x.len() {
        x[i] = x[i] * k + x[i - 1].sin();
    }
}

#[differentiable(tangent)]
fn square(y: &mut f64) {
    *y *= *y;
}

/// Changes its argument and gives a list that nobody may want.
#[differentiable(tangent)]
fn scaled(y: &mut f64, by: &[f64]) -> Vec<f64> {
    *y *= by[0] * *y;
    vec![*y, by[1]]
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn turn(a: &mut f64, b: &mut f64, angle: f64) {
    *a += *b * angle.sin();
    *b -= *a * angle.tan();
}

#[differentiable(tangent)]
fn relaxed(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    relax(&mut v, k);
    for i in 0..3 {
        relax(&mut v, k / (1.0 + i as f64));
        if v[1] > 0.5 {
            relax(&mut v[1..], 0.9);
        }
    }
    v[1] * v[2]
}

#[differentiable(tangent)]
fn beside_reversible_ones(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y * x);
    for k in 0..4 {
        turn(&mut a, &mut b, x * k as f64);
        square(&mut a);
        turn::inverse(&mut b, &mut a, 0.3);
        scaled(&mut b, &[y, x]);
    }
    let mut v = [a, b, x];
    square(&mut v[1]);
    turn(&mut v[0], &mut a, y);
    v[0] * v[1] + v[2]
}

/// Each iteration changes an element of its own.
#[differentiable(tangent)]
fn element_by_element(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    for i in 0..v.len() {
        square(&mut v[i]);
    }
    for i in 0..v.len() {
        scaled(&mut v[i], &[k, k]);
    }
    v[0] * v[1] + v[2]
}

/// Passes on what it was lent itself, and integers.
#[differentiable(tangent)]
fn passes_on(x: &mut Vec<f64>, count: &mut u32, k: f64) {
    counted(count, 2);
    relax(x, k);
    square(&mut x[0]);
}

#[differentiable(tangent)]
fn counted(n: &mut u32, by: u32) {
    *n = *n % 16 + by;
}

#[differentiable(tangent)]
fn passed_on(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    let mut n = 3;
    while n < 9 {
        passes_on(&mut v, &mut n, k);
    }
    v[0] * v[1] * n as f64
}

/// Calls itself.
#[differentiable(tangent)]
fn halved(x: &mut f64, k: f64, n: u32) {
    if n == 0 {
        return;
    }
    *x = (*x * k).sin();
    halved(x, k * 0.5, n - 1);
    *x *= k;
}

#[differentiable(tangent)]
fn halving(x: f64, k: f64) -> f64 {
    let mut y = x;
    halved(&mut y, k, 4);
    y * x
}

/// A generic function.
#[differentiable(tangent)]
fn shifted<const N: usize>(x: &mut [f64; N], by: &[f64; N]) {
    for i in 0..N {
        x[i] = x[i] * by[i];
    }
}

#[differentiable(tangent)]
fn shifts(x: [f64; 3], by: [f64; 3]) -> f64 {
    let mut y = x;
    shifted(&mut y, &by);
    shifted::<3>(&mut y, &x);
    y[0] * y[1] + y[2]
}

/// What is not to have a gradient.
#[differentiable(tangent)]
fn weighed(x: &mut f64, #[constant] weights: &[f64], k: f64) {
    *x = *x * weights[0] + k * k * weights[1];
}

#[differentiable(tangent)]
fn weighing(x: f64, #[constant] weights: &[f64]) -> f64 {
    let mut y = x;
    weighed(&mut y, weights, x);
    weighed(&mut y, &[0.5, 2.0], 3.0);
    y * y
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    q: f64,
    p: Vec<f64>,
}

#[differentiable(tangent)]
impl State {
    #[differentiable]
    fn scale(&mut self, by: f64) {
        self.q *= by * self.q;
        for i in 0..self.p.len() {
            self.p[i] *= by;
        }
    }

    fn advance(&mut self, by: f64) -> f64 {
        self.q = self.q.sin() + by;
        self.q
    }

    #[differentiable]
    fn twice(&mut self, by: f64) {
        self.scale(by);
        self.scale(by * by);
        square(&mut self.q);
        relax(&mut self.p, by);
    }
}

impl State {
    #[reversible(adjoint, tangent)]
    fn kick(&mut self, by: f64) {
        self.q += by * by;
        self.p[0] -= self.q * by;
    }
}

#[differentiable(tangent)]
fn with_methods(start: &State, u: f64) -> f64 {
    let mut s = start.clone();
    s.scale(u);
    for k in 0..3 {
        s.kick(u * k as f64);
        s.advance(u);
        s.twice(0.9);
        State::scale(&mut s, u);
    }
    s.q * s.p[0] + s.p[1]
}

#[differentiable(tangent)]
trait Moves {
    #[differentiable]
    fn shift(&mut self, by: f64);
}

#[reversible(adjoint, tangent)]
trait Undone {
    fn undo(&mut self, by: f64);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Point(f64, f64);

#[differentiable(tangent)]
impl Moves for Point {
    #[differentiable]
    fn shift(&mut self, by: f64) {
        self.0 = self.0 * by + self.1;
    }
}

impl Undone for Point {
    #[reversible(adjoint, tangent)]
    fn undo(&mut self, by: f64) {
        self.1 += self.0 * by;
    }
}

#[differentiable(tangent)]
fn by_traits<T: Moves + Undone + Clone>(start: &T, u: f64) -> T {
    let mut p = start.clone();
    p.shift(u);
    p.undo(u * u);
    T::shift(&mut p, 0.5);
    p
}

#[differentiable(tangent)]
fn traits(u: f64) -> f64 {
    let mut p = by_traits(&Point(u, 0.5), u);
    p.shift(u);
    p.undo(0.3);
    p.0 * p.1
}

#[test]
fn a_slice_is_changed() {
    let x = [0.3, 0.5, -0.7];
    check_gradient!(relaxed(&x, 0.8));
    check_gradient!(relaxed(&[0.9, 1.5, 0.7], 0.4));
    assert_eq!(relaxed::gradient(&x, 0.8), relaxed::gradient(&x, 0.8));
}

#[test]
fn both_kinds_of_functions_are_called() {
    check_gradient!(beside_reversible_ones(0.4, 0.7));
    assert_eq!(beside_reversible_ones::gradient(0.4, 0.7), beside_reversible_ones::gradient(0.4, 0.7));
}

#[test]
fn elements_are_changed_in_loops() {
    check_gradient!(element_by_element(&[0.4, 0.7, -1.2], 0.9));
}

#[test]
fn what_was_lent_is_passed_on() {
    check_gradient!(passed_on(&[0.4, 0.7], 0.9));
    let (mut x, mut n) = (vec![0.4, 0.7], 3);
    let (by_x, by_k) = passes_on::vjp(&mut x, &mut n, 0.9, vec![1.0, 0.0]);
    assert_eq!((&x[..], n), (&[0.4, 0.7][..], 3));
    assert_eq!((by_x, by_k), (vec![0.8, 0.0], 0.0));
}

#[test]
fn a_function_calls_itself() {
    check_gradient!(halving(0.4, 0.7));
}

#[test]
fn generic_functions_are_called() {
    check_gradient!(shifts([0.4, 0.7, 0.2], [0.3, 0.5, 0.9]));
}

#[test]
fn constants_have_no_gradient() {
    check_gradient!(weighing(0.4, const &[0.7, 0.2]));
}

#[test]
fn methods_are_called() {
    check_gradient!(with_methods(&State { q: 0.4, p: vec![0.7, 0.2] }, 0.6));
}

#[test]
fn methods_of_traits_are_called() {
    check_gradient!(traits(0.6));
}
