//! A pendulum for a hundred thousand leapfrog steps: forwards, backwards, and differentiated.
//!
//! The step is reversible, so the backward run recovers every state from the one after it. Nothing is stored on the way: the
//! gradient takes the memory of four numbers, however many steps there are.
//!
//! `cargo run --release -p retrograde-examples --example pendulum`

use retrograde::prelude::*;

const STEPS: usize = 100_000;
const DT: f64 = 1e-3;

/// Angle `q` and momentum `p` after `steps` steps of size `dt`.
#[reversible(adjoint, tangent)]
fn swing(q: &mut f64, p: &mut f64, dt: f64, steps: usize) {
    for _ in 0..steps {
        let force = -q.sin();
        *p += force * dt;
        *q += *p * dt;
    }
}

fn main() {
    let (q0, p0) = (1.0, 0.0);

    let (mut q, mut p) = (q0, p0);
    swing(&mut q, &mut p, DT, STEPS);
    println!("after {STEPS} steps   q = {q:+.12}  p = {p:+.12}");
    let (q1, p1) = (q, p);

    swing::inverse(&mut q, &mut p, DT, STEPS);
    println!("and back again       q = {q:+.12}  p = {p:+.12}");
    assert!((q - q0).abs() < 1e-10 && (p - p0).abs() < 1e-10);

    // The gradient of the last angle with respect to the first angle and momentum. The values go back to the start on the way.
    let (mut q, mut q_adj, mut p, mut p_adj) = (q1, 1.0_f64, p1, 0.0);
    swing::adjoint(&mut q, &mut q_adj, &mut p, &mut p_adj, DT, Inactive, STEPS, Inactive);
    println!("gradient             dq = {q_adj:+.9}   dp = {p_adj:+.9}");
    assert!((q - q0).abs() < 1e-10 && (p - p0).abs() < 1e-10);

    // The same derivative forwards: what a change of the first angle does to the last one.
    let (mut q, mut q_tan, mut p, mut p_tan) = (q0, 1.0, p0, 0.0);
    swing::tangent(&mut q, &mut q_tan, &mut p, &mut p_tan, DT, Inactive, STEPS, Inactive);
    println!("tangent              dq = {q_tan:+.9}");
    assert!((q_tan - q_adj).abs() < 1e-8 * q_adj.abs());

    // And by running the pendulum twice.
    let last_angle = |q0: f64| {
        let (mut q, mut p) = (q0, p0);
        swing(&mut q, &mut p, DT, STEPS);
        q
    };
    let h = 1e-6;
    let difference = (last_angle(q0 + h) - last_angle(q0 - h)) / (2.0 * h);
    println!("finite difference    dq = {difference:+.9}");
    assert!((difference - q_adj).abs() < 1e-5 * q_adj.abs());
}
