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

/// Adds the distances between the ends of pairs, and their squares.
#[reversible(adjoint, tangent)]
#[inline]
fn add_distances(sum: &mut f64, squares: &mut f64, x: &[f64], k: usize, pairs: &[[usize; 2]]) {
    for pair in pairs {
        let mut square = 0.0;
        for (a, b) in x[pair[0] * k..][..k].iter().zip(&x[pair[1] * k..][..k]) {
            square += (a - b) * (a - b);
        }
        *sum += square.sqrt();
        *squares += square;
    }
}

/// Adds the loss of the places `x` of all vertices, one after the other: the variances of the distances, and more if neighbours are not near.
#[reversible(adjoint, tangent)]
pub fn add_loss(out: &mut f64, x: &[f64], k: usize) {
    let edges = EDGES.len() as f64;
    let others = OTHERS.len() as f64;
    let mut near = 0.0;
    let mut far = 0.0;
    let mut near_squares = 0.0;
    let mut far_squares = 0.0;
    add_distances(&mut near, &mut near_squares, x, k, &EDGES);
    add_distances(&mut far, &mut far_squares, x, k, &OTHERS);
    *out += (near_squares - near * near / edges) / (edges - 1.0);
    *out += (far_squares - far * far / others) / (others - 1.0);
    let too_near = near / edges - far / others + MARGIN;
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

/// Its derivative with respect to all coordinates.
pub fn gradient(places: &Places, gradient: &mut Vec<f64>) {
    crate::evaluation::clear(gradient, places.x.len());
    add_loss::pull(&mut 1.0, &places.x, gradient, places.k, Inactive);
}
