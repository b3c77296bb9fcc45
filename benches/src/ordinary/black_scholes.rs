//! The price of many options, and how it depends on each of their terms.

use super::Ordinary;
use crate::kernel::wave;
use retrograde::prelude::*;
use retrograde::special::Special;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

const OPTIONS: usize = 1000;

fn distribution(x: f64) -> f64 {
    0.5 * Special::erf(x * FRAC_1_SQRT_2) + 0.5
}

#[inline(never)]
fn plain(spot: &[f64], strike: &[f64], volatility: f64, rate: f64) -> f64 {
    let spread = volatility;
    let discount = (-rate).exp();
    let mut sum = 0.0;
    for i in 0..spot.len() {
        let d1 = ((spot[i] / strike[i]).ln() + rate + 0.5 * volatility * volatility) / spread;
        let d2 = d1 - spread;
        sum += spot[i] * distribution(d1) - strike[i] * discount * distribution(d2);
    }
    sum
}

#[differentiable]
#[inline]
fn normal(x: f64) -> f64 {
    0.5 * (x * FRAC_1_SQRT_2).erf() + 0.5
}

/// The calls that expire after a year.
#[differentiable]
#[inline(never)]
fn calls(spot: &[f64], strike: &[f64], volatility: f64, rate: f64) -> f64 {
    let spread = volatility;
    let discount = (-rate).exp();
    let mut sum = 0.0;
    for i in 0..spot.len() {
        let d1 = ((spot[i] / strike[i]).ln() + rate + 0.5 * volatility * volatility) / spread;
        let d2 = d1 - spread;
        sum += spot[i] * normal(d1) - strike[i] * discount * normal(d2);
    }
    sum
}

fn density(x: f64) -> f64 {
    let y = x * FRAC_1_SQRT_2;
    0.5 * FRAC_1_SQRT_2 * FRAC_2_SQRT_PI * (-y * y).exp()
}

/// Value and gradient of each option in one pass.
#[inline(never)]
fn by_hand(spot: &[f64], strike: &[f64], volatility: f64, rate: f64) -> (f64, Vec<f64>) {
    let n = spot.len();
    let spread = volatility;
    let discount = (-rate).exp();
    let mut gradient = vec![0.0; 2 * n + 2];
    let (mut sum, mut volatility_adj, mut rate_adj, mut discount_adj) = (0.0, 0.0, 0.0, 0.0);
    for i in 0..n {
        let d1 = ((spot[i] / strike[i]).ln() + rate + 0.5 * volatility * volatility) / spread;
        let d2 = d1 - spread;
        let (n1, n2) = (distribution(d1), distribution(d2));
        sum += spot[i] * n1 - strike[i] * discount * n2;
        let d2_adj = -strike[i] * discount * density(d2);
        let d1_adj = spot[i] * density(d1) + d2_adj;
        let inside = d1_adj / spread;
        gradient[i] = n1 + inside / spot[i];
        gradient[n + i] = -discount * n2 - inside / strike[i];
        discount_adj -= strike[i] * n2;
        rate_adj += inside;
        volatility_adj += inside * volatility - d1_adj * d1 / spread - d2_adj;
    }
    gradient[2 * n] = volatility_adj;
    gradient[2 * n + 1] = rate_adj - discount_adj * discount;
    (sum, gradient)
}

pub struct BlackScholes {
    spot: Vec<f64>,
    strike: Vec<f64>,
}

const VOLATILITY: f64 = 0.2;
const RATE: f64 = 0.05;

impl Ordinary for BlackScholes {
    const NAME: &'static str = "black-scholes";

    fn new() -> Self {
        let mut strike = wave(OPTIONS);
        strike.reverse();
        let prices = |x: &f64| 80.0 + 40.0 * x;
        BlackScholes { spot: wave(OPTIONS).iter().map(prices).collect(), strike: strike.iter().map(prices).collect() }
    }

    fn operations(&self) -> u64 {
        // eight of d1 and d2, four of each distribution, four and a sum
        OPTIONS as u64 * (8 + 8 + 5)
    }

    fn turns(&self) -> u64 {
        OPTIONS as u64
    }

    fn plain(&self) -> f64 {
        plain(&self.spot, &self.strike, VOLATILITY, RATE)
    }

    fn ours(&self) -> f64 {
        calls(&self.spot, &self.strike, VOLATILITY, RATE)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        by_hand(&self.spot, &self.strike, VOLATILITY, RATE)
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        let (value, (spot, strike, volatility, rate)) =
            calls::value_and_gradient(&self.spot, &self.strike, VOLATILITY, RATE);
        (value, [&spot[..], &strike, &[volatility, rate]].concat())
    }
}
