//! Methods as ordinary functions.

use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct P {
    x: f64,
}

impl P {
    fn plain(&self, y: f64) -> f64 {
        self.x * y
    }

    #[differentiable]
    fn boxed(self: Box<Self>) -> f64 {
        self.x
    }

    #[differentiable]
    fn copied(mut self) -> f64 {
        self.x *= 2.0;
        self.x
    }
}

#[differentiable]
fn callee_without_derivative(p: &P) -> f64 {
    p.plain(2.0)
}

#[differentiable]
trait Layer {
    fn forward(&self, x: f64) -> f64;

    fn twice(&self, x: f64) -> f64 {
        self.forward(self.forward(x))
    }
}

impl Layer for P {
    fn forward(&self, x: f64) -> f64 {
        self.x * x
    }
}

struct NoGradient {
    x: f64,
}

#[differentiable]
impl NoGradient {
    fn value(&self) -> f64 {
        self.x
    }
}

struct Pair<A> {
    a: A,
}

impl<A: Layer> Pair<A> {
    #[differentiable]
    fn value(&self, x: f64) -> f64 {
        self.a.forward(x)
    }
}

fn main() {}
