//! Locals that can neither be computed again nor are restored.

use retrograde::prelude::*;

#[reversible]
fn changed_before_last_use(y: &mut f64, z: &mut f64) {
    let t = *y * 2.0;
    *y += 1.0;
    *z += t;
}

#[reversible]
fn mutable_but_not_undone(y: &mut f64, z: &mut f64) {
    let mut t = 0.0;
    t += *y;
    *y += 1.0;
    *z += t;
}

#[reversible]
fn changed_by_its_last_use(y: &mut f64) {
    let t = *y;
    *y += t * 0.5;
}

#[reversible]
fn filled_by_what_changes_more(y: &mut f64, z: &mut f64) {
    let mut t = 0.0;
    both(&mut t, y);
    *z += t;
}

#[reversible]
fn another_element_changes(v: &mut [f64], i: usize, j: usize) {
    let t = v[i];
    v[j] += 1.0;
    v[0] += t;
}

#[reversible]
fn filled_and_read_in_a_loop(v: &mut [f64], i: usize) {
    let mut acc = 0.0;
    for j in 0..i {
        acc += v[j];
        v[i] += acc;
    }
}

#[reversible]
fn starts_from_what_changes(y: &mut f64, x: &[f64]) {
    let mut k = 0;
    while (k < x.len(), k > 0) {
        let mut t = x[k];
        t += *y;
        *y += 1.0;
        k += 1;
        t -= *y - 1.0;
    }
}

#[reversible]
fn starts_from_an_element(y: &mut f64, v: &mut [f64], i: usize) {
    let mut t = v[0];
    t += *y;
    *y += t;
    v[i] += 1.0;
    t -= 1.0;
}

#[reversible]
fn follows_what_it_starts_from(y: &mut f64) {
    let mut t = *y;
    *y += 1.0;
    t += 1.0;
}

#[reversible]
fn through_another(y: &mut f64, z: &mut f64) {
    let s = *y;
    let t = s * 2.0;
    *y += 1.0;
    *z += t;
}

#[reversible]
fn changed_in_a_loop(y: &mut f64, z: &mut f64) {
    let mut t = 0.0;
    for _ in 0..3 {
        *y += 1.0;
        t += *y;
    }
    *z += t;
}

#[reversible]
fn filled_and_never_emptied(k: &mut usize, x: &[f64]) {
    let mut t = 0.0;
    while (*k < 3, *k > 0) {
        t += x[*k];
        *k += 1;
    }
}

#[reversible]
fn both(a: &mut f64, b: &mut f64) {
    *a += *b;
    *b += 1.0;
}

fn main() {}
