//! Right sides.

use super::{Body, floats, integers};
use crate::construct::{Construct, construct};
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("x += { let a = ..; a * a }", block or plain_block(y, x), y = floats(), x = floats()),
    construct!("x += if c { a } else { b }", branch or plain_branch(y, x), y = floats(), x = floats()),
    construct!("x += match", choice or plain_choice(y, kinds), y = floats(), kinds = integers()),
    construct!("x += p.0, p a tuple", tuple or plain_tuple(y, x), y = floats(), x = floats()),
    construct!("x += S { .. }.method()", method or plain_method(y, x), y = floats(), x = floats()),
    construct!("x += f(e)", called or plain_called(y, x), y = floats(), x = floats()),
    construct!("x += e as f64", cast or plain_cast(y, n), y = floats(), n = integers()),
];

fn plain_block(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let sum = x + 0.5;
        *y += sum * sum;
    }
}

#[reversible]
fn block(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += {
            let sum = x + 0.5;
            sum * sum
        };
    }
}

fn plain_branch(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += if *x > 1.0 { x * x } else { x + 1.0 };
    }
}

#[reversible]
fn branch(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += if *x > 1.0 { x * x } else { x + 1.0 };
    }
}

fn plain_choice(y: &mut [f64], kinds: &[i64]) {
    for (y, kind) in y.iter_mut().zip(kinds) {
        *y += match *kind {
            0..20 => 1.0,
            k if k % 2 == 0 => -0.5,
            k => k as f64,
        };
    }
}

#[reversible]
fn choice(y: &mut [f64], kinds: &[i64]) {
    for (y, kind) in y.iter_mut().zip(kinds) {
        *y += match *kind {
            0..20 => 1.0,
            k if k % 2 == 0 => -0.5,
            k => k as f64,
        };
    }
}

fn plain_tuple(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let pair = (x * x, x + 1.0);
        *y += pair.0 * pair.1;
    }
}

#[reversible]
fn tuple(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let pair = (x * x, x + 1.0);
        *y += pair.0 * pair.1;
    }
}

impl Body {
    fn product(&self) -> f64 {
        self.q * self.p
    }
}

fn plain_method(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += Body { q: *x, p: x + 0.5 }.product();
    }
}

#[reversible]
fn method(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += Body { q: *x, p: x + 0.5 }.product();
    }
}

fn polynomial(x: f64) -> f64 {
    (x * 0.5 + 1.0) * x
}

fn plain_called(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += polynomial(*x);
    }
}

#[reversible]
fn called(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += polynomial(*x);
    }
}

fn plain_cast(y: &mut [f64], n: &[i64]) {
    for (y, n) in y.iter_mut().zip(n) {
        *y += *n as f64 * 0.5;
    }
}

#[reversible]
fn cast(y: &mut [f64], n: &[i64]) {
    for (y, n) in y.iter_mut().zip(n) {
        *y += *n as f64 * 0.5;
    }
}
