//! Vectors and matrices of other crates in differentiable functions: reverse and forward mode and finite differences, and known values.
#![allow(clippy::float_cmp, reason = "values are chosen to be exact")]

use retrograde::linear::{dot, entry, map, minus, norm, plus, product, scaled, shaped, solve, sum, transpose};
use retrograde::prelude::*;

#[differentiable(tangent)]
fn soft(x: f64) -> f64 {
    x.exp().ln_1p()
}

mod of_nalgebra {
    use super::*;
    use nalgebra::{DMatrix, DVector, Matrix2, SMatrix, SVector, Vector2, Vector3};

    #[differentiable(tangent)]
    fn fixed(a: &SMatrix<f64, 2, 3>, x: &SVector<f64, 3>, y: SVector<f64, 2>, s: f64) -> f64 {
        let ax = product(a, x);
        let b = product(a, &transpose(a));
        let z = solve(&b, &minus(&ax, &scaled(&y, s)));
        let w = map(soft {}, &plus(&z, &y));
        dot(&w, &z) * norm(&w) + sum(&b) + entry(a, 1, 2) * z[0]
    }

    #[differentiable(tangent)]
    fn open(a: &DMatrix<f64>, x: &DVector<f64>, steps: usize) -> f64 {
        let mut y = x.clone();
        for k in 0..steps {
            if k % 2 == 0 {
                y = product(a, &y);
            } else {
                y = solve(a, &map(soft {}, &y));
            }
        }
        norm(&minus(&y, x)) + entry(&product(a, &transpose(a)), 0, 1)
    }

    #[differentiable]
    fn solved(a: &Matrix2<f64>, b: &Vector2<f64>) -> Vector2<f64> {
        solve(a, b)
    }

    #[test]
    fn gradients() {
        let a = SMatrix::<f64, 2, 3>::new(1.0, 0.5, -0.3, 0.2, 2.0, 0.7);
        let (x, y) = (Vector3::new(0.4, -0.6, 1.1), Vector2::new(0.3, 0.9));
        check_gradient!(fixed(&a, &x, y, 0.8));
        let a = DMatrix::from_row_slice(3, 3, &[2.0, 0.1, 0.3, -0.4, 1.5, 0.2, 0.6, 0.1, 3.0]);
        let x = DVector::from_vec(vec![0.5, -1.0, 0.25]);
        check_gradient!(open(&a, &x, 4));
        check_gradient!(open(const &a, &x, 3));
    }

    #[test]
    fn known_values() {
        let (a, b) = (Matrix2::new(4.0, 7.0, 2.0, 6.0), Vector2::new(1.0, 2.0));
        let x = a.lu().solve(&b).expect("the matrix is regular");
        assert!((solve(&a, &b) - x).norm() < 1e-14);
        // the gradient of the first element of A⁻¹ b is the first row of A⁻¹
        let (by_a, by_b) = solved::vjp(&a, &b, Vector2::new(1.0, 0.0));
        let row = a.try_inverse().expect("the matrix is regular").row(0).transpose();
        assert!((by_b - row).norm() < 1e-14);
        assert!((by_a + row * x.transpose()).norm() < 1e-14);
    }

    #[test]
    #[should_panic(expected = "the matrix is singular")]
    fn singular() {
        solve(&Matrix2::new(1.0, 2.0, 2.0, 4.0), &Vector2::new(1.0, 1.0));
    }
}

mod of_ndarray {
    use super::*;
    use ndarray::{Array1, Array2, arr1, arr2};

    #[derive(Clone, Debug, Differentiable)]
    struct Layer {
        weights: Array2<f64>,
        bias: Array1<f64>,
    }

    #[differentiable(tangent)]
    fn layer(layer: &Layer, x: &Array1<f64>) -> Array1<f64> {
        map(soft {}, &plus(&product(&layer.weights, x), &layer.bias))
    }

    #[differentiable(tangent)]
    fn loss(first: &Layer, second: &Layer, x: &Array1<f64>) -> f64 {
        let y = layer(second, &layer(first, x));
        let z = solve(&second.weights, &y);
        dot(&y, &z) + norm(&scaled(x, x[0])) - sum(&transpose(&product(&first.weights, &second.weights)))
    }

    #[test]
    fn gradients() {
        let first = Layer { weights: arr2(&[[0.5, -0.2], [0.3, 0.8]]), bias: arr1(&[0.1, 0.2]) };
        let second = Layer { weights: arr2(&[[1.5, 0.2], [-0.3, 0.9]]), bias: arr1(&[-0.1, 0.4]) };
        let x = arr1(&[0.7, -1.2]);
        check_gradient!(loss(&first, &second, &x));
        let (by_first, ..) = loss::gradient(&first, &second, &x);
        assert_eq!(shaped(&by_first.weights, &first.weights).dim(), (2, 2));
        assert_eq!(product(&first.weights, &x), first.weights.dot(&x));
    }

    #[test]
    #[should_panic(expected = "the sizes of a product do not fit")]
    fn sizes() {
        product(&Array2::<f64>::zeros((2, 3)), &Array1::zeros(2));
    }
}
