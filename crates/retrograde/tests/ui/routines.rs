//! Blocks that cannot be undone as asked.

use retrograde::prelude::*;

#[reversible]
fn unlabelled(y: &mut f64, x: f64) {
    {
        *y += x;
    }
    uncompute!();
}

#[reversible]
fn unknown(y: &mut f64, x: f64) {
    'work: {
        *y += x;
    }
    uncompute!('word);
    uncompute!('work);
}

#[reversible]
fn repeated(y: &mut f64, x: f64) {
    'work: {
        *y += x;
    }
    uncompute!('work);
    uncompute!('work);
}

#[reversible]
fn missing(y: &mut f64, x: f64) {
    'work: {
        *y += x;
    }
}

#[reversible]
fn elsewhere(y: &mut f64, x: f64) {
    'work: {
        *y += x;
    }
    if x > 0.0 {
        uncompute!('work);
    }
}

#[reversible]
fn too_early(y: &mut f64, x: f64) {
    uncompute!('work);
    'work: {
        *y += x;
    }
}

#[reversible]
fn twice_open(y: &mut f64, x: f64) {
    'work: {
        *y += x;
    }
    'work: {
        *y += x * x;
    }
    uncompute!('work);
}

#[reversible]
fn unguarded_write(y: &mut f64, p: &mut [f64], x: f64) {
    'work: {
        p[0] += x;
    }
    *y += p[0];
    p[0] -= 1.0;
    uncompute!('work);
}

#[reversible]
fn unguarded_read(y: &mut f64, p: &mut [f64], i: usize) {
    'work: {
        *y += p[i];
    }
    for k in 0..3 {
        p[k] += 1.0;
    }
    uncompute!('work);
}

#[reversible]
fn unguarded_overlap(y: &mut f64, p: &mut f64) {
    'a: {
        *p += 1.0;
    }
    'b: {
        *y += *p;
    }
    uncompute!('a);
    uncompute!('b);
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let mut y = x;
    y += x;
    uncompute!('work);
    y
}

fn main() {}
