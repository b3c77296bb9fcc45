//! What Rust has more than one spelling for, in ordinary functions: macros that give truth values or text, patterns in place of parameters,
//! ranges that are asked what they contain, declarations inside of blocks.
#![allow(clippy::float_cmp, reason = "the derivatives are exact")]
#![allow(clippy::unused_self, clippy::trivially_copy_pass_by_ref, reason = "the code is as people write it")]

use retrograde::prelude::*;

macro_rules! near {
    ($a:expr, $b:expr) => {
        ($a - $b).abs() < 1e-3
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Side {
    Left,
    Right(i32),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Refused(String);

#[differentiable]
fn checked(x: f64) -> Result<f64, Refused> {
    if x.is_finite() { Ok(x) } else { Err(Refused(format!("{x} is infinite"))) }
}

#[differentiable(tangent)]
fn contained(x: f64, y: f64) -> f64 {
    let inside = if (0.0..=1.0).contains(&x) { x * y } else { x - y };
    inside + if !(..0.0).contains(&y) && (1..3).contains(&2) { y * y } else { 0.0 }
}

#[differentiable(tangent)]
fn matched(x: f64, n: i32) -> f64 {
    let side = if n == 0 { Side::Left } else { Side::Right(n) };
    let first = matches!(side, Side::Left | Side::Right(7));
    if matches!(n, 1..=3 if x > 0.5) && matches!(Some(n), Some(x) if x > 0) {
        x * x
    } else if first {
        x * 3.0
    } else {
        x.sin()
    }
}

#[differentiable(tangent)]
fn compared(x: f64) -> f64 {
    let y = x * x;
    if near!(y, 4.0) { 5.0 * y } else { x * y }
}

#[differentiable]
fn tried(x: f64, y: f64) -> Result<f64, Refused> {
    if x <= 0.0 {
        return Err(Refused(format!("x is {x:.1}, and y {}", y * 2.0)));
    }
    Ok(x.ln() * y)
}

#[differentiable]
fn first_checked(x: f64, y: f64) -> Result<f64, Refused> {
    checked(x)?;
    if y < 0.0 {
        return Ok(x);
    }
    Ok(x * y)
}

#[differentiable(tangent)]
fn parameters((x, y): (f64, f64), [a, b]: [f64; 2], n: i32) -> f64 {
    let x_y = x * y;
    x_y + a * b * f64::from(n)
}

#[differentiable(tangent)]
fn declared(x: f64) -> f64 {
    if x > 0.0 {
        const SCALE: f64 = 2.0;
        use std::f64::consts::PI as CIRCLE;
        x * SCALE * CIRCLE
    } else {
        const OTHER: f64 = 3.0;
        x * OTHER
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Projection;

#[differentiable]
impl Projection {
    fn inverse(&self, x: f64) -> f64 {
        x * x
    }
}

#[test]
fn ranges_that_contain() {
    for (x, y) in [(0.5, 2.0), (1.5, 2.0), (0.5, -2.0)] {
        check_gradient!(contained(x, y));
    }
    assert_eq!(contained::gradient(0.5, 2.0), (2.0, 4.5));
    assert_eq!(contained::gradient(1.5, -2.0), (1.0, -1.0));
}

#[test]
fn macros_with_values() {
    for n in [0, 2, 5, 7] {
        check_gradient!(matched(0.8, n));
    }
    assert_eq!(matched::gradient(0.8, 7), 3.0);
    check_gradient!(compared(2.0));
    check_gradient!(compared(1.5));
    assert_eq!(compared::gradient(2.0), 20.0);
}

#[differentiable]
fn value_tried(x: f64, y: f64) -> f64 {
    tried(x, y).unwrap()
}

#[differentiable]
fn value_checked(x: f64, y: f64) -> f64 {
    first_checked(x, y).unwrap()
}

#[test]
fn text_in_errors() {
    check_gradient!(reverse value_tried(2.0, 3.0));
    assert_eq!(tried(-1.0, 1.0), Err(Refused("x is -1.0, and y 2".into())));
    check_gradient!(reverse value_checked(2.0, 3.0));
    assert_eq!(value_checked::gradient(2.0, -3.0), (1.0, 0.0));
}

#[test]
fn patterns_as_parameters() {
    check_gradient!(parameters((2.0, 3.0), [0.5, 0.25], 2));
    assert_eq!(parameters::gradient((2.0, 3.0), [0.5, 0.25], 2), ((3.0, 2.0), [0.5, 1.0]));
}

#[test]
fn declarations_in_blocks() {
    check_gradient!(declared(2.0));
    check_gradient!(declared(-2.0));
    assert_eq!(declared::gradient(-2.0), 3.0);
}

#[test]
fn methods_called_inverse() {
    assert_eq!(
        {
            let (_, by_x) = Projection.inverse_gradient(3.0);
            by_x
        },
        6.0
    );
}
