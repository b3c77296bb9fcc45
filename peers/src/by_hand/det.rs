//! A determinant by minors, which are kept in the order in which they are done.

use retrograde_gradbench::modules::det::Square;

/// The gradient by all entries.
pub fn gradient(matrix: &Square, minors: &mut Vec<f64>, out: &mut Vec<f64>) {
    let Square { entries, size } = matrix;
    let all = (1 << size) - 1;
    minors.clear();
    forwards(entries, *size, 0, all, minors);
    out.clear();
    out.resize(entries.len(), 0.0);
    backwards(entries, *size, 0, all, minors, 1.0, out);
}

fn forwards(a: &[f64], size: usize, row: usize, columns: u32, minors: &mut Vec<f64>) -> f64 {
    if row + 1 == size {
        return a[row * size + columns.trailing_zeros() as usize];
    }
    let (mut sum, mut sign) = (0.0, 1.0);
    for j in (0..size).filter(|j| columns >> j & 1 == 1) {
        let minor = forwards(a, size, row + 1, columns ^ 1 << j, minors);
        minors.push(minor);
        sum += sign * a[row * size + j] * minor;
        sign = -sign;
    }
    sum
}

fn backwards(a: &[f64], size: usize, row: usize, columns: u32, minors: &mut Vec<f64>, seed: f64, out: &mut [f64]) {
    if row + 1 == size {
        out[row * size + columns.trailing_zeros() as usize] += seed;
        return;
    }
    let mut seed = if columns.count_ones() % 2 == 1 { seed } else { -seed };
    for j in (0..size).rev().filter(|j| columns >> j & 1 == 1) {
        let minor = minors.pop().expect("each was kept");
        out[row * size + j] += seed * minor;
        backwards(a, size, row + 1, columns ^ 1 << j, minors, seed * a[row * size + j], out);
        seed = -seed;
    }
}
