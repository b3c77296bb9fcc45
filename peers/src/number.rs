//! What the programs compute with: a number of any tool.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number of a tool, or a plain one.
pub trait Number:
    Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// A constant that can be computed with beside this number.
    fn like(&self, value: f64) -> Self;
    /// The number without derivatives.
    fn value(&self) -> f64;
    /// The number and a constant.
    fn plus(self, constant: f64) -> Self;
    /// The number times a constant.
    fn times(self, constant: f64) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn sqrt(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tanh(self) -> Self;
}

/// The sum of at least one number.
pub fn sum<T: Number>(numbers: impl IntoIterator<Item = T>) -> T {
    numbers.into_iter().reduce(|a, b| a + b).expect("there is something to add")
}
