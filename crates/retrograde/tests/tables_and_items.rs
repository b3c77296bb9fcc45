//! What the bodies of published functions lean on: tables, declarations inside of blocks, conditions of compilation, macros of one's own, values behind
//! references, locals that get their first values late.
#![allow(clippy::explicit_iter_loop, clippy::neg_cmp_op_on_partial_ord, reason = "spellings that are tested")]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the code is as people write it")]
#![allow(clippy::items_after_statements, clippy::needless_late_init, reason = "the code is as people write it")]
#![allow(clippy::excessive_precision, clippy::unreadable_literal, reason = "the code is as people write it")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

macro_rules! check {
    ($f:ident: $($at:expr),+) => {$(
        let (value, dx) = $f::value_and_gradient($at);
        assert_eq!(value.to_bits(), $f($at).to_bits());
        close(dx, slope($f, $at));
        check_gradient!($f($at));
    )+};
}

const LANCZOS: &[f64] = &[2.5e-5, 1.0514237858, -3.456870972, 4.512277094];
static SLOPES: [f64; 3] = [0.5, -1.5, 2.0];

#[derive(Differentiable)]
struct Layer {
    base: f64,
    slope: f64,
}

static LAYERS: [Layer; 3] =
    [Layer { base: 0.0, slope: 1.0 }, Layer { base: 1.0, slope: -0.5 }, Layer { base: 2.0, slope: 3.0 }];

const ROWS: [(f64, f64); 2] = [(1.0, 2.0), (3.0, -1.0)];

mod constants {
    pub const TAIL: [f64; 3] = [1.0, 0.5, 0.25];
}

#[differentiable(tangent)]
fn of_tables(x: f64) -> f64 {
    let s = LANCZOS.iter().enumerate().skip(1).fold(LANCZOS[0], |s, t| s + t.1 / (t.0 as f64 + x));
    let mut sum = s;
    for (slope, (a, b)) in SLOPES.iter().zip(ROWS.iter()) {
        sum += slope * (a * x + b);
    }
    for layer in LAYERS.iter() {
        if x >= layer.base {
            sum += layer.slope * (x - layer.base) * x;
        }
    }
    for &c in &constants::TAIL[1..] {
        sum = sum * x + c;
    }
    sum + LAYERS[1].slope * x
}

#[differentiable(tangent)]
fn declared_in_blocks(x: f64) -> f64 {
    if x < 0.5 {
        const A: f64 = 2.0;
        A * x * x
    } else if x < 1.5 {
        const A: f64 = -3.0;
        const B: f64 = 0.5;
        use std::f64::consts::PI;
        (A * x + B).sin() * PI
    } else {
        const A: f64 = 0.25;
        use std::f64::consts::PI;
        fn cube() -> f64 {
            2.0
        }
        A * x * PI + cube()
    }
}

#[differentiable(tangent)]
fn conditional(x: f64) -> f64 {
    #[cfg(debug_assertions)]
    let scale = 2.0;
    #[cfg(not(debug_assertions))]
    let scale = 2.0;
    #[cfg(not(windows))]
    {
        scale * x.sin()
    }
    #[cfg(windows)]
    {
        scale * missing(x)
    }
}

macro_rules! positive {
    ($x:expr) => {
        if !($x > 0.0) {
            panic!("{} is not positive", $x);
        }
    };
}

#[differentiable(tangent)]
fn with_macro(x: f64) -> f64 {
    positive!(x);
    let y = x.ln();
    positive!(y + 10.0);
    y * x
}

#[differentiable(tangent)]
fn behind_references(x: f64) -> f64 {
    let table: &[f64] = &[1.0, 0.5, 0.25];
    let w = &mut [0.0; 3];
    for i in 0..3 {
        w[i] = table[i] * x.powi(i as i32);
    }
    let s = table.iter().fold(0.0, |s, t| s * x + t);
    w[0] + w[1] * w[2] + s
}

#[differentiable(tangent)]
fn late(x: f64) -> f64 {
    let (hi, lo): (f64, f64);
    let k: i32;
    let mut t: f64;
    if x > 0.5 {
        if x < 2.0 {
            hi = x - 0.7;
            lo = 0.1;
            k = 1;
        } else {
            k = 2;
            t = f64::from(k);
            hi = x - t * 0.7;
            lo = t * 0.1 * x;
        }
    } else if x < -1.0 {
        return x * x;
    } else {
        hi = x;
        lo = 0.0;
        k = 0;
    }
    t = hi * hi - lo;
    if k == 0 {
        return t;
    }
    t * f64::from(k) + x
}

#[differentiable(tangent)]
fn along(table: &[f64], x: f64) -> f64 {
    table.iter().fold(0.0, |s, t| s * x + t)
}

/// A constant in small letters is no function.
#[differentiable(tangent)]
fn small_letters(x: f64) -> f64 {
    #[allow(non_upper_case_globals, reason = "the code is as people write it")]
    const steps: [f64; 3] = [0.5, 2.0, -1.0];
    along(&steps, x) * along(&SLOPES, x)
}

#[test]
fn derivatives() {
    check!(small_letters: 0.7);
    check!(of_tables: 0.3, 1.4, 2.6);
    check!(declared_in_blocks: 0.2, 1.0, 2.0);
    check!(conditional: 0.3);
    check!(with_macro: 0.7, 2.0);
    check!(behind_references: 0.7, -1.2);
    check!(late: -1.5, 0.2, 1.2, 2.5);
}
