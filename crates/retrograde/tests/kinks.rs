//! What derivatives do where there is none: at kinks, ties, poles and jumps, in all modes. These are the policies that the
//! documentation of `retrograde::rules` lists.

#![allow(clippy::float_cmp, reason = "these numbers are exact")]

mod modes;

use core::f64::consts::LN_2;
use modes::{agree, expressions};
use retrograde::rules::{self, Rules};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
/// The square root of the largest number stands for an infinite slope. In single precision that is another number.
const STEEP: f64 = 1.340_780_792_994_259_6e154;

fn in_single<const N: usize>(expected: [f64; N]) -> [f64; N] {
    let steep = f64::from(f32::MAX.sqrt());
    expected.map(|expected| if expected.abs() == STEEP { steep.copysign(expected) } else { expected })
}

expressions! {
    abs[1]: |x| { x[0].abs() }
    signum[1]: |x| { x[0].signum() }
    min[2]: |x| { x[0].min(x[1]) }
    max[2]: |x| { x[0].max(x[1]) }
    clamp[3]: |x| { x[0].clamp(x[1], x[2]) }
    sqrt[1]: |x| { x[0].sqrt() }
    cbrt[1]: |x| { x[0].cbrt() }
    recip[1]: |x| { x[0].recip() }
    ln[1]: |x| { x[0].ln() }
    ln_1p[1]: |x| { x[0].ln_1p() }
    asin[1]: |x| { x[0].asin() }
    acos[1]: |x| { x[0].acos() }
    acosh[1]: |x| { x[0].acosh() }
    atanh[1]: |x| { x[0].atanh() }
    powf[2]: |x| { x[0].powf(x[1]) }
    constant[1]: |x| { x[0].powi(0) }
    identity[1]: |x| { x[0].powi(1) }
    square[1]: |x| { x[0].powi(2) }
    pole[1]: |x| { x[0].powi(-1) }
    hypot[2]: |x| { x[0].hypot(x[1]) }
    atan2[2]: |x| { x[0].atan2(x[1]) }
    floor[1]: |x| { x[0].floor() }
    ceil[1]: |x| { x[0].ceil() }
    round[1]: |x| { x[0].round() + x[0].round_ties_even() }
    trunc[1]: |x| { x[0].trunc() }
    fract[1]: |x| { x[0].fract() }
    rem[2]: |x| { x[0] % x[1] }
    rem_euclid[2]: |x| { x[0].rem_euclid(x[1]) }
    div_euclid[2]: |x| { x[0].div_euclid(x[1]) }
    copysign[2]: |x| { x[0].copysign(x[1]) }
    not_taken[1]: |x| { if x[0] > 0.0 { x[0].sqrt() } else { 3.0 } }
    not_wanted[2]: |x| { x[0].max(x[1].sqrt()) }
    distance[2]: |x| { (x[0] * x[0] + x[1] * x[1]).sqrt() }
    distances[4]: |x| {
        {
            let d = (x[0] - x[2]) * (x[0] - x[2]) + (x[1] - x[3]) * (x[1] - x[3]);
            let e = (x[0] - x[1]).powi(2);
            d.sqrt() + e.sqrt() + 3.0 * x[0]
        }
    }
    weighted[2]: |x| { (3.0 * x[0] * x[0] + 1e6 * (x[1] * x[1])).powf(0.5) }
    geometric_mean[2]: |x| { (x[0] * x[1]).sqrt() }
    cancelled[2]: |x| { (x[0] - x[0] + x[1] * x[1]).sqrt() }
    multiplied[2]: |x| { x[0].sqrt() * x[1] + x[0].cbrt() * x[1].abs() }
    scaled[1]: |x| { (0.25 * x[0]).sqrt() }
    angle[2]: |x| { (x[0] * x[1] / (x[0] * x[0]).sqrt() / (x[1] * x[1]).sqrt()).acos() }
}

/// `function at point => derivatives`, exactly.
macro_rules! policies {
    ($($test:ident { $($name:ident $point:expr => $expected:expr;)+ })+) => {$(
        #[test]
        fn $test() {$(
            agree(concat!(stringify!($name), " of f64 at ", stringify!($point)), $name::double($point), $expected, 1e-12);
            agree(concat!(stringify!($name), " of f32 at ", stringify!($point)), $name::single($point), in_single($expected), 1e-6);
        )+}
    )+};
}

policies! {
    absolute_value {
        abs [0.0] => [0.0];
        abs [-0.0] => [0.0];
        signum [0.0] => [0.0];
    }
    ties_go_to_the_receiver {
        min [2.0, 2.0] => [1.0, 0.0];
        max [2.0, 2.0] => [1.0, 0.0];
        clamp [1.0, 1.0, 2.0] => [1.0, 0.0, 0.0];
        clamp [2.0, 1.0, 2.0] => [1.0, 0.0, 0.0];
        clamp [1.0, 1.0, 1.0] => [1.0, 0.0, 0.0];
    }
    otherwise_to_what_the_value_is {
        min [2.0, NAN] => [1.0, 0.0];
        max [NAN, 2.0] => [0.0, 1.0];
        clamp [0.0, 1.0, 2.0] => [0.0, 1.0, 0.0];
        clamp [3.0, 1.0, 2.0] => [0.0, 0.0, 1.0];
        clamp [0.0, 1.0, 1.0] => [0.0, 1.0, 0.0];
        clamp [NAN, 1.0, 2.0] => [1.0, 0.0, 0.0];
    }
    infinite_slopes {
        sqrt [0.0] => [STEEP];
        sqrt [-0.0] => [STEEP];
        cbrt [0.0] => [STEEP];
        cbrt [-0.0] => [STEEP];
        asin [1.0] => [STEEP];
        asin [-1.0] => [STEEP];
        acos [1.0] => [-STEEP];
        acos [-1.0] => [-STEEP];
        acosh [1.0] => [STEEP];
    }
    poles {
        recip [0.0] => [-INF];
        ln [0.0] => [INF];
        ln_1p [-1.0] => [INF];
        atanh [1.0] => [INF];
        atanh [-1.0] => [INF];
    }
    a_steep_slope_of_what_does_not_change {
        distance [0.0, 0.0] => [0.0, 0.0];
        distance [3.0, -4.0] => [0.6, -0.8];
        distances [2.0, 1.0, 2.0, 1.0] => [4.0, -1.0, 0.0, 0.0];
        distances [2.0, 2.0, 2.0, 1.0] => [3.0, 1.0, 0.0, -1.0];
        distances [2.0, 2.0, 2.0, 2.0] => [3.0, 0.0, 0.0, 0.0];
        weighted [0.0, 0.0] => [0.0, 0.0];
        geometric_mean [0.0, 1.0] => [STEEP, 0.0];
        cancelled [1.0, 0.0] => [0.0, 0.0];
        multiplied [0.0, 0.0] => [0.0, 0.0];
        angle [2.0, 2.0] => [0.0, 0.0];
    }
    powers_of_zero {
        powf [0.0, 2.0] => [0.0, 0.0];
        powf [0.0, 1.0] => [1.0, 0.0];
        powf [0.0, 0.5] => [STEEP, 0.0];
        powf [0.0, 1e-9] => [STEEP, 0.0];
        powf [0.0, 0.0] => [0.0, 0.0];
        powf [0.0, -1.0] => [-INF, -INF];
    }
    zeroth_powers {
        powf [2.0, 0.0] => [0.0, LN_2];
        powf [-2.0, 0.0] => [0.0, NAN];
        powf [-2.0, 2.0] => [-4.0, NAN];
    }
    whole_powers_of_zero {
        constant [0.0] => [0.0];
        identity [0.0] => [1.0];
        square [0.0] => [0.0];
        pole [0.0] => [-INF];
    }
    the_origin {
        hypot [0.0, 0.0] => [0.0, 0.0];
        hypot [0.0, -2.0] => [0.0, -1.0];
        atan2 [0.0, 0.0] => [0.0, 0.0];
        atan2 [-0.0, 0.0] => [0.0, 0.0];
        atan2 [0.0, 2.0] => [0.5, 0.0];
    }
    jumps {
        floor [1.0] => [0.0];
        ceil [1.0] => [0.0];
        round [0.5] => [0.0];
        trunc [1.0] => [0.0];
        fract [1.0] => [1.0];
        div_euclid [6.0, 2.0] => [0.0, 0.0];
    }
    remainders {
        rem [6.0, 2.0] => [1.0, -3.0];
        rem [-7.0, 2.0] => [1.0, 3.0];
        rem_euclid [6.0, 2.0] => [1.0, -3.0];
        rem_euclid [-7.0, 2.0] => [1.0, 4.0];
        // a tenth goes into one nine times: as a float it is more than a tenth
        rem [1.0, 0.1] => [1.0, -9.0];
        rem_euclid [1.0, 0.1] => [1.0, -9.0];
    }
    signs {
        copysign [0.0, 1.0] => [0.0, 0.0];
        copysign [0.0, -1.0] => [0.0, 0.0];
        copysign [2.0, 0.0] => [1.0, 0.0];
        copysign [2.0, -0.0] => [-1.0, 0.0];
        copysign [-2.0, -1.0] => [1.0, 0.0];
    }
    branches_not_taken {
        not_taken [0.0] => [0.0];
        not_taken [-1.0] => [0.0];
        not_wanted [1.0, 0.0] => [1.0, 0.0];
    }
}

#[test]
fn part_of_a_steep_slope() {
    assert_eq!(scaled::double([0.0]), [0.25 * STEEP]);
    assert_eq!(scaled::single([0.0]), [f64::from(0.25 * f32::MAX.sqrt())]);
    assert_eq!(STEEP, f64::MAX.sqrt());
}

/// The derivative of the quotient alone, twice over an `a` of this size, is out of range.
mod a_quotient_at_the_end_of_the_range {
    use retrograde::prelude::*;

    #[differentiable(tangent)]
    fn ordinary(x: f64) -> f64 {
        let a = x * 1e-292;
        1e-292 * (2.0 / a)
    }

    #[reversible(adjoint, tangent)]
    fn update(y: &mut f64, x: f64) {
        let a = x * 1e-292;
        *y += 1e-292 * (2.0 / a);
    }

    #[test]
    fn in_all_modes() {
        let (_, forward) = ordinary::tangent(3.0, 1.0);
        let mut pushed = 0.0;
        update::tangent(&mut 0.0, &mut pushed, 3.0, 1.0);
        let found = [ordinary::gradient(3.0), forward, update::gradient(&mut 0.0, 3.0).1, pushed];
        assert!(found.iter().all(|found| (found + 2.0 / 9.0).abs() < 1e-15), "{found:?}");
    }
}

/// The number before an exponent of this size is rounded to an even one.
#[test]
fn large_powers_of_negative_numbers() {
    assert_eq!(powf::single([-1.0, 1e9])[0], -1e9);
    assert_eq!(powf::double([-1.0, 1e300])[0], -1e300);
}

/// The squares are out of range here, and one quotient with them would be zero or infinite.
#[test]
fn angles_of_very_small_and_very_large_vectors() {
    for size in [1e-30, 1e30] {
        let [x, y] = atan2::single([size, 0.0]);
        assert!(x == 0.0 && (y * size + 1.0).abs() < 1e-5, "{x}, {y}");
    }
    for size in [1e-200, 1e200] {
        let [x, y] = atan2::double([0.0, size]);
        assert!(y == 0.0 && (x * size - 1.0).abs() < 1e-12, "{x}, {y}");
    }
}

/// The exception to the rule that no gradient stays none.
#[test]
fn a_product_with_an_infinite_factor_is_not_guarded() {
    let rules = Rules::<retrograde::One>::new();
    assert!(rules.pull_left(rules::Mul, 0.0, || 1.0, || INF).is_nan());
    assert!(rules.pull_first(rules::MulAdd, 0.0, || 1.0, || INF, || 1.0).is_nan());
    assert!(rules.pull_by(rules::Exp, 0.0, || INF, || INF) == 0.0);
}

/// The checks above must be able to fail.
#[test]
#[should_panic(expected = "abs: [0.0] is not [1.0]")]
fn another_policy_is_noticed() {
    agree("abs", abs::double([0.0]), [1.0], 1e-12);
}

#[test]
#[should_panic(expected = "is not [inf]")]
fn a_number_is_not_infinite() {
    agree("sqrt", sqrt::double([0.0]), [INF], 1e-12);
}
