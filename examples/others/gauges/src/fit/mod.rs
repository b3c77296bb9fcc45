//! Curves.

pub(crate) mod helpers;

use self::helpers::Smooth;
use crate::consts::TABLE;
use num_traits::{Float, clamp};

pub(crate) fn scaled(x: f64, k: f64) -> f64 {
    x * (k + 1.0).sqrt()
}

#[cfg(feature = "smooth")]
fn ends(x: f64) -> f64 {
    x.smooth()
}

#[cfg(not(feature = "smooth"))]
fn ends(x: f64) -> f64 {
    x.round()
}

/// A curve in one variable.
///
/// ```
/// assert!(gauges::fit::curve(0.5) > 0.0);
/// ```
pub fn curve(x: f64) -> f64 {
    #[cfg(not(feature = "smooth"))]
    let x = 0.0;
    #[cfg(feature = "smooth")]
    let x = x * 0.5;
    if !in_range!(x, -2.0, 2.0) {
        return 0.0;
    }
    let t = TABLE[0] + x * (TABLE[1] + x * TABLE[2]);
    ends(t) + clamp(2.0, 0.0, 1.0) * x.powi(2)
}

/// A weighted sum.
pub fn weighted(weights: &[f64], x: &[f64]) -> f64 {
    weights.iter().zip(x).map(|(w, x)| w * helpers::damped(*x)).sum()
}

/// A polynomial of numbers of any type.
pub fn polynomial<T: Float>(coefficients: &[T], x: T) -> T {
    coefficients.iter().rev().fold(T::zero(), |sum, c| sum * x + *c)
}
