//! Methods that cannot be reversible, and calls of methods that cannot be undone.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Counter {
    n: f64,
}

impl Counter {
    #[reversible]
    fn copy(mut self, y: &mut f64) {
        self.n += 1.0;
        *y += self.n;
    }

    #[reversible]
    fn boxed(self: Box<Self>, y: &mut f64) {
        *y += 1.0;
    }

    #[reversible]
    fn tick_inverse(&mut self) {
        self.n -= 1.0;
    }

    #[reversible]
    fn inverse(&mut self) {
        self.n -= 1.0;
    }

    #[reversible]
    fn shared(&self) {
        self.n += 1.0;
    }

    #[reversible]
    fn count(&mut self, by: f64) {
        self.n += by;
    }

    #[reversible]
    fn twice_the_same(&mut self) {
        self.count(self.n);
    }
}

#[reversible]
impl Counter {}

#[reversible]
fn changes_nothing(y: &mut f64, counter: &Counter) {
    counter.count(1.0);
    *y += 1.0;
}

#[reversible]
fn one_way(v: &mut Vec<f64>, x: f64) {
    v.push(x);
}

#[reversible]
fn type_arguments(counter: &mut Counter) {
    counter.count::<f64>(1.0);
}

fn main() {}
