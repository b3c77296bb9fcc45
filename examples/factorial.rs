//! Factorials by multiplying in place, binomial coefficients by dividing in place, and back to 1.
//!
//! `ifactorial` is a helper of the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible programming
//! language"), where it is written with `mulint`. Multiplying an integer is undone by dividing it: `*=` never wraps around and never
//! multiplies by zero, and `/=` never leaves a remainder. Whatever would lose something panics, in release builds too.
//!
//! `cargo run --release -p retrograde-examples --example factorial`

#![allow(clippy::float_cmp, reason = "these numbers are exact")]

use retrograde::prelude::*;

/// Multiplies `out` by the factorial of `n`.
#[reversible]
fn multiply_factorial(out: &mut u64, n: u64) {
    for i in 1..=n {
        *out *= i;
    }
}

/// Adds 1 to `out`, which is 0, and then multiplies: from nothing to the factorial of `n`.
#[reversible]
fn ifactorial(out: &mut u64, n: u64) {
    *out += 1;
    multiply_factorial(out, n);
}

/// Multiplies `out` by the number of ways to take `k` out of `n`. What is divided was multiplied before, so nothing remains.
#[reversible]
fn multiply_binomial(out: &mut u64, n: u64, k: u64) {
    multiply_factorial(out, n);
    multiply_factorial::inverse(out, k);
    multiply_factorial::inverse(out, n - k);
}

/// The same with floats has a derivative: `y *= x^n`.
#[reversible(adjoint)]
fn multiply_power(y: &mut f64, x: f64, n: usize) {
    for _ in 0..n {
        *y *= x;
    }
}

fn main() {
    let mut out = 0;
    ifactorial(&mut out, 20);
    println!("20!              {out}");
    assert_eq!(out, 2_432_902_008_176_640_000);
    ifactorial::inverse(&mut out, 20);
    println!("and back         {out}");
    assert_eq!(out, 0);

    let mut out = 1;
    multiply_binomial(&mut out, 20, 6);
    println!("6 out of 20      {out}");
    assert_eq!(out, 38_760);
    multiply_binomial::inverse(&mut out, 20, 6);
    println!("and back         {out}");
    assert_eq!(out, 1);

    let mut y = 3.0;
    multiply_power(&mut y, 2.0, 5);
    println!("3 * 2^5          {y}");
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    multiply_power::adjoint(&mut y, &mut y_adj, 2.0, &mut x_adj, 5, Inactive);
    println!("and back         {y}, gradient with respect to y {y_adj}, to x {x_adj}");
    assert_eq!([y, y_adj, x_adj], [3.0, 32.0, 240.0]);

    // 21! does not fit into 64 bits; the loop stops instead of losing it.
    std::panic::set_hook(Box::new(|_| {}));
    let overflow = std::panic::catch_unwind(|| ifactorial(&mut 0, 21));
    assert!(overflow.is_err());
    println!("21!              refused");
}
