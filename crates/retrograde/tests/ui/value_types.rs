//! Values that are no functions of the arguments that they are given.

use retrograde::prelude::*;

#[reversible]
fn other_arguments<F: for<'a> Reversible<(&'a mut f64,)>>(f: &F, y: &mut f64) {
    f(y, 1.0);
}

#[reversible]
fn unbounded<F: Plain>(f: &F, y: &mut f64) {
    f(y);
}

#[reversible]
fn closure<F: Fn(&mut f64)>(f: &F, y: &mut f64) {
    f(y);
}

fn main() {}
