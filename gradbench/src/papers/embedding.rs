//! Places for the ten vertices of the Petersen graph, so that all neighbours are equally far from each other, and all others equally far and
//! further: how wrong places in `k` dimensions are.

use retrograde::prelude::*;

/// How many vertices there are.
pub const VERTICES: usize = 10;

/// The edges, as many as there are pairs.
pub const EDGES: [[usize; 2]; 15] = [
    [0, 5],
    [1, 6],
    [2, 7],
    [3, 8],
    [4, 9],
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [0, 4],
    [5, 7],
    [7, 9],
    [6, 9],
    [6, 8],
    [5, 8],
];

/// All other pairs of vertices.
pub const OTHERS: [[usize; 2]; 30] = [
    [0, 2],
    [0, 3],
    [0, 6],
    [0, 7],
    [0, 8],
    [0, 9],
    [1, 3],
    [1, 4],
    [1, 5],
    [1, 7],
    [1, 8],
    [1, 9],
    [2, 4],
    [2, 5],
    [2, 6],
    [2, 8],
    [2, 9],
    [3, 5],
    [3, 6],
    [3, 7],
    [3, 9],
    [4, 5],
    [4, 6],
    [4, 7],
    [4, 8],
    [5, 6],
    [5, 9],
    [6, 7],
    [7, 8],
    [8, 9],
];

/// How much further the others must be at least.
pub const MARGIN: f64 = 0.1;

/// Adds the squared distances between the ends of each pair.
#[reversible(adjoint, tangent)]
#[inline]
fn add_squares(squares: &mut [f64], x: &[f64], k: usize, pairs: &[[usize; 2]]) {
    for e in 0..squares.len() {
        let a = &x[pairs[e][0] * k..(pairs[e][0] + 1) * k];
        let b = &x[pairs[e][1] * k..(pairs[e][1] + 1) * k];
        for i in 0..k {
            squares[e] += (a[i] - b[i]) * (a[i] - b[i]);
        }
    }
}

/// Adds the mean and the variance of numbers whose squares are given.
#[reversible(adjoint, tangent)]
#[inline]
fn add_mean_and_variance(mean: &mut f64, variance: &mut f64, squares: &[f64]) {
    let n = squares.len() as f64;
    let mut sum = 0.0;
    let mut sum_of_squares = 0.0;
    for e in 0..squares.len() {
        sum += squares[e].sqrt();
        sum_of_squares += squares[e];
    }
    *mean += sum / n;
    *variance += (sum_of_squares - sum * sum / n) / (n - 1.0);
}

/// Adds the loss of the places `x` of all vertices, one after the other.
#[reversible(adjoint, tangent)]
pub fn add_loss(out: &mut f64, x: &[f64], k: usize) {
    let mut edges = [0.0; EDGES.len()];
    let mut others = [0.0; OTHERS.len()];
    add_squares(&mut edges, x, k, &EDGES);
    add_squares(&mut others, x, k, &OTHERS);
    let mut near = 0.0;
    let mut far = 0.0;
    let mut variance = 0.0;
    add_mean_and_variance(&mut near, &mut variance, &edges);
    add_mean_and_variance(&mut far, &mut variance, &others);
    *out += variance;
    let too_near = near - far + MARGIN;
    if too_near > 0.0 {
        *out += too_near.exp() - 1.0;
    }
}

/// Places in `k` dimensions.
#[derive(Clone, Debug)]
pub struct Places {
    /// the places, vertex by vertex
    pub x: Vec<f64>,
    /// the dimension
    pub k: usize,
}

/// The loss.
pub fn primal(places: &Places, value: &mut f64) {
    *value = 0.0;
    add_loss(value, &places.x, places.k);
}

/// Takes the loss away again.
pub fn inverse(places: &Places, value: &mut f64) {
    add_loss::inverse(value, &places.x, places.k);
}

/// Its derivative by all coordinates.
pub fn gradient(places: &Places, gradient: &mut Vec<f64>) {
    crate::evaluation::clear(gradient, places.x.len());
    add_loss::pull(&mut 1.0, &places.x, gradient, places.k, Inactive);
}
