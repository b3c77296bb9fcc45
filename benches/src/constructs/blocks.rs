//! Statements in blocks: run backwards, undone later, or run on both ways.

use super::floats;
use crate::construct::{Construct, construct};
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("inverse! { }", undone or plain_undone(y, x), y = floats(), x = floats()),
    construct!("uncompute!, of a local", scratch or plain_scratch(y, x), y = floats(), x = floats()),
    construct!("uncompute!, of an argument", sums or plain_sums(y, x), y = 0.5, x = floats()),
    construct!("assert!", asserted or plain_asserted(y, x), y = floats(), x = floats()),
    construct!("safe! { }", watched or plain_watched(y, x), y = floats(), x = floats()),
];

fn plain_undone(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x).rev() {
        *y -= x * x;
    }
}

#[reversible]
fn undone(y: &mut [f64], x: &[f64]) {
    inverse! {
        for (y, x) in y.iter_mut().zip(x) {
            *y += x * x;
        }
    }
}

fn plain_scratch(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let sum = x * x + x;
        *y += sum * 2.0;
    }
}

#[reversible]
fn scratch(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        let mut sum = 0.0;
        'work: {
            sum += x * x;
            sum += x;
        }
        *y += sum * 2.0;
        uncompute!('work);
    }
}

/// Restores what it sums up in place, which takes a loop in plain Rust too.
fn plain_sums(y: &mut f64, x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] += x[i - 1];
    }
    *y += x[x.len() / 2];
    for i in (1..x.len()).rev() {
        x[i] -= x[i - 1];
    }
}

#[reversible]
fn sums(y: &mut f64, x: &mut [f64]) {
    'work: {
        for i in 1..x.len() {
            x[i] += x[i - 1];
        }
    }
    *y += x[x.len() / 2];
    uncompute!('work);
}

fn plain_asserted(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        assert!(x.abs() < 100.0, "too large");
        *y += x;
    }
}

#[reversible]
fn asserted(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        assert!(x.abs() < 100.0, "too large");
        *y += x;
    }
}

fn plain_watched(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if x.is_nan() {
            println!("not a number");
        }
        *y += x;
    }
}

#[reversible]
fn watched(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        safe! {
            if x.is_nan() {
                println!("not a number");
            }
        }
        *y += x;
    }
}
