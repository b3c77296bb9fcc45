//! Locals that can neither be computed again nor are restored.

use retrograde::prelude::*;

#[reversible]
fn changed_before_last_use(y: &mut f64, z: &mut f64) {
    let t = *y * 2.0;
    *y += 1.0;
    *z += t;
}

#[reversible]
fn mutable_but_left_as_it_is(y: &mut f64, z: &mut f64) {
    let mut t = 0.0;
    t += *y;
    *y += 1.0;
    *z += t;
}

#[reversible]
fn filled_together_with_an_output(y: &mut f64, x: &[f64]) {
    let mut t = 0.0;
    both(&mut t, y);
    *y += x[0];
}

#[reversible]
fn swapped_away(y: &mut f64) {
    let mut t = 1.0;
    swap(&mut t, y);
}

#[reversible]
fn both(a: &mut f64, b: &mut f64) {
    *a += *b;
    *b += 1.0;
}

#[reversible]
fn depends_on_an_element(v: &mut [f64], i: usize, j: usize) {
    let t = v[i];
    v[j] += 1.0;
    v[0] += t;
}

fn main() {}
