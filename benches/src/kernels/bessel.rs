//! A Bessel function of the first kind by its series, which ends when the terms are small. Neither adjoint keeps the terms: each is
//! divided by its factor on the way back. (With one number to differentiate by, carrying the derivative along forwards would do
//! as well; this is about the way back.)

use crate::kernel::Kernel;
use retrograde::prelude::*;

const CUTOFF: f64 = 1e-16;

#[inline(never)]
fn plain(out: &mut f64, nu: u32, z: f64, cutoff: f64) {
    let half = z / 2.0;
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half / f64::from(k);
    }
    let mut sum = term;
    let mut k = 0;
    while f64::abs(term) > cutoff {
        k += 1;
        term *= -(half * half) / f64::from(k * (k + nu));
        sum += term;
    }
    *out += sum;
}

#[reversible(adjoint)]
#[inline(never)]
fn bessel(out: &mut f64, nu: u32, z: f64, #[constant] cutoff: f64) {
    let half = z / 2.0;
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half / f64::from(k);
    }
    let mut sum = term;
    let mut k = 0;
    while (term.abs() > cutoff, k != 0) {
        k += 1;
        term *= -(half * half) / f64::from(k * (k + nu));
        sum += term;
    }
    *out += sum;
}

/// The square is negated once, and its gradient becomes that of `half` once.
#[inline(never)]
fn by_hand(out_adj: f64, nu: u32, z: f64, z_adj: &mut f64, cutoff: f64) {
    let half = z / 2.0;
    let square = -(half * half);
    let mut term = 1.0;
    for k in 1..=nu {
        term *= half / f64::from(k);
    }
    let mut k = 0;
    while f64::abs(term) > cutoff {
        k += 1;
        term *= square / f64::from(k * (k + nu));
    }
    let (mut term_adj, mut square_adj, mut half_adj) = (out_adj, 0.0, 0.0);
    while k != 0 {
        let divisor = f64::from(k * (k + nu));
        let factor = square / divisor;
        term /= factor;
        square_adj += term_adj * term / divisor;
        term_adj = out_adj + term_adj * factor;
        k -= 1;
    }
    for k in (1..=nu).rev() {
        let factor = half / f64::from(k);
        term /= factor;
        half_adj += term_adj * term / f64::from(k);
        term_adj *= factor;
    }
    *z_adj += (half_adj - 2.0 * half * square_adj) / 2.0;
}

#[inline(never)]
fn derived(mut out_adj: f64, nu: u32, z: f64, z_adj: &mut f64, cutoff: f64) {
    bessel::pull(&mut out_adj, nu, Inactive, z, z_adj, cutoff, Inactive);
}

pub struct Bessel {
    nu: u32,
    z: f64,
    out: f64,
    out_adj: f64,
    z_adj: f64,
}

impl Kernel for Bessel {
    const NAME: &'static str = "bessel series";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        Bessel { nu: 2, z: 5.0, out: 0.0, out_adj: 1.5, z_adj: 0.0 }
    }

    fn plain(&mut self) {
        self.out = 0.0;
        plain(&mut self.out, self.nu, self.z, CUTOFF);
    }

    fn ours(&mut self) {
        self.out = 0.0;
        bessel(&mut self.out, self.nu, self.z, CUTOFF);
    }

    fn by_hand(&mut self) {
        by_hand(self.out_adj, self.nu, self.z, &mut self.z_adj, CUTOFF);
    }

    fn ours_adjoint(&mut self) {
        derived(self.out_adj, self.nu, self.z, &mut self.z_adj, CUTOFF);
    }

    fn values(&self) -> Vec<f64> {
        vec![self.out]
    }

    fn gradients(&self) -> Vec<f64> {
        vec![self.z_adj]
    }
}
