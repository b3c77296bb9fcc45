//! Functions of several operands and with two results, and operands that are one and the same, against finite differences in all
//! modes.

#![allow(clippy::float_cmp, reason = "small integers are exact")]

mod modes;

use modes::{agree, expressions};
use retrograde::prelude::*;

expressions! {
    mul_add[3]: |x| { x[0].mul_add(x[1], x[2]) * x[2].mul_add(2.0, x[0]) }
    clamp[3]: |x| { x[0].clamp(x[1].sin(), x[2]) * x[1].clamp(-0.5, 0.5) * x[2] }
    log[2]: |x| { x[0].log(x[1]) * x[1].log(10.0) }
    remainders[2]: |x| { x[0].fract() * x[1].rem_euclid(x[0]) + x[0].div_euclid(x[1]) * x[1] }
    signs[2]: |x| { x[0].copysign(x[1]) * x[1].copysign(-1.0) }
    angles[2]: |x| {{
        let angle = (x[0] * x[1]).sin_cos();
        angle.0 * angle.0 * angle.1 + x[0]
    }}
    half_an_angle[1]: |x| { x[0].sin_cos().0 * (x[0] * x[0]).sin_cos().1 }

    same_product[1]: |x| { x[0] * x[0] }
    same_factors[2]: |x| { x[1].sin() * x[0] * x[0] * x[0] - x[0] * x[0] * x[1] + x[1] * x[0] * x[1] * x[1] }
    same_squares[1]: |x| {{
        let d = x[0].cos();
        d * d * (d * d) * 0.5 * d * d
    }}
    same_power[1]: |x| { x[0].powf(x[0]) }
    same_sum[1]: |x| { x[0].mul_add(x[0], x[0]) }
    same_bounds[1]: |x| { x[0].clamp(x[0], x[0]) + x[0].max(x[0]) + x[0].min(x[0]) }
    same_sides[1]: |x| { x[0].hypot(x[0]) + x[0].atan2(x[0]) + x[0].log(x[0]) }
    same_quotient[1]: |x| { x[0] / x[0] + x[0] % x[0] + (x[0] - x[0]) }
}

macro_rules! against_differences {
    ($($name:ident $($point:expr),+;)+) => {
        mod differences {$(
            #[test]
            fn $name() {$(
                let expected = super::modes::differences(super::$name::value, $point);
                super::agree("f64", super::$name::double($point), expected, 1e-8);
                super::agree("f32", super::$name::single($point), expected, 1e-4);
            )+}
        )+}
    };
}

against_differences! {
    mul_add [0.7, -1.3, 2.1];
    clamp [-2.0, 0.3, 1.5], [0.4, 0.2, 1.5], [3.0, -0.7, 1.5];
    log [0.7, 3.0];
    remainders [0.7, -2.6], [1.4, 3.6];
    signs [0.7, -1.2], [-0.7, 1.2];
    angles [0.7, -1.2];
    half_an_angle [0.7];
    same_product [0.7];
    same_factors [0.7, -1.2];
    same_squares [0.7];
    same_power [0.7];
    same_sum [0.7];
    same_sides [0.7];
}

/// Where operands are equal, differences say nothing of how a tie is split, but much of what all shares must add up to.
#[test]
fn shares_of_one_operand_add_up() {
    for (ties, quotients) in [
        (same_bounds::double([0.7]), same_quotient::double([0.7])),
        (same_bounds::single([0.7]), same_quotient::single([0.7])),
    ] {
        agree("ties", ties, [3.0], 1e-12);
        agree("quotients", quotients, [0.0], 1e-6);
    }
}

#[reversible(adjoint, tangent)]
fn pairs(y: &mut f64, x: &[f64], at: &[(usize, usize)]) {
    for k in 0..at.len() {
        *y += x[at[k].0] * x[at[k].1];
    }
}

#[test]
fn an_element_times_itself() {
    let (x, at) = ([3.0, 5.0], [(0, 0), (0, 1)]);
    let (mut y, mut x_adj) = (0.0, [0.0; 2]);
    pairs(&mut y, &x, &at);
    assert_eq!(y, 24.0);
    pairs::adjoint(&mut y, &mut 1.0, &x, &mut x_adj, &at, Inactive);
    assert_eq!((y, x_adj), (0.0, [11.0, 3.0]));
    let mut y_tan = 0.0;
    pairs::tangent(&mut y, &mut y_tan, &x, &mut [1.0, 0.0], &at, Inactive);
    assert_eq!(y_tan, 11.0);
}

#[reversible(adjoint, tangent)]
fn rotate(v: &mut [f64; 2], by: &[f64], w: f64) {
    for k in 0..by.len() {
        let (s, c) = (by[k] * w).sin_cos();
        v[1] += s * v[0];
        v[0] -= c.mul_add(v[1], s);
    }
}

#[differentiable(tangent)]
fn rotated(v: &[f64; 2], by: &[f64], w: f64) -> f64 {
    let mut a = v[0];
    let mut b = v[1];
    for k in 0..by.len() {
        let both = (by[k] * w).sin_cos();
        b += both.0 * a;
        a -= both.1.mul_add(b, both.0);
    }
    a + 2.0 * b
}

/// Both results of one call, bound by a pattern or taken by their positions.
#[test]
fn sine_and_cosine_at_once() {
    let (v, by, w) = ([0.3, -0.8], [0.7, 1.9, -0.4], 1.1);
    let run = |w: f64| {
        let mut v = v;
        rotate(&mut v, &by, w);
        v
    };
    let loss = |w| run(w)[0] + 2.0 * run(w)[1];
    let expected = (loss(w + 1e-6) - loss(w - 1e-6)) / 2e-6;

    let (mut out, mut by_adj, mut w_adj) = (run(w), [0.0; 3], 0.0);
    let mut v_adj = [1.0, 2.0];
    rotate::adjoint(&mut out, &mut v_adj, &by, &mut by_adj, w, &mut w_adj);
    agree("restored", out, v, 1e-12);
    agree("adjoint", [w_adj], [expected], 1e-8);

    let mut v_tan = [0.0; 2];
    rotate::tangent(&mut out, &mut v_tan, &by, Inactive, w, 1.0);
    agree("tangent", [v_tan[0] + 2.0 * v_tan[1]], [expected], 1e-8);

    assert!((rotated(&v, &by, w) - loss(w)).abs() < 1e-12);
    let (dv, dby, dw) = rotated::gradient(&v, &by, w);
    agree("gradient", [dw, dv[0], dv[1], dby[0], dby[2]], [w_adj, v_adj[0], v_adj[1], by_adj[0], by_adj[2]], 1e-12);
}
