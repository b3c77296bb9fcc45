//! A Bessel function by its series, differentiated in constant memory.
//!
//! The first kind Bessel function is the leading example of the first paper on NiLang (Liu and Zhao, "Differentiate everything with a
//! reversible programming language"). Each term is the one before times a factor, and the series ends when the terms are
//! small. Other tools put every term on a tape; here a term is divided by its factor again. (The example `imul` has the paper's
//! own way of multiplying, from before there was `*=`.)
//!
//! `cargo run --release -p retrograde-examples --example bessel`

use retrograde::prelude::*;
use retrograde_examples::allocated;
use std::hint::black_box;
use std::time::Instant;

/// Adds the Bessel function of the first kind, of order `nu`, to `out`: the sum of `(z/2)^(nu + 2k) (-1)^k / (k! (k + nu)!)` up to the
/// first term that is not larger than `cutoff`.
#[reversible(adjoint, tangent)]
fn bessel(out: &mut f64, nu: u32, z: f64, #[constant] cutoff: f64) {
    let half = z / 2.0;
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half / f64::from(k);
    }
    let mut sum = term;
    let mut k = 0;
    while (term.abs() > cutoff, k != 0) {
        k += 1;
        term *= -(half * half) / f64::from(k * (k + nu));
        sum += term;
    }
    *out += sum;
}

/// The same series as an ordinary function, with a number of terms instead of a cut-off. Its terms go on a tape.
#[differentiable]
fn taped(nu: u32, z: f64, terms: u32) -> f64 {
    let half = z / 2.0;
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half / f64::from(k);
    }
    let mut sum = term;
    for k in 1..=terms {
        term *= -(half * half) / f64::from(k * (k + nu));
        sum += term;
    }
    sum
}

/// The value by `bessel`.
fn value(nu: u32, z: f64, cutoff: f64) -> f64 {
    let mut out = 0.0;
    bessel(&mut out, nu, z, cutoff);
    out
}

/// The derivative with respect to `z`.
fn derivative(nu: u32, z: f64, cutoff: f64) -> f64 {
    let (_, by_z) = bessel::gradient(&mut 0.0, nu, z, cutoff);
    by_z
}

/// The least time of a call in nanoseconds, over batches of a thousand.
fn nanoseconds(f: impl Fn(u32, f64, f64) -> f64) -> f64 {
    let batch = || {
        let start = Instant::now();
        for _ in 0..1000 {
            black_box(f(black_box(2), black_box(1.0), black_box(1e-8)));
        }
        start.elapsed().as_nanos() as f64 / 1000.0
    };
    (0..100).map(|_| batch()).fold(f64::INFINITY, f64::min)
}

fn main() {
    // The paper's case and its cut-off; the values are from tables.
    let (j, primal_bytes) = allocated(|| value(2, 1.0, 1e-8));
    let (dj, gradient_bytes) = allocated(|| derivative(2, 1.0, 1e-8));
    println!("J_2(1)        {j:.11}   {primal_bytes} bytes allocated");
    println!("derivative    {dj:.11}   {gradient_bytes} bytes allocated");
    assert!((j - 0.114_903_484_931_9).abs() < 1e-8);
    assert!((dj - 0.210_243_615_88).abs() < 1e-8);
    assert_eq!((primal_bytes, gradient_bytes), (0, 0));

    // The identity that the paper differentiates by hand with, and the same derivative forwards.
    assert!((dj - (value(1, 1.0, 1e-8) - value(3, 1.0, 1e-8)) / 2.0).abs() < 1e-8);
    let forwards = bessel::jvp(&mut 0.0, 2, 1.0, 1e-8, (0.0, 1.0));
    println!("forwards      {forwards:.11}");
    assert!((forwards - dj).abs() < 1e-15);

    // Fifty terms need no more memory than five. Only the tape grows.
    let (long, long_bytes) = allocated(|| derivative(2, 20.0, 1e-16));
    println!("J_2'(20)      {long:.11}   {long_bytes} bytes allocated");
    assert!((long - 0.082_867_259_368_15).abs() < 1e-8);
    assert_eq!(long_bytes, 0);
    let (with_tape, tape_bytes) = allocated(|| taped::gradient(2, 20.0, 50));
    println!("with a tape   {with_tape:.11}   {tape_bytes} bytes allocated");
    assert!((with_tape - long).abs() < 1e-8);
    assert!(tape_bytes > 0);

    println!("a value takes {:.0} ns, a derivative {:.0} ns", nanoseconds(value), nanoseconds(derivative));
}
