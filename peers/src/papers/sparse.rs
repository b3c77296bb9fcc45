//! Sparse matrices: the dot product of two, and the product of a complex one with a vector. Our gradients and those by hand go from the
//! result backwards and run nothing forwards before, as the matrices are still there.

use crate::limits::Context;
use crate::measure::{Case, What};
use crate::number::{Number, sum};
use crate::outside;
use crate::programs::Program;
use crate::ways::{BY_HAND, REVERSIBLE, gradient, inverse, peers, primal, way};
use num_complex::Complex;
use retrograde::prelude::{Cell, Differentiable};
use retrograde::{On, One};
use retrograde_gradbench::papers::sparse::{self, Pair, Product, Sparse};
use retrograde_gradbench::samples;
use std::cmp::Ordering;

const SIZE: usize = 1000;
const DENSITY: f64 = 0.05;

/// Calls a function with the places of entries that two matrices both have.
fn common(Pair { a, b }: &Pair, mut each: impl FnMut(usize, usize)) {
    for (of_a, of_b) in a.starts.windows(2).zip(b.starts.windows(2)) {
        let (mut k, mut l) = (of_a[0], of_b[0]);
        while k < of_a[1] && l < of_b[1] {
            match a.rows[k].cmp(&b.rows[l]) {
                Ordering::Less => k += 1,
                Ordering::Greater => l += 1,
                Ordering::Equal => {
                    each(k, l);
                    k += 1;
                    l += 1;
                }
            }
        }
    }
}

impl Program for Pair {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let (a, b) = x.split_at(self.a.values.len());
        let mut total = x[0].like(0.0);
        common(self, |k, l| total = total.clone() + a[k].clone() * b[l].clone());
        vec![total]
    }

    fn inputs(&self) -> Vec<f64> {
        [&self.a.values[..], &self.b.values].concat()
    }
}

/// The product along what goes back from it.
impl Program for Product {
    fn run<T: Number>(&self, numbers: &[T]) -> Vec<T> {
        let (values, x) = numbers.split_at(2 * self.a.values.len());
        let mut y = vec![x[0].like(0.0); 2 * self.x.len()];
        for j in 0..self.x.len() {
            let (re, im) = (&x[2 * j], &x[2 * j + 1]);
            for k in self.a.starts[j]..self.a.starts[j + 1] {
                let (a, b) = (&values[2 * k], &values[2 * k + 1]);
                let at = 2 * self.a.rows[k];
                y[at] = y[at].clone() + (a.clone() * re.clone() - b.clone() * im.clone());
                y[at + 1] = y[at + 1].clone() + (a.clone() * im.clone() + b.clone() * re.clone());
            }
        }
        vec![sum(y.into_iter().zip(parts(&self.seed)).map(|(y, g)| y.times(g)))]
    }

    fn inputs(&self) -> Vec<f64> {
        [parts(&self.a.values), parts(&self.x)].concat()
    }
}

/// Real and imaginary parts beside each other.
fn parts(numbers: &[Complex<f64>]) -> Vec<f64> {
    numbers.iter().flat_map(|x| [x.re, x.im]).collect()
}

fn cells(numbers: &[Complex<Cell<f64>>]) -> Vec<f64> {
    numbers.iter().flat_map(|x| [x.re.get(), x.im.get()]).collect()
}

fn pattern<T>(a: &Sparse<T>) -> Vec<usize> {
    [&a.starts[..], &a.rows].concat()
}

pub fn dot(context: &Context) {
    let problem = &samples::sparse_pair(SIZE, DENSITY);
    let calls = [problem.inputs()];
    let places = (problem.a.zero_shadow(), problem.b.zero_shadow());
    let mut ways = vec![
        primal(REVERSIBLE, |value| sparse::dot(problem, value)),
        inverse(0.0, |value| sparse::undo_dot(problem, value)),
        way(
            REVERSIBLE,
            What::Gradient,
            places,
            |places| sparse::pull_dot(problem, places),
            |(a, b)| a.values.iter().chain(&b.values).map(Cell::get).collect(),
        ),
        gradient(BY_HAND, |out| {
            let (a, b) = (&problem.a.values, &problem.b.values);
            out.clear();
            out.resize(a.len() + b.len(), 0.0);
            let (a_adj, b_adj) = out.split_at_mut(a.len());
            common(problem, |k, l| {
                a_adj[k] = b[l];
                b_adj[l] = a[k];
            });
        }),
    ];
    let (size, scale) = (format!("{SIZE} rows, density {DENSITY}"), SIZE as f64);
    let choice = context.choice("dot", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    let sizes = [vec![SIZE], pattern(&problem.a), pattern(&problem.b)].concat();
    ways.extend(outside::ways(&choice, "dot", &sizes, &[&calls[0]]));
    Case { eval: "dot", size, scale, operations: None, input_bytes: None, ways }.measure(context, scale);
}

/// The gradients with respect to the matrix and the vector.
fn product_by_hand(
    Product { a, x, seed }: &Product,
    values_adj: &mut Vec<Complex<f64>>,
    x_adj: &mut Vec<Complex<f64>>,
) {
    values_adj.clear();
    x_adj.clear();
    for (x, column) in x.iter().zip(a.starts.windows(2)) {
        let x_conj = x.conj();
        let mut sum = Complex::new(0.0, 0.0);
        for (row, value) in a.rows[column[0]..column[1]].iter().zip(&a.values[column[0]..column[1]]) {
            let g = seed[*row];
            values_adj.push(g * x_conj);
            sum += value.conj() * g;
        }
        x_adj.push(sum);
    }
}

pub fn product(context: &Context) {
    let problem = &samples::sparse_product(SIZE, DENSITY);
    let calls = [problem.inputs()];
    let zeros = problem.x.iter().map(|x| x.zero_shadow::<On<One>>()).collect();
    let mut y = Vec::new();
    sparse::product(problem, &mut y);
    let mut ways = vec![
        primal(REVERSIBLE, |y| sparse::product(problem, y)),
        inverse(y, |y| sparse::undo_product(problem, y)),
        way(
            REVERSIBLE,
            What::Gradient,
            (problem.a.zero_shadow(), zeros),
            |places| sparse::pull_product(problem, places),
            |(a, x)| [cells(&a.values), cells(x)].concat(),
        ),
        way(
            BY_HAND,
            What::Gradient,
            (Vec::new(), Vec::new()),
            |(values, x)| product_by_hand(problem, values, x),
            |(values, x)| [parts(values), parts(x)].concat(),
        ),
    ];
    let (size, scale) = (format!("{SIZE} rows, density {DENSITY}"), SIZE as f64);
    let choice = context.choice("mul", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    let sizes = [vec![SIZE], pattern(&problem.a)].concat();
    ways.extend(outside::ways(&choice, "mul", &sizes, &[&calls[0], &parts(&problem.seed)]));
    let operations = Some(8.0 * problem.a.values.len() as f64);
    Case { eval: "mul", size, scale, operations, input_bytes: None, ways }.measure(context, scale);
}
