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

/// Saves a number in every iteration, and the residual of a call that saves numbers too.
#[differentiable]
fn iterate(x: f64, n: usize) -> f64 {
    let mut y = x;
    for k in 0..n {
        y = y.sin() * x;
        if k % 3 == 0 {
            y += newton(y * y + 1.0);
        }
    }
    y
}

#[differentiable]
fn newton(a: f64) -> f64 {
    let mut x = a;
    while (x * x - a).abs() > 1e-9 {
        x = 0.5 * (x + a / x);
    }
    x
}

/// A workspace is made for what is run again and again.
fn repeated_gradients_allocate_nothing() {
    let mut work = Workspace::new();
    let (mut slope, mut last) = (0.0, 0.0);
    let first = allocations(|| last = work.run(|| iterate::gradient_into(1.3, 50, &mut slope)));
    assert!(first > 0);
    let expected = iterate::gradient(1.3, 50);
    for _ in 0..3 {
        let value = std::hint::black_box(1.3);
        assert_eq!(allocations(|| last = work.run(|| iterate::gradient_into(value, 50, &mut slope))), 0);
        assert_eq!((last, slope), (iterate(1.3, 50), expected));
    }
    // Fewer iterations need no more memory, and another thread or none in use has its own.
    assert_eq!(allocations(|| work.run(|| iterate::gradient_into(1.1, 20, &mut slope))), 0);
    assert_eq!(slope, iterate::gradient(1.1, 20));
    assert!(allocations(|| iterate::gradient_into(1.1, 20, &mut slope)) > 0);
    // One inside another.
    let mut inner = Workspace::new();
    work.run(|| inner.run(|| iterate::gradient_into(1.1, 20, &mut slope)));
    assert_eq!(allocations(|| work.run(|| inner.run(|| iterate::gradient_into(1.1, 20, &mut slope)))), 0);
}

// One test, because the counter is that of the whole process.
/// Calls itself five thousand times.
#[differentiable]
fn tree(x: &[f64], depth: u32, scale: f64) -> f64 {
    if depth == 0 {
        return x[0] * scale;
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        let left = tree(x, depth - 1, scale * x[i]);
        sum += left * tree(x, depth - 1, left.sin());
    }
    sum
}

/// Tapes of their own for each of the calls would be many thousands.
fn calls_share_their_tapes() {
    assert!(allocations(|| tree::gradient(&[0.7, 1.2], 6, 0.8)) < 500);
    let (mut work, mut x_adj, mut scale_adj) = (Workspace::new(), [0.0; 2], 0.0);
    let mut again = || work.run(|| tree::gradient_into(&[0.7, 1.2], 6, 0.8, &mut x_adj, &mut scale_adj));
    again();
    // What is left is a box for each of the calls in the first run.
    assert_eq!(allocations(again), 4);
}

/// A loop inside another, of which each iteration saves.
#[differentiable]
fn nested(x: &[f64], n: usize) -> f64 {
    let mut s = 1.0;
    for v in x {
        for _ in 0..n {
            s = (s * v).sin();
        }
    }
    s
}

/// A few steps, and a call in a branch that saves a few numbers.
#[differentiable]
fn short(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..4 {
        y = y.sin() * x;
    }
    if y > 0.0 { y * shorter(y) } else { shorter(-y) + x }
}

#[differentiable]
fn shorter(x: f64) -> f64 {
    let mut sum = 0.5;
    #[allow(clippy::explicit_iter_loop, reason = "the code is as people write it")]
    for c in [3.0, 2.0, 1.0].iter() {
        sum = c + x * sum;
    }
    sum
}

fn short_tapes_allocate_nothing() {
    assert_eq!(allocations(|| short::gradient(0.5)), 0);
    assert_eq!(allocations(|| short::gradient(-0.5)), 0);
}

fn a_tape_has_room_for_all_turns() {
    let (x, mut x_adj) = ([0.5; 40], [0.0; 40]);
    assert_eq!(allocations(|| nested::gradient_into(&x, 30, &mut x_adj)), 1);
}

/// A sum of terms, of which each saves.
#[differentiable]
fn terms(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for v in x {
        let mut s = 1.0;
        for _ in 0..n {
            s = (s * v).sin();
        }
        sum += s;
    }
    sum
}

/// What a gradient allocates in a new workspace.
fn bytes(f: impl FnOnce() -> f64) -> usize {
    let (mut work, region) = (Workspace::new(), Region::new(ALLOCATOR));
    black_box(work.run(f));
    region.change().bytes_allocated
}

/// The tape is as long as one term needs, and the next writes over it. Where the iterations hang together it holds all of them.
fn the_tape_of_a_sum_is_that_of_a_term() {
    let ((short, mut short_adj), (long, mut long_adj)) = (([0.5; 4], [0.0; 4]), ([0.5; 400], [0.0; 400]));
    let one_term = bytes(|| terms::gradient_into(&short, 30, &mut short_adj));
    assert_eq!(bytes(|| terms::gradient_into(&long, 30, &mut long_adj)), one_term);
    let all_turns = bytes(|| nested::gradient_into(&long, 30, &mut long_adj));
    assert!(all_turns > 50 * one_term, "{all_turns} {one_term}");
}

#[test]
fn gradients_into_buffers_allocate_nothing() {
    // The thread that started this one may still be allocating, and all threads are counted.
    std::thread::sleep(std::time::Duration::from_millis(300));
    the_tape_of_a_sum_is_that_of_a_term();
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

    repeated_gradients_allocate_nothing();
    calls_share_their_tapes();
    a_tape_has_room_for_all_turns();
    short_tapes_allocate_nothing();

    // The counter counts: a gradient of its own is allocated.
    assert!(allocations(|| square::gradient(&x)) > 0);
}
