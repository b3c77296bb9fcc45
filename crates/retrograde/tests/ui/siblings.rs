//! Methods without the siblings that a caller or a trait asks for.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Counter {
    n: f64,
}

impl Counter {
    fn one_way(&mut self) {
        self.n = 1.0;
    }

    #[reversible]
    fn count(&mut self) {
        self.n += 1.0;
    }
}

#[reversible]
fn no_inverse(counter: &mut Counter) {
    counter.one_way();
}

#[reversible(adjoint)]
fn no_adjoint(counter: &mut Counter) {
    Counter::count(counter);
}

#[reversible(adjoint)]
trait Step {
    fn step(&mut self);
}

impl Step for Counter {
    fn step(&mut self) {
        self.n += 1.0;
    }
}

impl Step for f64 {
    #[reversible]
    fn step(&mut self) {
        *self += 1.0;
    }
}

fn main() {}
