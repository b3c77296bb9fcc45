//! What the user's own things are called, and how locals begin, decides nothing. `cargo xtask names` tries every name that the compiler knows
//! in every such place; here are the cases that showed something.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

use retrograde::prelude::*;
use std::panic::catch_unwind;

/// All arrays of a type are of one length, but not the vectors that are made of them.
#[differentiable(tangent)]
fn from_an_array(a: f64, b: f64) -> f64 {
    let mut empty = [].to_vec();
    if a > 0.0 {
        empty = vec![a * b, b];
    }
    let pair = [a, b];
    let mut longer = pair.to_vec();
    if b > 0.0 {
        longer = vec![b, a * a, a * b];
    }
    empty[0] * empty[1] + longer[0] * longer[2]
}

#[test]
fn vectors_that_begin_as_arrays() {
    check_gradient!(from_an_array(0.7, 1.3));
}

#[derive(Debug, PartialEq, Differentiable)]
struct Doubled {
    x: f64,
}

impl Clone for Doubled {
    fn clone(&self) -> Self {
        Doubled { x: 2.0 * self.x * self.x }
    }
}

#[differentiable(tangent)]
fn of_a_clone(a: f64) -> f64 {
    let original = Doubled { x: a };
    let copy = original.clone();
    copy.x * original.x
}

/// What `clone` does is only seen at run time: forward mode looks as reverse mode does.
#[test]
#[cfg(debug_assertions)]
fn a_clone_that_is_no_copy() {
    let message = |panic: Box<dyn std::any::Any + Send>| panic.downcast_ref::<String>().cloned().unwrap_or_default();
    let reverse = catch_unwind(|| of_a_clone::gradient(3.0)).map_err(message);
    let forward = catch_unwind(|| of_a_clone::tangent(3.0, 1.0)).map_err(message);
    assert!(reverse.is_err_and(|text| text.contains("takes this copy for the value itself")));
    assert!(forward.is_err_and(|text| text.contains("takes this copy for the value itself")));
}

mod elsewhere {
    use retrograde::prelude::*;

    #[differentiable(tangent)]
    pub fn max(a: f64, b: f64) -> f64 {
        a * a * b
    }
}

#[differentiable(tangent)]
fn own_functions(a: f64, b: f64) -> f64 {
    use elsewhere::max;
    let exp = |len: f64| len * len * b;
    exp(a) * max(a, b)
}

#[test]
fn functions_with_names_of_the_standard_library() {
    check_gradient!(own_functions(0.7, 1.3));
    assert_eq!(own_functions(1.0, 2.0), 4.0);
}

/// Methods that are called like those of the operators, by value and behind a reference.
#[differentiable(tangent)]
trait Arithmetic {
    fn rem(&self, divisor: f64) -> f64;
    fn add(self, other: f64) -> f64;
}

#[differentiable(tangent)]
impl Arithmetic for f64 {
    fn rem(&self, divisor: f64) -> f64 {
        *self * *self * divisor
    }

    fn add(self, other: f64) -> f64 {
        self * other
    }
}

#[differentiable(tangent)]
fn arithmetic(a: f64, b: f64) -> f64 {
    a.rem(b) + a.add(b)
}

#[test]
fn methods_called_like_operators() {
    let (a, b) = (1.5, 0.5);
    let expected = (a * a * b + a * b, (2.0 * a * b + b, a * a + a));
    assert_eq!(arithmetic::value_and_gradient(a, b), expected);
    assert_eq!(arithmetic::tangent(a, 1.0, b, 2.0), (expected.0, expected.1.0 + 2.0 * expected.1.1));
}

/// Methods of a type of one's own that are called like those of complex numbers, options and lists.
mod called_like_others {
    use retrograde::prelude::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    pub struct Arrow {
        pub x: f64,
        pub y: f64,
    }

    #[differentiable(tangent)]
    impl Arrow {
        pub fn norm(&self) -> f64 {
            (self.x * self.x + self.y * self.y).sqrt()
        }

        pub fn length(&self) -> f64 {
            self.norm()
        }

        pub fn scale(&self, by: f64) -> Arrow {
            Arrow { x: self.x * by, y: self.y * by }
        }

        pub fn unit(&self) -> Arrow {
            self.scale(1.0 / self.norm())
        }

        pub fn map(&self, by: f64) -> f64 {
            self.x * by * by
        }

        pub fn first(&self) -> f64 {
            self.y * self.y
        }

        pub fn cloned(&self) -> f64 {
            self.x * 3.0
        }
    }

    #[differentiable(tangent)]
    fn all(arrow: &Arrow, other: Arrow, k: f64) -> f64 {
        let unit: Arrow = arrow.unit();
        arrow.length() * k + other.map(k) + other.first() * arrow.cloned() + unit.x * k
    }

    #[test]
    fn are_ones_own() {
        check_gradient!(all(&Arrow { x: 0.6, y: -1.1 }, Arrow { x: 1.3, y: 0.4 }, 0.7));
    }

    type Real = f64;

    #[differentiable(tangent)]
    fn by_another_name(x: Real, k: Real) -> Real {
        let y: Real = x.sin() * k;
        y.powi(2)
    }

    type Perhaps = Option<f64>;

    /// What only options have is theirs, by whatever name.
    #[differentiable(tangent)]
    fn an_option_by_another_name(x: Perhaps, k: f64) -> f64 {
        x.unwrap_or(k) * k + x.map_or(k * k, |x| x * x * k)
    }

    #[test]
    fn options_by_another_name() {
        check_gradient!(an_option_by_another_name(Some(0.4), 1.7));
        check_gradient!(an_option_by_another_name(None, 1.7));
    }

    #[test]
    fn floats_by_another_name() {
        check_gradient!(by_another_name(0.4, 1.7));
        assert_eq!(by_another_name::gradient(0.0, 2.0), (0.0, 0.0));
    }
}

/// What emitted code calls the library, where the user's code does not.
mod the_name_of_the_library {
    use retrograde::prelude::*;

    mod __rt {
        pub const HALF: f64 = 0.5;

        pub fn add(x: f64) -> f64 {
            x
        }
    }

    #[differentiable(tangent)]
    fn constant(x: f64, w: &[f64]) -> f64 {
        let mut sum = 0.0;
        for v in w {
            sum += (v * x).sin() * __rt::HALF;
        }
        sum
    }

    #[reversible(adjoint, tangent)]
    fn local(y: &mut f64, x: f64) {
        use super::the_name_of_the_library::__rt;
        let k = 2.0 * __rt::HALF;
        *y += k * x.sin() * x;
        *y -= x * __rt::HALF;
    }

    #[test]
    fn is_the_users() {
        assert_eq!(__rt::add(1.0), 1.0);
        check_gradient!(constant(0.4, &[0.3, -1.1]));
        check_gradient!(local(&mut 0.2, 0.7));
    }
}
