//! Derivatives that users give, in all modes, called from reversible and ordinary functions, and wrong ones, which are caught.
#![allow(clippy::float_cmp, reason = "values are chosen to be exact")]
#![allow(clippy::trivially_copy_pass_by_ref, reason = "a value of any type is passed like that")]
#![allow(unnameable_test_items, reason = "the test that must fail is called by another")]

use retrograde::emitted::{add, get, weigh};
use retrograde::prelude::*;
use retrograde::{Kind, TangentOf};
use std::panic::catch_unwind;

#[derivative(x.cos(), test = -3.0..3.0)]
fn my_sin(x: f64) -> f64 {
    let mut term = x;
    let mut sum = 0.0;
    for k in 1..20 {
        sum += term;
        term *= -x * x / f64::from(2 * k * (2 * k + 1));
    }
    sum
}

#[derivative(y * r / x, r * x.ln(), test = (0.5..2.0, -1.0..1.0))]
fn power(x: f64, y: f64) -> f64 {
    x.powf(y)
}

#[derivative(y * z, x * z, x * y, test = -2.0..2.0)]
fn triple(x: f32, y: f32, z: f32) -> f32 {
    x * y * z
}

#[derivative(f64::from(n) * x.powi(n - 1), _, test = (0.5..2.0, 3))]
fn integer_power(x: f64, n: i32) -> f64 {
    x.powi(n)
}

/// A parameter may have the name of the value.
#[derivative(2.0 * r, test = 0.1..1.0)]
pub fn square(r: f64) -> f64 {
    r * r
}

#[reversible(adjoint, tangent)]
fn in_reversible(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        *y += my_sin(x[i]) * power(x[i], 1.5) + integer_power(x[i], 3);
    }
}

#[differentiable(tangent)]
fn in_ordinary(x: f64, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = my_sin(s) * square(x);
    }
    s
}

#[test]
fn partial_derivatives() {
    assert_eq!(my_sin::gradient(0.0), 1.0);
    assert_eq!(power::value_and_gradient(2.0, 3.0), (8.0, (12.0, 8.0 * 2.0_f64.ln())));
    assert_eq!(integer_power::gradient(2.0, 3), 12.0);
    assert_eq!(triple::gradient(1.0, 2.0, 3.0), (6.0, 3.0, 2.0));
    check_gradient!(in_reversible(&mut 0.5, &[0.3, 1.2, 2.0]));
    check_inverse!(in_reversible(&mut 0.5, &[0.3, 1.2, 2.0]));
    check_gradient!(in_ordinary(0.7, 4));
}

/// Several gradients in one sweep.
#[test]
fn lanes() {
    let mut y = 0.5;
    in_reversible(&mut y, &[0.3]);
    let mut x_adj = [Lanes([0.0, 0.0])];
    in_reversible::adjoint(&mut y, &mut Lanes([1.0, 2.0]), &[0.3], &mut x_adj);
    assert_eq!(x_adj[0][1], 2.0 * x_adj[0][0]);
    assert!(x_adj[0][0] != 0.0);
}

/// A gradient of zero stays zero where the derivative is infinite.
#[test]
fn nothing_stays_nothing() {
    #[derivative(0.5 / r)]
    fn root(x: f64) -> f64 {
        x.sqrt()
    }

    #[differentiable]
    fn hidden(x: f64, weight: f64) -> f64 {
        root(x) * weight
    }

    assert_eq!(hidden::gradient(0.0, 0.0), (0.0, 0.0));
}

#[test]
fn the_generated_test_catches_a_wrong_derivative() {
    #[derivative(-x.cos(), test = -3.0..3.0)]
    fn wrong(x: f64) -> f64 {
        x.sin()
    }

    let panic = catch_unwind(wrong::check_derivative).expect_err("a wrong derivative was not caught");
    let text = panic.downcast_ref::<String>().expect("a message");
    assert!(text.starts_with("the derivative of `wrong` at x = "), "{text}");
    my_sin::check_derivative();
}

#[pullback(norm_back, tangent = norm_push)]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn norm_back<W: Width, K: Kind<Width = W>>(norm: &f64, g: TangentOf<f64, W>, x: &[f64], x_adj: &[K::Cell<f64>]) {
    for (x, x_adj) in x.iter().zip(x_adj) {
        add(x_adj, weigh(g, x / norm));
    }
}

fn norm_push<W: Width, K: Kind<Width = W>>(x: &[f64], x_tan: &[K::Cell<f64>]) -> (f64, TangentOf<f64, W>) {
    let value = norm(x);
    let zero = weigh(get(&x_tan[0]), 0.0);
    (value, x.iter().zip(x_tan).fold(zero, |sum, (x, x_tan)| sum + weigh(get(x_tan), x / value)))
}

/// Two arguments, one of them by value, and a value that is no number.
#[pullback(scaled_back)]
fn scaled<const N: usize>(x: &[f64; N], by: f64) -> [f64; N] {
    x.map(|x| x * by)
}

fn scaled_back<const N: usize, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    _: &[f64; N],
    g: [TangentOf<f64, W>; N],
    x: &[f64; N],
    x_adj: &[K0::Cell<f64>; N],
    by: f64,
    by_adj: &K1::Cell<f64>,
) {
    for i in 0..N {
        add(&x_adj[i], weigh(g[i], by));
        add(by_adj, weigh(g[i], x[i]));
    }
}

#[differentiable]
fn of_scaled(x: &[f64; 3], by: f64) -> f64 {
    let y = scaled(x, by * by);
    y[0] * y[1] + y[2]
}

#[reversible(adjoint, tangent)]
fn add_norm(y: &mut f64, x: &[f64], scale: f64) {
    *y += norm(x) * scale;
}

#[test]
fn pullbacks() {
    assert_eq!(norm::gradient(&[3.0, 4.0]), [0.6, 0.8]);
    check_gradient!(norm(&[3.0, 4.0]));
    check_gradient!(add_norm(&mut 0.5, &[3.0, 4.0], 2.0));
    check_gradient!(add_norm(&mut 0.5, const &[3.0, 4.0], 2.0));
    check_gradient!(reverse scaled(&[1.0, 2.0, 3.0], 0.5));
    check_gradient!(reverse of_scaled(&[1.0, 2.0, 3.0], 0.5));
}

#[test]
fn a_wrong_pullback_is_caught() {
    #[pullback(forgets)]
    fn double(x: f64) -> f64 {
        2.0 * x
    }

    fn forgets<W: Width, K: Kind<Width = W>>(_: &f64, g: TangentOf<f64, W>, _: f64, x_adj: &K::Cell<f64>) {
        add(x_adj, g);
    }

    assert!(try_check_gradient!(reverse double(3.0)).is_err());
}
