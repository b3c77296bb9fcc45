//! The derives: shapes of structs that must be accepted, and what the derived items do.

#![allow(clippy::float_cmp, reason = "what must agree exactly is compared exactly")]

use std::marker::PhantomData;

use retrograde::emitted::{add, get, restored, set};
use retrograde::prelude::*;
use retrograde::{Gradient, NoGradient, Restored, Zero};

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
struct Point {
    x: f64,
    label: usize,
    offsets: [f64; 2],
}

#[derive(Clone, Copy, Differentiable)]
struct Complex<T>(T, T);

#[derive(Differentiable)]
struct Data<'a, T: 'a, const N: usize>
where
    T: 'a,
{
    rows: &'a [[T; N]],
    weights: Vec<f32>,
    point: Point,
    flag: Flag,
    marker: PhantomData<T>,
}

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
enum Flag {
    Up,
    Down,
}

#[derive(Differentiable)]
struct Nothing;

#[derive(Plain)]
enum State<T> {
    Idle,
    Busy { since: f64, items: Vec<T> },
    Done(u32),
}

const POINT: Point = Point { x: 1.0, label: 7, offsets: [2.0, 3.0] };

#[test]
fn a_shadow_has_the_fields_of_its_struct() {
    let p_adj = POINT.zero_shadow::<On<One>>();
    add(&p_adj.x, 1.5);
    add(&p_adj.offsets[1], 2.5);
    let PointTangent { x, label, offsets } = get(&p_adj);
    assert_eq!((x, label, offsets), (1.5, NoGradient, [0.0, 2.5]));
    let twice = get(&p_adj).plus(get(&p_adj));
    set(&p_adj, twice);
    assert_eq!(p_adj.x.get(), 3.0);
    assert_eq!(format!("{twice:?}"), "PointTangent { x: 3.0, label: NoGradient, offsets: [0.0, 5.0] }");
}

#[test]
fn generic_structs_and_borrowed_fields() {
    let z_adj = Complex(1.0, 2.0).zero_shadow::<On<Many<2>>>();
    add(&z_adj.1, Lanes([1.0, 2.0]));
    assert_eq!(get(&z_adj).1, Lanes([1.0, 2.0]));

    let rows = [[1.0, 2.0], [3.0, 4.0]];
    let data = Data { rows: &rows, weights: vec![1.0; 3], point: POINT, flag: Flag::Up, marker: PhantomData };
    let data_adj = data.zero_shadow::<On<One>>();
    add(&data_adj.rows[1][0], 1.0);
    add(&data_adj.weights[2], 2.0_f32);
    add(&data_adj.point.x, 3.0);
    let gradient = get(&data_adj);
    assert_eq!((gradient.rows, gradient.weights), (vec![[0.0, 0.0], [1.0, 0.0]], vec![0.0, 0.0, 2.0]));
    assert_eq!((gradient.point.x, gradient.flag, gradient.marker), (3.0, NoGradient, NoGradient));
}

#[test]
fn the_shadow_of_a_constant_struct_is_zero_sized_and_endless() {
    let data_adj = Data::<f64, 2>::inactive::<One>();
    add(&data_adj.rows[1_000_000][1], 1.0);
    assert_eq!(size_of_val(data_adj), 0);
    assert_eq!(get(data_adj).rows, Vec::<[f64; 2]>::new());
    assert_eq!(size_of_val(Nothing::inactive::<One>()), 0);
    assert_eq!(get(&Nothing.zero_shadow::<On<One>>()), Zero::ZERO);
}

#[test]
fn checks_name_the_field() {
    let found = Point { offsets: [2.0, 3.5], ..POINT };
    assert_eq!(found.mismatch(&POINT, 0.0).unwrap().to_string(), ".offsets[1]: expected 3.0, found 3.5");
    assert_eq!(found.magnitude(), 3.5);
    assert_eq!(Flag::Up.mismatch(&Flag::Down, 0.0).unwrap().to_string(), ": expected Flag::Down, found Flag::Up");
    assert!(State::Busy { since: 1.0, items: vec![1, 2] }.mismatch(&State::Idle, 0.0).is_some());
    assert!(State::<u8>::Done(3).mismatch(&State::Done(3), 0.0).is_none());
}

#[test]
#[should_panic(expected = "`p.offsets[1]` is not restored: expected 3.0, found 3.5")]
fn a_check_panics_with_the_place_and_both_values() {
    restored("p", &Point { offsets: [2.0, 3.5], ..POINT }, &POINT, 0.0);
}

#[test]
fn one_of_several_gradients() {
    #[derive(Clone, Debug, Differentiable)]
    struct Layer<const N: usize> {
        weights: Vec<[f64; N]>,
        offset: (f64, f64),
        id: usize,
    }
    let layer = Layer { weights: vec![[1.0, 2.0]; 2], offset: (0.0, 0.0), id: 3 };
    let layer_adj = layer.zero_shadow::<On<Many<3>>>();
    layer_adj.weights[1][0].set(Lanes([1.0, 2.0, 3.0]));
    layer_adj.offset.1.set(Lanes([4.0, 5.0, 6.0]));
    let gradients = <Layer<2>>::into_tangent(layer_adj);
    let second = <Layer<2>>::lane(&gradients, 1);
    assert_eq!((second.weights, second.offset), (vec![[0.0, 0.0], [2.0, 0.0]], (0.0, 5.0)));
    assert_eq!((layer.weights.len(), layer.id), (2, 3));
}
