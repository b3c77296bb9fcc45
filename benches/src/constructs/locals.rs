//! Locals, by the way in which they end.

use super::{Body, each, floats};
use crate::construct::{Construct, construct};
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("local, recomputable", recomputable or plain_recomputable(y, x), y = floats(), x = floats()),
    construct!("local, ancilla", ancilla or plain_ancilla(y, x), y = floats(), x = floats()),
    construct!("local, ancilla of a loop", filled or plain_filled(y, x), y = 0.5, x = floats()),
    construct!("local, accumulator", accumulator or plain_accumulator(y, x), y = 0.5, x = floats()),
    construct!("local, counter", counter or plain_counter(n, x), n = 3, x = floats()),
    construct!("let (a, b) = e", pattern or plain_pattern(y, x), y = floats(), x = floats()),
    construct!("release!", release or plain_release(y, x), y = floats(), x = floats()),
    construct!("pack!, unpack!", pack or plain_pack(y, x), y = floats(), x = floats()),
    construct!("convert!", convert or plain_convert(y, n), y = floats(), n = each(|n| n)),
    construct!("local, block", block or plain_block(y, x), y = floats(), x = floats()),
];

fn plain_recomputable(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let square = x * x;
        let sum = square + x;
        *y += sum * square;
    }
}

#[reversible]
fn recomputable(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let square = x * x;
        let sum = square + x;
        *y += sum * square;
    }
}

fn plain_ancilla(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let sum = x * x + 0.5 + x;
        *y += sum * 2.0;
    }
}

#[reversible]
fn ancilla(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let mut sum = x * x;
        sum += 0.5;
        sum += x;
        *y += sum * 2.0;
        sum -= x;
        sum -= 0.5;
    }
}

fn plain_filled(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for x in x {
        sum += x * 0.5;
    }
    *y += sum;
}

/// Emptied by a second loop, which nobody needs who only goes forwards.
#[reversible]
fn filled(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for x in x {
        sum += x * 0.5;
    }
    *y += sum;
    for x in x.iter().rev() {
        sum -= x * 0.5;
    }
}

fn plain_accumulator(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for x in x {
        sum += x * x;
    }
    *y += sum * sum;
}

#[reversible]
fn accumulator(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for x in x {
        sum += x * x;
    }
    *y += sum * sum;
}

fn plain_counter(n: &mut usize, x: &[f64]) {
    let mut above = 0;
    for x in x {
        if *x > 1.0 {
            above += 1;
        }
    }
    *n += above;
}

#[reversible]
fn counter(n: &mut usize, x: &[f64]) {
    let mut above = 0;
    for x in x {
        if *x > 1.0 {
            above += 1;
        }
    }
    *n += above;
}

fn plain_block(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let cube = {
            let square = x * x;
            square * x
        };
        *y += cube;
    }
}

#[reversible]
fn block(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let cube = {
            let square = x * x;
            square * x
        };
        *y += cube;
    }
}

fn plain_pattern(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let (a, b) = (x * x, x + 1.0);
        *y += a * b;
    }
}

#[reversible]
fn pattern(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let (a, b) = (x * x, x + 1.0);
        *y += a * b;
    }
}

fn plain_release(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x;
    }
}

/// Takes the sum into a local, which ends with what `y` has become.
#[reversible]
fn release(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let mut sum = *x;
        sum += *y;
        *y += x;
        release!(sum, *y);
    }
}

fn plain_pack(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let mut body = Body { q: *x, p: 0.5 };
        body.q += body.p;
        *y += body.q * body.p;
    }
}

#[reversible]
fn pack(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let mut q = *x;
        let mut p = 0.5;
        pack!(body = Body { q, p });
        body.q += body.p;
        *y += body.q * body.p;
        body.q -= body.p;
        unpack!(Body { q, p } = body);
    }
}

fn plain_convert(y: &mut [f64], n: &[i32]) {
    for (y, n) in y.iter_mut().zip(n) {
        let n = f64::from(*n) + 0.5;
        *y += n * 2.0;
    }
}

#[reversible]
fn convert(y: &mut [f64], n: &[i32]) {
    for (y, n) in y.iter_mut().zip(n) {
        let mut m = *n;
        convert!(m: i32 => f64);
        m += 0.5;
        *y += m * 2.0;
        m -= 0.5;
    }
}
