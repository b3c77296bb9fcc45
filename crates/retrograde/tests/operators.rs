//! Operators, indices and methods of vectors and matrices of other crates: in reverse and forward mode and against finite differences.

#![allow(
    clippy::all,
    clippy::pedantic,
    reason = "the ways to write it are what is tested, also where others would be shorter"
)]

use retrograde::prelude::*;

mod of_nalgebra {
    use super::*;
    use nalgebra::{DMatrix, DVector, Matrix2, SMatrix, Vector2, Vector3};

    #[differentiable(tangent)]
    fn open(a: &DMatrix<f64>, x: &DVector<f64>, s: f64) -> f64 {
        let y = a * x + x * 2.0;
        let z = s * &y - x;
        let w = -&z / (1.0 + s * s);
        let b = a * a.transpose() * 0.5;
        w.dot(&y) + (&b * &w).norm() + b[(0, 1)] * w[2] + x.norm_squared() + b.sum()
    }

    #[differentiable(tangent)]
    fn steps(a: &DMatrix<f64>, x: &DVector<f64>, n: usize) -> f64 {
        let mut y = x.clone();
        let mut sum = 0.0;
        for k in 0..n {
            if k % 2 == 0 {
                y = a * &y;
            } else {
                y += x * sum;
                y *= 0.5;
            }
            sum += y.dot(x).sin();
            y -= a * x;
        }
        sum + y.norm()
    }

    #[differentiable(tangent)]
    fn fixed(m: &Matrix2<f64>, v: Vector2<f64>, t: &SMatrix<f64, 2, 3>, w: Vector3<f64>) -> f64 {
        let mut k = m * t;
        k[(0, 1)] = v[0] * k[(1, 2)];
        k[(1, 1)] += v[1] * m[(0, 0)];
        let u = k * w;
        let c = u.component_mul(&v);
        (c + u * 2.0 - v).dot(&u) + v.dot(&v).sqrt()
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Layer {
        weights: DMatrix<f64>,
        bias: DVector<f64>,
    }

    #[differentiable(tangent)]
    fn trained(layer: &Layer, x: &DVector<f64>) -> f64 {
        let mut own = layer.clone();
        own.bias += x * 0.5;
        let y = &own.weights * x + &own.bias;
        let mut trace = 0.0;
        for i in 0..layer.weights.nrows() {
            trace += own.weights[(i, i)];
        }
        y.iter().map(|y| y * y).sum::<f64>() * trace + x.len() as f64
    }

    #[differentiable(tangent)]
    fn affine(a: &DMatrix<f64>, x: &DVector<f64>, b: &DVector<f64>) -> DVector<f64> {
        a * x + b
    }

    #[differentiable(tangent)]
    fn two_layers(a: &DMatrix<f64>, x: &DVector<f64>) -> f64 {
        let y: DVector<f64> = affine(a, x, x);
        let z: DVector<f64> = affine(a, &(&y * 0.5), &y);
        (z - y).norm()
    }

    #[test]
    fn gradients() {
        let a = DMatrix::from_row_slice(3, 3, &[2.0, 0.1, 0.3, -0.4, 1.5, 0.2, 0.6, 0.1, 3.0]);
        let x = DVector::from_vec(vec![0.5, -1.0, 0.25]);
        check_gradient!(open(&a, &x, 0.7));
        for n in 0..5 {
            check_gradient!(steps(&a, &x, n));
        }
        let (m, t) = (Matrix2::new(1.0, 0.5, -0.3, 0.2), SMatrix::<f64, 2, 3>::new(1.0, 0.5, -0.3, 0.2, 2.0, 0.7));
        check_gradient!(fixed(&m, Vector2::new(0.3, 0.9), &t, Vector3::new(0.4, -0.6, 1.1)));
        check_gradient!(affine(&a, &x, &x));
        check_gradient!(two_layers(&a, &x));
        check_gradient!(trained(&Layer { weights: a, bias: x.clone() * 0.3 }, &x));
    }
}

mod of_ndarray {
    use super::*;
    use ndarray::{Array1, Array2, arr1, arr2};

    #[differentiable(tangent)]
    fn products(a: &Array2<f64>, x: &Array1<f64>, s: f64) -> f64 {
        let y = a.dot(x) + x * s;
        let z = &y * x / 2.0 + 1.0;
        let b = a.dot(&a.t()) - a * a;
        z.dot(&y) + b.sum() + b[[0, 1]] * z[1] - (-x).sum()
    }

    #[differentiable(tangent)]
    fn filled(x: &Array1<f64>) -> f64 {
        let mut a = Array2::<f64>::zeros((2, 2));
        for i in 0..2 {
            for j in 0..2 {
                a[[i, j]] = x[i] * x[j] + a[[0, 0]];
                a[[i, 1]] *= x[0];
            }
        }
        let y = a.dot(x);
        y.dot(&y)
    }

    #[test]
    fn gradients() {
        let (a, x) = (arr2(&[[1.0, 0.5], [-0.3, 0.2]]), arr1(&[0.3, 0.9]));
        check_gradient!(products(&a, &x, 0.7));
        check_gradient!(filled(&x));
    }
}
