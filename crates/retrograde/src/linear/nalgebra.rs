//! Vectors and matrices of `nalgebra`, of fixed and of any size.

use nalgebra::{DMatrix, DVector, SMatrix};

use super::{Times, Transpose, dense};

dense! {
    [const R: usize, const C: usize] SMatrix<f64, R, C> {
        size(me) me.shape();
        element(m, i, j) m[(i, j)];
        make(_s, f) SMatrix::from_fn(&mut f);
        index(size, row, column) row + column * size.0;
    }
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
