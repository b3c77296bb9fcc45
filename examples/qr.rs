//! A QR decomposition in the place of the matrix, run backwards and differentiated.
//!
//! QR is an example of the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible programming language"),
//! there by Gram and Schmidt, into new matrices. That is `gram_schmidt` below, without the paper's ancillas.
//!
//! By Givens rotations it needs no memory at all, and is more accurate. A rotation takes two numbers of a column, `(a, b)`, to
//! `(r, 0)`, by the angle that they make. The zero need not be kept, so the angle goes where it would be: `(a, b)` becomes
//! `(r, angle)`, its polar coordinates, which loses nothing. At the end the upper triangle is `R`, and below it are the angles that `Q`
//! is made of.
//!
//! `cargo run --release -p retrograde-examples --example qr`

use retrograde::gates::rot;
use retrograde::prelude::*;
use retrograde_examples::allocated;

/// Polar coordinates in place: `a` becomes the length of `(a, b)`, `b` its angle.
#[reversible(adjoint)]
fn polar(a: &mut f64, b: &mut f64) {
    let mut length = 0.0;
    let mut angle = 0.0;
    length += a.hypot(*b);
    angle += b.atan2(*a);
    // what the two new numbers say already is taken away from the old ones, which leaves nothing
    *a -= length * angle.cos();
    *b -= length * angle.sin();
    swap(a, &mut length);
    swap(b, &mut angle);
}

/// `R` and the angles of `Q` in the place of a square matrix, which has its rows one after the other.
#[reversible(adjoint)]
fn decompose(a: &mut [f64], n: usize) {
    for j in 0..n {
        for i in j + 1..n {
            polar(&mut a[j * n + j], &mut a[i * n + j]);
            for k in j + 1..n {
                rot::inverse(&mut a[j * n + k], &mut a[i * n + k], a[i * n + j]);
            }
        }
    }
}

/// `x` becomes `Q x`, with the angles of a decomposed matrix.
#[reversible(adjoint)]
fn multiply(x: &mut [f64], decomposed: &[f64]) {
    let n = x.len();
    for j in (0..n).rev() {
        for i in (j + 1..n).rev() {
            rot(&mut x[j], &mut x[i], decomposed[i * n + j]);
        }
    }
}

/// Adds `Q` and `R` of a matrix to zeros. All three have their columns one after the other.
#[reversible(adjoint)]
fn gram_schmidt(q: &mut [f64], r: &mut [f64], a: &[f64], n: usize) {
    for j in 0..n {
        let (done, rest) = q.split_at_mut(j * n);
        let column = &mut rest[..n];
        let source = &a[j * n..(j + 1) * n];
        for (i, before) in done.chunks_exact(n).enumerate() {
            for (x, y) in before.iter().zip(source) {
                r[j * n + i] += x * y;
            }
        }
        // what is left of the column, when what it shares with those before is taken away, is given the length one
        broadcast! { column[..] += source[..]; }
        for (i, before) in done.chunks_exact(n).enumerate() {
            for (c, x) in column.iter_mut().zip(before) {
                *c -= r[j * n + i] * x;
            }
        }
        let mut square = 0.0;
        for x in column.iter() {
            square += x * x;
        }
        r[j * n + j] += square.sqrt();
        for x in column.iter_mut() {
            *x /= r[j * n + j];
        }
    }
}

/// Adds the logarithm of the determinant's magnitude: the determinant of `Q` is one, that of `R` the product of its diagonal.
#[reversible(adjoint)]
fn log_determinant(out: &mut f64, a: &mut [f64], n: usize) {
    decompose(a, n);
    for j in 0..n {
        *out += a[j * n + j].abs().ln();
    }
}

/// Decomposes `a` and adds some number that depends on all of `Q` and all of `R`. `q` holds unit vectors and becomes the columns of `Q`.
#[reversible(adjoint)]
fn mixture(out: &mut f64, a: &mut [f64], q: &mut [f64], n: usize) {
    decompose(a, n);
    for column in q.chunks_exact_mut(n) {
        multiply(column, a);
    }
    for k in 0..q.len() {
        *out += q[k] * (k as f64).cos();
    }
    for i in 0..n {
        for j in i..n {
            *out += a[i * n + j] * ((i + 3 * j) as f64).sin();
        }
    }
}

fn unit_vectors(n: usize) -> Vec<f64> {
    (0..n * n).map(|k| if k % (n + 1) == 0 { 1.0 } else { 0.0 }).collect()
}

fn matrix(n: usize) -> Vec<f64> {
    (0..n * n).map(|k| (2.3 * k as f64 + 0.1 * (k * k) as f64 + 1.7).sin()).collect()
}

/// The sum over `k` of `a(k) b(k)`.
fn sum(n: usize, a: impl Fn(usize) -> f64, b: impl Fn(usize) -> f64) -> f64 {
    (0..n).map(|k| a(k) * b(k)).sum()
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() < tolerance
}

fn main() {
    let n = 4;
    let a0 = matrix(n);
    let pairs = || (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));

    let mut a = a0.clone();
    decompose(&mut a, n);
    // the columns of `Q` one after the other: Q[i, j] is q[j n + i]
    let mut q = unit_vectors(n);
    for column in q.chunks_exact_mut(n) {
        multiply(column, &a);
    }
    println!("R and the angles of Q");
    assert!((0..n).all(|j| a[j * n + j] > 0.0));
    for row in a.chunks_exact(n) {
        println!("  {row:+.6?}");
    }
    for (i, j) in pairs() {
        let unit = if i == j { 1.0 } else { 0.0 };
        assert!(close(sum(n, |k| q[i * n + k], |k| q[j * n + k]), unit, 1e-14));
        assert!(close(sum(j + 1, |k| q[k * n + i], |k| a[k * n + j]), a0[i * n + j], 1e-14));
    }
    decompose::inverse(&mut a, n);
    assert!(a.iter().zip(&a0).all(|(a, a0)| close(*a, *a0, 1e-14)));
    println!("Q is orthogonal, Q R is the matrix, and backwards the matrix is back");

    // The gradient of log |det A| is the transposed inverse of A, so A times the transposed gradient is the identity.
    let (value, (_, a_adj)) = log_determinant::value_and_gradient(&mut 0.0, &mut a, n);
    println!("log |det A| = {value:.9}");
    for (i, j) in pairs() {
        let unit = if i == j { 1.0 } else { 0.0 };
        assert!(close(sum(n, |k| a0[i * n + k], |k| a_adj[j * n + k]), unit, 1e-13));
    }
    println!("its gradient is the transposed inverse");

    // A loss that depends on everything, against finite differences.
    let loss = |a: &[f64]| {
        let mut out = 0.0;
        mixture(&mut out, &mut a.to_vec(), &mut unit_vectors(n), n);
        out
    };
    let (_, a_adj, _) = mixture::gradient(&mut 0.0, &mut a, &mut unit_vectors(n), n);
    let mut largest = 0.0_f64;
    for (k, a_adj) in a_adj.iter().enumerate() {
        let shifted = |h: f64| a0.iter().enumerate().map(|(l, a)| if k == l { a + h } else { *a }).collect::<Vec<_>>();
        let difference = (loss(&shifted(1e-5)) - loss(&shifted(-1e-5))) / 2e-5;
        largest = largest.max((a_adj - difference).abs());
    }
    println!("gradient of a mixture of Q and R within {largest:.0e} of finite differences");
    assert!(largest < 1e-8);

    // The same loss by the other algorithm. Both have a positive diagonal, so there is only one answer.
    let weights_q = (0..n * n).map(|k| (k as f64).cos()).collect();
    let weights_r =
        (0..n * n).map(|k| if k % n > k / n { 0.0 } else { ((k % n + 3 * (k / n)) as f64).sin() }).collect();
    let transposed: Vec<f64> = (0..n * n).map(|k| a0[k % n * n + k / n]).collect();
    let (mut q, mut r) = (vec![0.0; n * n], vec![0.0; n * n]);
    let (_, _, by_columns) = gram_schmidt::vjp(&mut q, &mut r, &transposed, n, (weights_q, weights_r));
    let apart = pairs().map(|(i, j)| (by_columns[j * n + i] - a_adj[i * n + j]).abs()).fold(0.0, f64::max);
    println!("and within {apart:.0e} of that by Gram and Schmidt");
    assert!(apart < 1e-11);

    // In place: the gradient of a larger one has no memory of its own either.
    let n = 100;
    let mut a = matrix(n);
    let mut a_adj = vec![0.0; n * n];
    let (_, bytes) = allocated(|| log_determinant::gradient_into(&mut 0.0, &mut a, n, &mut 0.0, &mut a_adj));
    println!("size {n}: there and back with gradient, {bytes} bytes allocated");
    assert!(a.iter().zip(matrix(n)).all(|(a, a0)| close(*a, a0, 1e-10)));
    assert_eq!(bytes, 0);
}
