//! The price of an option by Black and Scholes, and its Greeks: all of them are one gradient.
//!
//! `cargo run --release -p retrograde-examples --example black_scholes`

use retrograde::prelude::*;
use retrograde::special::Special;
use std::f64::consts::{PI, SQRT_2};

/// The distribution function of the normal distribution.
#[differentiable]
fn normal(x: f64) -> f64 {
    0.5 * (x / SQRT_2).erf() + 0.5
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Market {
    spot: f64,
    volatility: f64,
    rate: f64,
}

/// The price of a European call, or of a put, that may be exercised at `strike` after `time`.
#[differentiable]
fn price(market: &Market, strike: f64, time: f64, call: bool) -> f64 {
    let spread = market.volatility * time.sqrt();
    let d1 =
        ((market.spot / strike).ln() + (market.rate + 0.5 * market.volatility * market.volatility) * time) / spread;
    let d2 = d1 - spread;
    let discounted = strike * (-market.rate * time).exp();
    if call {
        return market.spot * normal(d1) - discounted * normal(d2);
    }
    discounted * normal(-d2) - market.spot * normal(-d1)
}

fn main() {
    let market = Market { spot: 100.0, volatility: 0.2, rate: 0.05 };
    let (strike, time) = (95.0, 0.75);
    let (value, (greeks, _, theta)) = price::value_and_gradient(&market, strike, time, true);
    let MarketTangent { spot: delta, volatility: vega, rate: rho } = greeks;
    println!("price {value:.6}: delta {delta:.6}, vega {vega:.6}, rho {rho:.6}, theta {:.6}", -theta);

    // the known formulas
    let spread = market.volatility * f64::sqrt(time);
    let d1 = (f64::ln(market.spot / strike) + (market.rate + 0.5 * market.volatility.powi(2)) * time) / spread;
    let density = f64::exp(-0.5 * d1 * d1) / f64::sqrt(2.0 * PI);
    let discounted = strike * f64::exp(-market.rate * time);
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} against {b}");
    near(delta, normal(d1));
    near(vega, market.spot * density * f64::sqrt(time));
    near(rho, time * discounted * normal(d1 - spread));
    near(
        theta,
        0.5 * market.spot * density * market.volatility / f64::sqrt(time)
            + market.rate * discounted * normal(d1 - spread),
    );

    // a call less a put is the spot less the strike, so their deltas differ by one
    let (put, (put_greeks, ..)) = price::value_and_gradient(&market, strike, time, false);
    near(value - put, market.spot - discounted);
    near(delta - put_greeks.spot, 1.0);
}
