//! Ordinary functions compiled by rustc: value, gradient, tangent.

#![allow(
    clippy::float_cmp,
    clippy::assign_op_pattern,
    reason = "exact values are expected; plain assignment is what is tested"
)]

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Model {
    scale: f64,
    bias: [f64; 2],
    depth: usize,
}

#[differentiable(tangent)]
fn loss(w: &[f64], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s = s * 0.5 + (w[i] * x[i]).sin();
    }
    s
}

#[differentiable(tangent)]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[differentiable(tangent)]
fn mixed(m: &Model, x: f64) -> f64 {
    let mut h = x * m.scale;
    let mut hist = [0.0; 2];
    for k in 0..m.depth {
        let g = power(h, 2) + loss(&hist, &m.bias);
        hist[k % 2] = h;
        if h > 0.5 {
            h = g.tanh() * h;
        } else {
            h = h + m.bias[k % 2] * g;
            h *= 1.5;
        }
    }
    let out = if h > 0.0 { h.ln_1p() } else { -h };
    out + hist[0] * hist[1]
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

#[test]
fn loop_without_tape() {
    let (value, (dw, dx)) = loss::value_and_gradient(&[1.0, 2.0], &[0.5, 0.25]);
    close(value, 0.5f64.sin() * 0.5 + 0.5f64.sin());
    close(dw[0], 0.5 * 0.5f64.cos() * 0.5);
    close(dx[1], 2.0 * 0.5f64.cos());
}

#[test]
fn recursion() {
    assert_eq!(power::value_and_gradient(2.0, 5), (32.0, 80.0));
    assert_eq!(power::gradient(3.0, 2), 6.0);
    let (value, tangent) = power::tangent(2.0, 1.0, 5, Inactive);
    assert_eq!((value, tangent), (32.0, 80.0));
}

#[test]
fn everything_together() {
    let m = Model { scale: 0.8, bias: [0.3, -0.2], depth: 6 };
    let (value, (dm, dx)) = mixed::value_and_gradient(&m, 0.4);
    assert_eq!(value, mixed(&m, 0.4));
    let h = 1e-6;
    close_to((mixed(&m, 0.4 + h) - mixed(&m, 0.4 - h)) / (2.0 * h), dx);
    let up = Model { scale: 0.8 + h, ..m };
    let down = Model { scale: 0.8 - h, ..m };
    close_to((mixed(&up, 0.4) - mixed(&down, 0.4)) / (2.0 * h), dm.scale);
    let up = Model { bias: [0.3, -0.2 + h], ..m };
    let down = Model { bias: [0.3, -0.2 - h], ..m };
    close_to((mixed(&up, 0.4) - mixed(&down, 0.4)) / (2.0 * h), dm.bias[1]);
    let (_, tangent) = mixed::tangent(&m, Inactive, 0.4, 1.0);
    close(tangent, dx);
}

fn close_to(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6, "{a} against {b}");
}

#[test]
fn pullback_may_be_called_again() {
    let x = 2.0;
    let (value, back) =
        power::pullback(x, std::marker::PhantomData::<On<One>>, 3, std::marker::PhantomData::<Off<One>>);
    assert_eq!(value, 8.0);
    for _ in 0..2 {
        let x_adj = Cell::new(0.0);
        back(1.0, &x_adj, u32::inactive::<One>());
        assert_eq!(x_adj.get(), 12.0);
    }
}

/// What `s` is, only a local says that is of no use.
#[differentiable(tangent)]
fn typed_by_something_unused(a: &[f64], x: f64) -> f64 {
    let s = 1.5;
    let mut _u = s;
    if x > 0.0 {
        _u = a[0];
    }
    x * s.sin()
}

#[test]
fn types_may_come_from_what_is_of_no_use() {
    let (_, (da, dx)) = typed_by_something_unused::value_and_gradient(&[1.0], 2.0);
    assert_eq!((da, dx), (vec![0.0], 1.5_f64.sin()));
    let (_, tangent) = typed_by_something_unused::tangent(&[1.0], Inactive, 2.0, 1.0);
    close(tangent, dx);
}

#[differentiable(tangent)]
fn pair(x: f64) -> (f64, [f64; 2]) {
    (x * x, [x.sin(), x])
}

/// A part of what a call gives, without a name in between.
#[differentiable(tangent)]
fn part_of_a_call(x: f64) -> f64 {
    pair(x).0 * 2.0 + pair(x).1[0]
}

#[test]
fn part_of_the_value_of_a_call() {
    close(part_of_a_call::gradient(0.5), 2.0 + 0.5_f64.cos());
    check_gradient!(part_of_a_call(0.5));
}

#[differentiable(tangent, recursive)]
fn even_turn(x: f64, n: u32) -> f64 {
    if n == 0 { x } else { odd_turn(x * x, n - 1) }
}

#[differentiable(tangent)]
fn odd_turn(x: f64, n: u32) -> f64 {
    if n == 0 { -x } else { even_turn(x.sin(), n - 1) }
}

#[test]
fn functions_that_call_each_other() {
    for n in 0..5 {
        check_gradient!(even_turn(0.7, n));
        check_gradient!(odd_turn(0.7, n));
    }
}

/// A range is what it was when the loop started.
#[allow(clippy::mut_range_bound, clippy::cast_lossless)]
#[differentiable(tangent)]
fn bounds_change(x: &[f64], n: usize) -> f64 {
    let (mut n, mut step) = (n, 1);
    let mut y = x[0];
    for i in (1..n).step_by(step) {
        n -= 1;
        step += n;
        y = y * x[i] + y.sin() * n as f64;
        let mut k = 2;
        for _ in 0..k {
            k += 1;
            y = y.tanh() + x[0] * k as f64;
        }
    }
    let mut v = vec![y];
    for i in 0..v.len() {
        v.push(v[i] * x[1]);
    }
    v[v.len() - 1] * (n + step) as f64
}

#[test]
fn bounds_may_change() {
    check_gradient!(bounds_change(&[0.3, -0.4, 0.5, 0.2], 4));
    assert_eq!(bounds_change::gradient(&[0.3, -0.4], 2), bounds_change::gradient(&[0.3, -0.4], 2));
}

/// An array may be empty, and so its gradient.
#[allow(clippy::trivially_copy_pass_by_ref)]
#[differentiable(tangent)]
fn with_nothing(x: &[f64; 0], y: f64) -> f64 {
    y * (x.len() + 2) as f64
}

#[test]
fn empty_arrays_have_empty_gradients() {
    let (mut by_x, mut by_y): ([f64; 0], f64) = ([], 0.0);
    assert_eq!(with_nothing::gradient_into(&[], 3.0, &mut by_x, &mut by_y), 6.0);
    assert_eq!(by_y, 2.0);
    check_gradient!(with_nothing(&[], 3.0));
}

#[differentiable(tangent)]
fn halved(x: f64) -> f64 {
    x * 0.5
}

#[differentiable(tangent)]
fn constant_blocks(x: f64, k: usize) -> f64 {
    let a = halved({
        let share = 3.0_f64;
        share * share
    });
    let b = halved(match k {
        0 => 1.0,
        n => n as f64,
    });
    a * b * x
}

#[test]
fn arguments_that_depend_on_nothing() {
    check_gradient!(constant_blocks(2.0, 0));
    check_gradient!(constant_blocks(2.0, 3));
    assert_eq!(constant_blocks::gradient(2.0, 3), 6.75);
}

#[differentiable(tangent)]
fn scaled(a: f64, x: f64) -> f64 {
    a * x.sin()
}

#[differentiable(tangent)]
fn chosen_factor(x: f64, n: usize) -> f64 {
    let by = scaled(if x > 0.5 { 2.0 } else { -3.0 }, x);
    by + scaled(
        match n {
            0 => 1.0,
            _ if x > 0.0 => 4.0,
            _ => 5.0,
        },
        x * x,
    )
}

#[reversible(adjoint, tangent)]
fn with_chosen_factor(y: &mut f64, x: f64) {
    *y += scaled(if x > 0.5 { 2.0 } else { -3.0 }, x);
}

#[test]
fn an_argument_that_only_a_condition_depends_on_is_a_constant() {
    for (x, n, a, b) in [(0.7_f64, 0, 2.0, 1.0), (0.3, 1, -3.0, 4.0), (-0.3, 1, -3.0, 5.0)] {
        let (value, slope) = (a * x.sin() + b * (x * x).sin(), a * x.cos() + b * (x * x).cos() * 2.0 * x);
        assert_eq!(chosen_factor(x, n), value);
        let (found, gradient) = chosen_factor::value_and_gradient(x, n);
        assert_eq!(found, value);
        assert!((gradient - slope).abs() < 1e-12, "{gradient} is not {slope}");
        assert!((chosen_factor::tangent(x, 1.0, n, Inactive).1 - slope).abs() < 1e-12);
        let (mut y, mut y_adj, mut x_adj) = (a * x.sin(), 1.0, 0.0);
        with_chosen_factor::adjoint(&mut y, &mut y_adj, x, &mut x_adj);
        assert_eq!(y, 0.0);
        assert!((x_adj - a * x.cos()).abs() < 1e-12);
    }
}
