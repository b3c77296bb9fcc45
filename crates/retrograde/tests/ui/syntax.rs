//! Syntax that the language does not have.

use retrograde::prelude::*;

#[reversible]
fn value_of_if(y: &mut f64, x: f64) {
    *y += if x > 0.0 { x } else { -x };
}

#[reversible]
fn closure(y: &mut f64, x: f64) {
    let square = |v: f64| v * v;
    *y += square(x);
}

#[reversible]
fn macros(y: &mut f64, x: f64) {
    println!("{x}");
    assert!(x > 0.0);
    *y += f64::from(u8::from(matches!(x, 0.0..1.0)));
}

#[reversible]
fn not_safe(y: &mut f64, x: &[f64]) {
    *y += unsafe { *x.as_ptr() };
    unsafe { *y += 1.0 };
}

#[reversible]
fn constructor(y: &mut f64, x: f64) {
    *y += Wrapper(x).0;
    *y += wrapped(Wrapper(x));
}

#[reversible]
fn unused_value(y: &mut f64, x: f64) {
    x * x;
    *y += x;
}

#[reversible]
fn type_argument(y: &mut f64, x: &[f64]) {
    *y += x.iter().sum::<f64>();
}

#[reversible]
fn method_statement(v: &mut Vec<f64>, x: f64) {
    v.push(x);
    v.sort_by(f64::total_cmp);
}

#[derive(Clone, Copy)]
struct Wrapper(f64);

fn wrapped(w: Wrapper) -> f64 {
    w.0
}

fn total(v: &[f64]) -> f64 {
    v.iter().sum()
}

fn main() {}
