//! The fast Fourier transform in place: its inverse by running it backwards, its gradient by running it backwards with gradients.
//!
//! The algorithm is that of Cooley and Tukey. A butterfly takes two numbers to their sum and their difference, after one of them was
//! turned in the complex plane. With the square root of two taken out of each it is a rotation, and so is the whole: the transform here
//! is unitary, and nobody has to remember on which side the `1 / n` belongs.
//!
//! `cargo run --release -p retrograde-examples --example fft`

use retrograde::gates::{hadamard, rot};
use retrograde::prelude::*;
use retrograde_examples::allocated;
use std::f64::consts::PI;
use std::time::Instant;

/// The transform of `n` complex numbers, `n` a power of two: `X[k]` is the sum over `j` of `x[j] exp(-2 pi i j k / n) / sqrt(n)`.
#[reversible(adjoint)]
fn fft(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    assert!(n.is_power_of_two() && n == im.len());
    // each number to the place whose bits are those of its own, reversed
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

/// Adds the energy of a signal in the given frequencies. The signal becomes its transform.
#[reversible(adjoint)]
fn band_energy(out: &mut f64, re: &mut [f64], im: &mut [f64], low: usize, high: usize) {
    fft(re, im);
    for k in low..high {
        *out += re[k] * re[k] + im[k] * im[k];
    }
}

/// The sum that the transform stands for, term by term; with `sign` 1 the inverse.
fn slow(re: &[f64], im: &[f64], sign: f64) -> (Vec<f64>, Vec<f64>) {
    let n = re.len();
    let part = |k: usize, j: usize| {
        let (sin, cos) = (sign * 2.0 * PI * (j * k % n) as f64 / n as f64).sin_cos();
        (re[j] * cos - im[j] * sin, re[j] * sin + im[j] * cos)
    };
    let number = |k: usize| (0..n).map(|j| part(k, j)).fold((0.0, 0.0), |sum, x| (sum.0 + x.0, sum.1 + x.1));
    (0..n).map(number).map(|(re, im)| (re / (n as f64).sqrt(), im / (n as f64).sqrt())).unzip()
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn wave(n: usize, step: f64) -> Vec<f64> {
    (0..n).map(|k| (step * k as f64 + 0.01 * (k * k) as f64).sin()).collect()
}

fn main() {
    for n in [1, 2, 8, 256] {
        let (re0, im0, g_re, g_im) = (wave(n, 1.0), wave(n, 2.0), wave(n, 3.0), wave(n, 4.0));
        let (mut re, mut im) = (re0.clone(), im0.clone());
        fft(&mut re, &mut im);
        let (slow_re, slow_im) = slow(&re0, &im0, -1.0);
        let error = distance(&re, &slow_re).max(distance(&im, &slow_im));

        // The transform is linear, so the gradient is multiplied by the transposed matrix; of real and imaginary parts, that is the
        // inverse transform. The values are back as well.
        let (mut re_adj, mut im_adj) = (g_re.clone(), g_im.clone());
        fft::adjoint(&mut re, &mut re_adj, &mut im, &mut im_adj);
        let (slow_re, slow_im) = slow(&g_re, &g_im, 1.0);
        let gradient_error = distance(&re_adj, &slow_re).max(distance(&im_adj, &slow_im));
        let back = distance(&re, &re0).max(distance(&im, &im0));
        println!("{n:>4} numbers: within {error:.0e}, gradient {gradient_error:.0e}, and back {back:.0e}");
        assert!(error < 1e-12 && gradient_error < 1e-12 && back < 1e-12);
    }

    // Twice the part of the signal in the band is the gradient of the energy of that part.
    let (n, low, high) = (64, 5, 20);
    let (re0, im0) = (wave(n, 1.0), wave(n, 2.0));
    let (energy, (_, re_adj, im_adj)) =
        band_energy::value_and_gradient(&mut 0.0, &mut re0.clone(), &mut im0.clone(), low, high);
    println!("energy of {low}..{high}: {energy:.9}");
    let keep = |(k, x): (usize, f64)| if (low..high).contains(&k) { 2.0 * x } else { 0.0 };
    let (slow_re, slow_im) = slow(&re0, &im0, -1.0);
    let filtered_re: Vec<f64> = slow_re.into_iter().enumerate().map(keep).collect();
    let filtered_im: Vec<f64> = slow_im.into_iter().enumerate().map(keep).collect();
    let (filtered_re, filtered_im) = slow(&filtered_re, &filtered_im, 1.0);
    assert!(distance(&re_adj, &filtered_re) < 1e-12 && distance(&im_adj, &filtered_im) < 1e-12);
    println!("its gradient is twice the filtered signal");

    let n = 1 << 16;
    let (mut re, mut im, mut re_adj, mut im_adj) = (wave(n, 1.0), wave(n, 2.0), wave(n, 3.0), wave(n, 4.0));
    let start = Instant::now();
    let ((), bytes) = allocated(|| {
        fft(&mut re, &mut im);
        fft::adjoint(&mut re, &mut re_adj, &mut im, &mut im_adj);
    });
    println!("{n} numbers there and back with gradient: {bytes} bytes allocated, {:?}", start.elapsed());
    assert!(distance(&re, &wave(n, 1.0)) < 1e-12);
    assert_eq!(bytes, 0);
}
