//! Sparse matrices: products with vectors and with each other, differentiated without losing the pattern.
//!
//! Sparse matrices are an example of the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible
//! programming language"): the rules for dense matrices would fill a gradient with zeros that nobody wants. Written as loops,
//! the gradient has the pattern of the matrix, since its shadow is as long as the list of values.
//!
//! The dot product walks along two columns at once. The paper keeps every turn that it takes in a list of bits. They are not needed:
//! the row numbers of a column grow, so which column moved last can be seen from the rows just passed.
//!
//! `cargo run --release -p retrograde-examples --example sparse`

use retrograde::prelude::*;
use retrograde_examples::allocated;
use std::time::Instant;

/// A matrix in compressed columns: column `j` has the entries `starts[j]..starts[j + 1]`, each with its row and its value.
/// Rows grow along a column.
#[derive(Clone, Debug, Differentiable)]
struct Sparse {
    starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
}

/// `y += A x`.
#[reversible(adjoint)]
fn multiply(y: &mut [f64], a: &Sparse, x: &[f64]) {
    for j in 0..x.len() {
        for k in a.starts[j]..a.starts[j + 1] {
            y[a.rows[k]] += a.values[k] * x[j];
        }
    }
}

/// `y += Aᵀ x`.
#[reversible(adjoint)]
fn multiply_transposed(y: &mut [f64], a: &Sparse, x: &[f64]) {
    for j in 0..y.len() {
        for k in a.starts[j]..a.starts[j + 1] {
            y[j] += a.values[k] * x[a.rows[k]];
        }
    }
}

/// Adds the sum of all `A[i, j] B[i, j]`, which is the trace of `Aᵀ B`.
#[reversible(adjoint)]
fn dot(out: &mut f64, a: &Sparse, b: &Sparse) {
    assert_eq!(a.starts.len(), b.starts.len());
    for j in 1..a.starts.len() {
        let mut sum = 0.0;
        let mut k = a.starts[j - 1];
        let mut l = b.starts[j - 1];
        while (k < a.starts[j] && l < b.starts[j], k > a.starts[j - 1] || l > b.starts[j - 1]) {
            // After a step, the larger of the two rows before `k` and `l` is the one just passed; if they are equal, both are.
            if (a.rows[k] == b.rows[l], k > a.starts[j - 1] && l > b.starts[j - 1] && a.rows[k - 1] == b.rows[l - 1]) {
                sum += a.values[k] * b.values[l];
                k += 1;
                l += 1;
            } else if (
                a.rows[k] < b.rows[l],
                l == b.starts[j - 1] || k > a.starts[j - 1] && a.rows[k - 1] > b.rows[l - 1],
            ) {
                k += 1;
            } else {
                l += 1;
            }
        }
        *out += sum;
    }
}

/// Numbers between 0 and 1, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.next() - 0.5).collect()
    }

    /// A square matrix in which each entry is there with the given probability, and every third column is empty.
    fn matrix(&mut self, n: usize, density: f64) -> Sparse {
        let mut a = Sparse { starts: vec![0], rows: vec![], values: vec![] };
        for j in 0..n {
            for i in 0..n {
                if j % 3 != 1 && self.next() < density {
                    a.rows.push(i);
                    a.values.push(self.next() - 0.5);
                }
            }
            a.starts.push(a.rows.len());
        }
        a
    }
}

/// The matrix with its zeros, as `dense[j][i]`.
fn dense(a: &Sparse, n: usize) -> Vec<Vec<f64>> {
    let mut dense = vec![vec![0.0; n]; a.starts.len() - 1];
    for (i, j, value) in entries(a, &a.values) {
        dense[j][i] = value;
    }
    dense
}

/// The row and the column of each entry, with a value for each: those of the matrix itself, or those of its gradient.
fn entries<T: Copy>(a: &Sparse, values: &[T]) -> Vec<(usize, usize, T)> {
    let columns = a.starts.windows(2).enumerate();
    let places = columns.flat_map(|(j, bounds)| (bounds[0]..bounds[1]).map(move |k| (k, j)));
    places.map(|(k, j)| (a.rows[k], j, values[k])).collect()
}

/// The gradient by the values of a matrix, out of its shadow.
fn gradient(a: &Sparse, shadow: &SparseShadow<On<One>>) -> Vec<(usize, usize, f64)> {
    let values: Vec<f64> = shadow.values.iter().map(Cell::get).collect();
    entries(a, &values)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// Values and gradients of everything against sums over all entries, zeros too.
fn compare_with_dense(a: &Sparse, b: &Sparse, x: &[f64], g: &[f64]) {
    let n = x.len();
    let (a_dense, b_dense) = (dense(a, n), dense(b, n));
    let product = |i: usize, v: &[f64]| (0..n).map(|j| a_dense[j][i] * v[j]).sum::<f64>();
    let transposed = |j: usize, v: &[f64]| (0..n).map(|i| a_dense[j][i] * v[i]).sum::<f64>();

    // The gradient `g` of `A x` is by `x` that of the transposed product, and by `A[i, j]` it is `g[i] x[j]`.
    let mut y = vec![0.0; n];
    multiply(&mut y, a, x);
    assert!((0..n).all(|i| close(y[i], product(i, x))));
    let (a_adj, mut x_adj) = (a.zero_shadow::<On<One>>(), vec![0.0; n]);
    multiply::adjoint(&mut y, &mut g.to_vec(), a, &a_adj, x, &mut x_adj);
    assert!(y.iter().all(|y| close(*y, 0.0)));
    assert!((0..n).all(|j| close(x_adj[j], transposed(j, g))));
    assert!(gradient(a, &a_adj).iter().all(|&(i, j, d)| close(d, g[i] * x[j])));

    // And the other way round.
    multiply_transposed(&mut y, a, x);
    assert!((0..n).all(|j| close(y[j], transposed(j, x))));
    let (a_adj, mut x_adj) = (a.zero_shadow::<On<One>>(), vec![0.0; n]);
    multiply_transposed::adjoint(&mut y, &mut g.to_vec(), a, &a_adj, x, &mut x_adj);
    assert!(y.iter().all(|y| close(*y, 0.0)));
    assert!((0..n).all(|i| close(x_adj[i], product(i, g))));
    assert!(gradient(a, &a_adj).iter().all(|&(i, j, d)| close(d, g[j] * x[i])));

    // The gradient of the dot product by one matrix is the other, where the first has an entry.
    let mut out = 0.0;
    dot(&mut out, a, b);
    assert!(close(out, (0..n).map(|j| (0..n).map(|i| a_dense[j][i] * b_dense[j][i]).sum::<f64>()).sum()));
    let (a_adj, b_adj) = (a.zero_shadow::<On<One>>(), b.zero_shadow::<On<One>>());
    dot::adjoint(&mut out, &mut 1.0, a, &a_adj, b, &b_adj);
    assert!(close(out, 0.0));
    assert!(gradient(a, &a_adj).iter().all(|&(i, j, d)| close(d, b_dense[j][i])));
    assert!(gradient(b, &b_adj).iter().all(|&(i, j, d)| close(d, a_dense[j][i])));
}

fn main() {
    let mut random = Random(1);
    for n in [1, 2, 5, 30] {
        for density in [0.0, 0.2, 0.7, 1.0] {
            let (a, b) = (random.matrix(n, density), random.matrix(n, 0.5));
            compare_with_dense(&a, &b, &random.vector(n), &random.vector(n));
        }
    }
    println!("products, dot products and their gradients agree with those of dense matrices");

    // The size of the paper's benchmark. The shadows are the caller's, and nothing else is allocated.
    let (a, b) = (random.matrix(1000, 0.01), random.matrix(1000, 0.01));
    let (a_adj, b_adj) = (a.zero_shadow::<On<One>>(), b.zero_shadow::<On<One>>());
    let mut out = 0.0;
    let start = Instant::now();
    let ((), forward_bytes) = allocated(|| dot(&mut out, &a, &b));
    let forward = start.elapsed();
    println!("dot product of two matrices with {} and {} entries: {out:.6}", a.values.len(), b.values.len());
    let start = Instant::now();
    let ((), backward_bytes) = allocated(|| dot::adjoint(&mut out, &mut 1.0, &a, &a_adj, &b, &b_adj));
    println!("forwards    {forward:?}, {forward_bytes} bytes allocated");
    println!("gradient    {:?}, {backward_bytes} bytes allocated", start.elapsed());
    assert_eq!((forward_bytes, backward_bytes), (0, 0));
}
