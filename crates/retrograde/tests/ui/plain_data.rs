//! Types that may change behind a shared reference, or that nobody has declared plain data.

use retrograde::prelude::*;
use std::cell::RefCell;

struct Particle {
    x: f64,
}

#[reversible]
fn cell(y: &mut f64, x: &Cell<f64>) {
    *y += x.get();
}

#[reversible]
fn cells(y: &mut f64, x: &[RefCell<f64>]) {
    *y += 1.0;
}

#[reversible]
fn particle(y: &mut f64, p: &Particle) {
    *y += p.x;
}

#[reversible]
fn local_cell(y: &mut f64, x: f64) {
    let c = cell_of(x);
    *y += c.get();
}

#[reversible]
fn generic<T>(y: &mut f64, _x: T) {
    *y += 1.0;
}

fn cell_of(x: f64) -> Cell<f64> {
    Cell::new(x)
}

fn main() {}
