//! A determinant by expansion along the first row: each minor is again such a determinant.
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

/// The same as a reversible function, which adds a multiple of the determinant: a minor is told what it is multiplied with, instead of
/// being kept until it is.
#[reversible(adjoint, tangent)]
pub fn add_determinant(value: &mut f64, a: &[f64], size: usize, row: usize, columns: u32, factor: f64) {
    let entries = &a[row * size..(row + 1) * size];
    if row + 1 == size {
        *value += factor * entries[columns.trailing_zeros() as usize];
    } else {
        for j in 0..size {
            if columns >> j & 1 == 1 {
                let before = columns & ((1 << j) - 1);
                let signed = if before.count_ones() % 2 == 0 { entries[j] } else { -entries[j] };
                let inner = factor * signed;
                add_determinant(value, a, size, row + 1, columns ^ 1 << j, inner);
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
    *value = determinant(&matrix.entries, matrix.size, 0, (1 << matrix.size) - 1);
}

/// The determinant, by the reversible function.
pub fn reversible_primal(matrix: &Square, value: &mut f64) {
    *value = 0.0;
    add_determinant(value, &matrix.entries, matrix.size, 0, (1 << matrix.size) - 1, 1.0);
}

/// Takes the determinant away again.
pub fn inverse(matrix: &Square, value: &mut f64) {
    add_determinant::inverse(value, &matrix.entries, matrix.size, 0, (1 << matrix.size) - 1, 1.0);
}

/// Its derivative by each entry.
pub fn gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    reversible_gradient(matrix, gradient);
}

/// The derivative, from the ordinary function.
pub fn ordinary_gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    clear(gradient, matrix.entries.len());
    determinant::gradient_into(&matrix.entries, matrix.size, 0, (1 << matrix.size) - 1, gradient);
}

/// The derivative, from the reversible function.
pub fn reversible_gradient(matrix: &Square, gradient: &mut Vec<f64>) {
    let Square { entries, size } = matrix;
    clear(gradient, entries.len());
    let (columns, mut value) = ((1 << size) - 1, 0.0);
    add_determinant(&mut value, entries, *size, 0, columns, 1.0);
    let entries_adj = &mut gradient[..];
    add_determinant::adjoint(
        &mut value,
        &mut 1.0,
        entries,
        entries_adj,
        *size,
        Inactive,
        0,
        Inactive,
        columns,
        Inactive,
        1.0,
        Inactive,
    );
}
