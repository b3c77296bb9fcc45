//! Syntax that the language does not have.

use retrograde::prelude::*;

#[reversible]
fn closure(y: &mut f64, x: f64) {
    let square = |v: f64| v * v;
    *y += square(x);
}

#[reversible]
fn macros(y: &mut f64, x: f64) {
    concat!("{x}");
    write!(out, "{x}");
    *y += f64::from(u8::from(matches!(x, 0.0..1.0)));
}

#[reversible]
fn not_safe(y: &mut f64, x: &[f64]) {
    *y += unsafe { *x.as_ptr() };
    unsafe { *y += 1.0 };
}

#[reversible]
fn unused_value(y: &mut f64, x: f64) {
    x * x;
    *y += x;
}

#[reversible]
fn method_statement(v: &mut Vec<f64>, x: f64) {
    v.push(x);
    v.sort_by(f64::total_cmp);
}

fn main() {}
