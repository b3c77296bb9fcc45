//! Locals that are put together, taken apart, and converted.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    x: f64,
    v: f64,
    steps: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair(f64, f64);

#[reversible(inverse_adjoint, inverse_tangent)]
fn drift(b: &mut Body, dt: f64) {
    b.x += b.v * dt;
    b.steps += 1;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn packed(y: &mut f64, a: f64, b: f64) {
    let mut x = a * b;
    let mut v = a;
    let mut steps = 0;
    v += b;
    pack!(body = Body { x, v, steps });
    drift(&mut body, 0.5);
    *y += body.x * body.v + body.steps as f64;
    drift::inverse(&mut body, 0.5);
    unpack!(Body { x, v, steps } = body);
    v -= b;
    x += v;
    *y += x * x;
    x -= v;
    steps ^= 1;
    steps ^= 1;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn taken_apart(y: &mut f64, a: f64, b: f64) {
    let mut pair = Pair(a, b * b);
    unpack!(Pair(first, second) = pair);
    first += second * a;
    pack!(all = (first, second));
    *y += all.0 * all.1;
    unpack!((first, second) = all);
    first -= second * a;
    pack!(pair = Pair(first, second));
    pair.0 += b;
    pack!(whole = [pair]);
    *y += whole[0].0 * whole[0].1;
    unpack!([pair] = whole);
    pair.0 -= b;
}

#[reversible(inverse_adjoint, inverse_tangent, checks = false)]
fn in_a_loop(y: &mut f64, a: f64, b: f64) {
    for i in 0..3 {
        let mut sum = 0.0;
        let k = i + 1;
        for j in 0..k {
            let mut p = a * j as f64;
            let mut q = b;
            pack!(both = (p, q));
            swap(&mut both.0, &mut both.1);
            sum += both.0 * both.1 + both.0;
            swap(&mut both.0, &mut both.1);
            unpack!((p, q) = both);
        }
        *y += sum * sum;
    }
}

macro_rules! check {
    ($f:ident) => {
        for (a, b) in [(0.7, 1.3), (-0.4, 0.6)] {
            check_inverse!($f(&mut 0.25, a, b));
            check_gradient!($f(&mut 0.25, a, b));
            check_gradient!(inverse $f(&mut 0.25, a, b));
        }
    };
}

#[test]
fn locals_are_put_together() {
    check!(packed);
}

#[test]
fn locals_are_taken_apart() {
    check!(taken_apart);
}

#[test]
fn in_loops() {
    check!(in_a_loop);
}

#[reversible]
fn leaves_a_part_changed(y: &mut f64) {
    let mut a = 1.0;
    let mut b = 2.0;
    pack!(pair = (a, b));
    pair.0 += 1.0;
    *y += pair.0;
    unpack!((a, b) = pair);
    a += b;
}

#[test]
#[should_panic(expected = "`a` is not restored: expected 1.0, found 4.0")]
#[cfg_attr(not(debug_assertions), ignore = "checks are off")]
fn parts_must_be_restored() {
    leaves_a_part_changed(&mut 0.0);
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn converted(y: &mut f64, a: f64, b: f64) {
    let mut n = 3_i32;
    n += 2;
    convert!(n: i32 => f64);
    n += a * b;
    *y += n * a;
    n -= a * b;
    n -= 2.0;
    let mut k = 1_u8;
    convert!(k: u8 => u16);
    convert!(k: u16 => i64);
    k += 300;
    *y += b * k as f64;
    k -= 300;
}

#[reversible]
fn converted_and_restored(y: &mut f64, m: i16) {
    let mut n = m;
    convert!(n: i16 => f64);
    n += 0.5;
    *y += n;
    n -= 0.5;
}

#[reversible]
fn not_an_integer_again(y: &mut f64) {
    let mut n = 3_i32;
    convert!(n: i32 => f64);
    n += 0.5;
    *y += n;
    n -= 0.25;
}

#[test]
fn conversions() {
    check!(converted);
    let mut y = 1.0;
    converted_and_restored(&mut y, -7);
    assert_eq!(y, -5.5);
    converted_and_restored::inverse(&mut y, -7);
    assert_eq!(y, 1.0);
}

#[test]
#[should_panic(expected = "3.25")]
#[cfg_attr(not(debug_assertions), ignore = "checks are off")]
fn conversions_back_are_exact() {
    not_an_integer_again(&mut 0.0);
}

/// The gradient of a float changes its type with it.
#[reversible(inverse_adjoint, inverse_tangent)]
fn widened(y: &mut f64, z: &mut f32, x: f32, b: f64) {
    let a = x * x;
    convert!(a: f32 => f64);
    *y += a * a * b;
    let mut c = (x, x);
    c.0 += x;
    let d = c.0 + c.1;
    convert!(d: f32 => f64);
    *y += d * d * a;
    convert!(d: f64 => f64);
    *z += (d * d) as f32;
}

/// Changed on the way.
#[reversible(inverse_adjoint, inverse_tangent)]
fn widened_and_changed(y: &mut f64, x: f32, b: f64) {
    let mut a = x;
    convert!(a: f32 => f64);
    a += b * b;
    *y += a * a;
    a -= b * b;
}

#[test]
fn conversions_of_floats() {
    check_gradient!(widened(&mut 0.5, &mut 0.25, 1.5, 0.75));
    let (mut y, mut x_adj, mut b_adj) = (1.0, 0.0_f32, 0.0);
    widened_and_changed(&mut y, 1.5, 0.5);
    assert_eq!(y, 1.0 + 1.75 * 1.75);
    widened_and_changed::adjoint(&mut y, &mut 1.0, 1.5, &mut x_adj, 0.5, &mut b_adj);
    assert_eq!((y, x_adj, b_adj), (1.0, 3.5, 3.5));
    let (mut y_tan, x_tan, b_tan) = (0.0, 1.0_f32, 2.0);
    widened_and_changed::tangent(&mut y, &mut y_tan, 1.5, x_tan, 0.5, b_tan);
    assert_eq!(y_tan, 3.5 + 7.0);
}
