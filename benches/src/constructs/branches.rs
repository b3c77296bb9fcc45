//! Branches and loops that the data decide.

use super::{floats, integers};
use crate::construct::{Construct, construct};
use retrograde::prelude::*;

pub const ALL: &[Construct] = &[
    construct!("if c { }", branch or plain_branch(y, x), y = floats(), x = floats()),
    construct!("if (c, d) { }", post or plain_post(y, x), y = floats(), x = floats()),
    construct!("else if", chain or plain_chain(y, x), y = floats(), x = floats()),
    construct!("else if (c, d) { }", posts or plain_posts(y, x), y = floats(), x = floats()),
    construct!("match", choice or plain_choice(y, kinds), y = floats(), kinds = integers()),
    construct!("while (c, d) { }", repeat or plain_repeat(a, n, *limit), a = 0.5, n = 0, limit = 1000),
];

fn plain_branch(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if *x > 1.0 {
            *y += x * x;
        } else {
            *y -= x;
        }
    }
}

#[reversible]
fn branch(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if *x > 1.0 {
            *y += x * x;
        } else {
            *y -= x;
        }
    }
}

fn plain_post(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if *y > 0.0 {
            *y += x * x;
        } else {
            *y -= x * x;
        }
    }
}

/// The branches change what decides between them.
#[reversible]
fn post(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if (*y > 0.0, *y > 0.0) {
            *y += x * x;
        } else {
            *y -= x * x;
        }
    }
}

fn plain_chain(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if *x > 4.0 {
            *y += x * x;
        } else if *x > 1.0 {
            *y -= x;
        } else {
            *y += 1.0;
        }
    }
}

#[reversible]
fn chain(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if *x > 4.0 {
            *y += x * x;
        } else if *x > 1.0 {
            *y -= x;
        } else {
            *y += 1.0;
        }
    }
}

fn plain_posts(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if *y > 4.0 {
            *y += x * x;
        } else if *y < 0.0 {
            *y -= x * x;
        }
    }
}

#[reversible]
fn posts(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        if (*y > 4.0, *y > 4.0) {
            *y += x * x;
        } else if (*y < 0.0, *y < 0.0) {
            *y -= x * x;
        }
    }
}

fn plain_choice(y: &mut [f64], kinds: &[i64]) {
    for (y, kind) in y.iter_mut().zip(kinds) {
        match *kind {
            0..20 => *y += 1.0,
            k @ 20.. if k % 2 == 0 => *y -= 0.5,
            ..-40 => {}
            k => *y += k as f64,
        }
    }
}

#[reversible]
fn choice(y: &mut [f64], kinds: &[i64]) {
    for (y, kind) in y.iter_mut().zip(kinds) {
        match *kind {
            0..20 => *y += 1.0,
            k @ 20.. if k % 2 == 0 => *y -= 0.5,
            ..-40 => {}
            k => *y += k as f64,
        }
    }
}

fn plain_repeat(a: &mut f64, n: &mut i64, limit: i64) {
    while *n < limit {
        *a += *n as f64;
        *n += 1;
    }
}

#[reversible]
fn repeat(a: &mut f64, n: &mut i64, limit: i64) {
    while (*n < limit, *n > 0) {
        *a += *n as f64;
        *n += 1;
    }
}
