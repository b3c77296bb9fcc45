//! A symmetric eigensolver by Jacobi rotations, differentiated through.
//!
//! That tensor networks need the derivative of such decompositions is where the papers on NiLang begin (Liu and Zhao, "Differentiate
//! everything with a reversible programming language"). Usually there is a formula for it, found by hand. Here there is only the
//! algorithm: turn the plane of two coordinates so that their entry in the matrix becomes zero, and go on with the next two until all
//! are small. Each turn changes two rows and two columns, which a tape would save; a reversible program only has to know the angle,
//! and the angles are a result anyway: the eigenvectors are made of them.
//!
//! `cargo run --release -p retrograde-examples --example eigen`

use retrograde::gates::rot;
use retrograde::prelude::*;
use retrograde_examples::allocated;

/// Makes a symmetric matrix diagonal, with its eigenvalues from the largest to the smallest. `angles` are zero at first, `n (n - 1) / 2`
/// for each sweep through the matrix.
#[reversible(adjoint)]
fn diagonalize(a: &mut [f64], angles: &mut [f64], n: usize) {
    for sweep in angles.chunks_exact_mut(n * (n - 1) / 2) {
        let mut turn = 0;
        for p in 0..n {
            for q in p + 1..n {
                sweep[turn] += 0.5 * (2.0 * a[p * n + q]).atan2(a[p * n + p] - a[q * n + q]);
                for k in 0..n {
                    rot::inverse(&mut a[p * n + k], &mut a[q * n + k], sweep[turn]);
                }
                for k in 0..n {
                    rot::inverse(&mut a[k * n + p], &mut a[k * n + q], sweep[turn]);
                }
                turn += 1;
            }
        }
    }
}

/// Takes a vector from the coordinates of the matrix to those of the eigenvectors.
#[reversible(inverse_adjoint)]
fn to_eigenvectors(x: &mut [f64], angles: &[f64]) {
    let n = x.len();
    for sweep in angles.chunks_exact(n * (n - 1) / 2) {
        let mut turn = 0;
        for p in 0..n {
            for q in p + 1..n {
                rot::inverse(&mut x[p], &mut x[q], sweep[turn]);
                turn += 1;
            }
        }
    }
}

/// Adds the product of some weights with an eigenvector. `vector` is that vector in its own coordinates, a one and zeros.
#[reversible(adjoint)]
fn weigh(out: &mut f64, a: &mut [f64], angles: &mut [f64], vector: &mut [f64], #[constant] weights: &[f64]) {
    diagonalize(a, angles, weights.len());
    to_eigenvectors::inverse(vector, angles);
    for k in 0..weights.len() {
        *out += vector[k] * weights[k];
    }
}

fn symmetric(n: usize) -> Vec<f64> {
    let entry = |i: usize, j: usize| (1.3 * (i + j) as f64 + 0.7 * (i * j) as f64).sin();
    (0..n * n).map(|k| entry(k / n, k % n)).collect()
}

fn unit(n: usize, k: usize) -> Vec<f64> {
    (0..n).map(|i| if i == k { 1.0 } else { 0.0 }).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() < tolerance
}

fn main() {
    let (n, sweeps) = (5, 8);
    let turns = sweeps * n * (n - 1) / 2;
    let a0 = symmetric(n);
    let (mut a, mut angles) = (a0.clone(), vec![0.0; turns]);
    diagonalize(&mut a, &mut angles, n);
    let values: Vec<f64> = (0..n).map(|k| a[k * n + k]).collect();
    let vectors: Vec<Vec<f64>> = (0..n)
        .map(|k| {
            let mut v = unit(n, k);
            to_eigenvectors::inverse(&mut v, &angles);
            v
        })
        .collect();
    println!("eigenvalues {values:+.9?}");
    assert!(values.is_sorted_by(|a, b| a >= b));
    assert!((0..n * n).all(|k| k % (n + 1) == 0 || a[k].abs() < 1e-13));
    for (value, vector) in values.iter().zip(&vectors) {
        let product: Vec<f64> = a0.chunks_exact(n).map(|row| dot(row, vector)).collect();
        assert!(product.iter().zip(vector).all(|(product, v)| close(*product, value * v, 1e-13)));
    }

    // The gradient of an eigenvalue is known: the product of its vector with itself. Nothing here knows it.
    let diagonal = a.clone();
    for (k, vector) in vectors.iter().enumerate() {
        let (mut a, mut angles) = (diagonal.clone(), angles.clone());
        let (mut a_adj, mut angles_adj) = (vec![0.0; n * n], vec![0.0; turns]);
        a_adj[k * n + k] = 1.0;
        diagonalize::adjoint(&mut a, &mut a_adj, &mut angles, &mut angles_adj, n, Inactive);
        for i in 0..n {
            for j in 0..n {
                assert!(close(a_adj[i * n + j], vector[i] * vector[j], 1e-12));
            }
        }
        assert!(a.iter().zip(&a0).all(|(a, a0)| close(*a, *a0, 1e-13)));
        assert!(angles.iter().all(|angle| close(*angle, 0.0, 1e-13)));
    }
    println!("the gradient of each is the product of its eigenvector with itself");

    // That of an eigenvector is in the textbooks on perturbation: the others are mixed in, divided by the differences of the eigenvalues.
    let (first, weights) = (2, [0.5, -1.0, 2.0, 0.25, 1.5]);
    let (mut a, mut angles, mut vector) = (a0.clone(), vec![0.0; turns], unit(n, first));
    let (value, (_, a_adj, ..)) = weigh::value_and_gradient(&mut 0.0, &mut a, &mut angles, &mut vector, &weights);
    assert!(close(value, dot(&vectors[first], &weights), 1e-14));
    let mut largest = 0.0_f64;
    for i in 0..n {
        for j in 0..n {
            // entries i, j and j, i change together in a symmetric matrix
            let ours = a_adj[i * n + j] + a_adj[j * n + i];
            let known: f64 = (0..n)
                .filter(|k| *k != first)
                .map(|k| {
                    let (v, w) = (&vectors[first], &vectors[k]);
                    dot(w, &weights) * (v[i] * w[j] + v[j] * w[i]) / (values[first] - values[k])
                })
                .sum();
            largest = largest.max((ours - known).abs());
        }
    }
    println!("gradient of an eigenvector within {largest:.0e} of perturbation theory");
    assert!(largest < 1e-11);

    let n = 40;
    let (mut a, mut angles) = (symmetric(n), vec![0.0; sweeps * n * (n - 1) / 2]);
    let (mut a_adj, mut angles_adj) = (vec![0.0; n * n], vec![0.0; angles.len()]);
    let ((), bytes) = allocated(|| {
        diagonalize(&mut a, &mut angles, n);
        a_adj[0] = 1.0;
        diagonalize::adjoint(&mut a, &mut a_adj, &mut angles, &mut angles_adj, n, Inactive);
    });
    println!("size {n}: there and back with gradient, {bytes} bytes allocated, {} for the angles", 8 * angles.len());
    assert!(a.iter().zip(symmetric(n)).all(|(a, a0)| close(*a, a0, 1e-11)));
    // the eigenvector has the length one
    assert!(close((0..n).map(|i| a_adj[i * n + i]).sum(), 1.0, 1e-11));
    assert_eq!(bytes, 0);
}
