//! `#[constant] let`: a local without a gradient because the user says so, of a type and from a function that nothing is known of.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

use retrograde::prelude::*;

/// As another crate would have it.
mod foreign {
    #[derive(Clone, Debug)]
    pub struct Mode(f64);

    impl Mode {
        pub fn of(x: f64) -> Self {
            Mode(x.floor())
        }

        pub fn factor(&self) -> f64 {
            self.0
        }
    }

    pub fn nearest(x: f64) -> f64 {
        x.floor()
    }
}

#[differentiable(tangent)]
fn horner(x: f64) -> f64 {
    #[constant]
    let first = foreign::nearest(x);
    let mut sum = 0.0;
    for i in 0..3_usize {
        #[constant]
        let coefficient: f64 = foreign::nearest(x * i as f64);
        sum = sum * x + coefficient * x;
    }
    sum + first * x
}

#[differentiable(tangent)]
fn of_a_foreign_type(x: f64) -> f64 {
    #[constant]
    let mode = foreign::Mode::of(x);
    let factor = mode.factor();
    factor * x * x
}

#[reversible(adjoint, tangent)]
fn reversible(y: &mut f64, x: f64) {
    #[constant]
    let step = foreign::nearest(x);
    *y += step * x;
}

/// What nothing is said about keeps its gradient.
#[differentiable]
fn beside(x: f64) -> f64 {
    #[constant]
    let held = x * x;
    let free = x * x;
    held * free
}

#[test]
fn ordinary_functions() {
    // (0 x + 2 x) x + 5 x + 2 x at 2.5, where the constants are those of 2.5.
    assert_eq!(horner::value_and_gradient(2.5), (30.0, 4.0 * 2.5 + 5.0 + 2.0));
    assert_eq!(horner::jvp(2.5, 2.0), 34.0);
    assert_eq!(of_a_foreign_type::value_and_gradient(3.5), (3.0 * 3.5 * 3.5, 6.0 * 3.5));
    assert_eq!(of_a_foreign_type::jvp(3.5, 1.0), 21.0);
    assert_eq!(beside::gradient(3.0), 9.0 * 6.0);
}

#[test]
fn reversible_functions() {
    let (mut y, mut y_adj, mut x_adj) = (1.0, 1.0, 0.0);
    reversible(&mut y, 2.5);
    assert_eq!(y, 6.0);
    reversible::adjoint(&mut y, &mut y_adj, 2.5, &mut x_adj);
    assert_eq!((y, x_adj), (1.0, 2.0));
    let mut y_tan = 0.5;
    reversible::tangent(&mut y, &mut y_tan, 2.5, 1.0);
    assert_eq!(y_tan, 2.5);
}
