//! Items in places where they cannot be kept for the way back.

use retrograde::prelude::*;

#[derive(Clone, Copy, Plain)]
struct Outside(f64);

#[reversible]
fn nested(y: &mut f64, n: usize) {
    for _ in 0..n {
        const STEP: f64 = 1.0;
        *y += STEP;
    }
}

#[reversible]
fn statics(y: &mut f64) {
    static mut STEP: f64 = 1.0;
    *y += 1.0;
}

#[reversible]
fn implementation(y: &mut f64) {
    impl Outside {
        fn value(self) -> f64 {
            self.0
        }
    }
    *y += 1.0;
}

fn main() {}
