//! Text has no gradient: names that choose what is computed, alone, in lists and beside numbers.
#![allow(clippy::float_cmp, reason = "the derivatives are exact")]
#![allow(clippy::ptr_arg, reason = "plain code is what is tested")]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn activation(name: &str, x: f64) -> f64 {
    match name {
        "relu" => x.max(0.0),
        "tanh" => x.tanh(),
        _ => x,
    }
}

#[test]
fn a_name_has_no_gradient() {
    for name in ["relu", "tanh", "none"] {
        check_gradient!(activation(&*name, 0.4));
    }
    assert_eq!(activation::gradient("relu", 0.4), 1.0);
    assert_eq!(activation::tangent("relu", Inactive, 0.4, 2.0), (0.4, 2.0));
}

#[differentiable]
fn weighed(names: &[&str], x: &[f64], unit: char, title: &String) -> f64 {
    let mut sum = 0.0;
    for (name, v) in names.iter().zip(x) {
        sum += match *name {
            "square" => v * v,
            name => v * name.len() as f64,
        };
    }
    if unit == 'k' { 1000.0 * sum } else { sum * title.len() as f64 }
}

#[test]
fn lists_of_names_have_none() {
    let names = ["square", "four"];
    assert_eq!(weighed::gradient(&names, &[1.5, 2.0], 'k', &String::new()), [3000.0, 4000.0]);
    assert_eq!(weighed::gradient(&names, &[1.5, 2.0], 'm', &"ab".to_string()), [6.0, 8.0]);
}

#[differentiable]
fn total(rows: &[(&str, f64)], x: f64) -> f64 {
    let mut sum = 0.0;
    for (name, v) in rows {
        if !name.is_empty() {
            sum += v * x;
        }
    }
    sum
}

#[test]
fn numbers_beside_names_have_one() {
    let (by_rows, by_x) = total::gradient(&[("a", 2.0), ("", 3.0)], 1.5);
    assert_eq!((by_rows[0].1, by_rows[1].1, by_x), (1.5, 0.0, 2.0));
}
