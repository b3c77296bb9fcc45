//! A type that stands for a list, or has elements, may walk along them as it likes: what is called like a method of lists is not taken for that.

use retrograde::prelude::*;
use std::ops::{Deref, Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Tail {
    elements: Vec<f64>,
}

impl Tail {
    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.elements[1..].iter()
    }
}

#[differentiable]
impl Deref for Tail {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.elements
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Reversed {
    elements: Vec<f64>,
}

#[differentiable]
impl Deref for Reversed {
    type Target = Vec<f64>;
    fn deref(&self) -> &Vec<f64> {
        &self.elements
    }
}

impl Index<usize> for Reversed {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.elements[self.elements.len() - 1 - i]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Row {
    elements: Vec<f64>,
}

impl Row {
    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.elements[1..].iter()
    }
}

impl<'a> IntoIterator for &'a Row {
    type Item = &'a f64;
    type IntoIter = std::slice::Iter<'a, f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[differentiable]
impl Index<usize> for Row {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.elements[i]
    }
}

#[differentiable]
impl IndexMut<usize> for Row {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.elements[i]
    }
}

#[differentiable]
fn row(x: &[f64]) -> Row {
    Row { elements: x.to_vec() }
}

#[differentiable]
fn by_method(x: &[f64]) -> f64 {
    let row = row(x);
    row.iter().map(|v| v * v).sum()
}

#[differentiable]
fn by_walking(x: &[f64]) -> f64 {
    let row = row(x);
    let mut sum = 0.0;
    for v in &row {
        sum += v * v;
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Ring {
    elements: Vec<f64>,
}

impl Index<usize> for Ring {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.elements[i % 2]
    }
}

impl IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.elements[i % 2]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Wheel {
    ring: Ring,
}

impl Index<usize> for Wheel {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.ring[i]
    }
}

#[differentiable]
impl IndexMut<usize> for Wheel {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.ring[i]
    }
}

fn main() {}
