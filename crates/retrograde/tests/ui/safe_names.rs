//! A string that is not known to be a format string cannot name a variable of which there are several.

use retrograde::prelude::*;

#[reversible]
fn several(y: &mut f64, x: f64) {
    let x = x * x;
    assert!("{x}".is_empty());
    *y += x;
}

#[reversible]
fn released(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    release!(t, *y + x);
    println!("{t}");
}

fn main() {}
