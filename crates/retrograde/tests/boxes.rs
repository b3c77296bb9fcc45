//! Numbers in boxes, and what holds boxes.

#![allow(clippy::borrowed_box, reason = "boxes are what is tested")]
#![allow(clippy::float_cmp, reason = "values are chosen to be exact")]

use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Model {
    scale: Box<f64>,
    weights: Box<[f64]>,
    inner: Box<(f64, Box<f64>)>,
}

#[reversible(adjoint, tangent)]
fn boxed(y: &mut Box<f64>, x: &Box<f64>, p: &mut [Box<f64>]) {
    **y += **x * **x;
    *p[0] *= **x;
    *p[1] += *p[0] * **y;
    swap(&mut *p[0], &mut *p[1]);
}

#[reversible(adjoint, tangent)]
fn add_model(y: &mut f64, model: &Model, state: &mut Model) {
    for i in 0..model.weights.len() {
        *y += model.weights[i] * *model.scale;
        (*state.weights)[i] -= *model.scale * state.inner.0;
    }
    *state.scale += *model.inner.1 * model.inner.0 * *y;
    add_square(&mut state.scale, *model.scale);
}

#[reversible(adjoint, tangent)]
fn add_square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[differentiable(tangent)]
fn value(model: &Model, x: &Box<f64>) -> f64 {
    let mut sum = *model.scale;
    for i in 0..model.weights.len() {
        sum = sum * **x + model.weights[i] * *model.inner.1;
    }
    sum
}

fn model(by: f64) -> Model {
    Model { scale: Box::new(1.5 * by), weights: Box::new([0.5, -by]), inner: Box::new((2.0, Box::new(0.7 * by))) }
}

#[test]
fn what_a_box_holds() {
    let places = vec![Box::new(0.5), Box::new(-1.5)];
    check_inverse!(boxed(&mut Box::new(2.0), &Box::new(3.0), &mut places.clone()));
    check_gradient!(boxed(&mut Box::new(2.0), &Box::new(3.0), &mut places.clone()));
    check_inverse!(add_model(&mut 0.5, &model(1.0), &mut model(-0.5)));
    check_gradient!(add_model(&mut 0.5, &model(1.0), &mut model(-0.5)));
    check_gradient!(value(&model(1.2), &Box::new(0.3)));
    let (mut y, mut places) = (Box::new(2.0), places);
    boxed(&mut y, &Box::new(3.0), &mut places);
    assert_eq!((*y, *places[0], *places[1]), (11.0, -1.5 + 1.5 * 11.0, 1.5));
    assert_eq!(value::gradient(&model(1.0), &Box::new(2.0)).0.scale, 4.0);
}
