//! Names for parts of arguments.

use super::{Body, bodies, floats};
use crate::construct::{Construct, construct};
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("let row = &mut a[i..j]", rows or plain_rows(a, x, *d), a = floats(), x = floats(), d = 20),
    construct!("let x = &mut a[i]", element or plain_element(a, x), a = floats(), x = floats()),
    construct!("let Body { q, p } = body", fields or plain_fields(bodies), bodies = bodies()),
    construct!("a.split_at_mut(k)", halves or plain_halves(a), a = floats()),
    construct!("f(&mut a[i..j], ..)", parts or plain_parts(a, x, *d), a = floats(), x = floats(), d = 20),
    construct!("f(&mut a[i], &mut a[j])", pairs or plain_pairs(a), a = floats()),
];

fn plain_rows(a: &mut [f64], x: &[f64], d: usize) {
    for i in 0..a.len() / d {
        let row = &mut a[i * d..(i + 1) * d];
        for j in 0..row.len() {
            row[j] += x[j];
        }
    }
}

#[reversible]
fn rows(a: &mut [f64], x: &[f64], d: usize) {
    for i in 0..a.len() / d {
        let row = &mut a[i * d..(i + 1) * d];
        for j in 0..row.len() {
            row[j] += x[j];
        }
    }
}

fn plain_element(a: &mut [f64], x: &[f64]) {
    for i in 0..a.len() {
        let y = &mut a[i];
        *y += x[i];
        *y -= x[i] * x[i];
    }
}

#[reversible]
fn element(a: &mut [f64], x: &[f64]) {
    for i in 0..a.len() {
        let y = &mut a[i];
        *y += x[i];
        *y -= x[i] * x[i];
    }
}

fn plain_fields(bodies: &mut [Body]) {
    for body in bodies {
        let Body { q, p } = body;
        *p -= 0.5 * *q;
        *q += 0.5 * *p;
    }
}

#[reversible]
fn fields(bodies: &mut [Body]) {
    for body in bodies {
        let Body { q, p } = body;
        *p -= 0.5 * *q;
        *q += 0.5 * *p;
    }
}

fn plain_halves(a: &mut [f64]) {
    let (low, high) = a.split_at_mut(a.len() / 2);
    for i in 0..low.len() {
        low[i] += high[i];
    }
}

#[reversible]
fn halves(a: &mut [f64]) {
    let (low, high) = a.split_at_mut(a.len() / 2);
    for i in 0..low.len() {
        low[i] += high[i];
    }
}

#[reversible]
fn add(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x;
    }
}

fn plain_add(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x;
    }
}

fn plain_parts(a: &mut [f64], x: &[f64], d: usize) {
    for i in 0..a.len() / d {
        plain_add(&mut a[i * d..(i + 1) * d], &x[..d]);
    }
}

#[reversible]
fn parts(a: &mut [f64], x: &[f64], d: usize) {
    for i in 0..a.len() / d {
        add(&mut a[i * d..(i + 1) * d], &x[..d]);
    }
}

#[reversible]
fn turn(x: &mut f64, y: &mut f64) {
    *x += 0.5 * *y;
    *y -= 0.5 * *x;
}

fn plain_turn(x: &mut f64, y: &mut f64) {
    *x += 0.5 * *y;
    *y -= 0.5 * *x;
}

fn plain_pairs(a: &mut [f64]) {
    for i in 0..a.len() / 2 {
        let [x, y] = a.get_disjoint_mut([2 * i, 2 * i + 1]).expect("two elements");
        plain_turn(x, y);
    }
}

#[reversible]
fn pairs(a: &mut [f64]) {
    for i in 0..a.len() / 2 {
        turn(&mut a[2 * i], &mut a[2 * i + 1]);
    }
}
