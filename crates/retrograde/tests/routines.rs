//! Labelled blocks that are undone later, and locals that are released: forwards, backwards, with gradients and tangents.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

/// Changes its state, copies a result out of it, and changes it back.
#[reversible(adjoint, tangent)]
fn copied_out(y: &mut f64, p: &mut f64, q: f64) {
    'work: {
        let s = q.sin();
        *p += s * q;
        *p += q.exp() * s;
    }
    *y += *p * *p;
    uncompute!('work);
}

/// An ancilla that is filled, used and emptied.
#[reversible(adjoint, tangent)]
fn ancilla(y: &mut f64, x: &mut [f64]) {
    let mut norm = 0.0;
    'norm: {
        for i in 0..x.len() {
            norm += x[i] * x[i];
        }
    }
    *y += norm.sqrt();
    uncompute!('norm);
    x[0] += 1.0;
}

/// Blocks in blocks, and blocks that overlap.
#[reversible(adjoint, tangent)]
fn nested(y: &mut f64, p: &mut [f64], x: f64) {
    'a: {
        p[0] += x;
        'inner: {
            p[1] += p[0] * x;
        }
        p[2] += p[1].exp();
        uncompute!('inner);
    }
    'b: {
        p[2] += x * x;
    }
    *y += p[2] * p[0];
    uncompute!('b);
    'b: {
        p[3] -= p[2];
    }
    *y -= p[3].sin();
    uncompute!('b);
    uncompute!('a);
}

/// A block that is undone in every iteration of a loop, and in the block that runs backwards.
#[reversible(adjoint)]
fn repeated(y: &mut f64, p: &mut f64, x: &[f64]) {
    inverse! {
        for i in 0..x.len() {
            'step: {
                *p += x[i] * x[i];
            }
            *y += p.sin() * x[i];
            uncompute!('step);
        }
    }
}

/// A local that ends with another value than it began with.
#[reversible(adjoint, tangent)]
fn released(y: &mut f64, v: &mut [f64], x: f64) {
    let mut t = x * x;
    v[0] += t;
    t += v[1] * x;
    v[1] += t.sin();
    v[1] -= (x * x + *y).sin();
    *y += v[0];
    swap(&mut v[0], &mut v[1]);
    t -= x * x;
    release!(t, last(v) * x);
    v[0] += x;
}

#[differentiable(tangent)]
fn last(v: &[f64]) -> f64 {
    v[2]
}

#[test]
fn state_is_restored_and_gradients_flow() {
    let run = |p: f64, q: f64| {
        let (mut y, mut p) = (0.25, p);
        copied_out(&mut y, &mut p, q);
        (y, p)
    };
    let (p0, q) = (0.7, 0.4);
    let (mut y, mut p) = run(p0, q);
    close(y, 0.25 + (p0 + 0.4_f64.sin() * (0.4 + 0.4_f64.exp())).powi(2));
    close(p, p0);
    let (mut p_adj, mut q_adj) = (0.5, 0.0);
    copied_out::adjoint(&mut y, &mut 1.0, &mut p, &mut p_adj, q, &mut q_adj);
    close(y, 0.25);
    close(p, p0);
    let loss = |(y, p): (f64, f64)| y + 0.5 * p;
    close(p_adj, slope(|p| loss(run(p, q)), p0));
    close(q_adj, slope(|q| loss(run(p0, q)), q));
    let (mut y_tan, mut p_tan) = (0.0, 2.0);
    copied_out::tangent(&mut y, &mut y_tan, &mut p, &mut p_tan, q, 3.0);
    close(y_tan + 0.5 * p_tan, 2.0 * p_adj + 3.0 * q_adj);
    copied_out::inverse(&mut y, &mut p, q);
    close(y, 0.25);
    close(p, p0);
}

#[test]
fn ancillas_are_emptied() {
    let run = |x: [f64; 2]| {
        let (mut y, mut x) = (0.0, x);
        ancilla(&mut y, &mut x);
        y
    };
    let x0 = [0.6, 0.8];
    let (mut y, mut x) = (0.0, x0);
    ancilla(&mut y, &mut x);
    close(y, 1.0);
    let mut x_adj = [0.0; 2];
    ancilla::adjoint(&mut y, &mut 1.0, &mut x, &mut x_adj);
    close(y, 0.0);
    close(x[0], x0[0]);
    close(x_adj[0], slope(|v| run([v, x0[1]]), x0[0]));
    close(x_adj[1], slope(|v| run([x0[0], v]), x0[1]));
}

#[test]
fn blocks_nest() {
    let run = |p: [f64; 4], x: f64| {
        let (mut y, mut p) = (0.0, p);
        nested(&mut y, &mut p, x);
        (y, p)
    };
    let (p0, x) = ([0.1, -0.2, 0.3, 0.4], 0.7);
    let (mut y, mut p) = run(p0, x);
    let p2 = 0.3 + (-0.2 + 0.8 * 0.7_f64).exp();
    close(y, (p2 + 0.49) * 0.8 - (0.4 - p2).sin());
    for k in 0..4 {
        close(p[k], p0[k]);
    }
    let (mut p_adj, mut x_adj) = ([0.0; 4], 0.0);
    nested::adjoint(&mut y, &mut 1.0, &mut p, &mut p_adj, x, &mut x_adj);
    close(y, 0.0);
    close(x_adj, slope(|x| run(p0, x).0, x));
    for k in 0..4 {
        let at = |v: f64| {
            let mut p = p0;
            p[k] = v;
            run(p, x).0
        };
        close(p_adj[k], slope(at, p0[k]));
    }
    let (mut y, mut y_tan, mut p, mut p_tan) = (0.0, 0.0, p0, [1.0, 0.0, 0.0, 0.0]);
    nested::tangent(&mut y, &mut y_tan, &mut p, &mut p_tan, x, 1.0);
    close(y_tan, p_adj[0] + x_adj);
}

#[test]
fn blocks_in_loops_run_backwards() {
    let run = |x: [f64; 2]| {
        let (mut y, mut p) = (0.0, 0.5);
        repeated(&mut y, &mut p, &x);
        close(p, 0.5);
        y
    };
    let x = [0.3, -0.6];
    let mut y = run(x);
    close(y, -(0.59_f64.sin() * 0.3) + 0.86_f64.sin() * 0.6);
    let (mut p, mut x_adj) = (0.5, [0.0; 2]);
    repeated::adjoint(&mut y, &mut 1.0, &mut p, &mut 0.0, &x, &mut x_adj);
    close(y, 0.0);
    close(x_adj[0], slope(|v| run([v, x[1]]), x[0]));
    close(x_adj[1], slope(|v| run([x[0], v]), x[1]));
}

#[test]
fn locals_are_released() {
    // `t` ends as a multiple of what `v[1]` was, of which `v[2]` is a copy.
    let run = |x: f64| {
        let (mut y, mut v) = (0.2, [0.5, 0.9, 0.9]);
        released(&mut y, &mut v, x);
        (y, v)
    };
    let x = 0.7;
    let (mut y, mut v) = run(x);
    let loss = |(y, v): (f64, [f64; 3])| y + v[0] * v[0] - 3.0 * v[1];
    let (mut v_adj, mut x_adj) = ([2.0 * v[0], -3.0, 0.0], 0.0);
    released::adjoint(&mut y, &mut 1.0, &mut v, &mut v_adj, x, &mut x_adj);
    close(y, 0.2);
    for (found, expected) in v.into_iter().zip([0.5, 0.9, 0.9]) {
        close(found, expected);
    }
    close(x_adj, slope(|x| loss(run(x)), x));
    let (mut y_tan, mut v_tan) = (0.0, [0.0; 3]);
    released::tangent(&mut y, &mut y_tan, &mut v, &mut v_tan, x, 1.0);
    close(y_tan + 2.0 * v[0] * v_tan[0] - 3.0 * v_tan[1], x_adj);
}

#[reversible(checks = true)]
fn released_as(y: &mut f64, x: f64, end: f64) {
    let mut t = x;
    t += *y;
    *y += 1.0;
    release!(t, end);
}

#[test]
fn a_release_just_within_the_tolerance() {
    let mut y = 2.0;
    released_as(&mut y, 1.0, 3.000_000_002);
    released_as::inverse(&mut y, 1.0, 3.000_000_002);
    close(y, 2.0);
}

#[test]
#[should_panic(expected = "`t` is not restored: expected 3.000000004, found 3.0")]
fn a_release_with_another_value() {
    released_as(&mut 2.0, 1.0, 3.000_000_004);
}

#[test]
#[should_panic(expected = "`t` is not restored: expected 1.0, found 2.0")]
fn a_release_with_another_value_on_the_way_back() {
    released_as::inverse(&mut 3.0, 1.0, 4.0);
}

/// An ancilla that is read once more when it is back at its first value.
#[reversible(adjoint, tangent)]
fn read_at_last(y: &mut f64, z: &mut f64, x: f64) {
    let mut t = x * x;
    t += *y;
    *y += x;
    *z += t.sin();
    t -= *y - x;
    *z += t;
}

#[test]
fn an_ancilla_may_be_read_at_last() {
    let run = |y: f64, x: f64| {
        let (mut y, mut z) = (y, 0.0);
        read_at_last(&mut y, &mut z, x);
        (y, z)
    };
    let (mut y, mut z) = run(0.25, 0.5);
    close(z, 0.5_f64.sin() + 0.25);
    let (mut y_adj, mut x_adj) = (0.0, 0.0);
    read_at_last::adjoint(&mut y, &mut y_adj, &mut z, &mut 1.0, 0.5, &mut x_adj);
    close(y, 0.25);
    close(z, 0.0);
    close(y_adj, slope(|y| run(y, 0.5).1, 0.25));
    close(x_adj, slope(|x| run(0.25, x).1, 0.5));
}

/// The rule that was applied is known afterwards from the state that it led to.
#[reversible]
fn turn(state: &mut u32) {
    let rule = *state % 2;
    *state += 2 * rule + 1;
    release!(rule, (*state + 1) % 2);
}

#[test]
fn an_immutable_local_is_released() {
    let mut state = 4;
    turn(&mut state);
    assert_eq!(state, 5);
    turn(&mut state);
    assert_eq!(state, 8);
    turn::inverse(&mut state);
    turn::inverse(&mut state);
    assert_eq!(state, 4);
}

/// Two locals of a routine are computed again together, but a third needs only one of them.
#[reversible(inverse_adjoint, inverse_tangent)]
fn one_of_two(y: &mut f64, x: f64) {
    inverse! {
        let mut anc = 0.0;
        'outer: {
            let mut buf = [0.0; 3];
            let mut tmp = 0.0;
            'inner: {
                buf[0] += x;
                tmp -= x;
            }
            anc += buf[0] + tmp * tmp;
            uncompute!('inner);
        }
        *y += anc * anc;
        uncompute!('outer);
    }
}

#[test]
fn one_of_two_locals_that_are_computed_together() {
    let mut y = 1.0;
    one_of_two(&mut y, 2.0);
    assert_eq!(y, 1.0 - 36.0);
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    one_of_two::adjoint(&mut y, &mut y_adj, 2.0, &mut x_adj);
    assert_eq!((y, x_adj), (1.0, -2.0 * 6.0 * 5.0));
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    one_of_two::inverse_adjoint(&mut y, &mut y_adj, 2.0, &mut x_adj);
    assert_eq!((y, x_adj), (-35.0, 60.0));
}
