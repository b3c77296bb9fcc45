//! Roots by Newton's method: how many iterations there are, the numbers decide.

use super::Ordinary;
use crate::kernel::wave;
use retrograde::prelude::*;

const ENOUGH: f64 = 1e-12;

#[inline(never)]
fn plain(a: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &a in a {
        let mut x = 1.0;
        while (x * x - a).abs() > ENOUGH {
            x = 0.5 * (x + a / x);
        }
        sum += x;
    }
    sum
}

#[differentiable]
#[inline(never)]
fn roots(a: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        let mut x = 1.0;
        while (x * x - a[i]).abs() > ENOUGH {
            x = 0.5 * (x + a[i] / x);
        }
        sum += x;
    }
    sum
}

/// The tape is used again for every root.
#[inline(never)]
fn by_hand(a: &[f64]) -> (f64, Vec<f64>) {
    let mut sum = 0.0;
    let mut tape = Vec::new();
    let mut a_adj = Vec::with_capacity(a.len());
    for &a in a {
        let mut x = 1.0;
        while (x * x - a).abs() > ENOUGH {
            tape.push(x);
            x = 0.5 * (x + a / x);
        }
        sum += x;
        let (mut x_adj, mut g) = (1.0, 0.0);
        while let Some(x) = tape.pop() {
            let half = 0.5 * x_adj;
            g += half / x;
            x_adj = half - half * a / (x * x);
        }
        a_adj.push(g);
    }
    (sum, a_adj)
}

pub struct Newton {
    a: Vec<f64>,
    turns: u64,
}

impl Ordinary for Newton {
    const NAME: &'static str = "newton's method";

    fn new() -> Self {
        let a: Vec<f64> = wave(1000).iter().map(|a| 4.0 * a).collect();
        let turns = |a: &f64| {
            let (mut x, mut turns) = (1.0, 0);
            while (x * x - a).abs() > ENOUGH {
                x = 0.5 * (x + a / x);
                turns += 1;
            }
            turns
        };
        Newton { turns: a.iter().map(turns).sum(), a }
    }

    fn operations(&self) -> u64 {
        // three of the condition and three of the step
        6 * self.turns + 4 * self.a.len() as u64
    }

    fn turns(&self) -> u64 {
        self.turns
    }

    fn plain(&self) -> f64 {
        plain(&self.a)
    }

    fn ours(&self) -> f64 {
        roots(&self.a)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        by_hand(&self.a)
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        roots::value_and_gradient(&self.a)
    }
}
