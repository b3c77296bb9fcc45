//! Mistakes in a reversible trait.

use retrograde::prelude::*;

#[reversible]
trait Step {
    fn step(&mut self, (a, b): (f64, f64));

    #[reversible]
    fn marked(&mut self);

    fn step_inverse(&mut self);

    fn replaceable(&mut self, x: &mut f64) {
        *x += 1.0;
    }
}

trait Unmarked {
    #[reversible]
    fn step(&mut self);
}

fn main() {}
