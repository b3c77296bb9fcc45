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

use num_complex::{Complex, ComplexFloat};
use retrograde::prelude::*;
use retrograde_examples::allocated;
use std::time::Instant;

/// A matrix in compressed columns: column `j` has the entries `starts[j]..starts[j + 1]`, each with its row and its value. Rows grow along
/// a column.
#[derive(Clone, Debug, Differentiable)]
struct Sparse<T> {
    starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<T>,
}

// Derivatives are chosen by the types of the numbers, so there is a module for each: `conjugate` is what becomes of the first factor
// in a dot product.
macro_rules! sparse {
    ($module:ident, $number:ty, zero $zero:expr, conjugate $value:ident $conjugate:expr) => {
        mod $module {
            use super::*;

            /// `y += A x`.
            #[reversible(adjoint)]
            pub fn multiply(y: &mut [$number], a: &Sparse<$number>, x: &[$number]) {
                for j in 0..x.len() {
                    for k in a.starts[j]..a.starts[j + 1] {
                        y[a.rows[k]] += a.values[k] * x[j];
                    }
                }
            }

            /// `y += Aᵀ x`.
            #[reversible(adjoint)]
            pub fn multiply_transposed(y: &mut [$number], a: &Sparse<$number>, x: &[$number]) {
                for j in 0..y.len() {
                    for k in a.starts[j]..a.starts[j + 1] {
                        y[j] += a.values[k] * x[a.rows[k]];
                    }
                }
            }

            /// Adds the sum of all `conj(A[i, j]) B[i, j]`, which is the trace of the adjoint matrix of `A` times `B`.
            #[reversible(adjoint)]
            pub fn dot(out: &mut $number, a: &Sparse<$number>, b: &Sparse<$number>) {
                assert_eq!(a.starts.len(), b.starts.len());
                for j in 1..a.starts.len() {
                    let first_a = a.starts[j - 1];
                    let first_b = b.starts[j - 1];
                    let mut sum = $zero;
                    let mut k = first_a;
                    let mut l = first_b;
                    while (k < a.starts[j] && l < b.starts[j], k > first_a || l > first_b) {
                        // After a step, the larger of the two rows before `k` and `l` is the one just passed; if equal, both are.
                        if (a.rows[k] == b.rows[l], k > first_a && l > first_b && a.rows[k - 1] == b.rows[l - 1]) {
                            let $value = a.values[k];
                            sum += $conjugate * b.values[l];
                            k += 1;
                            l += 1;
                        } else if (a.rows[k] < b.rows[l], l == first_b || k > first_a && a.rows[k - 1] > b.rows[l - 1])
                        {
                            k += 1;
                        } else {
                            l += 1;
                        }
                    }
                    *out += sum;
                }
            }

            /// Values and gradients of everything against sums over all entries, zeros too. `g` is the gradient of what comes out.
            pub fn compare_with_dense(a: &Sparse<$number>, b: &Sparse<$number>, x: &[$number], g: &[$number]) {
                let n = x.len();
                let (a_dense, b_dense) = (dense(a, n), dense(b, n));
                let sum = |f: &dyn Fn(usize) -> $number| (0..n).map(f).sum::<$number>();

                // By `x` the transposed product, and by `A[i, j]` it is `g[i] x[j]`, with conjugates.
                let mut y = vec![$zero; n];
                let (_, a_adj, x_adj) = multiply::vjp(&mut y, a, x, g.to_vec());
                multiply(&mut y, a, x);
                for k in 0..n {
                    assert!(close(y[k], sum(&|j| a_dense[j][k] * x[j])));
                    assert!(close(x_adj[k], sum(&|i| a_dense[k][i].conj() * g[i])));
                }
                assert!(entries(a, &a_adj.values).iter().all(|&(i, j, d)| close(d, g[i] * x[j].conj())));

                // And the other way round.
                multiply::inverse(&mut y, a, x);
                let (_, a_adj, x_adj) = multiply_transposed::vjp(&mut y, a, x, g.to_vec());
                multiply_transposed(&mut y, a, x);
                for k in 0..n {
                    assert!(close(y[k], sum(&|i| a_dense[k][i] * x[i])));
                    assert!(close(x_adj[k], sum(&|j| a_dense[j][k].conj() * g[j])));
                }
                assert!(entries(a, &a_adj.values).iter().all(|&(i, j, d)| close(d, g[j] * x[i].conj())));

                // The gradient of the dot product by one matrix is the other, where the first has an entry.
                let mut out = $zero;
                let (_, a_adj, b_adj) = dot::vjp(&mut out, a, b, g[0]);
                dot(&mut out, a, b);
                assert!(close(out, sum(&|j| sum(&|i| a_dense[j][i].conj() * b_dense[j][i]))));
                assert!(entries(a, &a_adj.values).iter().all(|&(i, j, d)| close(d, b_dense[j][i] * g[0].conj())));
                assert!(entries(b, &b_adj.values).iter().all(|&(i, j, d)| close(d, a_dense[j][i] * g[0])));
                dot::inverse(&mut out, a, b);
                assert!(close(out, $zero));
            }
        }
    };
}

sparse!(real, f64, zero 0.0, conjugate x x);
sparse!(complex, Complex<f64>, zero Complex::new(0.0, 0.0), conjugate x x.conj());

/// The matrix with its zeros, as `dense[j][i]`.
fn dense<T: ComplexFloat>(a: &Sparse<T>, n: usize) -> Vec<Vec<T>> {
    let mut dense = vec![vec![T::zero(); n]; n];
    for (i, j, value) in entries(a, &a.values) {
        dense[j][i] = value;
    }
    dense
}

/// The row and the column of each entry, with a value for each: those of the matrix itself, or those of its gradient.
fn entries<T: Copy>(a: &Sparse<T>, values: &[T]) -> Vec<(usize, usize, T)> {
    let columns = a.starts.windows(2).enumerate();
    let places = columns.flat_map(|(j, bounds)| (bounds[0]..bounds[1]).map(move |k| (k, j)));
    places.map(|(k, j)| (a.rows[k], j, values[k])).collect()
}

fn close<T: ComplexFloat<Real = f64>>(a: T, b: T) -> bool {
    (a - b).abs() < 1e-12
}

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn real(&mut self) -> f64 {
        self.next() - 0.5
    }

    fn complex(&mut self) -> Complex<f64> {
        Complex::new(self.real(), self.real())
    }

    fn vector<T>(&mut self, n: usize, value: fn(&mut Random) -> T) -> Vec<T> {
        (0..n).map(|_| value(self)).collect()
    }

    /// A square matrix in which each entry is there with the given probability, and every third column is empty.
    fn matrix<T>(&mut self, n: usize, density: f64, value: fn(&mut Random) -> T) -> Sparse<T> {
        let mut a = Sparse { starts: vec![0], rows: vec![], values: vec![] };
        for j in 0..n {
            for i in 0..n {
                if j % 3 != 1 && self.next() < density {
                    a.rows.push(i);
                    a.values.push(value(self));
                }
            }
            a.starts.push(a.rows.len());
        }
        a
    }
}

fn main() {
    let mut random = Random(1);
    for n in [1, 2, 5, 30] {
        for density in [0.0, 0.2, 0.7, 1.0] {
            let (a, b) = (random.matrix(n, density, Random::real), random.matrix(n, 0.5, Random::real));
            real::compare_with_dense(&a, &b, &random.vector(n, Random::real), &random.vector(n, Random::real));
            let (a, b) = (random.matrix(n, density, Random::complex), random.matrix(n, 0.5, Random::complex));
            complex::compare_with_dense(&a, &b, &random.vector(n, Random::complex), &random.vector(n, Random::complex));
        }
    }
    println!("products, dot products and their gradients agree with those of dense matrices, real and complex");

    // The size of the paper's benchmark. The shadows are the caller's, and nothing else is allocated.
    let (a, b) = (random.matrix(1000, 0.01, Random::real), random.matrix(1000, 0.01, Random::real));
    let (a_adj, b_adj) = (a.zero_shadow::<On<One>>(), b.zero_shadow::<On<One>>());
    let mut out = 0.0;
    let start = Instant::now();
    let ((), forward_bytes) = allocated(|| real::dot(&mut out, &a, &b));
    let forward = start.elapsed();
    println!("dot product of two matrices with {} and {} entries: {out:.6}", a.values.len(), b.values.len());
    let start = Instant::now();
    let ((), backward_bytes) = allocated(|| real::dot::adjoint(&mut out, &mut 1.0, &a, &a_adj, &b, &b_adj));
    println!("forwards    {forward:?}, {forward_bytes} bytes allocated");
    println!("gradient    {:?}, {backward_bytes} bytes allocated", start.elapsed());
    assert_eq!((forward_bytes, backward_bytes), (0, 0));
}
