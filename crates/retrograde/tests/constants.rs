//! Parameters marked `#[constant]`, in every construct that may read them: the other gradients are those of the function without marks.
#![allow(clippy::float_cmp, reason = "the same operations in the same order")]

use retrograde::prelude::*;

/// The same body twice: with a constant, and without.
macro_rules! twins {
    ($($name:ident($y:ident, $x:ident, $c:ident) $body:block)*) => {$(
        mod $name {
            use super::*;

            #[reversible(adjoint, tangent)]
            pub fn marked($y: &mut f64, $x: &[f64], #[constant] $c: &[f64]) $body

            #[reversible(adjoint, tangent)]
            pub fn unmarked($y: &mut f64, $x: &[f64], $c: &[f64]) $body
        }

        #[test]
        fn $name() {
            let (x, c) = ([1.5, -0.5, 2.0, 0.25], [0.5, 1.25, -2.0, 3.0]);
            let mut y = 0.125;
            let (value, (dy, dx)) = $name::marked::value_and_gradient(&mut y, &x, &c);
            let (expected, (expected_dy, expected_dx, dc)) = $name::unmarked::value_and_gradient(&mut y, &x, &c);
            assert_eq!((value, dy, &dx), (expected, expected_dy, &expected_dx));
            assert!(dx.iter().any(|d| *d != 0.0) && dc.iter().any(|d| *d != 0.0), "both matter");

            let tangent = vec![0.5, 2.0, -1.0, 4.0];
            let pushed = $name::marked::jvp(&mut y, &x, &c, (1.0, tangent.clone()));
            assert_eq!(pushed, $name::unmarked::jvp(&mut y, &x, &c, (1.0, tangent, vec![0.0; 4])));
            assert_eq!(y, 0.125);
        }
    )*};
}

twins! {
    products(y, x, c) {
        *y += x[0] * c[0] + (c[1] * x[1]).sin() - x[2] / c[2];
    }
    locals(y, x, c) {
        let half = c[0] * 0.5;
        let mut sum = c[1];
        for i in 0..x.len() {
            sum += x[i] * half;
        }
        *y += sum * sum * c[3];
    }
    slices(y, x, c) {
        let tail = &c[1..];
        for (a, b) in x[..3].iter().zip(tail) {
            *y += *a * *a * *b;
        }
    }
    branches(y, x, c) {
        if c[0] > 0.0 {
            *y += c[1] * x[1];
        } else {
            *y += x[2];
        }
        *y += if c[2] > 0.0 { x[0] } else { x[0] * c[2] };
    }
    sweeps(y, x, c) {
        for i in 0..x.len() {
            *y += x[i] * c[i];
        }
    }
}

/// Of a constant struct, and with a reference inside what is passed by value.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Line<'a> {
    weights: &'a [f64],
    offset: f64,
}

#[reversible(adjoint)]
fn add_line<'a>(y: &mut f64, line: Line<'a>, #[constant] at: Line<'a>) {
    for i in 0..line.weights.len() {
        *y += line.weights[i] * at.weights[i];
    }
    *y += line.offset * at.offset;
}

#[test]
fn structs_that_borrow() {
    let (weights, at) = ([1.0, 2.0], [3.0, 4.0]);
    let line = Line { weights: &weights, offset: 0.5 };
    let (_, gradient) = add_line::gradient(&mut 0.0, line, Line { weights: &at, offset: 2.0 });
    assert_eq!((gradient.weights, gradient.offset), (vec![3.0, 4.0], 2.0));
    assert_eq!((line.weights.len(), line.offset), (2, 0.5));
}

struct Scaled<T>(T);

impl<T: Copy> Scaled<T> {
    /// In a generic `impl`, and all but one parameter without a gradient.
    #[reversible(adjoint, associated)]
    pub fn add(y: &mut f32, #[constant] by: f32, n: usize) {
        for _ in 0..n {
            *y += by;
        }
        *y *= by;
    }
}

#[test]
fn in_generic_impls() {
    let scaled = Scaled(1_u8);
    assert_eq!((Scaled::<u8>::add_value_and_gradient(&mut 1.0, 3.0, 2), scaled.0), ((21.0, 3.0), 1));
}
