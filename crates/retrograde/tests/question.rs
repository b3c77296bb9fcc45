//! `?` that converts errors in ordinary functions: in reverse and forward mode and against finite differences.

use retrograde::prelude::*;

/// What goes wrong below.
#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
enum Low {
    Negative,
    Large(u32),
}

/// What goes wrong above.
#[derive(Clone, Debug, Differentiable, PartialEq)]
enum High {
    Below(Low),
    Told(String),
    Value(f64),
}

impl From<Low> for High {
    fn from(low: Low) -> Self {
        High::Below(low)
    }
}

impl From<String> for High {
    fn from(text: String) -> Self {
        High::Told(text)
    }
}

impl From<&str> for High {
    fn from(text: &str) -> Self {
        High::Told(text.to_owned())
    }
}

#[differentiable(tangent)]
fn low(x: f64) -> Result<f64, Low> {
    if x < 0.0 {
        return Err(Low::Negative);
    }
    if x > 100.0 {
        return Err(Low::Large(100));
    }
    Ok(x.sqrt())
}

#[differentiable(tangent)]
fn told(x: f64) -> Result<f64, String> {
    if x == 0.0 { Err(String::from("zero")) } else { Ok(1.0 / x) }
}

#[differentiable(tangent)]
fn high(x: f64, y: f64) -> Result<f64, High> {
    let a = low(x)?;
    let b = told(y)? * low(a * y)?;
    if b > 50.0 {
        return Err(High::from("much"));
    }
    if b > 10.0 {
        return Err(High::Value(b * x));
    }
    Ok(a * b + low(b * b)?)
}

/// Errors of its own type keep their gradient.
#[differentiable(tangent)]
fn same(x: f64, y: f64) -> Result<f64, High> {
    let first = high(x, y)?;
    Ok(first * high(y, x)?)
}

#[differentiable(tangent)]
fn in_a_loop(x: &[f64]) -> Result<f64, High> {
    let mut sum = 0.0;
    for (i, x) in x.iter().enumerate() {
        if i == 3 && *x > 1.0 {
            continue;
        }
        sum = sum * 0.5 + low(*x)? * told(*x)?;
    }
    Ok(sum)
}

/// What is put together from a list holds it.
#[differentiable(tangent)]
fn lists(x: f64) -> Result<Vec<f64>, High> {
    let root = low(x)?;
    let several = vec![x, root];
    if x > 2.0 {
        let other = low(x + 1.0)?;
        let others = vec![x * x, other];
        return Ok(others);
    }
    Ok(several)
}

#[differentiable(tangent)]
fn of_high(x: f64) -> Result<f64, High> {
    generic(x)
}

#[differentiable(tangent)]
fn generic<E: From<Low> + Differentiable + Clone>(x: f64) -> Result<f64, E> {
    Ok(low(x)? * 2.0)
}

#[test]
fn the_way_of_values() {
    check_gradient!(high(2.0, 3.0));
    check_gradient!(same(2.0, 3.0));
    check_gradient!(in_a_loop(&[1.0, 2.0, 3.0, 4.0, 0.5]));
    check_gradient!(of_high(2.0));
    check_gradient!(lists(1.5));
    check_gradient!(lists(3.0));
}

#[test]
fn the_way_of_errors() {
    assert_eq!(high(-1.0, 2.0), Err(High::Below(Low::Negative)));
    assert_eq!(high(101.0, 2.0), Err(High::Below(Low::Large(100))));
    assert_eq!(high(1.0, 0.0), Err(High::Told("zero".into())));
    assert_eq!(in_a_loop(&[1.0, 0.0]), Err(High::Told("zero".into())));
    assert_eq!(generic::<High>(-1.0), Err(High::Below(Low::Negative)));
    check_gradient!(high(-1.0, 2.0));
    check_gradient!(high(1.0, 0.0));
    check_gradient!(in_a_loop(&[1.0, 0.0, 2.0]));
    check_gradient!(in_a_loop(&[1.0, -2.0]));
    check_gradient!(of_high(-1.0));
}

#[test]
fn errors_with_a_gradient() {
    let (x, y) = (90.0, 0.02);
    assert!(matches!(same(x, y), Err(High::Value(_))), "{:?}", same(x, y));
    check_gradient!(high(x, y));
    check_gradient!(same(x, y));
}
