//! The logarithm of complex numbers. By hand as derived, a gradient of zero contributes nothing even where the derivative is infinite.
//! Among so few operations that counts: without this promise, the adjoint by hand would take a sixth less time.

use crate::kernel::{Kernel, wave};
use num_complex::Complex;
use retrograde::complex::place;
use retrograde::prelude::*;

const LENGTH: usize = 500;

type C = Complex<f64>;

#[inline(never)]
fn plain(y: &mut [C], x: &[C]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x.ln();
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn logarithms(y: &mut [C], x: &[C]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += x.ln();
    }
}

/// The derivative is `1 / x`, so the gradient is divided by the conjugate.
#[inline(never)]
fn by_hand(y_adj: &[C], x: &[C], x_adj: &mut [C]) {
    for ((g, x), x_adj) in y_adj.iter().zip(x).zip(x_adj) {
        let inverse = 1.0 / x.norm_sqr();
        let passes = g.re != 0.0 || g.im != 0.0;
        x_adj.re += if passes { (g.re * x.re - g.im * x.im) * inverse } else { 0.0 };
        x_adj.im += if passes { (g.re * x.im + g.im * x.re) * inverse } else { 0.0 };
    }
}

#[inline(never)]
fn derived(y: &[C], y_adj: &[Complex<Cell<f64>>], x: &[C], x_adj: &[Complex<Cell<f64>>]) {
    logarithms::pull(y, y_adj, x, x_adj);
}

pub struct ComplexLog {
    x: Vec<C>,
    y: Vec<C>,
    y_adj: Vec<C>,
    x_adj: Vec<C>,
    y_places: Vec<Complex<Cell<f64>>>,
    x_places: Vec<Complex<Cell<f64>>>,
}

fn complex(length: usize) -> Vec<C> {
    wave(2 * length).chunks_exact(2).map(|pair| C::new(pair[0], pair[1] - 0.5)).collect()
}

impl Kernel for ComplexLog {
    const NAME: &'static str = "complex logarithm";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        let zero = vec![C::new(0.0, 0.0); LENGTH];
        let mut y_adj = complex(LENGTH);
        y_adj.reverse();
        ComplexLog {
            x: complex(LENGTH),
            y_places: y_adj.iter().copied().map(place).collect(),
            x_places: zero.iter().copied().map(place).collect(),
            y: zero.clone(),
            y_adj,
            x_adj: zero,
        }
    }

    fn plain(&mut self) {
        plain(&mut self.y, &self.x);
    }

    fn ours(&mut self) {
        logarithms(&mut self.y, &self.x);
    }

    fn by_hand(&mut self) {
        by_hand(&self.y_adj, &self.x, &mut self.x_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(&self.y, &self.y_places, &self.x, &self.x_places);
    }

    fn values(&self) -> Vec<f64> {
        self.y.iter().flat_map(|y| [y.re, y.im]).collect()
    }

    fn gradients(&self) -> Vec<f64> {
        let both = self.x_adj.iter().zip(&self.x_places);
        both.flat_map(|(x, place)| [x.re + place.re.get(), x.im + place.im.get()]).collect()
    }
}
