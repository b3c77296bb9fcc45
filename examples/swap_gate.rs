//! A quantum circuit on a vector of amplitudes: the SWAP gate, rotations, and the gradient of an energy with respect to their angles.
//!
//! The SWAP kernel is from the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible programming
//! language", appendix on kernels), which gives the simulator Yao as a reason for reversible programming: gates are unitary, so
//! a simulation that changes its register in place can be run backwards, and its gradient needs no copy of any register in between.
//!
//! `cargo run --release -p retrograde-examples --example swap_gate`

#![allow(clippy::float_cmp, reason = "the numbers of `numbered` are exact")]

use retrograde::gates::{hadamard, rot};
use retrograde::prelude::*;

/// A complex number, for one state of all the qubits. Bit `q` of a state's number is the value of qubit `q`.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Amplitude {
    re: f64,
    im: f64,
}

/// Exchanges two qubits: the amplitude of every state in which they differ with that of the state in which they differ the
/// other way.
#[reversible(adjoint)]
fn swap_gate(state: &mut [Amplitude], first: usize, second: usize) {
    let (mask1, mask2) = (1 << first, 1 << second);
    for b in 0..state.len() {
        if b & mask1 == 0 && b & mask2 == mask2 {
            state.swap(b, b ^ (mask1 | mask2));
        }
    }
}

/// The Hadamard gate on the two amplitudes that differ in one qubit.
#[reversible(adjoint)]
fn mix(zero: &mut Amplitude, one: &mut Amplitude) {
    hadamard(&mut zero.re, &mut one.re);
    hadamard(&mut zero.im, &mut one.im);
}

/// The Hadamard gate on one qubit.
#[reversible(adjoint)]
fn hadamard_gate(state: &mut [Amplitude], qubit: usize) {
    let mask = 1 << qubit;
    for b in 0..state.len() {
        if b & mask == 0 {
            mix(&mut state[b], &mut state[b | mask]);
        }
    }
}

/// A controlled negation.
#[reversible(adjoint)]
fn not_gate(state: &mut [Amplitude], control: usize, target: usize) {
    let (on, mask) = (1 << control, 1 << target);
    for b in 0..state.len() {
        if b & on == on && b & mask == 0 {
            state.swap(b, b | mask);
        }
    }
}

/// Rotation of two amplitudes that differ in one qubit.
#[reversible(adjoint)]
fn turn(zero: &mut Amplitude, one: &mut Amplitude, angle: f64) {
    rot(&mut zero.re, &mut one.re, angle / 2.0);
    rot(&mut zero.im, &mut one.im, angle / 2.0);
}

/// Rotation of one qubit about the y axis by `angle`.
#[reversible(adjoint)]
fn y_gate(state: &mut [Amplitude], qubit: usize, angle: f64) {
    let mask = 1 << qubit;
    for b in 0..state.len() {
        if b & mask == 0 {
            turn(&mut state[b], &mut state[b | mask], angle);
        }
    }
}

/// Rotation of one qubit about the z axis by `angle`.
#[reversible(adjoint)]
fn z_gate(state: &mut [Amplitude], qubit: usize, angle: f64) {
    let mask = 1 << qubit;
    for b in 0..state.len() {
        let sign = if b & mask == 0 { -0.5 } else { 0.5 };
        let Amplitude { re, im } = &mut state[b];
        rot(re, im, sign * angle);
    }
}

/// A circuit of three qubits with six angles.
#[reversible(adjoint)]
fn circuit(state: &mut [Amplitude], angles: &[f64]) {
    for qubit in 0..3 {
        hadamard_gate(state, qubit);
        z_gate(state, qubit, angles[qubit]);
    }
    not_gate(state, 0, 1);
    for qubit in 0..3 {
        y_gate(state, qubit, angles[3 + qubit]);
    }
    swap_gate(state, 0, 2);
    not_gate(state, 0, 1);
}

/// Adds the mean of `Z0 + Z1 Z2`: plus or minus one for each value of qubit 0, and for qubits 1 and 2 being alike or not.
#[reversible(adjoint)]
fn energy(out: &mut f64, state: &[Amplitude]) {
    for b in 0..state.len() {
        let z0 = if b & 1 == 0 { 1.0 } else { -1.0 };
        let z1z2 = if b >> 1 & 1 == b >> 2 & 1 { 1.0 } else { -1.0 };
        *out += (z0 + z1z2) * (state[b].re * state[b].re + state[b].im * state[b].im);
    }
}

fn zero_state() -> [Amplitude; 8] {
    let mut state = [Amplitude { re: 0.0, im: 0.0 }; 8];
    state[0].re = 1.0;
    state
}

fn main() {
    // The gate by itself: amplitudes numbered by their state.
    let numbered: [Amplitude; 8] = std::array::from_fn(|b| Amplitude { re: b as f64, im: -(b as f64) });
    let mut state = numbered;
    swap_gate(&mut state, 0, 2);
    println!("SWAP(0, 2)   {:?}", state.map(|amplitude| amplitude.re));
    assert_eq!(state.map(|amplitude| amplitude.re), [0.0, 4.0, 2.0, 6.0, 1.0, 5.0, 3.0, 7.0]);
    swap_gate::inverse(&mut state, 0, 2);
    assert_eq!(state, numbered);

    // A circuit is unitary, and back again it is at its start.
    let angles = [0.3, -0.8, 1.1, 0.5, 2.0, -0.4];
    let mut state = zero_state();
    circuit(&mut state, &angles);
    let norm: f64 = state.iter().map(|a| a.re * a.re + a.im * a.im).sum();
    println!("norm         {norm:.15}");
    assert!((norm - 1.0).abs() < 1e-14);
    let mut mean = 0.0;
    energy(&mut mean, &state);
    println!("energy       {mean:.12}");

    // The gradient of the energy: by the state, then back through the circuit by the angles.
    let mut state_adj = state.zero_shadow::<On<One>>();
    energy::pull(&mut 1.0, &state, &mut state_adj);
    let mut angles_adj = [0.0; 6];
    circuit::adjoint(&mut state, &mut state_adj, &angles, &mut angles_adj);
    println!("gradient     {angles_adj:+.6?}");
    for (amplitude, first) in state.iter().zip(zero_state()) {
        assert!((amplitude.re - first.re).abs() < 1e-14 && amplitude.im.abs() < 1e-14);
    }

    // For rotations, physics has the gradient too: half the difference of two runs, a quarter turn on and a quarter turn back.
    let run = |angles: &[f64]| {
        let (mut state, mut mean) = (zero_state(), 0.0);
        circuit(&mut state, angles);
        energy(&mut mean, &state);
        mean
    };
    for k in 0..6 {
        let (mut on, mut back) = (angles, angles);
        on[k] += std::f64::consts::FRAC_PI_2;
        back[k] -= std::f64::consts::FRAC_PI_2;
        assert!((angles_adj[k] - (run(&on) - run(&back)) / 2.0).abs() < 1e-13);
    }
}
