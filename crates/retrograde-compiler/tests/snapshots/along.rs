/// Loops along arrays.
#[reversible(adjoint)]
fn along(a: &mut [f64], b: &[f64]) {
    for (i, (x, &y)) in a.iter_mut().zip(b.iter()).enumerate() {
        *x += y * i as f64;
    }
    for (row, v) in a.chunks_exact_mut(2).rev().zip(b) {
        row[0] += v * row[1];
    }
}

/// Stepped ranges.
#[reversible]
fn stepped(a: &mut [f64], n: usize) {
    for i in (0..n).step_by(3) {
        a[i] += 1.0;
    }
    for i in (0..=n).rev().step_by(2) {
        a[i] += 1.0;
    }
}

/// A statement for every element.
#[reversible]
fn elementwise(y: &mut [f64], a: f64, x: &[f64]) {
    broadcast! {
        y[..] += a * x[..];
    }
}
