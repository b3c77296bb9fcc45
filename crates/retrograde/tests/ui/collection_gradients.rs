//! What is on a stack or in a map has a gradient, or none to lose.

use std::collections::BTreeMap;

use retrograde::map::insert;
use retrograde::prelude::*;
use retrograde::stack::push;

#[derive(Clone, Default, Plain)]
struct Label {
    x: f64,
}

#[reversible(adjoint)]
fn no_gradient(x: &mut Label, record: &mut Stack<Label>) {
    push(record, x);
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Plain)]
struct Name {
    k: u8,
}

#[reversible(tangent)]
fn no_key(x: f64, map: &mut BTreeMap<Name, f64>) {
    insert(map, Name { k: 1 }, x);
}

#[reversible]
fn without_derivatives(x: &mut Label, record: &mut Stack<Label>) {
    push(record, x);
}

fn main() {}
