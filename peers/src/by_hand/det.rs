//! A determinant by minors. Each minor is told what it is multiplied with, so that it gives its entries their gradients while it is
//! computed, and nothing is kept.

use retrograde_gradbench::modules::det::Square;

/// The gradient with respect to all entries.
pub fn gradient(matrix: &Square, out: &mut Vec<f64>) {
    let Square { entries, size } = matrix;
    out.clear();
    out.resize(entries.len(), 0.0);
    minor(entries, *size, (1 << size) - 1, 1.0, out);
}

/// The determinant of some columns, whose gradient is `seed`.
fn minor(a: &[f64], size: usize, columns: u32, seed: f64, out: &mut [f64]) -> f64 {
    let ((top, rest), (top_out, rest_out)) = (a.split_at(size), out.split_at_mut(size));
    let i = columns.trailing_zeros() as usize;
    if rest.len() == 2 * size {
        let j = (columns ^ 1 << i).trailing_zeros() as usize;
        let k = columns.ilog2() as usize;
        let ((middle, bottom), (middle_out, bottom_out)) = (rest.split_at(size), rest_out.split_at_mut(size));
        let (a, b, c) = (top[i], top[j], top[k]);
        let (d, e, f) = (middle[i], middle[j], middle[k]);
        let (g, h, l) = (bottom[i], bottom[j], bottom[k]);
        let (by_a, by_b, by_c) = (e * l - f * h, f * g - d * l, d * h - e * g);
        top_out[i] += seed * by_a;
        top_out[j] += seed * by_b;
        top_out[k] += seed * by_c;
        let (a_seed, b_seed, c_seed) = (seed * a, seed * b, seed * c);
        middle_out[i] += c_seed * h - b_seed * l;
        middle_out[j] += a_seed * l - c_seed * g;
        middle_out[k] += b_seed * g - a_seed * h;
        bottom_out[i] += b_seed * f - c_seed * e;
        bottom_out[j] += c_seed * d - a_seed * f;
        bottom_out[k] += a_seed * e - b_seed * d;
        return a * by_a + b * by_b + c * by_c;
    }
    if rest.is_empty() {
        top_out[i] += seed;
        return top[i];
    }
    let (mut sum, mut seed) = (0.0, seed);
    let mut sign = 1.0;
    for j in (0..size).filter(|j| columns >> j & 1 == 1) {
        let inner = minor(rest, size, columns ^ 1 << j, seed * top[j], rest_out);
        top_out[j] += seed * inner;
        sum += sign * top[j] * inner;
        (seed, sign) = (-seed, -sign);
    }
    sum
}
