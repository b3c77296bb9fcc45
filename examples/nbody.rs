//! Planets for a hundred thousand leapfrog steps, differentiated in constant memory.
//!
//! Reversible integrators are what the papers on NiLang were written for in the first place (Liu and Zhao, "Differentiate everything with a
//! reversible embedded domain-specific language"). Leapfrog moves the places by the velocities and the velocities by the forces, in turn,
//! and each is undone by moving the other way. So the backward run finds every state again on its way; nothing is saved.
//!
//! `cargo run --release -p retrograde-examples --example nbody`

use retrograde::prelude::*;
use retrograde_examples::allocated;
use std::hint::black_box;
use std::time::Instant;

/// Moves the bodies along. Two numbers a body, here and below.
#[reversible(adjoint, tangent)]
fn drift(q: &mut [f64], v: &[f64], #[constant] dt: f64) {
    for (q, v) in q.iter_mut().zip(v) {
        *q += v * dt;
    }
}

/// Lets every body pull at every other.
#[reversible(adjoint, tangent)]
fn kick(v: &mut [f64], q: &[f64], #[constant] masses: &[f64], #[constant] dt: f64) {
    for i in 0..masses.len() {
        for j in 0..i {
            let x = q[2 * j] - q[2 * i];
            let y = q[2 * j + 1] - q[2 * i + 1];
            let square = x * x + y * y;
            let pull = dt / (square * square.sqrt());
            v[2 * i] += masses[j] * pull * x;
            v[2 * i + 1] += masses[j] * pull * y;
            v[2 * j] -= masses[i] * pull * x;
            v[2 * j + 1] -= masses[i] * pull * y;
        }
    }
}

/// Some steps of size `dt`.
#[reversible(adjoint, tangent)]
fn orbit(q: &mut [f64], v: &mut [f64], #[constant] masses: &[f64], #[constant] dt: f64, steps: usize) {
    for _ in 0..steps {
        drift(q, v, dt / 2.0);
        kick(v, q, masses, dt);
        drift(q, v, dt / 2.0);
    }
}

/// Adds the energy of all bodies.
#[reversible(adjoint)]
fn energy(out: &mut f64, q: &[f64], v: &[f64], #[constant] masses: &[f64]) {
    for i in 0..masses.len() {
        *out += 0.5 * masses[i] * (v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]);
        for j in 0..i {
            *out -= masses[i] * masses[j] / (q[2 * j] - q[2 * i]).hypot(q[2 * j + 1] - q[2 * i + 1]);
        }
    }
}

const MASSES: [f64; 4] = [1.0, 1e-3, 3e-4, 5e-5];
const DT: f64 = 1e-3;

/// A sun and three planets.
fn start() -> ([f64; 8], [f64; 8]) {
    let q = [0.0, 0.0, 1.0, 0.0, 0.0, 1.8, -2.9, 0.3];
    let v = [0.0, -1e-3, 0.0, 1.05, -0.72, 0.0, 0.0, -0.6];
    (q, v)
}

/// A number that was reached and its gradient with respect to the first places and velocities.
struct Gradient {
    value: f64,
    by_q: [f64; 8],
    by_v: [f64; 8],
}

/// The last place of a body, one of its two numbers, after some steps.
fn last_place(coordinate: usize, steps: usize) -> Gradient {
    let (mut q, mut v) = start();
    orbit(&mut q, &mut v, &MASSES, DT, steps);
    let value = q[coordinate];
    let (mut q_adj, mut v_adj) = ([0.0; 8], [0.0; 8]);
    q_adj[coordinate] = 1.0;
    let masses = &MASSES;
    orbit::adjoint(&mut q, &mut q_adj, &mut v, &mut v_adj, masses, Inactive, DT, Inactive, steps, Inactive);
    // the planets are back where they started
    let (q0, v0) = start();
    assert!(distance(&q, &q0) < 1e-9 && distance(&v, &v0) < 1e-9);
    Gradient { value, by_q: q_adj, by_v: v_adj }
}

/// The last energy after some steps.
fn last_energy(steps: usize) -> Gradient {
    let (mut q, mut v) = start();
    orbit(&mut q, &mut v, &MASSES, DT, steps);
    let (mut value, mut q_adj, mut v_adj) = (0.0, [0.0; 8], [0.0; 8]);
    energy(&mut value, &q, &v, &MASSES);
    let masses = &MASSES;
    energy::pull(&mut 1.0, &q, &mut q_adj, &v, &mut v_adj, masses, Inactive);
    orbit::adjoint(&mut q, &mut q_adj, &mut v, &mut v_adj, masses, Inactive, DT, Inactive, steps, Inactive);
    Gradient { value, by_q: q_adj, by_v: v_adj }
}

fn distance(a: &[f64; 8], b: &[f64; 8]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The derivative of `f` after a change of one of the first velocities.
fn difference(component: usize, steps: usize, f: impl Fn(&[f64; 8], &[f64; 8]) -> f64) -> f64 {
    let shifted = |h: f64| {
        let (mut q, mut v) = start();
        v[component] += h;
        orbit(&mut q, &mut v, &MASSES, DT, steps);
        f(&q, &v)
    };
    (shifted(1e-5) - shifted(-1e-5)) / 2e-5
}

fn main() {
    // A short run, against finite differences: a place and the energy, by every velocity.
    let short = 2000;
    let (place, total) = (last_place(3, short), last_energy(short));
    for k in 0..8 {
        let of_place = difference(k, short, |q, _| q[3]);
        let of_energy = difference(k, short, |q, v| {
            let mut out = 0.0;
            energy(&mut out, q, v, &MASSES);
            out
        });
        assert!((place.by_v[k] - of_place).abs() < 1e-6 * of_place.abs().max(1.0));
        assert!((total.by_v[k] - of_energy).abs() < 1e-8);
    }
    println!("{short} steps: gradients of a place and of the energy agree with finite differences");

    let steps = 100_000;
    let (mut q, mut v) = start();
    let clock = Instant::now();
    orbit(&mut q, &mut v, &MASSES, DT, steps);
    black_box((q, v));
    let forward = clock.elapsed();
    let clock = Instant::now();
    let (long, bytes) = allocated(|| last_place(3, steps));
    println!(
        "{steps} steps: {forward:.0?}, there and back with gradient {:.0?}, {bytes} bytes allocated",
        clock.elapsed()
    );
    println!("last place of the first planet  {:+.9}", long.value);
    println!("by its first velocity           {:+.6}  {:+.6}", long.by_v[2], long.by_v[3]);
    assert_eq!(bytes, 0);

    // The same derivative forwards.
    for component in [2, 3, 5] {
        let (mut q, mut v) = start();
        let mut v_tan = vec![0.0; 8];
        v_tan[component] = 1.0;
        let (q_tan, _) = orbit::jvp(&mut q, &mut v, &MASSES, DT, steps, (vec![0.0; 8], v_tan));
        assert!((q_tan[3] - long.by_v[component]).abs() < 1e-7 * q_tan[3].abs().max(1.0));
    }

    // Moving everything moves everything: the gradients with respect to the second numbers of the places add up to one, those to the first to zero.
    let sums = [0, 1].map(|axis| long.by_q.iter().skip(axis).step_by(2).sum::<f64>());
    println!("sums by the first places        {:+.6}  {:+.6}", sums[0], sums[1]);
    assert!(sums[0].abs() < 1e-6 && (sums[1] - 1.0).abs() < 1e-6);

    // The energy is kept, but for what a step of this size neglects, and so is its gradient: by a velocity it is the first momentum.
    let total = last_energy(steps);
    let (q0, v0) = start();
    let mut first = 0.0;
    energy(&mut first, &q0, &v0, &MASSES);
    let momenta = std::array::from_fn(|k| MASSES[k / 2] * v0[k]);
    let apart = distance(&total.by_v, &momenta);
    println!("energy                          {:+.9e}, at first {first:+.9e}", total.value);
    println!("by the velocities               within {apart:.0e} of the first momenta");
    assert!((total.value - first).abs() < 1e-10 && apart < 1e-9);
}
