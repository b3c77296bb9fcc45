//! Gradients into the caller's buffers allocate nothing.
#![allow(clippy::float_cmp, reason = "the results are exact")]

use retrograde::prelude::*;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[reversible(adjoint)]
fn add_dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

/// Changes a list on the way, so that it must run backwards.
#[reversible(adjoint)]
fn relax(v: &mut [f64], sum: &mut f64, rate: f64) {
    for i in 0..v.len() {
        v[i] *= rate;
        *sum += v[i] * v[i];
    }
}

#[differentiable]
fn square(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    sum
}

/// The allocations that `f` makes on this thread, while no other test runs.
fn allocations<T>(f: impl FnOnce() -> T) -> usize {
    let region = Region::new(ALLOCATOR);
    let result = black_box(f());
    let change = region.change();
    drop(result);
    change.allocations + change.reallocations
}

// One test, because the counter is that of the whole process.
#[test]
fn gradients_into_buffers_allocate_nothing() {
    let (a, b) = ([1.0, 2.0, 4.0], [4.0, 5.0, 6.0]);
    let (mut y, mut y_adj, mut a_adj, mut b_adj) = (0.5, 7.0, vec![7.0; 3], [7.0; 3]);
    assert_eq!(allocations(|| add_dot::gradient_into(&mut y, &a, &b, &mut y_adj, &mut a_adj, &mut b_adj)), 0);
    assert_eq!((y, y_adj, &a_adj[..], b_adj), (0.5, 1.0, &b[..], a));
    // What a caller does not want takes no buffer.
    assert_eq!(allocations(|| add_dot::gradient_into(&mut y, &a, &b, &mut y_adj, &mut a_adj, Inactive)), 0);

    let (mut v, mut v_adj, mut rate_adj) = ([1.0, 2.0, 4.0], vec![7.0; 3], 7.0);
    assert_eq!(allocations(|| relax::gradient_into(&mut v, &mut y, 0.5, &mut v_adj, &mut y_adj, &mut rate_adj)), 0);
    assert_eq!((v, v_adj, rate_adj), ([1.0, 2.0, 4.0], vec![0.5, 1.0, 2.0], 21.0));

    let (x, mut x_adj) = ([3.0, 4.0], [7.0; 2]);
    assert_eq!(allocations(|| square::gradient_into(&x, &mut x_adj)), 0);
    assert_eq!(x_adj, [6.0, 8.0]);

    // The counter counts: a gradient of its own is allocated.
    assert!(allocations(|| square::gradient(&x)) > 0);
}
