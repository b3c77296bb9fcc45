//! An energy as tables of steam have it: a sum over a table of coefficients and powers.

use super::Small;
use retrograde::prelude::*;

const R: f64 = 0.461;

#[derive(Clone, Copy, Differentiable)]
struct Term {
    i: i32,
    j: i32,
    n: f64,
}

const COUNT: usize = 34;

/// Powers and coefficients of the sizes that such tables have.
const TERMS: [Term; COUNT] = [
    Term { i: 0, j: -11, n: -0.1 },
    Term { i: 0, j: -4, n: 0.05 },
    Term { i: 0, j: 3, n: 0.033333 },
    Term { i: 0, j: 10, n: -0.025 },
    Term { i: 0, j: -6, n: 0.02 },
    Term { i: 0, j: 1, n: 0.1 },
    Term { i: 0, j: 8, n: -0.05 },
    Term { i: 1, j: -8, n: 0.033333 },
    Term { i: 1, j: -1, n: 0.025 },
    Term { i: 2, j: 6, n: -0.02 },
    Term { i: 2, j: -10, n: 0.1 },
    Term { i: 3, j: -3, n: 0.05 },
    Term { i: 3, j: 4, n: -0.033333 },
    Term { i: 4, j: 11, n: 0.025 },
    Term { i: 5, j: -5, n: 0.02 },
    Term { i: 6, j: 2, n: -0.1 },
    Term { i: 6, j: 9, n: 0.05 },
    Term { i: 7, j: -7, n: 0.033333 },
    Term { i: 8, j: 0, n: -0.025 },
    Term { i: 9, j: 7, n: 0.02 },
    Term { i: 10, j: -9, n: 0.1 },
    Term { i: 11, j: -2, n: -0.05 },
    Term { i: 13, j: 5, n: 0.033333 },
    Term { i: 14, j: -11, n: 0.025 },
    Term { i: 15, j: -4, n: -0.02 },
    Term { i: 16, j: 3, n: 0.1 },
    Term { i: 18, j: 10, n: 0.05 },
    Term { i: 19, j: -6, n: -0.033333 },
    Term { i: 21, j: 1, n: 0.025 },
    Term { i: 22, j: 8, n: 0.02 },
    Term { i: 24, j: -8, n: -0.1 },
    Term { i: 25, j: -1, n: 0.05 },
    Term { i: 27, j: 6, n: 0.033333 },
    Term { i: 29, j: -10, n: -0.025 },
];

#[inline(never)]
fn plain(pressure: f64, temperature: f64) -> f64 {
    let (pi, tau) = (pressure / 16.53, 1386.0 / temperature);
    let mut sum = 0.0;
    for term in &TERMS {
        sum += term.n * (7.1 - pi).powi(term.i) * (tau - 1.222).powi(term.j);
    }
    R * temperature * sum
}

#[differentiable]
#[inline(never)]
fn energy(pressure: f64, temperature: f64) -> f64 {
    let (pi, tau) = (pressure / 16.53, 1386.0 / temperature);
    let mut sum = 0.0;
    for k in 0..COUNT {
        let term = TERMS[k];
        sum += term.n * (7.1 - pi).powi(term.i) * (tau - 1.222).powi(term.j);
    }
    R * temperature * sum
}

#[inline(never)]
fn by_hand(pressure: f64, temperature: f64) -> (f64, (f64, f64)) {
    let (pi, tau) = (pressure / 16.53, 1386.0 / temperature);
    let (mut sum, mut pi_adj, mut tau_adj) = (0.0, 0.0, 0.0);
    for term in &TERMS {
        let (a, b) = ((7.1 - pi).powi(term.i), (tau - 1.222).powi(term.j));
        sum += term.n * a * b;
        if term.i != 0 {
            pi_adj -= term.n * b * f64::from(term.i) * (7.1 - pi).powi(term.i - 1);
        }
        if term.j != 0 {
            tau_adj += term.n * a * f64::from(term.j) * (tau - 1.222).powi(term.j - 1);
        }
    }
    let g = R * temperature;
    (g * sum, (g * pi_adj / 16.53, R * sum - g * tau_adj * tau / temperature))
}

pub struct Steam;

impl Small for Steam {
    const NAME: &'static str = "steam table, 34 terms";
    type Input = (f64, f64);
    type Gradient = (f64, f64);

    fn inputs() -> Vec<(f64, f64)> {
        super::spread(100, 1.0, 80.0).into_iter().zip(super::spread(100, 620.0, 300.0)).collect()
    }

    fn plain(&mut (p, t): &mut (f64, f64)) -> f64 {
        plain(p, t)
    }

    fn ours(&mut (p, t): &mut (f64, f64)) -> f64 {
        energy(p, t)
    }

    fn by_hand(&mut (p, t): &mut (f64, f64)) -> (f64, (f64, f64)) {
        by_hand(p, t)
    }

    fn derived(&mut (p, t): &mut (f64, f64)) -> (f64, (f64, f64)) {
        energy::value_and_gradient(p, t)
    }

    fn numbers(&(p, t): &(f64, f64)) -> Vec<f64> {
        vec![p, t]
    }
}
