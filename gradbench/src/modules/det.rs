//! A determinant by expansion along the first row: each minor is again such a determinant. With three rows it is written out.
//!
//! It is there twice. The ordinary function keeps all minors on a tape, the reversible function keeps nothing.

use super::Module;
use crate::evaluation::{Problem, clear, evaluate, expect_length};
use retrograde::prelude::*;
use serde::Deserialize;

/// The module.
pub const MODULE: Module = Module {
    name: "det",
    functions: &[("primal", |input| evaluate(input, primal)), ("gradient", |input| evaluate(input, gradient))],
};

/// The determinant of some columns of `a`, those whose bits in `columns` are set, as many as there are rows. The rows have `size` entries.
#[differentiable(tangent)]
pub fn determinant(a: &[f64], size: usize, columns: u32) -> f64 {
    let (top, rest) = a.split_at(size);
    let i = columns.trailing_zeros() as usize;
    if rest.len() == 2 * size {
        let j = (columns ^ 1 << i).trailing_zeros() as usize;
        let k = columns.ilog2() as usize;
        let (middle, bottom) = rest.split_at(size);
        let (a, b, c) = (top[i], top[j], top[k]);
        let (d, e, f) = (middle[i], middle[j], middle[k]);
        let (g, h, l) = (bottom[i], bottom[j], bottom[k]);
        return a * (e * l - f * h) - b * (d * l - f * g) + c * (d * h - e * g);
    }
    if rest.is_empty() {
        return top[i];
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for j in 0..size {
        if columns >> j & 1 == 1 {
            sum += sign * top[j] * determinant(rest, size, columns ^ 1 << j);
            sign = -sign;
        }
    }
    sum
}

/// The same as a reversible function, which adds a multiple of the determinant: a minor is told what it is multiplied with, instead of
/// being kept until it is.
#[reversible(adjoint, tangent)]
pub fn add_determinant(value: &mut f64, a: &[f64], size: usize, columns: u32, factor: f64) {
    let (top, rest) = a.split_at(size);
    let i = columns.trailing_zeros() as usize;
    if rest.len() == 2 * size {
        let j = (columns ^ 1 << i).trailing_zeros() as usize;
        let k = columns.ilog2() as usize;
        let (middle, bottom) = rest.split_at(size);
        let (a, b, c) = (top[i], top[j], top[k]);
        let (d, e, f) = (middle[i], middle[j], middle[k]);
        let (g, h, l) = (bottom[i], bottom[j], bottom[k]);
        *value += factor * (a * (e * l - f * h) - b * (d * l - f * g) + c * (d * h - e * g));
    } else if rest.is_empty() {
        *value += factor * top[i];
    } else {
        for j in 0..size {
            if columns >> j & 1 == 1 {
                let before = columns & ((1 << j) - 1);
                let sign = if before.count_ones() % 2 == 0 { 1.0 } else { -1.0 };
                add_determinant(value, rest, size, columns ^ 1 << j, factor * sign * top[j]);
            }
        }
    }
}

#[derive(Deserialize)]
#[doc(hidden)]
pub struct Input {
    #[serde(rename = "A")]
    a: Vec<f64>,
    ell: usize,
}

/// A square matrix.
#[derive(Clone, Debug)]
pub struct Square {
    /// the entries, row by row
    pub entries: Vec<f64>,
    /// how many rows and columns
    pub size: usize,
}

impl Problem for Square {
    type Input = Input;

    fn new(input: Input) -> Result<Self, String> {
        // Long before there are so many columns, no one waits for the result.
        if input.ell == 0 || input.ell > 31 {
            return Err(format!("`ell` is {}, not between 1 and 31", input.ell));
        }
        expect_length("A", input.a.len(), input.ell * input.ell)?;
        Ok(Square { entries: input.a, size: input.ell })
    }
}

/// The determinant.
pub fn primal(matrix: &Square, value: &mut f64) {
    *value = determinant(&matrix.entries, matrix.size, (1 << matrix.size) - 1);
}

/// The determinant, by the reversible function.
pub fn reversible_primal(matrix: &Square, value: &mut f64) {
    *value = 0.0;
    add_determinant(value, &matrix.entries, matrix.size, (1 << matrix.size) - 1, 1.0);
}

/// Takes the determinant away again.
pub fn inverse(matrix: &Square, value: &mut f64) {
    add_determinant::inverse(value, &matrix.entries, matrix.size, (1 << matrix.size) - 1, 1.0);
}

/// Its derivative with respect to each entry.
pub fn gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    reversible_gradient(matrix, gradient);
}

/// The derivative, from the ordinary function.
pub fn ordinary_gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    clear(gradient, matrix.entries.len());
    determinant::gradient_into(&matrix.entries, matrix.size, (1 << matrix.size) - 1, gradient);
}

/// The derivative, from the reversible function.
pub fn reversible_gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    let Square { entries, size } = matrix;
    clear(gradient, entries.len());
    let columns = (1 << size) - 1;
    add_determinant::pull(&mut 1.0, entries, gradient, *size, Inactive, columns, Inactive, 1.0, Inactive);
}
