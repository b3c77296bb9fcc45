//! What passes through the attributes unharmed: generics, visibility, modules, paths, names.
//!
//! Warnings are errors here, and clippy's pedantic ones too: emitted code must not make the user's warn.
#![deny(warnings, clippy::pedantic)]
#![warn(unused_lifetimes, trivial_casts)]
#![allow(clippy::float_cmp, reason = "the results are exact")]

use retrograde::prelude::*;
use std::f64::consts::PI;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-6 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

/// The derivative of `f` by central differences.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-5) - f(x - 1e-5)) / 2e-5
}

mod generics {
    use super::*;

    #[reversible(adjoint, tangent)]
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
    #[reversible(adjoint, tangent)]
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
        by_every_path::tangent(&mut y, &mut y_tan, 0.7, &mut 1.0);
        close(y_tan, x_adj);
        close(ordinary::gradient(0.7), slope(ordinary, 0.7));
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

mod names {
    use super::*;

    /// Names that emitted code uses too.
    #[reversible(adjoint, tangent, checks = true)]
    fn emitted_ones<W: Plain + Differentiable, S0: Plain + Differentiable>(
        x_adj: &mut f64,
        rules: f64,
        t1: f64,
        g1: &mut f64,
        saved1: &[f64],
        _w: &W,
        _s: S0,
    ) {
        let x = rules * t1;
        let held = x.sin();
        let taken = held * t1;
        let mut rules_held = 0.0;
        rules_held += *g1;
        *g1 += taken;
        *x_adj += rules_held.exp();
        *g1 -= taken;
        rules_held -= *g1;
        for turn1 in 0..saved1.len() {
            let argument1 = saved1[turn1] * taken;
            *x_adj += argument1;
        }
        let add = rules * t1;
        *g1 += *x_adj * add;
    }

    const LANES: usize = 1;

    /// A loop that becomes a sweep in lanes.
    #[reversible(adjoint, tangent)]
    fn swept_ones(view0: &mut [f64], read0: &[f64], first: usize, sum0: f64, count: f64) {
        let last = sum0 * count;
        for lane in 0..view0.len() {
            let block = read0[first + LANES + lane] * last;
            view0[lane] += block * sum0 + count;
        }
    }

    #[differentiable(tangent)]
    fn ordinary_ones(t1: f64, rules: f64, saved1: f64, seed: f64, result1: f64) -> f64 {
        let mut branch1 = t1 * rules;
        let back = saved1 + seed;
        let value = result1 * back;
        for _ in 0..3 {
            branch1 = branch1.sin() * value;
            if branch1 > 0.5 {
                branch1 *= rules;
            }
            let pushed = power(branch1, 2);
            branch1 = pushed * t1 + value;
        }
        let backward = branch1;
        let residual = backward * rules;
        residual * residual
    }

    #[differentiable(tangent)]
    fn power(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }

    #[reversible(adjoint, tangent)]
    fn raw(r#type: &mut f64, r#fn: f64, r#match: &[f64]) {
        let r#in = r#fn * r#fn;
        for r#loop in 0..r#match.len() {
            *r#type += r#in * r#match[r#loop].sin();
        }
    }

    #[differentiable(tangent)]
    fn ordinary_raw(r#type: f64, r#match: &[f64]) -> f64 {
        let mut r#in = r#type;
        for r#loop in 0..r#match.len() {
            r#in *= r#match[r#loop].sin();
        }
        r#in
    }

    #[reversible(adjoint)]
    fn r#mod(r#struct: &mut Raw, x: f64) {
        r#struct.r#type += x * x;
    }

    #[reversible(adjoint)]
    fn calls_raw(y: &mut Raw, x: f64) {
        r#mod(y, x);
        r#mod(y, x);
        r#mod::inverse(y, x);
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Raw {
        r#type: f64,
    }

    #[reversible(adjoint, tangent)]
    fn shadowed(y: &mut f64, x: f64) {
        let t = x * 2.0;
        *y += t;
        let t = t.sin();
        *y += t;
        {
            let t = t * t;
            *y += t;
            for x in 0..3 {
                let t = t * (x as f64);
                *y += t;
            }
        }
        let x = x * t;
        *y += x;
    }

    #[differentiable(tangent)]
    fn ordinary_shadowed(x: f64) -> f64 {
        let x = x * 2.0;
        let mut y = x;
        for x in 0..3 {
            let z = y * f64::from(x);
            y += z.sin();
        }
        let y = if y > 0.0 {
            let y = y * x;
            y + x
        } else {
            -y
        };
        y * x
    }

    macro_rules! scaled {
        ($name:ident, $y:ident, $place:expr, $factor:expr) => {
            #[reversible(adjoint)]
            fn $name($y: &mut [f64], x: f64) {
                let t = x * $factor;
                $place += t * x;
            }
        };
    }

    scaled!(scaled_by_two, y, y[1], 2.0);

    #[test]
    fn of_emitted_code_are_not_captured() {
        let run = |rules: f64| {
            let (mut a, mut b) = (0.2, 0.3);
            emitted_ones(&mut a, rules, 0.5, &mut b, &[1.0, 2.0], &true, 3);
            (a, b)
        };
        let ((mut a, mut b), mut rules_adj) = (run(0.4), 0.0);
        emitted_ones::adjoint(
            &mut a, &mut 1.0, 0.4, &mut rules_adj, 0.5, Inactive, &mut b, &mut 2.0, &[1.0, 2.0], Inactive, &true, Inactive, 3, Inactive,
        );
        close(a, 0.2);
        close(b, 0.3);
        let loss = |rules: f64| {
            let (a, b) = run(rules);
            a + 2.0 * b
        };
        close(rules_adj, slope(loss, 0.4));
        let (mut a, mut b, mut a_tan, mut b_tan) = (0.2, 0.3, 0.0, 0.0);
        emitted_ones::tangent(
            &mut a, &mut a_tan, 0.4, &mut 1.0, 0.5, Inactive, &mut b, &mut b_tan, &[1.0, 2.0], Inactive, &true, Inactive, 3, Inactive,
        );
        close(a_tan + 2.0 * b_tan, rules_adj);
    }

    #[test]
    fn of_emitted_code_are_not_captured_in_sweeps() {
        let read: Vec<f64> = (0..25).map(|k| f64::from(k).sin()).collect();
        let run = |sum: f64, count: f64| {
            let mut view = [0.5; 21];
            swept_ones(&mut view, &read, 2, sum, count);
            view
        };
        let (mut view, mut view_adj, mut read_adj, mut sum_adj, mut count_adj) =
            (run(0.3, 0.7), [1.0; 21], [0.0; 25], 0.0, 0.0);
        swept_ones::adjoint(
            &mut view, &mut view_adj, &read, &mut read_adj, 2, Inactive, 0.3, &mut sum_adj, 0.7, &mut count_adj,
        );
        view.into_iter().for_each(|v| close(v, 0.5));
        close(sum_adj, slope(|sum| run(sum, 0.7).iter().sum(), 0.3));
        close(count_adj, slope(|count| run(0.3, count).iter().sum(), 0.7));
        close(read_adj[2], 0.0);
        close(read_adj[3], 0.3 * 0.7 * 0.3);
        close(read_adj[23], 0.3 * 0.7 * 0.3);
    }

    #[test]
    fn of_emitted_code_are_not_captured_in_ordinary_functions() {
        let at = [0.7, 0.3, 0.4, 0.9, 1.1];
        let g = ordinary_ones::gradient(at[0], at[1], at[2], at[3], at[4]);
        for (k, g) in [g.0, g.1, g.2, g.3, g.4].into_iter().enumerate() {
            let run = |v: f64| {
                let mut a = at;
                a[k] = v;
                ordinary_ones(a[0], a[1], a[2], a[3], a[4])
            };
            close(g, slope(run, at[k]));
        }
    }

    #[test]
    fn that_are_keywords() {
        let (mut y, x, v, mut x_adj) = (0.0, 0.4, [0.5, PI / 2.0], 0.0);
        raw(&mut y, x, &v);
        raw::adjoint(&mut y, &mut 1.0, x, &mut x_adj, &v, Inactive);
        close(x_adj, 0.8 * (0.5f64.sin() + 1.0));
        let (value, (g, _)) = ordinary_raw::value_and_gradient(x, &v);
        close(value, x * g);
        let mut y = Raw { r#type: 0.0 };
        calls_raw(&mut y, 2.0);
        assert_eq!(y.r#type, 4.0);
        let (y_adj, mut x_adj) = (RawShadow::<On<One>> { r#type: Cell::new(1.0) }, 0.0);
        calls_raw::adjoint(&mut y, &y_adj, 2.0, &mut x_adj);
        assert_eq!((y.r#type, x_adj), (0.0, 4.0));
    }

    #[test]
    fn that_shadow_others() {
        let run = |x: f64| {
            let mut y = 0.0;
            shadowed(&mut y, x);
            y
        };
        let (mut y, mut x_adj) = (run(0.6), 0.0);
        shadowed::adjoint(&mut y, &mut 1.0, 0.6, &mut x_adj);
        close(y, 0.0);
        close(x_adj, slope(run, 0.6));
        close(ordinary_shadowed::gradient(0.6), slope(ordinary_shadowed, 0.6));
    }

    #[test]
    fn from_macros() {
        let (mut y, mut y_adj, mut x_adj) = ([0.0; 2], [0.0, 1.0], 0.0);
        scaled_by_two(&mut y, 3.0);
        assert_eq!(y, [0.0, 18.0]);
        scaled_by_two::adjoint(&mut y, &mut y_adj, 3.0, &mut x_adj);
        assert_eq!((y, x_adj), ([0.0; 2], 12.0));
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
