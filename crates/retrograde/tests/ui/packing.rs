//! Locals that are put together, taken apart or converted against the rules.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[reversible]
fn stays_packed(y: &mut f64) {
    let mut a = 1.0;
    let mut b = 2.0;
    pack!(pair = Pair { a, b });
    *y += pair.a;
}

#[reversible]
fn stays_unpacked(y: &mut f64) {
    let mut pair = Pair { a: 1.0, b: 2.0 };
    unpack!(Pair { a, b } = pair);
    *y += a * b;
}

#[reversible]
fn begins_as_another(y: &mut f64) {
    let mut a = 1.0;
    let mut b = 2.0;
    pack!(pair = (a, b));
    unpack!((c, d) = pair);
    *y += c * d;
}

#[reversible]
fn used_while_packed(y: &mut f64) {
    let mut a = 1.0;
    let mut b = 2.0;
    pack!(pair = Pair { a, b });
    *y += a;
    b += 1.0;
    unpack!(Pair { a, b } = pair);
    *y += pair.a;
}

#[reversible]
fn not_a_local(y: &mut f64, x: f64, v: &[f64]) {
    let mut a = 1.0;
    pack!(pair = (a, x));
    pack!(all = (v, z));
    for i in 0..2 {
        let mut b = 2.0;
        pack!(both = (a, b));
        pack!(two = (b, i));
    }
    *y += 1.0;
}

#[reversible]
fn twice(y: &mut f64) {
    let mut a = 1.0;
    pack!(pair = (a, a));
    unpack!((b, b) = pair);
    pack!(a = [a]);
    *y += 1.0;
}

#[reversible]
fn malformed(y: &mut f64) {
    let mut a = 1.0;
    pack!(a);
    pack!(pair = a + 1.0);
    pack!(pair = (a, 1.0));
    unpack!((a, (b, c)) = pair);
    unpack!(pair);
    convert!(a: f64);
    convert!(a, f64);
    *y += 1.0;
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let a = x;
    pack!(pair = (a, a));
    x
}

#[reversible]
fn computed_from_a_part(y: &mut f64, x: &mut f64) {
    let mut a = *x;
    let t = a * a;
    pack!(single = (a,));
    *x += 1.0;
    *y += t;
    unpack!((a,) = single);
}

#[reversible]
fn changed_and_converted(out: &mut f64, k: i32) {
    let mut x = k;
    x += 1;
    convert!(x: i32 => f64);
    *out += x.sqrt();
}

#[reversible]
fn converted_and_changed(out: &mut f64, k: i32) {
    let mut x = k;
    convert!(x: i32 => f64);
    x += 0.5;
    *out += x.sqrt();
}

fn main() {}
