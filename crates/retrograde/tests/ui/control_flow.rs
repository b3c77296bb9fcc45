//! Control flow whose way back is unknown.

use retrograde::prelude::*;

#[reversible]
fn early_return(y: &mut f64, x: f64) {
    if x < 0.0 {
        return;
    }
    *y += x;
}

#[reversible]
fn break_and_continue(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        if x[i] < 0.0 {
            continue;
        }
        if x[i] > 1.0 {
            break;
        }
        *y += x[i];
    }
}

#[reversible]
fn question_mark(y: &mut f64, x: Option<f64>) {
    *y += x?;
}

#[reversible]
fn loops(y: &mut f64, n: usize) {
    while *y < 10.0 {
        *y += 1.0;
    }
    'outer: for _ in 0..n {
        *y += 1.0;
    }
    loop {
        *y += 1.0;
    }
}

fn main() {}
