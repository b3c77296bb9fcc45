//! Stacks and maps.

use super::{each, floats};
use crate::construct::{Construct, construct};
use retrograde::map::insert;
use retrograde::prelude::*;
use retrograde::stack::{copy_push, pop, push};
use std::collections::BTreeMap;
use std::hint::black_box;

pub const ALL: &[Construct] = &[
    construct!(
        "push(stack, x), pop(stack, x)",
        moved(&mut Stack::new(), y, z) or plain_moved(&mut Vec::new(), black_box(LIMIT), y, z),
        y = floats(),
        z = each(|_| 0.0)
    ),
    construct!(
        unchecked "push(stack, x), pop(stack, x)",
        moved(&mut Stack::new(), y, z) or unchecked_moved(&mut Vec::new(), y, z),
        y = floats(),
        z = each(|_| 0.0)
    ),
    construct!(
        "copy_push(stack, x)",
        copied(&mut Stack::new(), y, z) or plain_copied(&mut Vec::new(), black_box(LIMIT), y, z),
        y = floats(),
        z = each(|_| 0.0)
    ),
    construct!("insert(map, key, value)", register or plain_register(map, *n), map = BTreeMap::new(), n = 4000),
];

/// How high a stack may grow.
const LIMIT: usize = usize::MAX;

/// Checked, as what is overwritten cannot be restored.
fn plain_moved(stack: &mut Vec<f64>, limit: usize, y: &mut [f64], z: &mut [f64]) {
    for y in y {
        assert!(stack.len() < limit, "the stack is full");
        stack.push(std::mem::take(y));
    }
    for z in z {
        assert!(*z == 0.0, "the place is not empty");
        *z = stack.pop().expect("as many as were pushed");
    }
}

fn unchecked_moved(stack: &mut Vec<f64>, y: &mut [f64], z: &mut [f64]) {
    for y in y {
        stack.push(std::mem::take(y));
    }
    for z in z {
        *z = stack.pop().expect("as many as were pushed");
    }
}

#[reversible]
fn moved(stack: &mut Stack<f64>, y: &mut [f64], z: &mut [f64]) {
    for y in y {
        push(stack, y);
    }
    for z in z {
        pop(stack, z);
    }
}

fn plain_copied(stack: &mut Vec<f64>, limit: usize, y: &[f64], z: &mut [f64]) {
    for y in y {
        assert!(stack.len() < limit, "the stack is full");
        stack.push(*y);
    }
    for z in z {
        assert!(*z == 0.0, "the place is not empty");
        *z = stack.pop().expect("as many as were pushed");
    }
}

#[reversible]
fn copied(stack: &mut Stack<f64>, y: &[f64], z: &mut [f64]) {
    for y in y {
        copy_push(stack, y);
    }
    for z in z {
        pop(stack, z);
    }
}

/// Keys in no particular order.
fn key(k: u32) -> u32 {
    k.wrapping_mul(2_654_435_761)
}

fn plain_register(map: &mut BTreeMap<u32, f64>, n: u32) {
    for k in 0..n {
        assert!(map.insert(key(k), f64::from(k)).is_none(), "a key twice");
    }
}

#[reversible]
fn register(map: &mut BTreeMap<u32, f64>, n: u32) {
    for k in 0..n {
        insert(map, key(k), f64::from(k));
    }
}
