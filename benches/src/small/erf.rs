//! An error function as libraries have it: rational approximations on intervals, whose polynomials are evaluated by a helper.

use super::Small;
use retrograde::prelude::*;
use std::f64::consts::FRAC_2_SQRT_PI;

/// Numerator and denominator of `erf(x) / x` in `x²`.
const SMALL: ([f64; 5], [f64; 5]) = (
    [1.1283791670955128, 0.031041970478129167, 0.030743609563693458, -0.0018268101786821968, 7.905299321838974e-05],
    [1.0, 0.36084356339018864, 0.04752700237625545, 0.00194853326144404, -7.124690981582305e-05],
);
/// Those of `x exp(x²) (1 - erf(x))` from 0.5 to 1, around the middle.
const HALF: ([f64; 6], [f64; 6]) = (
    [
        0.38020323771985864,
        0.8911044301531953,
        0.6826181893376828,
        0.2640411394940916,
        0.05239841027605936,
        0.004359272363144299,
    ],
    [1.0, 1.7362984664752017, 1.2529089324812646, 0.4714367569996585, 0.09292904148332067, 0.007722658667915927],
);
/// Those of `x exp(x²) (1 - erf(x))` from 1 to 2, around the middle.
const ONE: ([f64; 6], [f64; 6]) = (
    [
        0.48237812468147623,
        0.7959582968900075,
        0.5075863358006794,
        0.1643074423499127,
        0.027326175562194972,
        0.0018845991422486537,
    ],
    [1.0, 1.4922054301484597, 0.9190916334752359, 0.29286670179546687, 0.048437650982563814, 0.003340171468462276],
);
/// Those of `x exp(x²) (1 - erf(x))` from 2 to 3.5, around the middle.
const TWO: ([f64; 6], [f64; 6]) = (
    [
        0.5325707647674388,
        0.6410868793945221,
        0.3102861849821604,
        0.07620656705546024,
        0.00953871606970238,
        0.0004882832750976289,
    ],
    [1.0, 1.166658644280851, 0.5560503469421133, 0.13550434136051945, 0.016907019830416332, 0.0008654553626034592],
);
/// Those of `x exp(x²) (1 - erf(x))` from 3.5 to 6, around the middle.
const FOUR: ([f64; 6], [f64; 6]) = (
    [
        0.5524378592486743,
        0.18873813955619617,
        -0.043202795036588304,
        -0.028412489089784228,
        -0.004550352906897715,
        -0.00024418254833503917,
    ],
    [
        1.0,
        0.33320817917433504,
        -0.07854971927885303,
        -0.05057640489749472,
        -0.008065278812431553,
        -0.0004328027538994858,
    ],
);

fn plain_polynomial(x: f64, coefficients: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in coefficients.iter().rev() {
        sum = c + x * sum;
    }
    sum
}

#[inline(never)]
fn plain(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x < 0.0 {
        return -plain(-x);
    }
    if x < 0.5 {
        let z = x * x;
        x * (plain_polynomial(z, &SMALL.0) / plain_polynomial(z, &SMALL.1))
    } else if x < 6.0 {
        let tail = if x < 1.0 {
            let t = x - 0.75;
            plain_polynomial(t, &HALF.0) / plain_polynomial(t, &HALF.1)
        } else if x < 2.0 {
            let t = x - 1.5;
            plain_polynomial(t, &ONE.0) / plain_polynomial(t, &ONE.1)
        } else if x < 3.5 {
            let t = x - 2.75;
            plain_polynomial(t, &TWO.0) / plain_polynomial(t, &TWO.1)
        } else {
            let t = x - 4.75;
            plain_polynomial(t, &FOUR.0) / plain_polynomial(t, &FOUR.1)
        };
        1.0 - (-x * x).exp() / x * tail
    } else {
        1.0
    }
}

#[differentiable]
fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in coefficients.iter().rev() {
        sum = c + x * sum;
    }
    sum
}

#[differentiable]
#[inline(never)]
fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x < 0.0 {
        return -erf(-x);
    }
    if x < 0.5 {
        let z = x * x;
        x * (polynomial(z, &SMALL.0) / polynomial(z, &SMALL.1))
    } else if x < 6.0 {
        let tail = if x < 1.0 {
            let t = x - 0.75;
            polynomial(t, &HALF.0) / polynomial(t, &HALF.1)
        } else if x < 2.0 {
            let t = x - 1.5;
            polynomial(t, &ONE.0) / polynomial(t, &ONE.1)
        } else if x < 3.5 {
            let t = x - 2.75;
            polynomial(t, &TWO.0) / polynomial(t, &TWO.1)
        } else {
            let t = x - 4.75;
            polynomial(t, &FOUR.0) / polynomial(t, &FOUR.1)
        };
        1.0 - (-x * x).exp() / x * tail
    } else {
        1.0
    }
}

#[inline(never)]
fn by_hand(x: f64) -> (f64, f64) {
    // An adjoint of each polynomial costs as much; this is the least that is known to be needed.
    (plain(x), FRAC_2_SQRT_PI * (-x * x).exp())
}

pub struct Erf;

impl Small for Erf {
    const NAME: &'static str = "error function";
    type Input = f64;
    type Gradient = f64;

    fn inputs() -> Vec<f64> {
        super::spread(500, -7.0, 7.0)
    }

    fn plain(x: &mut f64) -> f64 {
        plain(*x)
    }

    fn ours(x: &mut f64) -> f64 {
        erf(*x)
    }

    fn by_hand(x: &mut f64) -> (f64, f64) {
        by_hand(*x)
    }

    fn derived(x: &mut f64) -> (f64, f64) {
        erf::value_and_gradient(*x)
    }

    fn numbers(gradient: &f64) -> Vec<f64> {
        vec![*gradient]
    }
}
