//! Vectors and matrices of `nalgebra` with a fixed size, and methods of both crates: constructors, coordinates, fields and elements of unknown
//! type, determinants and inverses; in reverse and forward mode and against finite differences.

use nalgebra::{DMatrix, Matrix2, Matrix3, Vector2, Vector3};
use retrograde::prelude::*;

#[differentiable(tangent)]
fn constructed(a: f64, v: &Vector3<f64>) -> f64 {
    let m = Matrix3::new(a, 1.0, 2.0, 0.0, a * a, 1.0, 0.5, 0.0, 1.0);
    let w = m * v;
    w.dot(v) + w.norm() + m.determinant() * m.trace()
}

#[differentiable(tangent)]
fn normal(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    let c = a.cross(b);
    let n = c.normalize();
    n.x + 2.0 * n.y + n[2] * a.norm_squared()
}

#[differentiable(tangent)]
fn turned(t: f64) -> f64 {
    let r = Matrix2::new(t.cos(), -t.sin(), t.sin(), t.cos());
    let p = r * Vector2::new(1.0, t);
    let q = r.transpose() * p * 3.0;
    p.x * q.y + r.trace()
}

#[differentiable(tangent)]
fn inverse(m: &Matrix3<f64>, v: &Vector3<f64>) -> f64 {
    let s = m.try_inverse().unwrap() * v;
    s.sum() + m.component_mul(m).sum()
}

#[differentiable(tangent)]
fn perhaps(m: &Matrix2<f64>, x: f64) -> f64 {
    match m.try_inverse() {
        Some(inverse) => inverse.sum() * x,
        None => x,
    }
}

#[differentiable(tangent)]
fn along(points: &[Vector2<f64>], center: Vector2<f64>) -> f64 {
    let mut sum = 0.0;
    for p in points {
        let d = p - center;
        sum += d.x * d.x + 2.0 * d.y;
    }
    for i in 0..points.len() {
        let doubled = points[i] * 2.0;
        sum += doubled.norm();
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
    inertia: Matrix3<f64>,
}

#[differentiable(tangent)]
fn fields(b: &Body, c: &Body, dt: f64) -> f64 {
    let d = b.position - c.position;
    let spin = b.inertia * b.velocity;
    let p = b.position + b.velocity * dt - (dt * c.velocity) / (2.0 + dt);
    let n = -p;
    spin.dot(&b.velocity) + d.norm() + n.y * p.x + d.component_mul(&p).sum() + b.inertia.transpose().trace()
}

#[differentiable(tangent)]
fn moments(weighted: &[(f64, Vector3<f64>)], t: f64) -> Vector3<f64> {
    let mut sum = Vector3::zeros();
    for (m, p) in weighted {
        sum += p * *m;
    }
    sum * t
}

#[differentiable(tangent)]
fn open(m: &DMatrix<f64>) -> f64 {
    m.determinant().ln() + m.trace() + m.clone().try_inverse().unwrap().sum()
}

#[differentiable(tangent)]
fn determinant(m: &Matrix3<f64>) -> f64 {
    m.determinant()
}

#[differentiable(tangent)]
fn mean(x: &ndarray::Array1<f64>, y: &ndarray::Array1<f64>) -> f64 {
    let d = x - y;
    (&d * &d).sum() + x.mean().unwrap()
}

#[test]
fn gradients() {
    let (v, w) = (Vector3::new(1.0, 2.0, 3.5), Vector3::new(1.0, -2.0, 3.0));
    let m = Matrix3::new(2.0, 1.0, 2.0, 0.0, 3.0, 1.0, 0.5, 0.0, 1.0);
    check_gradient!(constructed(1.2, &v));
    check_gradient!(normal(&v, &w));
    check_gradient!(turned(1.2));
    check_gradient!(inverse(&m, &v));
    check_gradient!(perhaps(&Matrix2::new(1.0, 2.0, 0.3, 4.0), 1.5));
    check_gradient!(along(&[Vector2::new(1.0, 2.0), Vector2::new(0.4, 0.3)], Vector2::new(0.3, 0.1)));
    let (b, c) = (Body { position: v, velocity: w, inertia: m }, Body { position: w, velocity: v * 0.3, inertia: m });
    check_gradient!(fields(&b, &c, 0.1));
    check_gradient!(moments(&[(1.0, v), (0.5, w)], 0.7));
    check_gradient!(open(&DMatrix::from_row_slice(2, 2, &[2.0, 0.3, 0.1, 1.5])));
    check_gradient!(mean(&ndarray::arr1(&[1.0, 2.0]), &ndarray::arr1(&[0.1, 0.2])));
}

/// The gradient has the shape of the value.
#[test]
fn shapes() {
    let (by_a, by_v) = constructed::gradient(1.2, &Vector3::new(1.0, 2.0, 3.0));
    let _: (f64, Vector3<f64>) = (by_a, by_v);
    let m = Matrix3::new(2.0, 1.0, 2.0, 0.0, 3.0, 1.0, 0.5, 0.0, 1.0);
    let by_m: Matrix3<f64> = determinant::gradient(&m);
    let cofactors = m.try_inverse().expect("the matrix is regular").transpose() * m.determinant();
    assert!((by_m - cofactors).norm() < 1e-12);
}

/// The derivative of a determinant is there where the matrix has no inverse.
#[test]
fn singular() {
    check_gradient!(determinant(&Matrix3::new(1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.5, 0.3, 1.0)));
    check_gradient!(determinant(&Matrix3::zeros()));
    let (value, (by_m, by_x)) = perhaps::value_and_gradient(&Matrix2::new(1.0, 2.0, 2.0, 4.0), 1.5);
    assert!((value - 1.5).abs() + by_m.norm() + (by_x - 1.0).abs() < 1e-15);
}
