//! What is on a stack or in a map is not followed by derivatives, and must have no gradient.

use std::collections::BTreeMap;

use retrograde::map::insert;
use retrograde::prelude::*;
use retrograde::stack::push;

#[reversible(adjoint)]
fn numbers_on_a_stack(x: &mut f64, record: &mut Stack<f64>) {
    push(record, x);
}

#[reversible(tangent)]
fn numbers_in_a_map(x: f64, map: &mut BTreeMap<u8, f64>) {
    insert(map, 1, x);
}

#[reversible]
fn without_derivatives(x: &mut f64, record: &mut Stack<f64>) {
    push(record, x);
}

fn main() {}
