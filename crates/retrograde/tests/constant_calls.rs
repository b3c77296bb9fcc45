//! Calls of functions without an attribute: constants by the user's word or by the type of what they give, and made once.

#![allow(clippy::float_cmp, reason = "small numbers are exact")]

use retrograde::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

mod foreign {
    pub fn square(x: f64) -> f64 {
        x * x
    }

    pub fn halves(x: &[f64]) -> Vec<f64> {
        x.iter().map(|x| x * 0.5).collect()
    }

    pub fn bucket(x: f64) -> usize {
        usize::from(x > 1.0)
    }

    pub fn is_big(x: f64) -> bool {
        x > 1.0
    }

    pub struct Meter(pub f64);

    impl Meter {
        pub fn read(&self, x: f64) -> f64 {
            self.0 * x
        }
    }
}

#[differentiable(tangent)]
fn scaled(x: f64) -> f64 {
    stop_gradient(foreign::square(x) + x) * x * x
}

#[test]
fn stop_gradient_needs_no_derivative_of_what_it_is_given() {
    assert_eq!(scaled::value_and_gradient(2.0), (24.0, 24.0));
    assert_eq!(scaled::jvp(2.0, 1.0), 24.0);
}

#[differentiable]
fn weighted(x: &[f64]) -> f64 {
    let weights = retrograde::stop_gradient(foreign::halves(x));
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += weights[i] * x[i];
    }
    sum
}

#[differentiable]
fn in_a_loop(x: f64) -> f64 {
    let meter = stop_gradient(2.0);
    let mut s = x;
    for _ in 0..3 {
        s *= stop_gradient(foreign::square(s) + meter);
        if s > 100.0 {
            return stop_gradient(foreign::square(s)) * s;
        }
    }
    s
}

#[reversible(adjoint, tangent)]
fn add_scaled(y: &mut f64, x: f64) {
    *y += stop_gradient(foreign::square(x)) * x;
}

#[test]
fn constants_in_loops_lists_and_reversible_functions() {
    assert_eq!(weighted::gradient(&[2.0, 4.0]), [1.0, 2.0]);
    // Each factor is a constant, so the function is linear.
    for x in [0.5, 1.1, 3.0] {
        let (value, gradient) = in_a_loop::value_and_gradient(x);
        assert!((value - x * gradient).abs() < 1e-12 * value.abs(), "{value} {gradient}");
    }
    assert_eq!(add_scaled::gradient(&mut 0.0, 3.0).1, 9.0);
}

static CALLS: AtomicUsize = AtomicUsize::new(0);

fn counted(x: f64) -> f64 {
    CALLS.fetch_add(1, Ordering::Relaxed);
    x * x
}

#[differentiable(checks = false)]
fn once(x: f64) -> f64 {
    let mut s = x;
    s = stop_gradient(counted(s)) * s * s;
    s * s
}

#[test]
fn what_is_stopped_runs_once() {
    // (9 s²)² at 3
    assert_eq!(once::gradient(3.0), 2.0 * 81.0 * 54.0);
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

#[differentiable]
fn by_type(x: f64, table: &[f64]) -> f64 {
    let k: usize = foreign::bucket(x);
    let mut s = table[k] * x + table[foreign::bucket(x * 0.5)];
    if foreign::is_big(x) && !foreign::is_big(x * 0.1) {
        s *= x;
    }
    while !foreign::is_big(s) {
        s *= 2.0 + x;
    }
    for _ in 0..foreign::bucket(x) {
        s += x;
    }
    s
}

#[differentiable]
fn matched(x: f64, y: f64) -> f64 {
    let s = match foreign::bucket(x) {
        0 => x,
        _ => x * y,
    };
    match (foreign::bucket(y), foreign::is_big(x)) {
        (0 | 2, true) => s * s,
        (1, _) => s * y,
        _ => s,
    }
}

#[test]
fn integers_and_truth_values_are_constants() {
    for x in [0.3, 1.5, 4.0] {
        check_gradient!(reverse by_type(x, &[1.5, 0.5]));
        for y in [0.4, 1.7] {
            check_gradient!(reverse matched(x, y));
        }
    }
}

#[differentiable]
fn of_a_method(x: f64) -> f64 {
    let meter = stop_gradient(foreign::Meter(3.0).read(x));
    meter * x
}

#[test]
fn methods_too() {
    assert_eq!(of_a_method::gradient(2.0), 6.0);
}
