//! A power by a loop: next to nothing but the tape.

use super::Ordinary;
use retrograde::prelude::*;

#[inline(never)]
fn plain(x: f64, n: u32) -> f64 {
    let (mut n, mut r) = (n, 1.0);
    while n > 0 {
        n -= 1;
        r *= x;
    }
    r
}

#[differentiable]
#[inline(never)]
fn power(x: f64, n: u32) -> f64 {
    let mut n = n;
    let mut r = 1.0;
    while n > 0 {
        n -= 1;
        r *= x;
    }
    r
}

/// Every intermediate power is a factor of the derivative.
#[inline(never)]
fn by_hand(x: f64, n: u32) -> (f64, f64) {
    let mut tape = Vec::with_capacity(n as usize);
    let mut r = 1.0;
    for _ in 0..n {
        tape.push(r);
        r *= x;
    }
    let (mut r_adj, mut x_adj) = (1.0, 0.0);
    for r in tape.iter().rev() {
        x_adj += r_adj * r;
        r_adj *= x;
    }
    (r, x_adj)
}

pub struct Power {
    x: f64,
    n: u32,
}

impl Ordinary for Power {
    const NAME: &'static str = "power by a loop";

    fn new() -> Self {
        Power { x: 1.0003, n: 10_000 }
    }

    fn operations(&self) -> u64 {
        u64::from(self.n)
    }

    fn turns(&self) -> u64 {
        u64::from(self.n)
    }

    fn plain(&self) -> f64 {
        plain(self.x, self.n)
    }

    fn ours(&self) -> f64 {
        power(self.x, self.n)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        let (value, x_adj) = by_hand(self.x, self.n);
        (value, vec![x_adj])
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        let (value, x_adj) = power::value_and_gradient(self.x, self.n);
        (value, vec![x_adj])
    }
}
