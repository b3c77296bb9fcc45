//! What `#[differentiable]` on a module refuses.

use retrograde::prelude::*;

#[differentiable]
mod refused {
    /// Nobody marked it, and it has no derivative.
    fn bits(x: f64) -> f64 {
        f64::from_bits(x.to_bits() ^ 1)
    }

    pub fn twice(x: f64) -> f64 {
        2.0 * x
    }
}

#[differentiable]
mod reached {
    fn bits(x: f64) -> f64 {
        x.next_up()
    }

    #[differentiable]
    pub fn twice(x: f64) -> f64 {
        2.0 * bits(x)
    }
}

#[differentiable]
mod without_gradients {
    pub fn count(x: &[f64]) -> usize {
        x.len()
    }
}

mod another {
    use retrograde::prelude::*;

    #[differentiable]
    pub fn stop_gradient(x: f64) -> f64 {
        x * x
    }

    #[derive(Clone, Differentiable)]
    pub struct Dial(pub f64);

    impl Dial {
        pub fn level(&self) -> f64 {
            self.0
        }
    }
}

/// Not the one of Retrograde.
#[differentiable]
fn stopped(x: f64) -> f64 {
    another::stop_gradient(x) * x
}

#[differentiable]
mod by_name {
    use super::another::Dial;

    pub struct Lift {
        pub at: f64,
    }

    impl Lift {
        pub fn level(&self) -> usize {
            3
        }
    }

    /// Not the method of the module, which gives an integer.
    pub fn height(x: f64) -> f64 {
        let dial = Dial(x);
        dial.level() * x
    }
}

#[differentiable]
impl another::Dial {
    /// It is meant, since it changes its receiver.
    fn turn(&mut self) {
        self.0 = self.0.next_up();
    }
}

fn main() {
    let _ = (refused::twice(1.0), reached::twice(1.0), by_name::height(1.0), stopped(1.0));
}
