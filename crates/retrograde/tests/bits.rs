//! Floats as bits: what is a power of two, what only decides, and what the user says is a constant.

#![allow(clippy::float_cmp, reason = "nothing is rounded where values are equal")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "powers of two as libraries make them")]

use retrograde::prelude::*;

mod differences;
use differences::{close, slope};

/// Asks both modes for the slope and compares it with differences.
macro_rules! in_both_modes {
    ($function:ident, $x:expr) => {{
        let x: f64 = $x;
        let (value, gradient) = $function::value_and_gradient(x);
        assert_eq!(value.to_bits(), $function(x).to_bits());
        close(gradient, slope($function, x));
        close($function::tangent(x, 1.0).1, gradient);
    }};
}

#[differentiable(tangent)]
fn exp2(x: f64) -> f64 {
    let n = x.floor();
    let exponent = n as i64;
    let bits = ((1023 + exponent) as u64) << 52;
    (1.0 + (x - n) * (x - n)) * f64::from_bits(bits)
}

#[differentiable(tangent)]
fn load_exponent(x: f64, n: i32) -> f64 {
    x * x * f64::from_bits(((0x3ff + n) as u64) << 52)
}

#[differentiable(tangent)]
fn scaled(x: f64) -> f64 {
    load_exponent(x, x as i32)
}

#[test]
fn powers_of_two_are_followed() {
    for x in [-2.5, -0.3, 0.4, 1.7, 5.2] {
        in_both_modes!(exp2, x);
        in_both_modes!(scaled, x);
    }
}

#[differentiable(tangent)]
fn single(x: f32) -> f32 {
    let n = x.floor() as i32;
    x * f32::from_bits(((127 + n) as u32) << 23)
}

#[test]
fn of_single_precision() {
    assert_eq!(single::value_and_gradient(2.5), (10.0, 4.0));
    assert_eq!(single::tangent(2.5, 1.0), (10.0, 4.0));
}

/// The bits only decide.
#[differentiable(tangent)]
fn by_the_high_word(x: f64) -> f64 {
    let high = (x.to_bits() >> 32) as u32 & 0x7fff_ffff;
    if high >= 0x3ff0_0000 && x.to_bits() != 2.5_f64.to_bits() { x * x } else { x.sin() }
}

/// What comes from no number is a constant.
#[differentiable(tangent)]
fn random(x: f64) -> f64 {
    let mut state: u64 = 12345;
    let mut sum = 0.0;
    for _ in 0..3 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        sum += f64::from_bits((state >> 12) | (0x3ff << 52)) * x * x;
    }
    sum
}

#[differentiable(tangent)]
fn marked(x: f64) -> f64 {
    let unit = f64::from_bits(stop_gradient(x).to_bits() & !0xff);
    let given = f64::from_bits(stop_gradient(x as u64));
    #[constant]
    let bits = 2.5_f64.to_bits() + x as u64;
    x * x + stop_gradient(unit - x) * given + x * f64::from_bits(bits)
}

#[differentiable(tangent)]
fn parsed(x: f64, factor: &str) -> f64 {
    let factor: f64 = factor.parse().unwrap();
    x * factor
}

#[test]
fn what_is_a_constant_is_one() {
    for x in [0.3, 1.7, 2.6] {
        in_both_modes!(by_the_high_word, x);
        in_both_modes!(random, x);
        in_both_modes!(marked, x);
    }
    assert_eq!(parsed::gradient(2.0, "2.5"), 2.5);
}

#[reversible(adjoint, tangent)]
fn added(y: &mut f64, x: f64) {
    let n = x as u64;
    let power = f64::from_bits((1023 + n) << 52);
    *y += x * power;
    *y += x * f64::from_bits(stop_gradient(n));
}

/// Without derivatives, there is nothing to follow.
#[reversible]
fn hidden(y: &mut f64, x: f64) {
    *y += f64::from_bits(x.to_bits() ^ 1);
}

#[test]
fn in_reversible_functions() {
    let (mut y, mut y_adj, mut x_adj) = (1.0, 1.0, 0.0);
    added(&mut y, 2.5);
    assert_eq!(y, 11.0);
    added::adjoint(&mut y, &mut y_adj, 2.5, &mut x_adj);
    assert_eq!((y, x_adj), (1.0, 4.0));
    let mut y_tan = 0.0;
    added::tangent(&mut y, &mut y_tan, 2.5, 1.0);
    assert_eq!(y_tan, 4.0);
    let mut y = 1.0;
    hidden(&mut y, 2.5);
    hidden::inverse(&mut y, 2.5);
    assert_eq!(y, 1.0);
}
