//! Derivatives that are not those of the value: hooks, stopped gradients, checkpoints, forward mode inside of reverse mode, fixed points.
#![allow(clippy::float_cmp, reason = "values are chosen to be exact")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "arguments of all kinds")]
#![allow(clippy::needless_pass_by_value, reason = "these functions take their arguments by value")]

use retrograde::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Clone, Debug, Differentiable, PartialEq)]
struct Model {
    weight: f64,
    bias: [f64; 2],
    name: u32,
}

fn negated(g: f64) -> f64 {
    -g
}

fn tenfold(g: Vec<f64>) -> Vec<f64> {
    g.into_iter().map(|g| 10.0 * g).collect()
}

fn of_model(g: ModelTangent<One>) -> ModelTangent<One> {
    ModelTangent { weight: 2.0 * g.weight, ..g }
}

#[differentiable(tangent)]
fn hooked(x: f64, v: &[f64], m: &Model) -> f64 {
    let y = hook(negated, x * x);
    let w = hook(tenfold, v.to_vec());
    let m = hook(of_model, m.clone());
    let q = hook(std::convert::identity, [x, y]);
    y + w[0] * w[1] + m.weight * m.bias[1] + q[0]
}

#[test]
fn hooks_change_the_gradient() {
    let m = Model { weight: 3.0, bias: [1.0, 5.0], name: 1 };
    let (value, (dx, dv, dm)) = hooked::value_and_gradient(2.0, &[3.0, 4.0], &m);
    assert_eq!(value, hooked(2.0, &[3.0, 4.0], &m));
    assert_eq!(value, 4.0 + 12.0 + 15.0 + 2.0);
    assert_eq!((dx, dv), (-4.0 + 1.0, vec![40.0, 30.0]));
    assert_eq!((dm.weight, dm.bias), (10.0, [0.0, 3.0]));
    // tangents are those of the value
    let still = ModelTangent { weight: 0.0, bias: [0.0; 2], ..dm };
    assert_eq!(hooked::jvp(2.0, &[3.0, 4.0], &m, (1.0, vec![0.0, 0.0], still)), 4.0 + 1.0);
}

#[differentiable]
fn hooked_list(x: &[f64; 2]) -> [f64; 2] {
    let y = hook(negated, x[0]);
    [y * x[1], y]
}

/// Each of several gradients that travel together goes through the hook alone.
#[test]
fn hooks_in_lanes() {
    assert_eq!(hooked_list::jacobian(&[2.0, 3.0]), [[-3.0, 2.0], [-1.0, 0.0]]);
}

#[differentiable(tangent)]
fn stopped(x: f64, v: &[f64]) -> f64 {
    let still = stop_gradient(v.to_vec());
    let mut sum = x * stop_gradient(x * x);
    for i in 0..v.len() {
        sum += v[i] * still[i];
    }
    sum
}

#[test]
fn a_stopped_gradient_is_zero_in_both_modes() {
    let (value, gradient) = stopped::value_and_gradient(3.0, &[2.0, 5.0]);
    assert_eq!((value, gradient), (27.0 + 29.0, (9.0, vec![2.0, 5.0])));
    assert_eq!(stopped::jvp(3.0, &[2.0, 5.0], (1.0, vec![1.0, 0.0])), 9.0 + 2.0);
}

#[differentiable(tangent)]
fn level(x: f64) -> f64 {
    let level = nest_level();
    x * (level + 1) as f64
}

#[differentiable(tangent)]
fn level_of_a_call(x: f64) -> f64 {
    level(x) + level(2.0)
}

#[test]
fn the_level_is_one_inside_a_gradient() {
    assert_eq!(nest_level(), 0);
    assert_eq!(level(3.0), 3.0);
    assert_eq!(level::value_and_gradient(3.0), (6.0, 2.0));
    assert_eq!(level::tangent(3.0, 1.0), (6.0, 2.0));
    // a call of constants is no part of the derivative
    assert_eq!(level_of_a_call(3.0), 5.0);
    assert_eq!(level_of_a_call::value_and_gradient(3.0), (8.0, 2.0));
}

static RUNS: AtomicUsize = AtomicUsize::new(0);

#[derivative(2.0 * x)]
fn counted(x: f64) -> f64 {
    RUNS.fetch_add(1, Ordering::Relaxed);
    x * x
}

#[differentiable(tangent)]
fn stage(x: [f64; 2]) -> [f64; 2] {
    let mut y = x;
    for _ in 0..3 {
        y = [counted(y[0]) * 0.9, y[1] * y[0].sin()];
    }
    y
}

#[differentiable(tangent)]
fn staged(x: f64) -> f64 {
    let mut y = [x, 1.5];
    for _ in 0..2 {
        y = checkpoint(stage {}, y);
    }
    y[0] + y[1]
}

#[differentiable(checkpoint, tangent)]
fn kept_nothing(x: &[f64], model: &Model, n: usize, scale: f64) -> Vec<f64> {
    let mut out = Vec::new();
    for v in x {
        let mut y = *v;
        for _ in 0..n {
            y = (y * model.weight + model.bias[0]).tanh() * scale;
        }
        out.push(y);
    }
    out
}

#[differentiable(tangent)]
fn uses_kept_nothing(x: &[f64], model: &Model) -> f64 {
    let y = kept_nothing(x, model, 3, x[0]);
    let z = kept_nothing(&y, model, 2, 0.5);
    z[0] * z[1] + model.bias[1]
}

#[differentiable(checkpoint)]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[test]
fn checkpoints_are_run_again() {
    RUNS.store(0, Ordering::Relaxed);
    let value = staged(1.1);
    assert_eq!(RUNS.swap(0, Ordering::Relaxed), 6);
    let (again, _) = staged::value_and_gradient(1.1);
    assert_eq!(value, again);
    // six runs there, and six on the way back
    assert_eq!(RUNS.swap(0, Ordering::Relaxed), 12);
    check_gradient!(staged(1.1));

    let model = Model { weight: 0.7, bias: [0.1, 0.2], name: 1 };
    check_gradient!(uses_kept_nothing(&[0.5, 1.5], &model));
    check_gradient!(kept_nothing(&[0.5, 1.5], &model, 3, 0.9));
    check_gradient!(reverse power(1.3, 5));
    assert_eq!(power::gradient(2.0, 3), 12.0);
}

#[differentiable(tangent)]
fn long_run(p: Model) -> [f64; 2] {
    let mut y = p.bias;
    for _ in 0..50 {
        y = [y[0] + 0.1 * y[1], y[1] - 0.1 * p.weight * y[0].sin()];
    }
    y
}

#[differentiable(tangent)]
fn of_long_run(model: &Model, x: f64) -> f64 {
    let y = forward_mode(long_run {}, model.clone());
    let z = forward_mode(counted {}, x * y[1]);
    y[0] * z
}

#[differentiable(forward)]
fn by_tangents(x: &[f64], model: &Model, n: usize, scale: f64) -> Vec<f64> {
    let mut y = x.to_vec();
    for _ in 0..n {
        for i in 0..y.len() {
            y[i] = (y[i] * model.weight + model.bias[0]).sin() * scale;
        }
    }
    y
}

#[differentiable(tangent)]
fn uses_by_tangents(x: &[f64], model: &Model) -> f64 {
    let y = by_tangents(x, model, 3, 0.8);
    y.iter().zip(x).map(|(a, b)| a * b).sum()
}

#[differentiable(forward)]
fn single(x: f32, y: f32) -> f32 {
    let mut z = x;
    while z < 10.0 {
        z = z * z + y;
    }
    z
}

#[test]
fn forward_mode_in_reverse_mode() {
    let model = Model { weight: 0.7, bias: [0.1, 0.2], name: 1 };
    check_gradient!(of_long_run(&model, 1.5));
    check_gradient!(by_tangents(&[0.5, 1.5, 2.0], &model, 3, 0.9));
    // more numbers than tangents in one run
    check_gradient!(uses_by_tangents(&[0.5, 1.5, 2.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], &model));
    assert_eq!(single::gradient(3.0, 1.0), (6.0, 1.0));
    // the same Jacobian in lanes of reverse mode
    let (by_x, by_model, _) = by_tangents::jacobian(&[0.5, 1.5], &model, 1, 0.8);
    assert!((by_x[0][0] - 0.8 * 0.7 * (0.5_f64 * 0.7 + 0.1).cos()).abs() < 1e-15);
    assert_eq!((by_x[0][1], by_x[1][0]), (0.0, 0.0));
    assert!((by_model[1].weight - 0.8 * 1.5 * (1.5_f64 * 0.7 + 0.1).cos()).abs() < 1e-15);
}

#[differentiable(forward)]
fn generic_forward<const N: usize>(x: [f64; N], #[constant] c: &[f64], name: &str) -> [f64; N] {
    let mut y = x;
    for i in 0..N {
        y[i] = y[i].powi(3) * c[i] + name.len() as f64;
    }
    y
}

#[differentiable(checkpoint)]
fn generic_again<const N: usize>(x: [f64; N], #[constant] c: &[f64], scale: &f64) -> f64 {
    let mut y = *scale;
    for i in 0..N {
        y = y * x[i] + c[i];
    }
    y
}

#[differentiable]
fn of_generic(x: &[f64; 3], scale: f64) -> f64 {
    let y = generic_forward(*x, &[1.0, 2.0, 3.0], "ab");
    generic_again(y, &[0.5, 0.25, 0.125], &scale)
}

#[test]
fn generic_choices() {
    check_gradient!(reverse of_generic(&[0.5, 1.5, -1.0], 0.7));
    assert_eq!(generic_again::gradient([2.0, 3.0], &[1.0, 1.0], &0.5), ([1.5, 2.0], 6.0));
}

/// A gradient of zero stays zero where a tangent is infinite.
#[test]
fn nothing_stays_nothing() {
    #[differentiable(forward)]
    fn root(x: f64) -> f64 {
        x.sqrt()
    }

    #[differentiable]
    fn hidden(x: f64, weight: f64) -> f64 {
        root(x) * weight
    }

    assert_eq!(hidden::gradient(0.0, 0.0), (0.0, 0.0));
}

#[differentiable(tangent)]
fn babylonian(x: f64, a: f64) -> f64 {
    0.5 * (x + a / x)
}

#[differentiable(tangent)]
fn by_fixed_point(a: f64) -> f64 {
    fixed_point(babylonian {}, 1.0, a) * a
}

#[differentiable(tangent)]
fn jacobi(x: Vec<f64>, p: Model) -> Vec<f64> {
    let n = x.len();
    let mut y = Vec::new();
    for i in 0..n {
        let left = if i > 0 { x[i - 1] } else { p.bias[0] };
        let right = if i + 1 < n { x[i + 1] } else { p.bias[1] };
        y.push(p.weight * (left + right).sin());
    }
    y
}

#[differentiable(tangent)]
fn of_jacobi(start: &[f64], p: &Model) -> f64 {
    let x = fixed_point(jacobi {}, start.to_vec(), p.clone());
    x[0] * x[2] + x[1]
}

#[differentiable(tangent)]
fn two_roots(a: &[f64; 2]) -> [f64; 2] {
    let x = fixed_point(babylonian {}, 1.0, a[0]);
    let y = fixed_point(babylonian {}, 1.0, a[1] + x);
    [x * y, y]
}

#[differentiable]
fn shrink(x: f32, p: f32) -> f32 {
    0.5 * x + p
}

#[test]
fn fixed_points() {
    let (value, slope) = by_fixed_point::value_and_gradient(2.0);
    assert!((value - 2.0 * 2.0_f64.sqrt()).abs() < 1e-14);
    assert!((slope - 1.5 * 2.0_f64.sqrt()).abs() < 1e-13);
    check_gradient!(by_fixed_point(2.0));
    let model = Model { weight: 0.4, bias: [0.3, 0.9], name: 1 };
    check_gradient!(of_jacobi(&[0.0; 4], &model));
    let (start, _) = of_jacobi::gradient(&[0.5, 0.1, 0.0, 0.2], &model);
    assert_eq!(start, [0.0; 4]);
    check_gradient!(two_roots(&[2.0, 3.0]));
    let rows = two_roots::jacobian(&[4.0, 7.0]);
    assert!((rows[1][1] - 1.0 / 6.0).abs() < 1e-13 && (rows[1][0] - 1.0 / 24.0).abs() < 1e-13);
    assert!((fixed_point(shrink {}, 0.0, 1.0_f32) - 2.0).abs() < 1e-6);
}

#[test]
#[should_panic(expected = "must contract")]
fn no_fixed_point() {
    #[differentiable]
    fn away(x: f64, p: f64) -> f64 {
        2.0 * x + p
    }
    fixed_point(away {}, 1.0, 1.0);
}

#[test]
#[should_panic(expected = "no fixed point was found")]
fn in_a_circle() {
    #[differentiable]
    fn other_side(x: f64, p: f64) -> f64 {
        p - x
    }
    fixed_point(other_side {}, 1.0, 1.0);
}
