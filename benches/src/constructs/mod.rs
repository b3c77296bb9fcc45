//! The constructs that are measured, by kind. Each is two functions: `plain_f` as one writes it without the attribute,
//! and `f` with it.

mod blocks;
mod branches;
mod calls;
mod collections;
mod locals;
mod loops;
mod updates;
mod values;
mod views;

use crate::construct::Construct;
use retrograde::prelude::*;

/// All of them, by kind, in the order of the table.
pub const ALL: [&[Construct]; 9] = [
    updates::ALL,
    values::ALL,
    locals::ALL,
    blocks::ALL,
    branches::ALL,
    loops::ALL,
    views::ALL,
    calls::ALL,
    collections::ALL,
];

/// How many elements the arrays have: a run takes long enough for the clock, and what it works on stays in the cache.
const LENGTH: i32 = 4000;

/// An array from small numbers in no particular order, none of them zero.
fn each<T>(element: impl Fn(i32) -> T) -> Vec<T> {
    let number = |k: i32| if k % 3 == 0 { -1 - k * 37 % 64 } else { 1 + k * 37 % 64 };
    (0..LENGTH).map(|k| element(number(k))).collect()
}

fn integers() -> Vec<i64> {
    each(i64::from)
}

/// Numbers with few digits.
fn floats() -> Vec<f64> {
    each(|n| f64::from(n) / 8.0)
}

/// A struct with fields and methods.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    q: f64,
    p: f64,
}

fn bodies() -> Vec<Body> {
    each(|n| Body { q: f64::from(n) / 8.0, p: 0.5 })
}

#[cfg(test)]
mod tests {
    use crate::construct::Task;

    /// With the run-time checks of a debug build, which the measured program does not have.
    #[test]
    fn versions_agree() {
        super::ALL.iter().copied().flatten().for_each(|construct| construct(Task::Check));
    }
}
