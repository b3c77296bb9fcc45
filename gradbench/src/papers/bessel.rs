//! A Bessel function of the first kind by its series, which ends when the terms are small. The paper has the second one at 1, with 1e-8 as
//! the end.
//!
//! It is there twice. The ordinary function keeps the terms on a tape, the reversible function divides each by its factor again.

use retrograde::prelude::*;

/// Adds the Bessel function of the order `nu`: the sum of `(z/2)^(nu + 2k) (-1)^k / (k! (k + nu)!)` up to the first term that is not larger
/// than `cutoff`.
#[reversible(adjoint, tangent)]
pub fn add_bessel(out: &mut f64, nu: u32, z: f64, #[constant] cutoff: f64) {
    let half = z / 2.0;
    let square = half * half;
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half * (1.0 / f64::from(k));
    }
    let mut sum = term;
    let mut k = 0;
    while (term.abs() > cutoff, k != 0) {
        k += 1;
        term *= square * (-1.0 / f64::from(k * (k + nu)));
        sum += term;
    }
    *out += sum;
}

/// The same as an ordinary function.
#[differentiable(tangent)]
pub fn bessel(nu: u32, z: f64, #[constant] cutoff: f64) -> f64 {
    let half = z / 2.0;
    let square = half * half;
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half * (1.0 / f64::from(k));
    }
    let mut sum = term;
    let mut k = 0;
    while term.abs() > cutoff {
        k += 1;
        term *= square * (-1.0 / f64::from(k * (k + nu)));
        sum += term;
    }
    sum
}

/// A place of one of the functions.
#[derive(Clone, Copy, Debug)]
pub struct Bessel {
    /// the order
    pub nu: u32,
    /// the place
    pub z: f64,
    /// how small a term ends the series
    pub cutoff: f64,
}

/// The value.
pub fn primal(problem: &Bessel, value: &mut f64) {
    *value = 0.0;
    add_bessel(value, problem.nu, problem.z, problem.cutoff);
}

/// Takes the value away again.
pub fn inverse(problem: &Bessel, value: &mut f64) {
    add_bessel::inverse(value, problem.nu, problem.z, problem.cutoff);
}

/// The derivative, from the reversible function.
pub fn reversible_gradient(problem: &Bessel, gradient: &mut f64) {
    *gradient = 0.0;
    add_bessel::pull(&mut 1.0, problem.nu, Inactive, problem.z, gradient, problem.cutoff, Inactive);
}

/// The derivative, from the ordinary function.
pub fn ordinary_gradient(problem: &Bessel, by_z: &mut f64) {
    *by_z = bessel::gradient(problem.nu, problem.z, problem.cutoff);
}
