//! What a `match` binds, and its gradients: payloads of enums, options, tuples, elements. Each function is compared with its
//! tangent and with differences, and its values must be restored.

#![allow(clippy::float_cmp, reason = "what must agree exactly is compared exactly")]

use retrograde::emitted::get;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle { radius: f64 },
    Rectangle(f64, f64),
    Regular(usize, f64),
    Nothing,
}

const SHAPES: [Shape; 5] = [
    Shape::Circle { radius: 1.5 },
    Shape::Rectangle(2.0, 1.0),
    Shape::Rectangle(1.0, 2.0),
    Shape::Regular(4, 0.5),
    Shape::Nothing,
];

#[differentiable(tangent)]
fn square(x: f64) -> f64 {
    x * x
}

#[reversible(adjoint, tangent)]
fn area(y: &mut f64, shape: Shape, scale: f64) {
    match shape {
        Shape::Circle { radius } => *y += scale * 3.0 * square(radius),
        Shape::Rectangle(a, b) if a > b => {
            let diagonal = a.hypot(b);
            *y += a * b + diagonal * scale;
        }
        Shape::Rectangle(a, ..) => *y += a * scale,
        Shape::Regular(n, side) => {
            for i in 0..n {
                *y += side * side * i as f64;
            }
        }
        Shape::Nothing => {}
    }
}

#[test]
fn payloads_of_an_enum() {
    for shape in SHAPES {
        check_gradient!(area(&mut 0.5, shape, 1.25));
    }
    let shape_adj = Shape::Nothing.zero_shadow::<On<One>>();
    let mut y = 0.0;
    area(&mut y, Shape::Regular(4, 0.5), 1.0);
    area::adjoint(&mut y, &mut 1.0, Shape::Regular(4, 0.5), &shape_adj, 1.0, Inactive);
    assert_eq!((y, get(&shape_adj).Regular.1, get(&shape_adj).Circle.radius), (0.0, 6.0, 0.0));
}

/// On the right side, behind references, in loops, by alternatives that bind different parts.
#[reversible(adjoint, tangent)]
fn areas(out: &mut [f64], shapes: &[Shape], scale: f64) {
    for i in 0..out.len() {
        out[i] += scale
            * match &shapes[i] {
                Shape::Circle { radius: r } => 3.0 * *r * r.sin(),
                Shape::Rectangle(a, b) => *a * *b,
                Shape::Regular(1 | 2, _) => 1.0,
                Shape::Regular(n, side) => square(*side) * *n as f64,
                Shape::Nothing => scale,
            };
    }
    for (y, shape) in out.iter_mut().zip(shapes) {
        match shape {
            Shape::Circle { radius: r } | Shape::Rectangle(_, r) if *r > 1.75 => *y -= *r * scale,
            Shape::Circle { radius: r } | Shape::Rectangle(r, _) | Shape::Regular(_, r) => *y *= 1.0 + *r * *r,
            Shape::Nothing => {}
        }
    }
}

#[test]
fn choices_in_loops() {
    check_gradient!(areas(&mut [0.5, 0.25, 1.0, 2.0, 3.0], &SHAPES, 0.75));
    check_gradient!(areas(&mut [0.5, 0.25], &[Shape::Regular(2, 0.75), Shape::Nothing], 0.75));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    shape: Option<Shape>,
    at: (f64, [f64; 2]),
}

/// Enums in options in structs, and patterns that look through them.
#[reversible(adjoint, tangent)]
fn nested(y: &mut f64, body: &Body, other: Option<f64>) {
    match body {
        Body { shape: Some(Shape::Circle { radius }), at: (x, [u, v]) } => *y += *radius * *x + *u * *v,
        Body { shape: Some(inner), at } => match inner {
            Shape::Rectangle(a, b) => *y += *a / *b * at.0,
            _ => *y += at.1[0] * at.1[1],
        },
        Body { shape: None, at: (x, rest) } => *y += *x * rest[0],
    }
    if let Some(x) = other {
        *y += x * x;
        match *body {
            Body { at: (z, _), .. } => *y -= z * x,
        }
    }
}

#[test]
fn patterns_in_patterns() {
    for shape in SHAPES.map(Some).into_iter().chain([None]) {
        let body = Body { shape, at: (0.75, [1.5, 2.5]) };
        check_gradient!(nested(&mut 0.5, &body, Some(1.25)));
        check_gradient!(nested(&mut 0.5, &body, None));
    }
}

/// What is matched need not be at a place: products, calls, tuples of both.
#[reversible(adjoint, tangent)]
fn values(y: &mut f64, z: &mut f64, a: f64, b: f64, k: usize) {
    match (k, a * b, *z) {
        (0, p, q) => *y += p * q,
        (1, p, _) if p > 0.5 => *y += p * a,
        (n, p, q) => *y += p * p * q * n as f64,
    }
    match square(a) + b {
        s if s > 3.0 => *z -= s,
        s => *z += s * s,
    }
    *y += match (square(a), a) {
        (s, t) if s > t => s * t,
        (s, t) => s - t,
    };
    *z += match [a, b] {
        [s, ..] if k == 0 => s * s,
        [s, t] => s * t,
    };
}

#[test]
fn values_at_no_place() {
    for (a, k) in [(0.5, 0), (1.5, 1), (0.25, 1), (0.5, 3), (1.75, 2)] {
        check_gradient!(values(&mut 0.5, &mut 0.75, a, 1.25, k));
    }
}

/// The same number in two parts, and one that is bound twice over.
#[reversible(adjoint, tangent)]
fn same_twice(y: &mut f64, x: &[f64], i: usize, j: usize) {
    match (x[i], x[j]) {
        (a, b) => *y += a * b,
    }
    match x {
        [whole @ .., last] => *y += whole[0] * *last,
        [] => {}
    }
    match x {
        [first, .., last] => *y += *first * *last * x[0],
        _ => {}
    }
    let p = (x[i], x[i]);
    match p {
        q @ (a, b) => *y += q.0 * a + q.1 * b,
    }
}

#[test]
fn one_element_twice() {
    let x = [1.5, 2.0, 3.0];
    check_gradient!(same_twice(&mut 0.0, &x, 1, 1));
    check_gradient!(same_twice(&mut 0.0, &x, 0, 2));
    let (mut y, mut x_adj) = (0.0, [0.0; 3]);
    same_twice(&mut y, &x, 1, 1);
    same_twice::adjoint(&mut y, &mut 1.0, &x, &mut x_adj, 1, Inactive, 1, Inactive);
    assert_eq!((y, x_adj), (0.0, [12.0, 12.0, 3.75]));
}

/// Values of enums made in the body.
#[reversible(adjoint, tangent)]
fn made(y: &mut f64, a: f64, b: f64, k: usize) {
    let shape = if k == 0 { Shape::Circle { radius: a * b } } else { Shape::Rectangle(a, a + b) };
    let maybe = Some(a * b);
    match shape {
        Shape::Circle { radius } => *y += radius * radius,
        Shape::Rectangle(u, v) => *y += u * v,
        _ => {}
    }
    if let Some(p) = maybe {
        *y += p * a;
    }
    area(y, Shape::Rectangle(b, a), 2.0);
}

#[test]
fn enums_made_in_the_body() {
    check_gradient!(made(&mut 0.5, 1.5, 2.5, 0));
    check_gradient!(made(&mut 0.5, 1.5, 2.5, 1));
}

/// An ordinary function, whose value may be changed in the arms.
#[differentiable(tangent)]
fn ordinary(shapes: &[Shape], x: f64) -> f64 {
    let mut total = 1.0;
    for i in 0..shapes.len() {
        match shapes[i] {
            Shape::Circle { radius } => total = total * radius + x,
            Shape::Rectangle(a, b) => {
                let s = a * total;
                total = s.sin() * b;
            }
            Shape::Regular(n, side) => {
                for _ in 0..n {
                    total *= side * x;
                }
            }
            Shape::Nothing => total += square(total),
        }
        let scale = match (shapes[i], total * x) {
            (Shape::Circle { radius }, t) => radius * t,
            (_, t) => t,
        };
        total += scale;
    }
    match total * x {
        t if t > 100.0 => t,
        t => t * t,
    }
}

#[test]
fn in_an_ordinary_function() {
    check_gradient!(ordinary(&SHAPES, 0.75));
    check_gradient!(ordinary(&SHAPES[..2], 0.75));
}

/// Names whose place a pattern does not tell are followed if they have no gradient.
#[reversible(adjoint, tangent)]
fn counted(y: &mut f64, x: f64, counts: (f64, usize, usize)) {
    match counts {
        (scale, .., n) => *y += scale * x * n as f64,
    }
}

#[test]
fn names_without_a_place() {
    check_gradient!(counted(&mut 0.5, 1.5, (2.0, 7, 3)));
}

/// Payloads that are not copied.
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Curve {
    Points(Vec<f64>),
    Boxed(Box<f64>, [f64; 2]),
}

#[reversible(adjoint, tangent)]
fn along(y: &mut f64, curve: &Curve, scale: f64) {
    match curve {
        Curve::Points(points) => {
            for i in 0..points.len() {
                *y += points[i] * scale;
            }
            for (p, q) in points.iter().zip(points) {
                *y += *p * *q;
            }
        }
        Curve::Boxed(_, pair) => area(y, Shape::Rectangle(pair[0], pair[1]), scale),
    }
}

#[test]
fn payloads_that_are_not_copied() {
    check_gradient!(along(&mut 0.5, &Curve::Points(vec![1.0, 2.0, 3.0]), 1.5));
    check_gradient!(along(&mut 0.5, &Curve::Boxed(Box::new(1.0), [2.0, 1.0]), 1.5));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Either<A, B> {
    Left(A),
    Right { value: B, times: u32 },
}

impl Shape {
    /// A method of an enum, which is matched by its own name.
    #[reversible(adjoint, tangent)]
    fn add_area(&self, y: &mut f64, scale: f64) {
        match self {
            Self::Circle { radius } => {
                assert!(*radius > 0.0, "the radius is {radius}");
                *y += scale * *radius;
            }
            Self::Rectangle(a, b) => {
                safe! { assert!(a * b != 0.0) }
                *y += *a * *b;
            }
            _ => {}
        }
    }
}

/// Parameters of any type, values computed in the arms, and constants, which are matched without a gradient.
#[reversible(adjoint, tangent)]
fn generic(y: &mut f64, e: &Either<[f64; 2], Shape>, o: Either<f64, f64>, #[constant] c: Option<f64>) {
    match e {
        Either::Left(pair) => *y += pair[0] * pair[1],
        Either::Right { value, times } => {
            for _ in 0..*times {
                value.add_area(y, 1.5);
            }
        }
    }
    *y += match o {
        Either::Left(x) => {
            let s = x * x;
            s * if let Some(c) = c { c * x } else { s }
        }
        Either::Right { value: x, .. } => x.sin(),
    };
}

#[test]
fn generic_enums_and_methods() {
    let right = |value| Either::Right { value, times: 3 };
    let last = Either::Right { value: 0.75, times: 1 };
    for (c, o) in [(Some(2.0), Either::Left(1.5)), (None, Either::Left(0.5)), (None, last)] {
        for e in [Either::Left([1.5, 2.0]), right(Shape::Rectangle(1.5, 2.0)), right(Shape::Circle { radius: 0.5 })] {
            check_gradient!(generic(&mut 0.5, &e, o, const c));
        }
    }
}

#[test]
fn drivers_of_functions_of_enums() {
    let (value, (_, shape, scale)) = area::value_and_gradient(&mut { 0.0 }, Shape::Rectangle(4.0, 3.0), 2.0);
    assert_eq!((value, scale), (22.0, 5.0));
    assert_eq!((shape.Rectangle.0, shape.Rectangle.1), (3.0 + 2.0 * 0.8, 4.0 + 2.0 * 0.6));
    let rows = areas::jacobian(&mut [0.0; 5], &SHAPES, 0.5);
    let by_scale = 3.0 * 1.5 * 1.5_f64.sin() * (1.0 + 1.5 * 1.5);
    assert!((rows.2[0] - by_scale).abs() < 1e-12);
    // the last shape holds nothing, and 0.5 * 0.5 was added
    assert_eq!((rows.1[4][4].Circle.radius, rows.2[4]), (0.0, 1.0));
    assert!(rows.1[0][0].Circle.radius != 0.0 && rows.1[0][1].Rectangle.0 == 0.0);
}

/// With checks off, what nobody reads is dropped.
mod without_checks {
    use super::*;

    #[reversible(adjoint, tangent, checks = false)]
    fn all(out: &mut [f64], shapes: &[Shape], k: usize, a: f64) {
        for i in 0..out.len() {
            let doubled = match shapes[i] {
                Shape::Circle { radius } => 2.0 * radius,
                Shape::Rectangle(u, _) => u * a,
                _ => a,
            };
            out[i] += doubled * doubled;
            match (shapes[i], doubled * a) {
                (Shape::Rectangle(u, v), d) if u > v => out[i] += u * v * d,
                (Shape::Rectangle(u, _) | Shape::Regular(_, u), _) => out[i] -= u,
                (_, d) => out[i] += d,
            }
        }
        let mut total = 0.0;
        for i in 0..shapes.len() {
            total += match shapes[i] {
                Shape::Circle { radius } => radius,
                Shape::Regular(n, side) if n > k => side * side,
                _ => 0.0,
            };
        }
        out[0] += total * total;
    }

    #[test]
    fn are_the_same() {
        check_gradient!(all(&mut [0.5, 0.25, 1.0, 2.0, 3.0], &SHAPES, 2, 0.75));
        check_gradient!(all(&mut [0.5, 0.25, 1.0, 2.0, 3.0], &SHAPES, 7, 0.75));
    }
}

/// Variants by their names alone, beside structs, which look the same.
mod imported {
    use super::Shape::{Circle, Nothing, Rectangle, Regular};
    use super::{SHAPES, Shape};
    use retrograde::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Pair(f64, f64);

    #[differentiable(tangent)]
    fn size(shape: &Shape, pair: Pair) -> f64 {
        let size = match shape {
            Circle { radius } => radius * radius,
            Rectangle(a, b) if a > b => a * b * b,
            Rectangle(a, _) => a * a,
            Regular(n, side) => side * *n as f64,
            Nothing => 0.0,
        };
        let round = if let Circle { radius } = shape { radius * pair.0 } else { pair.1 };
        let Rectangle(a, _) = shape else { return size * round };
        let scaled = match pair {
            Pair(x, y) if x > y => x * a,
            Pair(x, y) => x * y,
        };
        size * round + scaled
    }

    #[reversible(adjoint, tangent)]
    fn add(y: &mut f64, shape: Shape) {
        match shape {
            Circle { radius } | Regular(_, radius) => *y += radius * radius,
            _ => {}
        }
    }

    #[differentiable(tangent)]
    fn made(x: f64, n: usize) -> f64 {
        let shape = match n {
            0 => Circle { radius: x * x },
            1 => Rectangle(x, 2.0 * x),
            2 => Regular(n, x.sin()),
            _ => Nothing,
        };
        let pair = Pair(x, x * x);
        size(&shape, pair) * (pair.0 + pair.1)
    }

    #[differentiable(tangent)]
    fn given(x: f64) -> Option<Shape> {
        if x > 4.0 { None } else { Some(Rectangle(x * x, x)) }
    }

    #[differentiable(tangent)]
    fn opened(x: f64) -> f64 {
        match given(x) {
            Some(Rectangle(a, b)) => a * b,
            _ => x,
        }
    }

    #[reversible(adjoint, tangent)]
    fn add_made(y: &mut f64, x: f64, round: bool) {
        let shape = if round { Circle { radius: x * x } } else { Rectangle(x, 2.0 * x) };
        match shape {
            Circle { radius } => *y += radius * radius,
            Rectangle(a, b) => *y += a * b,
            _ => {}
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    enum Either<T> {
        Left(T),
        Both { left: T, right: [T; 2] },
    }
    use Either::{Both, Left};

    #[differentiable(tangent)]
    fn chosen(x: f64, y: f64) -> Either<f64> {
        if x > y { Left(x * y) } else { Both { left: x, right: [y, x * y] } }
    }

    #[differentiable(tangent)]
    fn sum(x: f64, y: f64) -> f64 {
        match chosen(x, y) {
            Left(z) => z * z,
            Both { left, right } => left * right[0] * right[1],
        }
    }

    #[test]
    fn are_made() {
        for n in 0..4 {
            check_gradient!(made(0.75, n));
        }
        check_gradient!(opened(1.5));
        check_gradient!(opened(5.0));
        check_gradient!(add_made(&mut 0.5, 0.75, true));
        check_gradient!(add_made(&mut 0.5, 0.75, false));
        check_gradient!(sum(0.5, 0.75));
        check_gradient!(sum(0.75, 0.5));
    }

    #[test]
    fn are_variants() {
        for shape in SHAPES {
            check_gradient!(size(&shape, Pair(0.5, 0.75)));
            check_gradient!(size(&shape, Pair(0.75, 0.5)));
            check_gradient!(add(&mut 0.5, shape));
        }
    }
}
