//! What passes through the attributes unharmed: generics, visibility, modules, paths.
//!
//! Warnings are errors here, and clippy's pedantic ones too: emitted code must not make the user's warn.
#![deny(warnings, clippy::pedantic)]
#![warn(unused_lifetimes, trivial_casts)]
#![allow(clippy::float_cmp, reason = "the results are exact")]

mod differences;

use differences::close;
use retrograde::prelude::*;

/// The derivative of `f` by central differences.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-5) - f(x - 1e-5)) / 2e-5
}

mod generics {
    use super::*;

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn squares<const N: usize>(y: &mut f64, x: &[f64; N]) {
        for i in 0..N {
            *y += x[i] * x[i];
        }
    }

    #[differentiable(tangent)]
    fn decay<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s = s * 0.5 + x[i].sin();
        }
        s
    }

    #[reversible(adjoint, tangent)]
    fn outer<const N: usize, const M: usize>(a: &mut [[f64; N]; M], x: &[f64; M], y: &[f64; N]) {
        for i in 0..M {
            for j in 0..N {
                a[i][j] += x[i] * y[j];
            }
        }
    }

    #[reversible(adjoint, tangent)]
    fn calls(y: &mut f64, x: &[f64; 3]) {
        squares(y, x);
        squares::<3>(y, x);
        *y += decay::<3>(x) * decay(x);
        squares::inverse(y, x);
    }

    #[reversible(adjoint, tangent)]
    fn first<'a>(y: &'a mut f64, x: &'a [f64]) {
        *y += x[0] * x[0];
    }

    #[differentiable(tangent)]
    fn product<'a, 'b: 'a>(x: &'a [f64], z: &'b f64) -> f64 {
        x[0] * *z
    }

    #[reversible(adjoint, tangent)]
    fn with_a_passenger<T: Plain + Differentiable>(y: &mut f64, x: f64, _passenger: &T) {
        *y += x * x;
    }

    #[reversible(adjoint)]
    fn count<T>(y: &mut f64, x: &[T], weight: f64)
    where
        T: Plain + Differentiable,
    {
        for _ in 0..x.len() {
            *y += weight;
        }
    }

    #[test]
    fn lengths() {
        let (x, mut y, mut x_adj) = ([1.0, 2.0], 0.5, [0.0; 2]);
        squares(&mut y, &x);
        assert_eq!(y, 5.5);
        squares::adjoint(&mut y, &mut 1.0, &x, &mut x_adj);
        assert_eq!((y, x_adj), (0.5, [2.0, 4.0]));
        squares::inverse(&mut y, &x);
        assert_eq!(y, -4.5);
        let g = decay::gradient(&x);
        close(g[0], 0.5 * 1f64.cos());
        close(g[1], 2f64.cos());
        let (_, tangent) = decay::tangent(&x, &mut [1.0, 0.0]);
        close(tangent, g[0]);
    }

    #[test]
    fn matrices() {
        let (mut a, x, y) = ([[0.0; 2]; 3], [1.0, 2.0, 3.0], [4.0, 5.0]);
        outer(&mut a, &x, &y);
        assert_eq!(a[2], [12.0, 15.0]);
        let (mut a_adj, mut x_adj, mut y_adj) = ([[1.0; 2]; 3], [0.0; 3], [0.0; 2]);
        outer::adjoint(&mut a, &mut a_adj, &x, &mut x_adj, &y, &mut y_adj);
        assert_eq!((a, x_adj, y_adj), ([[0.0; 2]; 3], [9.0; 3], [6.0; 2]));
    }

    #[test]
    fn calls_with_and_without_type_arguments() {
        let (x, mut y, mut x_adj) = ([0.1, 0.2, 0.3], 0.0, [0.0; 3]);
        calls(&mut y, &x);
        calls::adjoint(&mut y, &mut 1.0, &x, &mut x_adj);
        close(y, 0.0);
        let run = |v: f64| {
            let mut y = 0.0;
            calls(&mut y, &[0.1, v, 0.3]);
            y
        };
        close(x_adj[1], slope(run, 0.2));
    }

    #[test]
    fn lifetimes() {
        let (x, z, mut y) = ([3.0, 4.0], 2.0, 0.0);
        first(&mut y, &x);
        first::inverse(&mut y, &x);
        assert_eq!(y, 0.0);
        assert_eq!(product::gradient(&x, &z), (vec![2.0, 0.0], 3.0));
    }

    #[test]
    fn types() {
        let (mut y, mut x_adj) = (0.0, 0.0);
        let passenger = "on board".to_string();
        with_a_passenger(&mut y, 3.0, &passenger);
        with_a_passenger::adjoint(&mut y, &mut 1.0, 3.0, &mut x_adj, &passenger, Inactive);
        assert_eq!((y, x_adj), (0.0, 6.0));
        let mut weight_adj = 0.0;
        count(&mut y, &[true, false], 0.5);
        count::adjoint(&mut y, &mut 1.0, &[true, false], Inactive, 0.5, &mut weight_adj);
        assert_eq!((y, weight_adj), (0.0, 2.0));
    }
}

mod single_precision {
    use super::*;

    #[reversible(adjoint, tangent)]
    fn waves(y: &mut f32, x: &[f32]) {
        let mut acc = 0.0;
        for i in 0..x.len() {
            acc += x[i] * 0.5;
        }
        *y += acc * acc;
    }

    #[differentiable(tangent)]
    fn cube(x: f32) -> f32 {
        let mut s = 1.0;
        for _ in 0..3 {
            s *= x;
        }
        s
    }

    #[reversible(adjoint)]
    fn widened(y: &mut f64, x: f32) {
        *y += (x * 2.0) as f64;
    }

    #[test]
    fn everywhere() {
        let (mut y, x, mut x_adj) = (0.0_f32, [1.0, 3.0], [0.0_f32; 2]);
        waves(&mut y, &x);
        assert_eq!(y, 4.0);
        waves::adjoint(&mut y, &mut 1.0_f32, &x, &mut x_adj);
        assert_eq!((y, x_adj), (0.0, [2.0, 2.0]));
        assert_eq!(cube::value_and_gradient(2.0), (8.0, 12.0));
    }

    #[test]
    fn beside_double() {
        let (mut y, mut x_adj) = (0.0, 0.0_f32);
        widened(&mut y, 1.5);
        widened::adjoint(&mut y, &mut 1.0, 1.5, &mut x_adj);
        assert_eq!((y, x_adj), (0.0, 2.0));
    }
}

mod library {
    use retrograde::prelude::*;

    /// Adds a square.
    #[reversible(inverse_adjoint, inverse_tangent)]
    pub fn square(y: &mut f64, x: f64) {
        *y += x * x;
    }

    #[differentiable(tangent)]
    pub(crate) fn sine(x: f64) -> f64 {
        x.sin()
    }

    pub mod deep {
        #[retrograde::differentiable(tangent)]
        pub(in crate::library) fn cube(x: f64) -> f64 {
            x * x * x
        }

        #[retrograde::reversible(adjoint, tangent)]
        pub(crate) fn above(y: &mut f64, x: f64) {
            super::square(y, x);
            *y += self::cube(x) + crate::library::sine(x);
        }

        pub(crate) use super::square as renamed;
    }
}

mod modules {
    use super::*;
    use library::deep::renamed;
    use library::square;
    use library::square as quadrat;

    #[reversible(adjoint, tangent)]
    fn by_every_path(y: &mut f64, x: f64) {
        square(y, x);
        library::square(y, x);
        super::library::square(y, x);
        crate::library::square(y, x);
        quadrat(y, x);
        renamed(y, x);
        library::deep::renamed(y, x);
        library::deep::above(y, x);
        library::square::inverse(y, x);
        renamed::inverse(y, x);
        *y += library::sine(x) * crate::library::sine(x);
    }

    #[differentiable(tangent)]
    fn ordinary(x: f64) -> f64 {
        let s = library::sine(x);
        s * crate::library::sine(s)
    }

    #[test]
    fn one_import_brings_function_and_companion() {
        let mut y = 1.0;
        square(&mut y, 3.0);
        square::inverse(&mut y, 3.0);
        renamed(&mut y, 3.0);
        renamed::inverse(&mut y, 3.0);
        let companion = square {};
        assert_eq!((y, format!("{companion:?}")), (1.0, "square".to_string()));
    }

    #[test]
    fn derivatives_of_calls_by_path() {
        let run = |x: f64| {
            let mut y = 0.0;
            by_every_path(&mut y, x);
            y
        };
        let (mut y, mut x_adj) = (run(0.7), 0.0);
        by_every_path::adjoint(&mut y, &mut 1.0, 0.7, &mut x_adj);
        close(y, 0.0);
        close(x_adj, slope(run, 0.7));
        let mut y_tan = 0.0;
        by_every_path::tangent(&mut y, &mut y_tan, 0.7, 1.0);
        close(y_tan, x_adj);
        close(ordinary::gradient(0.7), slope(ordinary, 0.7));
    }

    fn weight(n: u32) -> f64 {
        f64::from(n) + 0.5
    }

    #[reversible(adjoint, tangent)]
    fn weighted(y: &mut f64, x: f64, n: u32) {
        *y += x * weight(n) * f64::from(n);
    }

    #[differentiable(tangent)]
    fn ordinary_weighted(x: f64, n: u32) -> f64 {
        let w = weight(n);
        x * w * f64::from(n)
    }

    /// A call whose arguments have no gradient asks for no derivative.
    #[test]
    fn calls_of_plain_functions() {
        let (mut y, mut x_adj) = (0.0, 0.0);
        weighted(&mut y, 2.0, 3);
        weighted::adjoint(&mut y, &mut 1.0, 2.0, &mut x_adj, 3, Inactive);
        assert_eq!((y, x_adj), (0.0, 10.5));
        assert_eq!(ordinary_weighted::value_and_gradient(2.0, 3), (21.0, 10.5));
    }

    #[test]
    fn functions_inside_functions() {
        #[reversible(adjoint)]
        fn inner(y: &mut f64, x: f64) {
            *y += x.exp();
        }

        #[reversible(adjoint)]
        fn outer(y: &mut f64, x: f64) {
            inner(y, x);
            *y += twice(x);
        }

        #[differentiable]
        fn twice(x: f64) -> f64 {
            2.0 * x
        }

        let (mut y, mut x_adj) = (0.0, 0.0);
        outer(&mut y, 1.0);
        outer::adjoint(&mut y, &mut 1.0, 1.0, &mut x_adj);
        close(x_adj, 1f64.exp() + 2.0);
        assert_eq!(twice::gradient(1.0), 2.0);
    }
}

mod style {
    use super::*;

    /// Uncomputed by hand, though that is not needed: no warning about a value that is never read.
    #[reversible(adjoint)]
    #[inline]
    fn uncomputed_by_hand(y: &mut f64, x: f64) {
        let mut t = 0.0;
        t += x * x;
        *y += t.exp();
        t -= x * x;
    }

    /// Only its gradient is used: no warning about a function that is never used.
    #[differentiable]
    fn only_differentiated(x: f64) -> f64 {
        x * x
    }

    #[test]
    fn without_warnings() {
        let (mut y, mut x_adj) = (0.0, 0.0);
        uncomputed_by_hand(&mut y, 0.5);
        uncomputed_by_hand::adjoint(&mut y, &mut 1.0, 0.5, &mut x_adj);
        close(x_adj, 0.25f64.exp());
        assert_eq!(only_differentiated::gradient(3.0), 6.0);
    }
}
