//! Derivatives of complex numbers: every line of their table and whole functions, against finite differences in both parts.

use num_complex::Complex;
use retrograde::complex::{holomorphic, place, wirtinger};
use retrograde::emitted::get;
use retrograde::prelude::*;
use retrograde::rules::{self, Rules};

type C = Complex<f64>;
type S = f64;

const POINTS: [C; 6] =
    [C::new(0.7, 0.4), C::new(-0.6, 0.9), C::new(0.2, -1.3), C::new(-1.1, -0.5), C::new(1.7, 0.3), C::new(-2.0, 1.0)];

/// An operand or result as a pair of numbers; a real one has no second, and ignores it.
trait Pair: Copy {
    const PARTS: usize;
    fn make(at: C) -> Self;
    fn parts(self) -> [f64; 2];
    fn moved(self, part: usize, by: f64) -> Self;
}

impl Pair for C {
    const PARTS: usize = 2;

    fn make(at: C) -> C {
        at
    }

    fn parts(self) -> [f64; 2] {
        [self.re, self.im]
    }

    fn moved(self, part: usize, by: f64) -> C {
        self + if part == 0 { C::new(by, 0.0) } else { C::new(0.0, by) }
    }
}

impl Pair for f64 {
    const PARTS: usize = 1;

    /// Positive, for `log`, and not a whole number.
    fn make(at: C) -> f64 {
        at.re.abs() + 0.85
    }

    fn parts(self) -> [f64; 2] {
        [self, 0.0]
    }

    fn moved(self, _: usize, by: f64) -> f64 {
        self + by
    }
}

#[track_caller]
fn assert_close(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= 2e-7 * expected.abs().max(1.0), "{what}: {found} is not {expected}");
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The matrix of an operation by one operand, column by column forward and row by row backward, against finite differences.
fn check<X: Pair, R: Pair>(name: &str, x: X, f: impl Fn(X) -> R, push: impl Fn(X) -> R, pull: impl Fn(R) -> X) {
    let h = 1e-6;
    let unit = |part: usize| if part == 0 { C::new(1.0, 0.0) } else { C::new(0.0, 1.0) };
    for column in 0..X::PARTS {
        let (more, less) = (f(x.moved(column, h)).parts(), f(x.moved(column, -h)).parts());
        let zero = x.moved(0, -x.parts()[0]);
        let zero = if X::PARTS == 2 { zero.moved(1, -x.parts()[1]) } else { zero };
        let forward = push(zero.moved(column, 1.0)).parts();
        for row in 0..R::PARTS {
            let difference = (more[row] - less[row]) / (2.0 * h);
            assert_close(name, forward[row], difference);
            let seed = f(x);
            let zero = seed.moved(0, -seed.parts()[0]);
            let zero = if R::PARTS == 2 { zero.moved(1, -seed.parts()[1]) } else { zero };
            let backward = pull(zero.moved(row, 1.0)).parts();
            assert_close(name, dot(backward, unit(column).parts()), difference);
        }
    }
}

macro_rules! tests {
    (
        $r:ident
        operators { $($op:ident ($op_value:expr) -> $op_result:ident, $($op_x:ident: $op_ty:ident $op_reads:tt $op_partial:tt),+;)* }
        methods { $($name:ident ($value:expr) -> $result:ident, $($x:ident: $ty:ident $reads:tt $partial:tt),+;)* }
        conjugate { $($conj:ident ($conj_value:expr) -> $conj_result:ident, $($conj_x:ident: $conj_ty:ident $conj_reads:tt $conj_partial:tt),+;)* }
    ) => {
        $(test!($op ($op_value) $op_result, $($op_x: $op_ty),+);)*
        $(test!($name ($value) $result, $($x: $ty),+);)*
        $(test!($conj ($conj_value) $conj_result, $($conj_x: $conj_ty),+);)*
    };
}

macro_rules! test {
    ($name:ident ($value:expr) $result:ident, $x:ident: $a:ident) => {
        for at in POINTS {
            let $x = <$a as Pair>::make(at);
            let f = |$x: $a| -> $result { $value };
            let rules = Rules::<One>::new();
            check(
                stringify!($name),
                $x,
                f,
                |t| rules.push_by(rules::$name, t, || $x, || f($x)),
                |g| rules.pull_by(rules::$name, g, || &$x, || f($x)),
            );
        }
    };
    ($name:ident ($value:expr) $result:ident, $x:ident: $a:ident, $y:ident: i32) => {
        for (at, $y) in POINTS.into_iter().zip([-3, -1, 0, 1, 2, 5]) {
            let $x = <$a as Pair>::make(at);
            let f = |$x: $a| -> $result { $value };
            let rules = Rules::<One>::new();
            check(
                stringify!($name),
                $x,
                f,
                |t| rules.push_left_by(rules::$name, t, || $x, || $y, || f($x)),
                |g| rules.pull_left_by(rules::$name, g, || &$x, || $y, || f($x)),
            );
        }
    };
    ($name:ident ($value:expr) $result:ident, $x:ident: $a:ident, $y:ident: $b:ident) => {
        for (k, at) in POINTS.into_iter().enumerate() {
            let ($x, $y) = (<$a as Pair>::make(at), <$b as Pair>::make(POINTS[(k + 2) % 6]));
            let f = |$x: $a, $y: $b| -> $result { $value };
            let rules = Rules::<One>::new();
            check(
                concat!(stringify!($name), " by the left operand"),
                $x,
                |x| f(x, $y),
                |t| rules.push_left_by(rules::$name, t, || $x, || $y, || f($x, $y)),
                |g| rules.pull_left_by(rules::$name, g, || &$x, || $y, || f($x, $y)),
            );
            check(
                concat!(stringify!($name), " by the right operand"),
                $y,
                |y| f($x, y),
                |t| rules.push_right_by(rules::$name, t, || $x, || $y, || f($x, $y)),
                |g| rules.pull_right_by(rules::$name, g, || $x, || $y, || f($x, $y)),
            );
        }
    };
}

#[test]
fn every_line_of_the_table() {
    retrograde_rules::complex_rules!(tests);
}

#[test]
#[should_panic(expected = "wrong sign")]
fn a_wrong_line_is_found() {
    check("wrong sign", POINTS[0], |x: C| x.conj(), |t| t, |g| g.conj());
}

/// Runs a function `(&mut C, C)` in all modes.
macro_rules! check_all {
    ($f:ident) => {
        for x in POINTS {
            let start = C::new(0.3, -0.8);
            let run = |x: C| {
                let mut y = start;
                $f(&mut y, x);
                y
            };
            let tangent = |x_tan: C| {
                let (mut y, y_tan) = (start, place(C::new(0.0, 0.0)));
                $f::tangent(&mut y, &y_tan, x, &place(x_tan));
                assert!((y - run(x)).norm() < 1e-12);
                get(&y_tan)
            };
            let adjoint = |y_adj: C| {
                let (mut y, x_adj) = (run(x), place(C::new(0.0, 0.0)));
                $f::adjoint(&mut y, &place(y_adj), x, &x_adj);
                assert!((y - start).norm() < 1e-12, "{} is restored", stringify!($f));
                get(&x_adj)
            };
            check(stringify!($f), x, run, tangent, adjoint);
        }
    };
}

/// `y += log(x)`
#[reversible(adjoint, tangent)]
fn clog(y: &mut Complex<f64>, x: Complex<f64>) {
    let n = x.norm();
    y.re += n.ln();
    y.im += x.arg();
}

#[reversible(adjoint, tangent)]
fn through_a_view(y: &mut C, x: C) {
    conj(*y) += x * x.sin();
    -*y += x.conj() * 2.0;
    y.im -= x.norm_sqr();
}

#[reversible(adjoint, tangent)]
fn put_together(y: &mut C, x: C) {
    *y += Complex::new(x.re * x.im, x.norm().sqrt()) / (2.0 - x);
    *y -= C::new(1.5, x.im).powf(x.re + 3.0) * (x * x).im;
    *y += Complex { re: x.im, im: 0.25 } + x.re;
}

#[reversible(adjoint, tangent)]
fn scaled(y: &mut C, x: C) {
    *y *= x;
    *y /= x.re + 5.0;
    *y += x.powi(3).scale(0.5) - (1.0 + x).unscale(2.0).inv();
}

/// An ancilla that is complex, a choice, and a block.
#[reversible(adjoint, tangent)]
fn composed(y: &mut C, x: C) {
    let mut w = C::new(0.0, 0.0);
    w += x.exp() * 0.1;
    *y += if x.re > 0.0 { w * x } else { -w };
    *y += {
        let v = x.tanh();
        x * v * v
    };
    w -= x.exp() * 0.1;
}

#[test]
fn functions() {
    check_all!(clog);
    check_all!(through_a_view);
    check_all!(put_together);
    check_all!(scaled);
    check_all!(composed);
}

#[test]
fn the_logarithm_has_its_derivative() {
    for x in POINTS {
        let mut y = C::new(0.0, 0.0);
        clog(&mut y, x);
        assert!((y - x.ln()).norm() < 1e-12);
        let derivative = holomorphic(|gradient| {
            let x_adj = place(C::new(0.0, 0.0));
            clog::adjoint(&mut y.clone(), &place(gradient), x, &x_adj);
            get(&x_adj)
        });
        assert!((derivative - 1.0 / x).norm() < 1e-12);
    }
}

#[reversible(adjoint)]
fn mixed(y: &mut C, x: C) {
    *y += x * x * x.conj() + x.conj() * 3.0;
}

#[test]
fn derivatives_by_the_number_and_its_conjugate() {
    let x = POINTS[1];
    let (by_x, by_conjugate) = wirtinger(|gradient| {
        let (mut y, x_adj) = (C::new(0.0, 0.0), place(C::new(0.0, 0.0)));
        mixed(&mut y, x);
        mixed::adjoint(&mut y, &place(gradient), x, &x_adj);
        get(&x_adj)
    });
    assert!((by_x - 2.0 * x * x.conj()).norm() < 1e-12);
    assert!((by_conjugate - (x * x + 3.0)).norm() < 1e-12);
}

/// The array version.
#[reversible(adjoint, tangent)]
fn clog_all(y: &mut [C], x: &[C]) {
    for i in 0..x.len() {
        clog(&mut y[i], x[i]);
    }
}

#[reversible(adjoint, tangent)]
fn product_sum(s: &mut C, x: &[C], w: &[f64]) {
    for i in 0..x.len() {
        *s += x[i] * x[i] * w[i];
    }
}

#[test]
fn arrays() {
    let (x, mut y) = (POINTS, [C::new(0.0, 0.0); 6]);
    clog_all(&mut y, &x);
    let (y_adj, x_adj) = (y.zero_shadow::<On<One>>(), x.zero_shadow::<On<One>>());
    y_adj.iter().for_each(|place| place.re.set(1.0));
    clog_all::adjoint(&mut y, &y_adj, &x, &x_adj);
    assert!(y.iter().all(|y| y.norm() < 1e-12));
    let gradients: [C; 6] = get(&x_adj);
    for (x, gradient) in x.iter().zip(gradients) {
        assert!((gradient - x / x.norm_sqr()).norm() < 1e-12);
    }

    let (mut s, w, mut w_adj, x_adj) = (C::new(0.0, 0.0), [0.5; 6], [0.0; 6], x.zero_shadow::<On<One>>());
    product_sum(&mut s, &x, &w);
    product_sum::adjoint(&mut s, &place(C::new(0.0, 1.0)), &x, &x_adj, &w, &mut w_adj);
    assert!(s.norm() < 1e-12);
    for (k, x) in x.iter().enumerate() {
        assert!((w_adj[k] - (x * x).im).abs() < 1e-12);
        // the gradient of the imaginary part of x² / 2
        assert!((get(&x_adj[k]) - C::new(x.im, x.re)).norm() < 1e-12);
    }
}

/// Two gradients in one sweep, in single precision.
#[reversible(adjoint)]
fn single(y: &mut Complex<f32>, x: Complex<f32>) {
    *y += x * 2.0 * x / 0.5 + x.conj();
}

#[test]
fn lanes() {
    let x = Complex::new(1.5_f32, -0.5);
    let mut y = Complex::new(0.0, 0.0);
    single(&mut y, x);
    let y_adj = place(Complex::new(Lanes([1.0_f32, 0.0]), Lanes([0.0, 1.0])));
    let x_adj = x.zero_shadow::<On<Many<2>>>();
    single::adjoint(&mut y, &y_adj, x, &x_adj);
    let gradients = get(&x_adj);
    let real = Complex::<f32>::lane::<Many<2>>(&gradients, 0);
    let imaginary = Complex::<f32>::lane::<Many<2>>(&gradients, 1);
    assert!((real - Complex::new(13.0, 4.0)).norm() < 1e-4, "{real}");
    assert!((imaginary - Complex::new(-4.0, 11.0)).norm() < 1e-4, "{imaginary}");
}

/// An ordinary function, with what it overwrites saved.
#[differentiable(tangent)]
fn potential(z: C, c: C) -> f64 {
    let mut w = Complex::new(0.0, z.im * 0.0);
    for _ in 0..4 {
        w = w * w + c + z * 0.1;
    }
    w.norm()
}

#[test]
fn an_ordinary_function() {
    let (z, c) = (C::new(0.2, 0.1), C::new(-0.4, 0.3));
    let (value, (z_bar, c_bar)) = potential::value_and_gradient(z, c);
    assert!((value - potential(z, c)).abs() < 1e-15);
    let h = 1e-6;
    let along = |dz: C, dc: C| (potential(z + dz * h, c + dc * h) - potential(z - dz * h, c - dc * h)) / (2.0 * h);
    let (one, i, none) = (C::new(1.0, 0.0), C::new(0.0, 1.0), C::new(0.0, 0.0));
    assert_close("z.re", z_bar.re, along(one, none));
    assert_close("z.im", z_bar.im, along(i, none));
    assert_close("c.re", c_bar.re, along(none, one));
    assert_close("c.im", c_bar.im, along(none, i));
}

#[test]
fn at_zero() {
    let rules = Rules::<One>::new();
    let zero = C::new(0.0, 0.0);
    assert_eq!(rules.pull_by(rules::Norm, 1.0, || zero, || 0.0), zero);
    assert_eq!(rules.pull(rules::Arg, 1.0, || zero), zero);
    assert_eq!(rules.pull_left(rules::Powf, zero, || zero, || -1.0), zero, "what is not asked for is zero");
    let tiny = C::new(3e-200, 4e-200);
    assert!((rules.pull(rules::Arg, 1e-200, || tiny) - C::new(-0.16, 0.12)).norm() < 1e-12);
}
