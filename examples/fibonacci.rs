//! Fibonacci numbers, there and back: by recursion, and in place by a loop.
//!
//! Integers lose nothing, so what runs backwards ends exactly where it began.
//!
//! `cargo run --release -p retrograde-examples --example fibonacci`

use retrograde::prelude::*;

/// Adds the `n`-th Fibonacci number to `out`.
///
/// `last` and `before` are computed from `n`, which nobody changes: the inverse computes them again.
#[reversible]
fn rfib(out: &mut i64, n: i64) {
    let last = n - 1;
    let before = n - 2;
    if n <= 2 {
        *out += 1;
    } else {
        rfib(out, last);
        rfib(out, before);
    }
}

/// Moves a pair of neighbours `n` places along the sequence.
#[reversible]
fn advance(a: &mut i64, b: &mut i64, n: usize) {
    for _ in 0..n {
        *a += *b;
        swap(a, b);
    }
}

/// Which place a pair of neighbours has in the sequence: back to the beginning, one place at a time.
fn place_of(mut a: i64, mut b: i64) -> usize {
    let mut n = 0;
    while (a, b) != (0, 1) {
        advance::inverse(&mut a, &mut b, 1);
        n += 1;
    }
    n
}

fn main() {
    let mut out = 0;
    rfib(&mut out, 10);
    println!("rfib(0, 10)            {out}");
    assert_eq!(out, 55);
    rfib::inverse(&mut out, 10);
    println!("rfib::inverse(55, 10)  {out}");
    assert_eq!(out, 0);

    let (mut a, mut b) = (0, 1);
    advance(&mut a, &mut b, 10);
    println!("ten places along       ({a}, {b})");
    assert_eq!((a, b), (55, 89));
    advance::inverse(&mut a, &mut b, 10);
    println!("ten places back        ({a}, {b})");
    assert_eq!((a, b), (0, 1));

    let n = place_of(6765, 10946);
    println!("6765 is number         {n}");
    assert_eq!(n, 20);
}
