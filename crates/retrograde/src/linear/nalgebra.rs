//! Vectors and matrices of `nalgebra`, of fixed and of any size.

use nalgebra::{DMatrix, DVector, SMatrix};

use super::operators::operands;
use super::{Times, Transpose, dense};

dense! {
    [] DMatrix<f64> {
        size(me) me.shape();
        element(m, i, j) m[(i, j)];
        make(s, f) DMatrix::from_fn(s.0, s.1, &mut f);
        index(size, row, column) row + column * size.0;
    }
    [] DVector<f64> {
        size(me) me.shape();
        element(m, i, j) m[(i, j)];
        make(s, f) DVector::from_fn(s.0, &mut f);
        index(_size, row, column) row + column;
    }
}

impl<const R: usize, const M: usize, const C: usize> Times<SMatrix<f64, M, C>> for SMatrix<f64, R, M> {
    type Output = SMatrix<f64, R, C>;
}

impl Times<DMatrix<f64>> for DMatrix<f64> {
    type Output = DMatrix<f64>;
}

impl Times<DVector<f64>> for DMatrix<f64> {
    type Output = DVector<f64>;
}

impl<const R: usize, const C: usize> Transpose for SMatrix<f64, R, C> {
    type Output = SMatrix<f64, C, R>;
}

impl Transpose for DMatrix<f64> {
    type Output = DMatrix<f64>;
}

operands! {
    [const R: usize, const M: usize, const C: usize] Multiply SMatrix<f64, R, M>, SMatrix<f64, M, C> => SMatrix<f64, R, C>:
        product product_back product_push [_ _];
    [] Multiply DMatrix<f64>, DMatrix<f64> => DMatrix<f64>: product product_back product_push [_ _];
    [] Multiply DMatrix<f64>, DVector<f64> => DVector<f64>: product product_back product_push [_ _];
    [const R: usize, const C: usize] Multiply SMatrix<f64, R, C>, f64 => SMatrix<f64, R, C>:
        component_mul component_mul_back component_mul_push [_ _];
    [const R: usize, const C: usize] Multiply f64, SMatrix<f64, R, C> => SMatrix<f64, R, C>:
        component_mul component_mul_back component_mul_push [_ _];
    [] Multiply DMatrix<f64>, f64 => DMatrix<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply f64, DMatrix<f64> => DMatrix<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply DVector<f64>, f64 => DVector<f64>: component_mul component_mul_back component_mul_push [_ _];
    [] Multiply f64, DVector<f64> => DVector<f64>: component_mul component_mul_back component_mul_push [_ _];
    [const R: usize, const C: usize] Dot SMatrix<f64, R, C>, SMatrix<f64, R, C> => f64: dot dot_back dot_push [_];
    [] Dot DMatrix<f64>, DMatrix<f64> => f64: dot dot_back dot_push [_];
    [] Dot DVector<f64>, DVector<f64> => f64: dot dot_back dot_push [_];
}
