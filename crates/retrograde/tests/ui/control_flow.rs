//! Control flow whose way back is unknown, and syntax that the language does not have.

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
    loop {
        *y += 1.0;
    }
    'outer: for _ in 0..n {
        *y += 1.0;
    }
}

#[reversible]
fn matches(y: &mut f64, x: Option<f64>, k: i64) {
    match k {
        0 => *y += 1.0,
        _ => *y -= 1.0,
    }
    if let Some(x) = x {
        *y += x;
    }
    *y += match k {
        0 => 1.0,
        _ => 2.0,
    };
}

#[reversible]
fn value_of_if(y: &mut f64, x: f64) {
    *y += if x > 0.0 { x } else { -x };
}

#[reversible]
fn closure(y: &mut f64, x: f64) {
    let square = |v: f64| v * v;
    *y += x;
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
fn nested_item(y: &mut f64, x: f64) {
    fn square(x: f64) -> f64 {
        x * x
    }
    *y += square(x);
}

#[reversible]
fn slice_of_slice(y: &mut f64, x: &[f64]) {
    *y += total(&x[1..]);
}

#[reversible]
fn tuples(y: &mut f64, x: f64) {
    *y += (x, x).0;
}

fn total(v: &[f64]) -> f64 {
    v.iter().sum()
}

fn main() {}
