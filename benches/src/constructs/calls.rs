//! Calls of functions, methods and values.

use super::{Body, bodies, floats};
use crate::construct::{Construct, construct};
use retrograde::prelude::*;
use std::hint::black_box;

pub const ALL: &[Construct] = &[
    construct!("f(&mut y, x)", call or plain_call(y, x), y = floats(), x = floats()),
    construct!("f::inverse(&mut y, x)", backwards or plain_backwards(y, x), y = floats(), x = floats()),
    construct!("recursion", recursion or plain_recursion(y, x), y = 0.5, x = floats()),
    construct!("method", method or plain_method(bodies), bodies = bodies()),
    construct!("trait method, generic", generic or plain_generic(bodies), bodies = bodies()),
    construct!("function value, generic", value(&square {}, y, x) or plain_value(plain_square, y, x), y = floats(), x = floats()),
    construct!("function values, dyn", gates(y, black_box(&GATES)) or plain_gates(y, black_box(&PLAIN_GATES)), y = floats()),
];

/// Not inlined, so that there is a call.
#[inline(never)]
fn plain_square(y: &mut f64, x: f64) {
    *y += x * x;
}

fn plain_square_back(y: &mut f64, x: f64) {
    *y -= x * x;
}

#[reversible]
#[inline(never)]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}

fn plain_call(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        plain_square(y, *x);
    }
}

#[reversible]
fn call(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        square(y, *x);
    }
}

fn plain_backwards(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        plain_square_back(y, *x);
    }
}

#[reversible]
fn backwards(y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        square::inverse(y, *x);
    }
}

fn plain_recursion(y: &mut f64, x: &[f64]) {
    if x.len() > 1 {
        let (low, high) = x.split_at(x.len() / 2);
        plain_recursion(y, low);
        plain_recursion(y, high);
    } else {
        *y += x[0];
    }
}

#[reversible]
fn recursion(y: &mut f64, x: &[f64]) {
    if x.len() > 1 {
        let (low, high) = x.split_at(x.len() / 2);
        recursion(y, low);
        recursion(y, high);
    } else {
        *y += x[0];
    }
}

impl Body {
    fn plain_step(&mut self, dt: f64) {
        self.p -= dt * self.q;
        self.q += dt * self.p;
    }

    #[reversible]
    fn step(&mut self, dt: f64) {
        self.p -= dt * self.q;
        self.q += dt * self.p;
    }
}

fn plain_method(bodies: &mut [Body]) {
    for body in bodies {
        body.plain_step(0.5);
    }
}

#[reversible]
fn method(bodies: &mut [Body]) {
    for body in bodies {
        body.step(0.5);
    }
}

trait PlainStep {
    fn plain_move_on(&mut self, dt: f64);
}

impl PlainStep for Body {
    fn plain_move_on(&mut self, dt: f64) {
        self.q += dt * self.p;
    }
}

#[reversible]
trait Step {
    fn move_on(&mut self, dt: f64);
}

impl Step for Body {
    #[reversible]
    fn move_on(&mut self, dt: f64) {
        self.q += dt * self.p;
    }
}

fn plain_generic<T: PlainStep>(bodies: &mut [T]) {
    for body in bodies {
        body.plain_move_on(0.5);
    }
}

#[reversible]
fn generic<T: Step + Plain>(bodies: &mut [T]) {
    for body in bodies {
        body.move_on(0.5);
    }
}

fn plain_value(f: impl Fn(&mut f64, f64), y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        f(y, *x);
    }
}

#[reversible]
fn value<F: for<'a> Reversible<(&'a mut f64, f64)>>(f: &F, y: &mut [f64], x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        f(y, *x);
    }
}

const PLAIN_GATES: [&dyn Fn(&mut f64); 3] = [&|x| *x += 1.0 / 32.0, &|x| *x *= -2.0, &|x| *x += 1.0 / 32.0];

fn plain_gates(y: &mut [f64], gates: &[&dyn Fn(&mut f64)]) {
    for y in y {
        for gate in gates {
            gate(y);
        }
    }
}

const GATES: [&dyn for<'a> Reversible<(&'a mut f64,)>; 3] = [&shift {}, &flip {}, &shift {}];

#[reversible]
fn shift(x: &mut f64) {
    *x += 1.0 / 32.0;
}

#[reversible]
fn flip(x: &mut f64) {
    *x *= -2.0;
}

#[reversible]
fn gates(y: &mut [f64], gates: &[&dyn for<'a> Reversible<(&'a mut f64,)>]) {
    for y in y {
        for k in 0..gates.len() {
            gates[k](y);
        }
    }
}
