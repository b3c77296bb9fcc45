//! Views, parts of slices, loops along arrays, broadcasting.

use retrograde::prelude::*;

#[reversible]
fn changed_index(a: &mut [f64], i: &mut usize) {
    let row = &mut a[*i..];
    row[0] += 1.0;
    *i += 1;
    row[1] += 1.0;
}

#[reversible]
fn shared_view(a: &mut [f64]) {
    let row = &a[1..];
    row[0] += 1.0;
}

#[reversible]
fn of_a_shared_parameter(a: &[f64]) {
    let row = &mut a[1..];
    row[0] += 1.0;
}

#[reversible]
fn no_place(y: &mut f64, x: f64) {
    let r = &(x + 1.0);
    *y += *r;
}

#[reversible]
fn movable(a: &mut [f64]) {
    let mut row = &mut a[1..];
    row[0] += 1.0;
}

#[reversible]
fn own_element(a: &mut [f64]) {
    for x in a.iter_mut() {
        *x += *x;
    }
}

#[reversible]
fn changed_chunks(a: &mut [f64], n: &mut usize) {
    for row in a.chunks_exact_mut(*n) {
        row[0] += 1.0;
        *n += 1;
    }
}

#[reversible]
fn element_behind_shared(a: &[f64]) {
    for x in a.iter() {
        *x += 1.0;
    }
}

#[reversible]
fn copy_of_element(a: &mut [f64]) {
    for &x in a.iter() {
        x += 1.0;
    }
}

#[reversible]
fn not_pairs(a: &mut [f64], b: &[f64]) {
    for x in a.iter_mut().zip(b) {
        *x += 1.0;
    }
}

#[reversible]
fn rev_inside(a: &mut [f64], b: &[f64], c: &[f64]) {
    for (x, (y, z)) in a.iter_mut().zip(b.iter().zip(c).rev()) {
        *x += y * z;
    }
}

#[reversible]
fn unknown_adaptor(a: &mut [f64], b: &[f64]) {
    for (x, y) in a.iter_mut().zip(b.windows(2)) {
        *x += y[0];
    }
}

#[reversible]
fn open_range(a: &mut [f64]) {
    for i in 0.. {
        a[i] += 1.0;
    }
}

#[reversible]
fn nothing_marked(y: &mut f64, x: f64) {
    broadcast! {
        *y += x;
    }
}

#[reversible]
fn local_in_broadcast(y: &mut [f64]) {
    broadcast! {
        let t = 1.0;
        y[..] += t;
    }
}

#[reversible]
fn broadcast_of_itself(y: &mut [f64]) {
    broadcast! {
        y[..] += y[..];
    }
}

#[reversible]
fn one_element_twice(a: &mut [f64], i: usize) {
    exchange(&mut a[i], &mut a[i]);
}

#[reversible]
fn exchange(x: &mut f64, y: &mut f64) {
    *x += *y;
}

#[reversible]
fn overlapping_parts(a: &mut [f64], i: usize) {
    exchange_all(&mut a[i..], &mut a[..3]);
}

#[reversible]
fn exchange_all(x: &mut [f64], y: &mut [f64]) {
    x[0] += y[0];
}

#[reversible]
fn borrowed_by_the_loop(v: &mut [f64]) {
    for x in v.iter_mut() {
        *x += v[0];
    }
}

#[reversible]
fn bad_source(v: &mut [f64]) {
    for x in v.iter_mut().take(3) {
        *x += 1.0;
    }
}

#[reversible]
fn forgotten_star(x: &mut f64) {
    x += 1.0;
}

fn main() {}
