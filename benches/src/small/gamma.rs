//! The lower incomplete gamma function, regularised: a series or a continued fraction, and the logarithm of the gamma function by a helper.

use super::Small;
use retrograde::prelude::*;

const LANCZOS: [f64; 9] = [
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7,
];

fn plain_ln_gamma(a: f64) -> f64 {
    let z = a - 1.0;
    let mut sum = LANCZOS[0];
    for k in 1..9 {
        sum += LANCZOS[k] / (z + k as f64);
    }
    let t = z + 7.5;
    0.9189385332046727 + (z + 0.5) * t.ln() - t + sum.ln()
}

#[inline(never)]
fn plain(a: f64, x: f64) -> f64 {
    let front = (a * x.ln() - x - plain_ln_gamma(a)).exp();
    if x < a + 1.0 {
        let mut term = 1.0 / a;
        let mut sum = term;
        let mut n = a;
        for _ in 0..200 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term.abs() < sum.abs() * 1e-15 {
                break;
            }
        }
        front * sum
    } else {
        let mut b = x + 1.0 - a;
        let mut c = 1e300;
        let mut d = 1.0 / b;
        let mut h = d;
        for i in 1..200 {
            let n = i as f64;
            let an = -n * (n - a);
            b += 2.0;
            d = 1.0 / (an * d + b);
            c = b + an / c;
            let delta = d * c;
            h *= delta;
            if (delta - 1.0).abs() < 1e-15 {
                break;
            }
        }
        1.0 - front * h
    }
}

#[differentiable]
fn ln_gamma(a: f64) -> f64 {
    let z = a - 1.0;
    let mut sum = LANCZOS[0];
    for k in 1..9 {
        sum += LANCZOS[k] / (z + k as f64);
    }
    let t = z + 7.5;
    0.9189385332046727 + (z + 0.5) * t.ln() - t + sum.ln()
}

#[differentiable]
#[inline(never)]
fn lower_gamma(#[constant] a: f64, x: f64) -> f64 {
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let mut term = 1.0 / a;
        let mut sum = term;
        let mut n = a;
        for _ in 0..200 {
            n += 1.0;
            term *= x / n;
            sum += term;
            if term.abs() < sum.abs() * 1e-15 {
                break;
            }
        }
        front * sum
    } else {
        let mut b = x + 1.0 - a;
        let mut c = 1e300;
        let mut d = 1.0 / b;
        let mut h = d;
        for i in 1..200 {
            let n = i as f64;
            let an = -n * (n - a);
            b += 2.0;
            d = 1.0 / (an * d + b);
            c = b + an / c;
            let delta = d * c;
            h *= delta;
            if (delta - 1.0).abs() < 1e-15 {
                break;
            }
        }
        1.0 - front * h
    }
}

/// The integrand at `x`, which is more than a tool can know.
#[inline(never)]
fn by_hand(a: f64, x: f64) -> (f64, f64) {
    (plain(a, x), ((a - 1.0) * x.ln() - x - plain_ln_gamma(a)).exp())
}

pub struct Gamma;

impl Small for Gamma {
    const NAME: &'static str = "incomplete gamma";
    type Input = (f64, f64);
    type Gradient = f64;

    fn inputs() -> Vec<(f64, f64)> {
        super::spread(100, 0.5, 5.0).into_iter().zip(super::spread(100, 0.2, 9.0)).collect()
    }

    fn plain((a, x): &mut (f64, f64)) -> f64 {
        plain(*a, *x)
    }

    fn ours((a, x): &mut (f64, f64)) -> f64 {
        lower_gamma(*a, *x)
    }

    fn by_hand((a, x): &mut (f64, f64)) -> (f64, f64) {
        by_hand(*a, *x)
    }

    fn derived((a, x): &mut (f64, f64)) -> (f64, f64) {
        lower_gamma::value_and_gradient(*a, *x)
    }

    fn numbers(slope: &f64) -> Vec<f64> {
        vec![*slope]
    }
}
