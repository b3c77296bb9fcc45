//! Loops, by what they go over.

use super::floats;
use crate::construct::{Construct, construct};
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("for i in a..b", range or plain_range(y, x), y = floats(), x = floats()),
    construct!("for i in (a..=b).rev()", reversed or plain_reversed(y, *last), y = floats(), last = 3999),
    construct!("for i in (a..b).step_by(s)", stepped or plain_stepped(y, *s), y = floats(), s = 3),
    construct!("for i in (a..b).rev().step_by(s)", stepped_back or plain_stepped_back(y, *s), y = floats(), s = 3),
    construct!("for x in y.iter_mut()", elements or plain_elements(y), y = floats()),
    construct!("for x in x.iter()", shared or plain_shared(y, x), y = 0.5, x = floats()),
    construct!("for .. in .. .zip(x)", zipped or plain_zipped(y, x), y = floats(), x = floats()),
    construct!("for (i, x) in .. .enumerate()", numbered or plain_numbered(y), y = floats()),
    construct!("for .. in y.chunks_exact_mut(n)", chunks or plain_chunks(y, x), y = floats(), x = floats()),
    construct!("broadcast! { }", broadcast or plain_broadcast(y, x, *a), y = floats(), x = floats(), a = 2.0),
];

#[allow(clippy::needless_range_loop, reason = "indices are what is measured")]
fn plain_range(y: &mut [f64], x: &[f64]) {
    for i in 1..y.len() {
        y[i] += x[i] * x[i - 1];
    }
}

#[reversible]
fn range(y: &mut [f64], x: &[f64]) {
    for i in 1..y.len() {
        y[i] += x[i] * x[i - 1];
    }
}

fn plain_reversed(y: &mut [f64], last: usize) {
    for i in (1..=last).rev() {
        y[i] += y[i - 1];
    }
}

#[reversible]
fn reversed(y: &mut [f64], last: usize) {
    for i in (1..=last).rev() {
        y[i] += y[i - 1];
    }
}

fn plain_stepped(y: &mut [f64], s: usize) {
    for i in (0..y.len()).step_by(s) {
        y[i] += i as f64;
    }
}

#[reversible]
fn stepped(y: &mut [f64], s: usize) {
    for i in (0..y.len()).step_by(s) {
        y[i] += i as f64;
    }
}

fn plain_stepped_back(y: &mut [f64], s: usize) {
    for i in (0..y.len()).rev().step_by(s) {
        y[i] += i as f64;
    }
}

#[reversible]
fn stepped_back(y: &mut [f64], s: usize) {
    for i in (0..y.len()).rev().step_by(s) {
        y[i] += i as f64;
    }
}

fn plain_elements(y: &mut [f64]) {
    for x in y.iter_mut() {
        *x += 0.25;
    }
}

#[reversible]
fn elements(y: &mut [f64]) {
    for x in y.iter_mut() {
        *x += 0.25;
    }
}

fn plain_shared(y: &mut f64, x: &[f64]) {
    for x in x {
        *y += x * x;
    }
}

#[reversible]
fn shared(y: &mut f64, x: &[f64]) {
    for x in x.iter() {
        *y += x * x;
    }
}

fn plain_zipped(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x.iter().rev()) {
        *y += x * 0.5;
    }
}

#[reversible]
fn zipped(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x.iter().rev()) {
        *y += x * 0.5;
    }
}

fn plain_numbered(y: &mut [f64]) {
    for (i, y) in y.iter_mut().enumerate() {
        *y += i as f64;
    }
}

#[reversible]
fn numbered(y: &mut [f64]) {
    for (i, y) in y.iter_mut().enumerate() {
        *y += i as f64;
    }
}

fn plain_chunks(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.chunks_exact_mut(4).zip(x.chunks_exact(4)) {
        y[0] += x[0] * x[3];
        y[1] += x[1] * x[2];
    }
}

#[reversible]
fn chunks(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.chunks_exact_mut(4).zip(x.chunks_exact(4)) {
        y[0] += x[0] * x[3];
        y[1] += x[1] * x[2];
    }
}

fn plain_broadcast(y: &mut [f64], x: &[f64], a: f64) {
    assert_eq!(y.len(), x.len());
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

#[reversible]
fn broadcast(y: &mut [f64], x: &[f64], a: f64) {
    broadcast! { y[..] += a * x[..]; }
}
