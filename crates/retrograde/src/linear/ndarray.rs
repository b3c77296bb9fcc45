//! Vectors and matrices of `ndarray`.

use ndarray::{Array1, Array2};

use super::operators::operands;
use super::{Times, Transpose, dense};

dense! {
    [] Array1<f64> {
        size(me) (me.len(), 1);
        element(m, i, _j) m[i];
        make(s, f) Array1::from_shape_fn(s.0, |i| f(i, 0));
        index(_size, row, _column) row;
    }
    [] Array2<f64> {
        size(me) me.dim();
        element(m, i, j) m[[i, j]];
        make(s, f) Array2::from_shape_fn(s, |(i, j)| f(i, j));
        index(size, row, column) row * size.1 + column;
    }
}

impl Times<Array2<f64>> for Array2<f64> {
    type Output = Array2<f64>;
}

impl Times<Array1<f64>> for Array2<f64> {
    type Output = Array1<f64>;
}

impl Transpose for Array2<f64> {
    type Output = Array2<f64>;
}

operands! {
    [] Multiply Array1<f64>, Array1<f64> => Array1<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply Array2<f64>, Array2<f64> => Array2<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply Array1<f64>, f64 => Array1<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply f64, Array1<f64> => Array1<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply Array2<f64>, f64 => Array2<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply f64, Array2<f64> => Array2<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Dot Array1<f64>, Array1<f64> => f64: dot dot_back dot_push [_];
    [] Dot Array2<f64>, Array1<f64> => Array1<f64>: product product_back product_push [_ _];
    [] Dot Array2<f64>, Array2<f64> => Array2<f64>: product product_back product_push [_ _];
}
