//! Statements that change one place.

use super::{Body, bodies, each, floats, integers};
use crate::construct::{Construct, construct};
use retrograde::Bijection;
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("x += e", update or plain_update(y, x), y = floats(), x = floats()),
    construct!("n ^= e", bits or plain_bits(y, x), y = integers(), x = integers()),
    construct!("x *= e, floats", scale or plain_scale(y, *a), y = floats(), a = 2.0),
    construct!("x /= e, floats", shrink or plain_shrink(y, *a), y = floats(), a = 2.0),
    construct!("n *= e, integers", multiply or plain_multiply(y, *a), y = integers(), a = 3),
    construct!("n /= e, integers", divide or plain_divide(y, *a), y = each(|n| i64::from(3 * n)), a = 3),
    construct!(unchecked "n *= e, integers", multiply or unchecked_multiply(y, *a), y = integers(), a = 3),
    construct!(unchecked "n /= e, integers", divide or unchecked_divide(y, *a), y = each(|n| i64::from(3 * n)), a = 3),
    construct!("swap(&mut a, &mut b)", exchange or plain_exchange(a, b), a = floats(), b = each(f64::from)),
    construct!("v.swap(i, j)", reverse or plain_reverse(v), v = floats()),
    construct!("-x += e", negated or plain_negated(y, x), y = floats(), x = floats()),
    construct!("B(x) += e", bijection or plain_bijection(y, x), y = integers(), x = integers()),
    construct!("v[i] += v[j]", apart or plain_apart(v, indices), v = floats(), indices = each(index)),
    construct!(
        unchecked "v[i] += v[j]",
        apart or unchecked_apart(v, indices),
        v = floats(),
        indices = each(index)
    ),
    construct!("struct fields", fields or plain_fields(bodies), bodies = bodies()),
    construct!("tuple fields", tuples or plain_tuples(pairs), pairs = each(|n| (f64::from(n), 0.5))),
];

fn plain_update(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += 2.0 * x;
        *y -= x * x;
    }
}

#[reversible]
fn update(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += 2.0 * x;
        *y -= x * x;
    }
}

fn plain_bits(y: &mut [i64], x: &[i64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y ^= x << 3;
    }
}

#[reversible]
fn bits(y: &mut [i64], x: &[i64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y ^= x << 3;
    }
}

fn plain_scale(y: &mut [f64], a: f64) {
    for y in y {
        *y *= a;
    }
}

#[reversible]
fn scale(y: &mut [f64], a: f64) {
    for y in y {
        *y *= a;
    }
}

fn plain_shrink(y: &mut [f64], a: f64) {
    for y in y {
        *y /= a;
    }
}

#[reversible]
fn shrink(y: &mut [f64], a: f64) {
    for y in y {
        *y /= a;
    }
}

fn unchecked_multiply(y: &mut [i64], a: i64) {
    for y in y {
        *y *= a;
    }
}

/// Checked, as a product that overflows cannot be undone.
fn plain_multiply(y: &mut [i64], a: i64) {
    for y in y {
        *y = y.checked_mul(a).expect("no overflow");
    }
}

#[reversible]
fn multiply(y: &mut [i64], a: i64) {
    for y in y {
        *y *= a;
    }
}

fn unchecked_divide(y: &mut [i64], a: i64) {
    for y in y {
        *y /= a;
    }
}

/// Checked, as a quotient with a remainder cannot be undone.
fn plain_divide(y: &mut [i64], a: i64) {
    for y in y {
        assert!(*y % a == 0, "a remainder");
        *y /= a;
    }
}

#[reversible]
fn divide(y: &mut [i64], a: i64) {
    for y in y {
        *y /= a;
    }
}

fn plain_exchange(a: &mut [f64], b: &mut [f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        swap(a, b);
    }
}

#[reversible]
fn exchange(a: &mut [f64], b: &mut [f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        swap(a, b);
    }
}

fn plain_reverse(v: &mut [f64]) {
    for i in 0..v.len() / 2 {
        v.swap(i, v.len() - 1 - i);
    }
}

#[reversible]
fn reverse(v: &mut [f64]) {
    for i in 0..v.len() / 2 {
        v.swap(i, v.len() - 1 - i);
    }
}

fn plain_negated(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y -= x * x;
    }
}

#[reversible]
fn negated(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        -*y += x * x;
    }
}

/// A number with its bits rotated.
struct Rotated;

impl Bijection<i64> for Rotated {
    type Image = i64;

    fn image(&self, x: i64) -> i64 {
        x.rotate_left(7)
    }

    fn preimage(&self, y: i64) -> i64 {
        y.rotate_right(7)
    }
}

fn plain_bijection(y: &mut [i64], x: &[i64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y = y.rotate_left(7).wrapping_add(*x).rotate_right(7);
    }
}

#[reversible]
fn bijection(y: &mut [i64], x: &[i64]) {
    for (y, x) in y.iter_mut().zip(x) {
        Rotated(*y) += *x;
    }
}

fn index(n: i32) -> usize {
    n.unsigned_abs() as usize
}

fn plain_apart(v: &mut [f64], indices: &[usize]) {
    for i in indices {
        assert_ne!(*i, 0, "an element is not added to itself");
        v[0] += v[*i];
    }
}

fn unchecked_apart(v: &mut [f64], indices: &[usize]) {
    for i in indices {
        v[0] += v[*i];
    }
}

/// The indices are compared.
#[reversible]
fn apart(v: &mut [f64], indices: &[usize]) {
    for i in indices {
        v[0] += v[*i];
    }
}

fn plain_fields(bodies: &mut [Body]) {
    for body in bodies {
        body.p -= 0.5 * body.q;
        body.q += 0.5 * body.p;
    }
}

#[reversible]
fn fields(bodies: &mut [Body]) {
    for body in bodies {
        body.p -= 0.5 * body.q;
        body.q += 0.5 * body.p;
    }
}

fn plain_tuples(pairs: &mut [(f64, f64)]) {
    for pair in pairs {
        pair.1 -= 0.5 * pair.0;
        pair.0 += 0.5 * pair.1;
    }
}

#[reversible]
fn tuples(pairs: &mut [(f64, f64)]) {
    for pair in pairs {
        pair.1 -= 0.5 * pair.0;
        pair.0 += 0.5 * pair.1;
    }
}
