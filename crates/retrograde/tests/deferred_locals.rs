//! `let r;`: locals of ordinary functions that get their first value later.

#![allow(
    clippy::needless_late_init,
    clippy::needless_return,
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    reason = "plain code is what is tested"
)]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

/// Both slopes of a function of two numbers agree with differences, in both modes.
macro_rules! check {
    ($f:ident: $($at:expr),+) => {$(
        let (x, y): (f64, f64) = $at;
        let (value, (dx, dy)) = $f::value_and_gradient(x, y);
        assert_eq!(value.to_bits(), $f(x, y).to_bits());
        close(dx, slope(|x| $f(x, y), x));
        close(dy, slope(|y| $f(x, y), y));
        check_gradient!($f(x, y));
    )+};
}

#[differentiable(tangent)]
fn in_both_branches(x: f64, y: f64) -> f64 {
    let r;
    if x > y {
        let d = x - y;
        r = d * d;
    } else {
        r = x * y;
    }
    r * x
}

/// Constants and numbers with a gradient together, an exit in between, and locals of one branch only.
#[differentiable(tangent)]
fn reduced(mut x: f64, y: f64) -> f64 {
    let hi: f64;
    let lo;
    let c: f64;
    let k;
    if x > 2.0 {
        if y > 3.0 {
            return x * y;
        }
        if y < 0.0 {
            hi = x * y;
            lo = x;
        } else {
            hi = x;
            lo = y * y;
        }
        x = hi - lo;
        c = (hi - x) - lo * y;
        k = 3;
    } else if x < 0.001 {
        return x;
    } else {
        c = 0.5 * y;
        k = 0;
    }
    x * y + c * c + k as f64 * y
}

#[differentiable(tangent)]
fn by_match(x: f64, y: f64) -> f64 {
    let mut r: f64;
    match (y * 2.0) as i32 {
        0 => r = x,
        1 | 2 => {
            let half;
            half = x * 0.5;
            r = half * y;
        }
        _ if y > 100.0 => return 0.0,
        _ => r = x * x,
    }
    r *= y;
    r
}

/// In a loop: of an iteration, and what the loop is left with.
#[differentiable(tangent)]
fn looped(x: f64, y: f64) -> f64 {
    let mut term;
    let (sum, mut count) = (0.0, 0);
    let mut sum = sum;
    let (last, steps): (f64, i32);
    'all: loop {
        term = x * f64::from(count);
        sum += term * y;
        count += 1;
        for _ in 0..3 {
            if count == 5 {
                last = sum * term;
                steps = count;
                break 'all;
            }
        }
    }
    last * steps as f64 + sum
}

/// The statement has a value of its own.
#[differentiable(tangent)]
fn beside_a_value(x: f64, y: f64) -> f64 {
    let m;
    let first = if x > 0.5 {
        m = x * 3.0;
        m * y
    } else {
        m = 1.0;
        x
    };
    first * m
}

/// A name is used in an arm that leaves before it is used for good.
#[differentiable(tangent)]
fn twice(x: f64, y: f64) -> f64 {
    let t;
    if x > y {
        t = x * x;
        return t * y;
    }
    t = y * y;
    t * x
}

/// An inner variable of the same name is another.
#[differentiable(tangent)]
fn hidden(x: f64, y: f64) -> f64 {
    let t: f64;
    let s = {
        let t = x * y;
        t * t
    };
    t = s * x;
    t
}

#[test]
fn agree_with_differences() {
    check!(in_both_branches: (2.0, 1.0), (1.0, 2.0));
    check!(reduced: (2.5, 1.0), (2.5, -1.0), (2.5, 4.0), (1.0, 2.0), (0.0005, 1.0));
    check!(by_match: (1.5, 0.3), (1.5, 0.7), (1.5, 2.0));
    check!(looped: (1.5, 0.3));
    check!(beside_a_value: (1.5, 0.3), (0.2, 0.3));
    check!(twice: (1.5, 0.3), (0.2, 0.3));
    check!(hidden: (1.5, 0.3));
}

/// In a closure, and of an array.
#[differentiable]
fn in_a_closure(x: &[f64]) -> f64 {
    let square = |a: f64| {
        let r;
        if a > 0.0 {
            r = a * a;
        } else {
            r = -a;
        }
        r
    };
    let pair: [f64; 2];
    if x.len() > 2 {
        pair = [x[0], x[2]];
    } else {
        pair = [x[0], x[1]];
    }
    x.iter().map(|&a| square(a)).sum::<f64>() * pair[0] * pair[1]
}

#[test]
fn of_other_types() {
    let x = [0.5, -1.5, 2.0];
    let gradient = in_a_closure::gradient(&x);
    for i in 0..3 {
        let at = |t: f64| {
            let mut x = x;
            x[i] = t;
            in_a_closure(&x)
        };
        close(gradient[i], slope(at, x[i]));
    }
}
