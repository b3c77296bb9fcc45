//! One computation three ways: an ordinary function with a tape, a reversible function without one, and an ordinary function
//! around the reversible one.
//!
//! The ordinary function is the quick way to write it. Its derivative reads the angle of every step, and a float that is added to
//! is never recovered by subtracting, so the angles are saved: eight bytes a step. The reversible function recovers them instead.
//! The third way has the easy signature of the first and the memory of the second.
//!
//! `cargo run --release -p retrograde-examples --example side_by_side`

use retrograde::prelude::*;

const DT: f64 = 0.01;

/// The angle of a pendulum after some steps.
#[differentiable]
fn taped(q0: f64, p0: f64, steps: usize) -> f64 {
    let mut q = q0;
    let mut p = p0;
    for _ in 0..steps {
        p -= q.sin() * DT;
        q += p * DT;
    }
    q
}

/// The same steps in place.
#[reversible(adjoint)]
fn swing(q: &mut f64, p: &mut f64, steps: usize) {
    for _ in 0..steps {
        *p -= q.sin() * DT;
        *q += *p * DT;
    }
}

/// The same angle; only the call is recorded, and it is undone by running `swing` backwards.
#[differentiable]
fn tape_free(q0: f64, p0: f64, steps: usize) -> f64 {
    let mut q = q0;
    let mut p = p0;
    swing(&mut q, &mut p, steps);
    q
}

fn main() {
    let (q0, p0, steps) = (1.0, 0.2, 20_000);

    let (value, gradient) = taped::value_and_gradient(q0, p0, steps);
    println!("taped       {value:+.12}  {gradient:+.9?}");

    let (mut q, mut p) = (q0, p0);
    swing(&mut q, &mut p, steps);
    let last = q;
    let (mut q_adj, mut p_adj) = (1.0, 0.0);
    swing::adjoint(&mut q, &mut q_adj, &mut p, &mut p_adj, steps, Inactive);
    println!("reversible  {last:+.12}  {:+.9?}", (q_adj, p_adj));

    let (value_free, gradient_free) = tape_free::value_and_gradient(q0, p0, steps);
    println!("both        {value_free:+.12}  {gradient_free:+.9?}");

    // The values are the same to the last bit. The gradients differ by what the backward run rounds.
    assert!(value.to_bits() == last.to_bits() && value.to_bits() == value_free.to_bits());
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9 * a.abs().max(1.0);
    assert!(close(gradient.0, q_adj) && close(gradient.1, p_adj));
    assert!(close(gradient.0, gradient_free.0) && close(gradient.1, gradient_free.1));
}
