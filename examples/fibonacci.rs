//! Fibonacci numbers, there and back: by recursion, by a loop that ends when it has found one, and in place.
//!
//! `rfib` and `rfibn` are from the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible programming
//! language", appendix on Fibonacci numbers). Integers lose nothing, so what runs backwards ends exactly where it began.
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

/// Moves `n` from 0 to the place of the first Fibonacci number that is not below `z`.
///
/// A loop that asks how far to go must also know, on the way back, when it is home: `n != 0` is false before the first iteration and
/// true after each, so the inverse goes on while it is true. `out` holds the number of the current place and is zero again at the
/// end; that is why it may end there.
#[reversible]
fn rfibn(n: &mut i64, z: i64) {
    let mut out = 0;
    rfib(&mut out, *n);
    while (out < z, *n != 0) {
        rfib::inverse(&mut out, *n);
        *n += 1;
        rfib(&mut out, *n);
    }
    rfib::inverse(&mut out, *n);
}

/// Moves a pair of neighbours `n` places along the sequence.
#[reversible]
fn advance(a: &mut i64, b: &mut i64, n: usize) {
    for _ in 0..n {
        *a += *b;
        swap(a, b);
    }
}

fn main() {
    let mut out = 0;
    rfib(&mut out, 10);
    println!("rfib(0, 10)              {out}");
    assert_eq!(out, 55);
    rfib::inverse(&mut out, 10);
    println!("rfib::inverse(55, 10)    {out}");
    assert_eq!(out, 0);

    let mut n = 0;
    rfibn(&mut n, 100);
    println!("rfibn(0, 100)            {n}");
    assert_eq!(n, 12);
    rfibn::inverse(&mut n, 100);
    println!("rfibn::inverse(12, 100)  {n}");
    assert_eq!(n, 0);

    let (mut a, mut b) = (0, 1);
    advance(&mut a, &mut b, 10);
    println!("ten places along         ({a}, {b})");
    assert_eq!((a, b), (55, 89));
    advance::inverse(&mut a, &mut b, 10);
    println!("ten places back          ({a}, {b})");
    assert_eq!((a, b), (0, 1));
}
