//! An orthogonal matrix as a product of rotations, and a deep network of such matrices in the memory of one vector.
//!
//! Unitary matrices are an example of the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible
//! programming language"). A real one of size `n` is the product of `n (n - 1) / 2` rotations, each of two neighbours, so its angles are
//! free parameters: whatever an optimizer does to them, the matrix stays orthogonal, and lengths and gradients neither grow nor vanish.
//! A rotation is undone by turning back, so a layer needs no copy of what went into it.
//!
//! `cargo run --release -p retrograde-examples --example unitary`

use retrograde::gates::rot;
use retrograde::prelude::*;
use retrograde_examples::allocated;

/// Multiplies a vector by the orthogonal matrix with these angles.
#[reversible(adjoint)]
fn rotate(x: &mut [f64], angles: &[f64]) {
    assert_eq!(angles.len(), x.len() * (x.len() - 1) / 2);
    let mut k = 0;
    for j in 1..x.len() {
        for i in (j..x.len()).rev() {
            rot(&mut x[i - 1], &mut x[i], angles[k]);
            k += 1;
        }
    }
}

/// A layer for every `layer` angles, one after the other, with a nonlinear and reversible step after each: every second number is
/// changed by its neighbour.
#[reversible(adjoint)]
fn network(x: &mut [f64], angles: &[f64], layer: usize) {
    for angles in angles.chunks_exact(layer) {
        rotate(x, angles);
        for i in (1..x.len()).step_by(2) {
            x[i] += 0.1 * x[i - 1].sin();
        }
    }
}

/// The square matrix that turns the numbers `i - 1` and `i` by an angle of which these are the cosine and the sine; `other` is what the
/// remaining numbers are multiplied by.
fn plane(n: usize, i: usize, cos: f64, sin: f64, other: f64) -> Vec<Vec<f64>> {
    let mut m = vec![vec![0.0; n]; n];
    for (k, row) in m.iter_mut().enumerate() {
        row[k] = other;
    }
    (m[i - 1][i - 1], m[i - 1][i], m[i][i - 1], m[i][i]) = (cos, -sin, sin, cos);
    m
}

fn times(m: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    m.iter().map(|row| row.iter().zip(x).map(|(m, x)| m * x).sum()).collect()
}

/// `Q x` by matrices written out, or with the number of an angle the derivative of `Q x` by it.
fn by_matrices(x: &[f64], angles: &[f64], by: Option<usize>) -> Vec<f64> {
    let n = x.len();
    let planes = (1..n).flat_map(|j| (j..n).rev());
    planes.zip(angles).enumerate().fold(x.to_vec(), |x, (k, (i, angle))| {
        let (sin, cos) = angle.sin_cos();
        let m = if by == Some(k) { plane(n, i, -sin, cos, 0.0) } else { plane(n, i, cos, sin, 1.0) };
        times(&m, &x)
    })
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn wave(n: usize, scale: f64) -> Vec<f64> {
    (0..n).map(|k| scale * (1.7 * k as f64 + 0.3).sin()).collect()
}

fn close(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < tolerance)
}

fn main() {
    // The paper's size: four numbers, six angles. The loss is the product with fixed weights.
    let (x0, angles, weights) = (wave(4, 1.0), wave(6, 2.0), wave(4, -0.5));
    let mut x = x0.clone();
    rotate(&mut x, &angles);
    println!("x            {x0:+.6?}, length {:.6}", dot(&x0, &x0).sqrt());
    println!("Q x          {x:+.6?}, length {:.6}", dot(&x, &x).sqrt());
    assert!(close(&x, &by_matrices(&x0, &angles, None), 1e-14));
    assert!((dot(&x, &x) - dot(&x0, &x0)).abs() < 1e-14);

    rotate::inverse(&mut x, &angles);
    assert!(close(&x, &x0, 1e-14));
    let (x_adj, angles_adj) = rotate::vjp(&mut x, &angles, weights.clone());
    println!("by the angles {angles_adj:+.6?}");
    let by_hand: Vec<f64> = (0..6).map(|k| dot(&weights, &by_matrices(&x0, &angles, Some(k)))).collect();
    assert!(close(&angles_adj, &by_hand, 1e-14));
    // The gradient with respect to `x` is that of the result, turned back.
    let mut turned = weights.clone();
    rotate::inverse(&mut turned, &angles);
    assert!(close(&x_adj, &turned, 1e-14) && close(&x, &x0, 1e-14));

    // A thousand layers. A tape would hold 64 numbers for each.
    let (n, layers) = (64, 1000);
    let layer = n * (n - 1) / 2;
    let (x0, angles, weights) = (wave(n, 1.0), wave(layers * layer, 3.0), wave(n, -0.5));
    let mut x = x0.clone();
    network(&mut x, &angles, layer);
    let (mut x_adj, mut angles_adj) = (weights.clone(), vec![0.0; angles.len()]);
    let ((), bytes) = allocated(|| network::adjoint(&mut x, &mut x_adj, &angles, &mut angles_adj, layer, Inactive));
    println!("{layers} layers   {bytes} bytes allocated for {} gradients", angles.len());
    assert!(close(&x, &x0, 1e-9));
    assert_eq!(bytes, 0);

    // Against finite differences, for an angle of the first layer, of the middle and of the last.
    for k in [3, angles.len() / 2, angles.len() - 5] {
        let loss = |change: f64| {
            let (mut x, mut angles) = (x0.clone(), angles.clone());
            angles[k] += change;
            network(&mut x, &angles, layer);
            dot(&weights, &x)
        };
        let h = 1e-5;
        let difference = (loss(h) - loss(-h)) / (2.0 * h);
        println!("angle {k:>7}   {:+.6}, finite difference {difference:+.6}", angles_adj[k]);
        assert!((angles_adj[k] - difference).abs() < 1e-5 * difference.abs().max(1.0));
    }
}
