//! Choices and blocks that the language does not have.

use retrograde::prelude::*;

#[reversible]
fn without_else(y: &mut f64, x: f64) {
    *y += 2.0 * if x > 0.0 { x };
}

#[reversible]
fn with_a_postcondition(y: &mut f64, x: f64) {
    *y += if (x > 0.0, x > 0.0) { x } else { -x };
}

#[reversible]
fn chained(y: &mut f64, x: Option<f64>) {
    if let Some(v) = x
        && v > 0.0
    {
        *y += v;
    }
}

#[reversible]
fn statements_in_a_value(y: &mut f64, x: &[f64]) {
    *y += 2.0 * {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i];
        }
        s
    };
    *y += if x.len() > 1 {
        *y += 1.0;
        x[1]
    } else {
        x[0];
    };
}

#[reversible]
fn without_value(y: &mut f64, x: f64) {
    *y += 2.0 * {
        let s;
        x
    };
}

#[reversible]
fn labelled(y: &mut f64, x: f64) {
    *y += 2.0 * 'a: { x };
}

#[reversible]
fn arm_changes_what_is_matched(y: &mut f64, k: &mut usize, v: &mut [usize]) {
    match *k {
        0 => *y += 1.0,
        _ => *k += 1,
    }
    match v[0] {
        n if v[n] == 0 => v[1] += 1,
        _ => {}
    }
}

#[reversible]
fn changes_what_is_bound(y: &mut f64, x: Option<f64>) {
    match x {
        Some(mut v) => {
            v += 1.0;
            *y += v;
        }
        None => {}
    }
    if let Some(v) = x {
        v += 1.0;
    }
    match *y {
        ref mut r => *y += 1.0,
    }
}

#[reversible]
fn unknown_pattern(y: &mut f64, k: usize) {
    match k {
        zero!() => *y += 1.0,
        _ => {}
    }
}

#[reversible]
fn reads_what_it_changes(v: &mut [f64], i: usize) {
    v[i] += {
        let j = i + 1;
        v[j]
    };
    v[i] += match i {
        0 => v[1],
        n => v[n - 1],
    };
}

fn main() {}
