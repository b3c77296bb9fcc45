//! A reversible adder and a reversible multiplier: of numbers, and of bits as a circuit would do it.
//!
//! `adder` and `multiplier` are the first programs of the papers on NiLang (Liu and Zhao, "Differentiate everything with a
//! reversible embedded domain-specific language"). The circuit is the ripple-carry adder of Cuccaro, Draper, Kutin and Moulton
//! ("A new quantum ripple-carry addition circuit"): controlled and doubly controlled negations, one bit of carry, no garbage.
//!
//! `cargo run --release -p retrograde-examples --example adder`

#![allow(clippy::float_cmp, reason = "these numbers are exact")]

use retrograde::prelude::*;

/// `y += x`
#[reversible]
fn adder(y: &mut i64, x: i64) {
    *y += x;
}

/// `y += a * b`. What is on the right side need not be reversible: `a` and `b` are still there.
#[reversible(adjoint)]
fn multiplier(y: &mut f64, a: f64, b: f64) {
    *y += a * b;
}

/// Leaves in `a` the majority of the three bits: the carry into the next place.
#[reversible]
fn majority(carry: &mut bool, b: &mut bool, a: &mut bool) {
    *b ^= *a; // a controlled negation
    *carry ^= *a;
    *a ^= *b & *carry; // a doubly controlled one
}

/// Takes the majority back, and leaves the sum of the three bits in `b`.
#[reversible]
fn unmajority(carry: &mut bool, b: &mut bool, a: &mut bool) {
    *a ^= *b & *carry;
    *carry ^= *a;
    *b ^= *carry;
}

/// Adds `a` to `b`, lowest bits first, and flips `overflow` if the sum needs one more bit.
///
/// The carries run up through the bits of `a` and are taken back on the way down, so that `a` is as it was.
#[reversible]
fn add_bits(b: &mut [bool], overflow: &mut bool, a: &mut [bool]) {
    let mut carry = false;
    majority(&mut carry, &mut b[0], &mut a[0]);
    for i in 1..a.len() {
        majority(&mut a[i - 1], &mut b[i], &mut a[i]);
    }
    *overflow ^= a[a.len() - 1];
    for i in (1..a.len()).rev() {
        unmajority(&mut a[i - 1], &mut b[i], &mut a[i]);
    }
    unmajority(&mut carry, &mut b[0], &mut a[0]);
}

/// Adds `a * b` to a `product` of twice as many bits, all of them zero before: for every bit of `b` that is set, `a` moved to
/// its place.
#[reversible]
fn multiply_bits(product: &mut [bool], a: &mut [bool], b: &[bool]) {
    for i in 0..b.len() {
        if b[i] {
            let (low, high) = product.split_at_mut(i + a.len());
            add_bits(&mut low[i..], &mut high[0], a);
        }
    }
}

fn bits_of<const N: usize>(n: u32) -> [bool; N] {
    std::array::from_fn(|i| n >> i & 1 == 1)
}

fn number_of(bits: &[bool]) -> u32 {
    bits.iter().rev().fold(0, |n, bit| 2 * n + u32::from(*bit))
}

fn main() {
    let mut y = 2;
    adder(&mut y, 3);
    println!("adder(2, 3)               {y}");
    assert_eq!(y, 5);
    adder::inverse(&mut y, 3);
    println!("adder::inverse(5, 3)      {y}");
    assert_eq!(y, 2);

    let mut y = 2.0;
    multiplier(&mut y, 3.0, 5.0);
    println!("multiplier(2, 3, 5)       {y}");
    let (mut a_adj, mut b_adj) = (0.0, 0.0);
    multiplier::adjoint(&mut y, &mut 1.0, 3.0, &mut a_adj, 5.0, &mut b_adj);
    println!("multiplier::adjoint       {y}, gradient ({a_adj}, {b_adj})");
    assert_eq!([y, a_adj, b_adj], [2.0, 5.0, 3.0]);

    // Every sum of two numbers of four bits; the inverse subtracts.
    for m in 0..16 {
        for n in 0..16 {
            let (mut a, mut b, mut overflow) = (bits_of::<4>(m), bits_of::<4>(n), false);
            add_bits(&mut b, &mut overflow, &mut a);
            assert_eq!(number_of(&b) + 16 * u32::from(overflow), m + n);
            assert_eq!(number_of(&a), m);
            add_bits::inverse(&mut b, &mut overflow, &mut a);
            assert_eq!((number_of(&b), number_of(&a), overflow), (n, m, false));
        }
    }
    println!("four bits                 256 sums, there and back");

    let (mut a, b, mut product) = (bits_of::<8>(181), bits_of::<8>(239), [false; 16]);
    multiply_bits(&mut product, &mut a, &b);
    println!("eight bits, 181 * 239     {}", number_of(&product));
    assert_eq!(number_of(&product), 181 * 239);
    multiply_bits::inverse(&mut product, &mut a, &b);
    assert_eq!((number_of(&product), number_of(&a)), (0, 181));
}
