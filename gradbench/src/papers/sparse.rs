//! Sparse matrices: the dot product of two, and the product of a complex one with a vector. The paper has 1000 rows and columns, and every
//! twentieth entry is not zero.

use num_complex::Complex;
use retrograde::prelude::*;
use retrograde::{On, One};

/// A matrix in compressed columns: column `j` has the entries `starts[j]..starts[j + 1]`, each with its row and its value. Rows grow along
/// a column.
#[derive(Clone, Debug, Default, Differentiable)]
pub struct Sparse<T> {
    /// where each column starts, and where the last ends
    pub starts: Vec<usize>,
    /// the rows of the entries
    pub rows: Vec<usize>,
    /// the entries
    pub values: Vec<T>,
}

/// Adds the sum of all `A[i, j] B[i, j]`. Which of the columns moved last is seen from the rows just passed.
#[reversible(adjoint, tangent)]
pub fn add_dot(out: &mut f64, a: &Sparse<f64>, b: &Sparse<f64>) {
    assert_eq!(a.starts.len(), b.starts.len());
    for j in 1..a.starts.len() {
        let first_a = a.starts[j - 1];
        let first_b = b.starts[j - 1];
        let mut k = first_a;
        let mut l = first_b;
        while (k < a.starts[j] && l < b.starts[j], k > first_a || l > first_b) {
            // After a step, the larger of the two rows before `k` and `l` is the one just passed; if equal, both are.
            if (a.rows[k] == b.rows[l], k > first_a && l > first_b && a.rows[k - 1] == b.rows[l - 1]) {
                *out += a.values[k] * b.values[l];
                k += 1;
                l += 1;
            } else if (a.rows[k] < b.rows[l], l == first_b || k > first_a && a.rows[k - 1] > b.rows[l - 1]) {
                k += 1;
            } else {
                l += 1;
            }
        }
    }
}

/// `y += A x`
#[reversible(adjoint, tangent)]
pub fn add_product(y: &mut [Complex<f64>], a: &Sparse<Complex<f64>>, x: &[Complex<f64>]) {
    for j in 0..x.len() {
        for k in a.starts[j]..a.starts[j + 1] {
            y[a.rows[k]] += a.values[k] * x[j];
        }
    }
}

/// Two matrices.
#[derive(Clone, Debug)]
pub struct Pair {
    /// one
    pub a: Sparse<f64>,
    /// the other
    pub b: Sparse<f64>,
}

/// The dot product.
pub fn dot(pair: &Pair, value: &mut f64) {
    *value = 0.0;
    add_dot(value, &pair.a, &pair.b);
}

/// Takes the dot product away again.
pub fn undo_dot(pair: &Pair, value: &mut f64) {
    add_dot::inverse(value, &pair.a, &pair.b);
}

/// The places of a matrix's gradient.
pub type Places<T> = <Sparse<T> as Differentiable>::Owned<On<One>>;

/// The derivative of the dot product by both, into places that are there already.
pub fn pull_dot(pair: &Pair, (a_adj, b_adj): &mut (Places<f64>, Places<f64>)) {
    for place in a_adj.values.iter().chain(&b_adj.values) {
        place.set(0.0);
    }
    add_dot::pull(&mut 1.0, &pair.a, a_adj, &pair.b, b_adj);
}

/// A matrix and a vector, and the gradient of their product.
#[derive(Clone, Debug)]
pub struct Product {
    /// the matrix
    pub a: Sparse<Complex<f64>>,
    /// the vector
    pub x: Vec<Complex<f64>>,
    /// what goes back from the product
    pub seed: Vec<Complex<f64>>,
}

/// The product.
pub fn product(problem: &Product, y: &mut Vec<Complex<f64>>) {
    y.clear();
    y.resize(problem.x.len(), Complex::default());
    add_product(y, &problem.a, &problem.x);
}

/// Takes the product away again.
pub fn undo_product(problem: &Product, y: &mut [Complex<f64>]) {
    add_product::inverse(y, &problem.a, &problem.x);
}

/// The gradients with respect to the matrix and the vector, into places that are there already.
pub fn pull_product(problem: &Product, gradients: &mut (Places<Complex<f64>>, Vec<Complex<Cell<f64>>>)) {
    let (a_adj, x_adj) = gradients;
    for place in a_adj.values.iter().chain(&*x_adj) {
        place.re.set(0.0);
        place.im.set(0.0);
    }
    let y_adj: Vec<_> = problem.seed.iter().map(|g| Complex::new(Cell::new(g.re), Cell::new(g.im))).collect();
    add_product::pull(&y_adj[..], &problem.a, a_adj, &problem.x, &x_adj[..]);
}
