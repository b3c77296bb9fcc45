//! What has no gradient where other things have one: stacks and maps as records of decisions, options, boxes, ranges and text.

#![allow(clippy::float_cmp, reason = "what must agree exactly is compared exactly")]

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use retrograde::emitted::{add, get};
use retrograde::map::insert;
use retrograde::prelude::*;
use retrograde::stack::{copy_push, pop, push};
use retrograde::{Gradient, NoGradient, Perhaps, Zero};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
enum Side {
    #[default]
    Left,
    Right,
}

/// Goes one of two ways, keeps in mind which, and loses what it decided by.
#[reversible(inverse_adjoint, inverse_tangent)]
fn bend(x: &mut f64, y: &mut f64, bent: &mut bool, record: &mut Stack<bool>) {
    *bent ^= *x > 0.5;
    if *bent {
        *y += x.sin();
    } else {
        *y += *x * *x;
    }
    push(record, bent);
    *x += *y * 0.25;
    swap(x, y);
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn walk(x: &mut f64, y: &mut f64, bent: &mut bool, record: &mut Stack<bool>) {
    for _ in 0..3 {
        bend(x, y, bent, record);
    }
}

#[test]
fn a_record_of_decisions() {
    let run = |x: f64, y: f64| {
        let (mut x, mut y, mut record) = (x, y, Stack::new());
        walk(&mut x, &mut y, &mut false, &mut record);
        (x, y, record)
    };
    let (x, y) = (0.3, 0.7);
    let (mut x1, mut y1, mut record) = run(x, y);
    assert_eq!(record.iter().collect::<Vec<_>>(), [&false, &true, &true]);

    let (mut x_adj, mut y_adj) = (1.0, 0.0);
    walk::adjoint(&mut x1, &mut x_adj, &mut y1, &mut y_adj, &mut false, Inactive, &mut record, Inactive);
    assert!(record.is_empty() && (x1 - x).abs() < 1e-12 && (y1 - y).abs() < 1e-12);
    let h = 1e-6;
    let (by_x, by_y) =
        ((run(x + h, y).0 - run(x - h, y).0) / (2.0 * h), (run(x, y + h).0 - run(x, y - h).0) / (2.0 * h));
    assert!((x_adj - by_x).abs() < 1e-8 && (y_adj - by_y).abs() < 1e-8, "{x_adj} {by_x} {y_adj} {by_y}");

    let (mut x_tan, mut y_tan) = (1.0, 0.0);
    walk::tangent(&mut x1, &mut x_tan, &mut y1, &mut y_tan, &mut false, Inactive, &mut record, Inactive);
    assert!((x_tan - x_adj).abs() < 1e-12 && record.len() == 3);
}

/// The functions of stacks and maps, with values of every sort.
#[reversible(inverse_adjoint, inverse_tangent)]
fn enlist(
    x: &mut f64,
    y: f64,
    side: &mut Side,
    sides: &mut Stack<Side>,
    copies: &mut Stack<Side>,
    names: &mut HashMap<u32, String>,
    turns: &mut BTreeMap<char, (u8, Side)>,
) {
    copy_push(copies, side);
    push(sides, side);
    insert(names, 7, String::from("seven"));
    insert(turns, 'a', (1, Side::Right));
    *x += y * y;
    pop(sides, side);
}

#[test]
fn stacks_and_maps_beside_gradients() {
    let (mut x, y, mut side) = (1.0, 3.0, Side::Right);
    let (mut sides, mut copies, mut names, mut turns) = (Stack::new(), Stack::new(), HashMap::new(), BTreeMap::new());
    let (mut x_tan, y_tan) = (0.0, 1.0);
    enlist::tangent(
        &mut x,
        &mut x_tan,
        y,
        y_tan,
        &mut side,
        Inactive,
        &mut sides,
        Inactive,
        &mut copies,
        Inactive,
        &mut names,
        Inactive,
        &mut turns,
        Inactive,
    );
    assert_eq!((x, x_tan, sides.len(), copies.len()), (10.0, 6.0, 0, 1));
    assert_eq!((names[&7].as_str(), turns[&'a']), ("seven", (1, Side::Right)));

    let (mut x_adj, mut y_adj) = (1.0, 0.0);
    enlist::adjoint(
        &mut x,
        &mut x_adj,
        y,
        &mut y_adj,
        &mut side,
        Inactive,
        &mut sides,
        Inactive,
        &mut copies,
        Inactive,
        &mut names,
        Inactive,
        &mut turns,
        Inactive,
    );
    assert_eq!((x, y_adj, side), (1.0, 6.0, Side::Right));
    assert!(sides.is_empty() && copies.is_empty() && names.is_empty() && turns.is_empty());

    enlist::inverse_adjoint(
        &mut x,
        &mut x_adj,
        y,
        &mut y_adj,
        &mut side,
        Inactive,
        &mut sides,
        Inactive,
        &mut copies,
        Inactive,
        &mut names,
        Inactive,
        &mut turns,
        Inactive,
    );
    assert_eq!((x, y_adj, names.len()), (10.0, 0.0, 1));
}

/// The gradient of a value that was not touched.
fn zero<T: Differentiable>(value: &T) -> T::Tangent<One> {
    T::into_tangent(value.zero_shadow::<On<One>>())
}

#[test]
fn what_has_no_gradient_has_places_without_size() {
    fn check<T: Differentiable<Tangent<One> = NoGradient>>(value: &T) {
        assert_eq!(size_of_val(&value.zero_shadow::<On<One>>()), 0);
        assert_eq!(zero(value), NoGradient);
    }
    check(&"text");
    check(&String::new());
    check(&(0..3));
    check(&(0_u8..=3));
    check(&PhantomData::<f64>);
    check(&());
    check(&Side::Left);
    check(&Box::new(7));
    assert_eq!(zero(&(1, 2, 3, 4, 5, 6, 7.5, '8')).6, 0.0);
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Box<[f64]>,
    scale: Box<(f64, u8)>,
    bias: Option<f64>,
    name: &'static str,
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn apply(y: &mut f64, layer: &Layer, x: &[f64]) {
    for i in 0..x.len() {
        *y += layer.weights[i] * x[i];
    }
    *y *= layer.scale.0;
}

#[test]
fn boxes_and_options() {
    let layer = Layer { weights: Box::new([2.0, 3.0]), scale: Box::new((4.0, 1)), bias: Some(1.0), name: "first" };
    let (mut y, mut y_adj, mut x_adj, layer_adj) = (1.0, 1.0, [0.0; 2], layer.zero_shadow());
    apply(&mut y, &layer, &[5.0, 6.0]);
    assert_eq!(y, 116.0);
    apply::adjoint(&mut y, &mut y_adj, &layer, &layer_adj, &[5.0, 6.0], &mut x_adj);
    assert_eq!((y, y_adj, x_adj), (1.0, 4.0, [8.0, 12.0]));
    let gradient = Layer::into_tangent(layer_adj);
    assert_eq!((gradient.weights, gradient.scale), (vec![20.0, 24.0], (29.0, NoGradient)));
    assert_eq!((gradient.bias, gradient.name, layer.name), (Perhaps::ZERO, NoGradient, "first"));
}

#[test]
fn an_absent_value() {
    let (some, none) = (Some(vec![1.0, 2.0]), None::<Vec<f64>>);
    let some_adj = some.zero_shadow::<On<One>>();
    add(&some_adj.Some.0[1], 0.5);
    assert_eq!(get(&some_adj).plus(get(&some_adj)).negated().Some.0, [0.0, -1.0]);
    add(&some_adj, Perhaps::ZERO);
    assert_eq!(zero(&none), Perhaps::ZERO);
    assert_eq!(Option::<f64>::lane::<Many<2>>(&Perhaps { Some: (Lanes([1.0, 2.0]),) }, 1), Perhaps { Some: (2.0,) });
    assert_eq!(size_of_val(Option::<f64>::inactive::<One>()), 0);
}
