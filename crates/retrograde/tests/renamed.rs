//! The library by another path. (That no other is left is a test of the compiler.)

#![allow(clippy::float_cmp, reason = "small numbers are exact")]

mod dependencies {
    pub use retrograde as grad;
}

use dependencies::grad::prelude::*;

#[derive(Clone, Differentiable)]
#[retrograde(crate = crate::dependencies::grad)]
struct Line {
    slope: f64,
    at: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Plain)]
#[retrograde(crate = crate::dependencies::grad)]
struct Counter {
    count: u64,
}

#[reversible(adjoint, crate = crate::dependencies::grad)]
fn add_square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible(crate = crate::dependencies::grad)]
fn count(counter: &mut Counter) {
    counter.count += 1;
}

#[differentiable(crate = crate::dependencies::grad, tangent)]
fn height(line: &Line, x: f64) -> f64 {
    line.at.iter().map(|at| line.slope * (x - at)).sum()
}

#[dependencies::grad::derivative(2.0 * x, crate = crate::dependencies::grad)]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(crate = crate::dependencies::grad)]
mod inside {
    #[derive(Clone)]
    pub struct Ball {
        pub mass: f64,
    }

    impl Ball {
        fn doubled(&self) -> f64 {
            2.0 * self.mass
        }
    }

    pub fn energy(ball: &Ball, speed: f64) -> f64 {
        ball.doubled() * super::square(speed)
    }
}

/// A macro of another crate writes the attribute with the path that it knows.
macro_rules! cube {
    ($name:ident) => {
        #[differentiable(crate = $crate::dependencies::grad)]
        fn $name(x: f64) -> f64 {
            x * square(x)
        }
    };
}

cube!(cube);

#[test]
fn everything_works_by_another_path() {
    let line = Line { slope: 2.0, at: vec![1.0, 2.0] };
    let (by_line, by_x) = height::gradient(&line, 4.0);
    assert_eq!((by_line.slope, by_line.at, by_x), (5.0, vec![-2.0, -2.0], 4.0));
    assert_eq!(add_square::gradient(&mut 0.0, 3.0).1, 6.0);
    let (by_ball, by_speed) = inside::energy::gradient(&inside::Ball { mass: 3.0 }, 2.0);
    assert_eq!((by_ball.mass, by_speed), (8.0, 24.0));
    assert_eq!(cube::gradient(2.0), 12.0);
    let mut counter = Counter { count: 1 };
    count(&mut counter);
    count::inverse(&mut counter);
    assert_eq!(counter.count, 1);
}
