//! A determinant by its minors along the first row, each a determinant by a call of the function itself. All calls share their tapes;
//! that a tape has room, and is not in use elsewhere, is asked at every call, of which there is one for every four operations.

use super::Ordinary;
use crate::kernel::wave;
use retrograde::prelude::*;

const SIZE: usize = 7;

/// The determinant of the rows from `row` on and of the columns that are not `used`.
fn minors(a: &[f64], row: usize, used: u32) -> f64 {
    if row == SIZE {
        return 1.0;
    }
    let (mut sum, mut sign) = (0.0, 1.0);
    for j in 0..SIZE {
        if used >> j & 1 == 0 {
            sum += sign * a[row * SIZE + j] * minors(a, row + 1, used | 1 << j);
            sign = -sign;
        }
    }
    sum
}

#[inline(never)]
fn plain(a: &[f64]) -> f64 {
    minors(a, 0, 0)
}

#[differentiable]
#[inline(never)]
fn determinant(a: &[f64], row: usize, used: u32) -> f64 {
    if row == SIZE {
        return 1.0;
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for j in 0..SIZE {
        if used >> j & 1 == 0 {
            sum += sign * a[row * SIZE + j] * determinant(a, row + 1, used | 1 << j);
            sign = -sign;
        }
    }
    sum
}

/// The value, with that of each minor on the tape, before those of its own minors.
fn forward(a: &[f64], row: usize, used: u32, tape: &mut Vec<f64>) -> f64 {
    if row == SIZE {
        return 1.0;
    }
    let (mut sum, mut sign) = (0.0, 1.0);
    for j in 0..SIZE {
        if used >> j & 1 == 0 {
            let minor = forward(a, row + 1, used | 1 << j, tape);
            tape.push(minor);
            sum += sign * a[row * SIZE + j] * minor;
            sign = -sign;
        }
    }
    sum
}

fn backward(a: &[f64], row: usize, used: u32, g: f64, tape: &mut Vec<f64>, a_adj: &mut [f64]) {
    if row == SIZE {
        return;
    }
    // From the last column back, whose sign is known from how many there are.
    let mut sign = if (SIZE - row).is_multiple_of(2) { -1.0 } else { 1.0 };
    for j in (0..SIZE).rev() {
        if used >> j & 1 == 0 {
            let minor = tape.pop().expect("each minor was saved");
            a_adj[row * SIZE + j] += g * sign * minor;
            backward(a, row + 1, used | 1 << j, g * sign * a[row * SIZE + j], tape, a_adj);
            sign = -sign;
        }
    }
}

#[inline(never)]
fn by_hand(a: &[f64]) -> (f64, Vec<f64>) {
    let mut tape = Vec::new();
    let value = forward(a, 0, 0, &mut tape);
    let mut a_adj = vec![0.0; a.len()];
    backward(a, 0, 0, 1.0, &mut tape, &mut a_adj);
    (value, a_adj)
}

/// How many minors there are of all sizes, each the end of a product.
fn products() -> u64 {
    let mut level = 1;
    (0..SIZE as u64)
        .map(|row| {
            level *= SIZE as u64 - row;
            level
        })
        .sum()
}

pub struct Determinant {
    a: Vec<f64>,
}

impl Ordinary for Determinant {
    const NAME: &'static str = "determinant by minors";
    const LIMIT: f64 = 3.0;

    fn new() -> Self {
        Determinant { a: wave(SIZE * SIZE) }
    }

    fn operations(&self) -> u64 {
        // two products, a sum and a change of sign
        4 * products()
    }

    fn turns(&self) -> u64 {
        products()
    }

    fn plain(&self) -> f64 {
        plain(&self.a)
    }

    fn ours(&self) -> f64 {
        determinant(&self.a, 0, 0)
    }

    fn by_hand(&self) -> (f64, Vec<f64>) {
        by_hand(&self.a)
    }

    fn derived(&self) -> (f64, Vec<f64>) {
        determinant::value_and_gradient(&self.a, 0, 0)
    }
}
