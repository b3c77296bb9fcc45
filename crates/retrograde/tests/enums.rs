//! Enums with payloads, and their shadows: places for what every variant holds, side by side.

#![allow(clippy::float_cmp, reason = "what must agree exactly is compared exactly")]

use retrograde::emitted::{add, get};
use retrograde::prelude::*;
use retrograde::{Gradient, NoGradient, Zero};

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Shape<T> {
    Circle { radius: T },
    Rectangle(T, T),
    Polygon { corners: Vec<[f64; 2]>, closed: bool },
    Nothing,
}

/// Names that the derive uses itself, and a lifetime.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Named<'a, W, K, const N: usize> {
    width: [W; N],
    kind: &'a K,
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Point {
    x: f64,
    n: usize,
}

#[test]
fn a_shadow_has_the_places_of_every_variant() {
    let circle = Shape::Circle { radius: 2.0 };
    let adj = circle.zero_shadow::<On<One>>();
    add(&adj.Circle.radius, 1.5);
    assert_eq!((get(&adj).Circle.radius, get(&adj).Rectangle.0), (1.5, 0.0));
    let twice = get(&adj).plus(get(&adj)).negated();
    assert_eq!(twice.Circle.radius, -3.0);
    add(&adj, twice);
    assert_eq!(Shape::into_tangent(adj).Circle.radius, -1.5);

    let polygon = Shape::<f64>::Polygon { corners: vec![[0.0; 2]; 3], closed: true };
    let adj = polygon.zero_shadow::<On<One>>();
    add(&adj.Polygon.corners[2][1], 1.0);
    let gradient = Shape::<f64>::into_tangent(adj);
    assert_eq!(gradient.Polygon.corners, [[0.0, 0.0], [0.0, 0.0], [0.0, 1.0]]);
    assert_eq!(gradient.Polygon.closed, NoGradient);

    let rectangle = Shape::Rectangle(1.0, 2.0).zero_shadow::<On<One>>();
    add(&rectangle.Rectangle.1, 1.0);
    assert_eq!((get(&rectangle).Rectangle.0, get(&rectangle).Rectangle.1), (0.0, 1.0));

    let nothing = Shape::<f32>::Nothing.zero_shadow::<On<Many<2>>>();
    assert_eq!(Shape::<f32>::lane(&get(&nothing), 1), Zero::ZERO);
    assert_eq!(size_of_val(Shape::<f64>::inactive::<One>()), 0);
}

/// A gradient put into a lane is read back from it, and the other lanes stay as they were.
#[test]
fn lanes_are_set_one_by_one() {
    fn check<T: Differentiable>(value: &T, gradient: &T::Tangent<One>) {
        let mut gradients = get(&value.zero_shadow::<On<Many<3>>>());
        T::set_lane(&mut gradients, 1, gradient.clone());
        assert_eq!(T::lane(&gradients, 1), *gradient);
        assert_eq!(T::lane(&gradients, 2), T::into_tangent(value.zero_shadow::<On<One>>()));
        T::set_lane(&mut gradients, 0, gradient.clone());
        T::set_lane(&mut gradients, 1, Zero::ZERO);
        assert_eq!(T::lane(&gradients, 0), *gradient);
        assert_eq!(T::lane(&gradients, 1), T::into_tangent(value.zero_shadow::<On<One>>()));
    }

    let polygon = Shape::<f64>::Polygon { corners: vec![[0.0; 2]; 3], closed: true };
    let adj = polygon.zero_shadow::<On<One>>();
    add(&adj.Polygon.corners[2][1], 1.0);
    check(&polygon, &get(&adj));
    let point = (vec![Point { x: 2.0, n: 1 }], Some(1.0_f32), &Box::new([1.0, 2.0]));
    let adj = point.zero_shadow::<On<One>>();
    add(&adj.0[0].x, 1.5);
    add(&adj.1.Some.0, 2.5);
    add(&adj.2[1], 3.5);
    check(&point, &get(&adj));
}

#[test]
fn parameters_of_any_name() {
    let named = Named { width: [1.0, 2.0], kind: &3.0 };
    let adj = named.zero_shadow::<On<One>>();
    add(&adj.width[1], 1.0);
    add(&adj.kind, 2.0);
    assert_eq!((get(&adj).width, get(&adj).kind), ([0.0, 1.0], 2.0));
}

#[test]
fn shadows_are_copied_where_their_places_are() {
    let adj = Point::default().zero_shadow::<On<One>>();
    adj.x.set(2.0);
    let copies: [PointShadow<On<One>>; 3] = std::array::from_fn(|_| adj.clone());
    copies[1].x.set(3.0);
    assert_eq!([copies[0].x.get(), copies[1].x.get(), copies[2].x.get()], [2.0, 3.0, 2.0]);
    let constants = [Point::default().zero_shadow::<Off<One>>(); 8];
    assert_eq!(size_of_val(&constants), 0);
}

/// An enum beside gradients: it decides, and what it holds is not looked at.
#[reversible(adjoint, tangent)]
fn area(y: &mut f64, shape: &Shape<f64>, scale: f64) {
    match shape {
        Shape::Nothing => {}
        _ => *y += scale * scale,
    }
}

#[test]
fn a_choice_by_a_variant() {
    for (shape, expected) in [(Shape::Rectangle(1.0, 2.0), 6.0), (Shape::Nothing, 0.0)] {
        let (mut y, mut y_adj, mut scale_adj, shape_adj) = (1.0, 1.0, 0.0, shape.zero_shadow::<On<One>>());
        area(&mut y, &shape, 3.0);
        area::adjoint(&mut y, &mut y_adj, &shape, &shape_adj, 3.0, &mut scale_adj);
        assert_eq!((y, scale_adj), (1.0, expected));
        let mut y_tan = 0.0;
        area::tangent(&mut y, &mut y_tan, &shape, Inactive, 3.0, 1.0);
        assert_eq!(y_tan, expected);
    }
}
