//! A determinant by expansion along the first row: each minor is again such a determinant.

use super::Module;
use crate::evaluation::{Problem, clear, evaluate, expect_length};
use retrograde::prelude::*;
use serde::Deserialize;

/// The module.
pub const MODULE: Module = Module {
    name: "det",
    functions: &[("primal", |input| evaluate(input, primal)), ("gradient", |input| evaluate(input, gradient))],
};

/// The determinant of the rows of `a` from `row` on, and of the columns whose bit in `columns` is set.
#[differentiable(tangent)]
pub fn determinant(a: &[f64], size: usize, row: usize, columns: u32) -> f64 {
    let entries = &a[row * size..(row + 1) * size];
    if row + 1 == size {
        return entries[columns.trailing_zeros() as usize];
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for j in 0..size {
        if columns >> j & 1 == 1 {
            sum += sign * entries[j] * determinant(a, size, row + 1, columns ^ 1 << j);
            sign = -sign;
        }
    }
    sum
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
    *value = determinant(&matrix.entries, matrix.size, 0, (1 << matrix.size) - 1);
}

/// Its derivative by each entry.
pub fn gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    clear(gradient, matrix.entries.len());
    determinant::gradient_into(&matrix.entries, matrix.size, 0, (1 << matrix.size) - 1, gradient);
}
