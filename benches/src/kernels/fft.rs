//! The fast Fourier transform in place: each butterfly is a rotation of one number and a sum and difference of two. In the derived adjoint
//! these are three calls, and what one of them leaves is stored before the indices of the next are checked. That no iteration of the inner loop
//! comes to the elements of another is proved, so it runs forwards.

use crate::kernel::{Kernel, wave};
use retrograde::gates::{hadamard, rot};
use retrograde::prelude::*;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

const LENGTH: usize = 256;

#[inline(never)]
fn plain(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    for i in 1..n {
        let j = i.reverse_bits() >> (n.leading_zeros() + 1);
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    for level in 0..n.trailing_zeros() {
        let half = 1 << level;
        for start in (0..n).step_by(2 * half) {
            for k in start..start + half {
                let (sin, cos) = (-PI * (k - start) as f64 / half as f64).sin_cos();
                let (a, b) = (re[k + half], im[k + half]);
                let (a, b) = (a * cos - b * sin, a * sin + b * cos);
                (re[k], re[k + half]) = ((re[k] + a) * FRAC_1_SQRT_2, (re[k] - a) * FRAC_1_SQRT_2);
                (im[k], im[k + half]) = ((im[k] + b) * FRAC_1_SQRT_2, (im[k] - b) * FRAC_1_SQRT_2);
            }
        }
    }
}

#[reversible(adjoint)]
#[inline(never)]
fn fft(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    for i in 1..n {
        let j = i.reverse_bits() >> (n.leading_zeros() + 1);
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    for level in 0..n.trailing_zeros() {
        let half = 1 << level;
        for start in (0..n).step_by(2 * half) {
            for k in start..start + half {
                let angle = -PI * (k - start) as f64 / half as f64;
                rot(&mut re[k + half], &mut im[k + half], angle);
                hadamard(&mut re[k], &mut re[k + half]);
                hadamard(&mut im[k], &mut im[k + half]);
            }
        }
    }
}

/// A butterfly the other way, of values or of gradients.
fn undo(re: &mut [f64], im: &mut [f64], k: usize, half: usize, sin: f64, cos: f64) {
    let (a, b) = ((re[k] - re[k + half]) * FRAC_1_SQRT_2, (im[k] - im[k + half]) * FRAC_1_SQRT_2);
    re[k] = (re[k] + re[k + half]) * FRAC_1_SQRT_2;
    im[k] = (im[k] + im[k + half]) * FRAC_1_SQRT_2;
    re[k + half] = a * cos - b * sin;
    im[k + half] = a * sin + b * cos;
}

/// The transform is a rotation, so gradients are turned back as values are; a sine and a cosine serve both.
#[inline(never)]
fn by_hand(re: &mut [f64], re_adj: &mut [f64], im: &mut [f64], im_adj: &mut [f64]) {
    let n = re.len();
    for level in (0..n.trailing_zeros()).rev() {
        let half = 1 << level;
        for start in (0..n).step_by(2 * half) {
            for k in start..start + half {
                let (sin, cos) = (PI * (k - start) as f64 / half as f64).sin_cos();
                undo(re, im, k, half, sin, cos);
                undo(re_adj, im_adj, k, half, sin, cos);
            }
        }
    }
    for i in 1..n {
        let j = i.reverse_bits() >> (n.leading_zeros() + 1);
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
            re_adj.swap(i, j);
            im_adj.swap(i, j);
        }
    }
}

#[inline(never)]
fn derived(re: &mut [f64], re_adj: &mut [f64], im: &mut [f64], im_adj: &mut [f64]) {
    fft::adjoint(re, re_adj, im, im_adj);
}

pub struct Fft {
    re: Vec<f64>,
    im: Vec<f64>,
    re_adj: Vec<f64>,
    im_adj: Vec<f64>,
}

impl Kernel for Fft {
    const NAME: &'static str = "fft in place";
    const AFTER_FORWARD: bool = true;

    fn new() -> Self {
        let mut falling = wave(LENGTH);
        falling.reverse();
        Fft { re: wave(LENGTH), im: falling.clone(), re_adj: falling, im_adj: wave(LENGTH) }
    }

    fn plain(&mut self) {
        plain(&mut self.re, &mut self.im);
    }

    fn ours(&mut self) {
        fft(&mut self.re, &mut self.im);
    }

    fn by_hand(&mut self) {
        by_hand(&mut self.re, &mut self.re_adj, &mut self.im, &mut self.im_adj);
    }

    fn ours_adjoint(&mut self) {
        derived(&mut self.re, &mut self.re_adj, &mut self.im, &mut self.im_adj);
    }

    fn values(&self) -> Vec<f64> {
        [&self.re[..], &self.im].concat()
    }

    fn gradients(&self) -> Vec<f64> {
        [&self.re_adj[..], &self.im_adj].concat()
    }
}
