//! Functions as arguments of ordinary functions: what a closure captures gets a gradient.

#![allow(
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    clippy::needless_borrows_for_generic_args,
    clippy::needless_pass_by_value,
    clippy::range_plus_one,
    clippy::trivially_copy_pass_by_ref,
    reason = "every way of passing is meant, as people write it"
)]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    let n = 8;
    let mut sum = 0.0;
    for i in 0..n {
        sum += f(a + (b - a) * (i as f64 + 0.5) / n as f64);
    }
    sum * (b - a) / n as f64
}

#[differentiable(tangent)]
fn cube(x: f64) -> f64 {
    x * x * x
}

mod elsewhere {
    use retrograde::prelude::*;

    #[differentiable(tangent)]
    pub fn product(x: f64, y: f64) -> f64 {
        x * y.exp()
    }
}

#[differentiable(tangent)]
fn by_path(a: f64, b: f64) -> f64 {
    integrate(cube, a * a, b) + integrate(f64::sin, a, b) + integrate(&cube, 0.0, 1.0)
}

#[test]
fn paths() {
    check_gradient!(by_path(0.5, 1.5));
}

#[differentiable(tangent)]
fn captures(k: f64, xs: &[f64], b: f64) -> f64 {
    let shift = k * b;
    integrate(|x| k * x.sin() + xs[1] * shift, 0.0, b)
}

/// Blocks, loops, branches and early returns; integers and open literals.
#[differentiable(tangent)]
fn statements(xs: &[f64], n: usize, b: f64) -> f64 {
    let half = 0.5;
    integrate(
        |x| {
            let mut y = x;
            for i in 0..n {
                y = y * half + xs[i].sin();
                if y > 1.0 {
                    return y * xs[0];
                }
            }
            let total: f64 = xs.iter().map(|v| v * y).sum();
            if total > 0.0 { total * x } else { x }
        },
        half,
        b,
    )
}

#[test]
fn closures() {
    check_gradient!(captures(0.7, &[0.5, 1.5], 1.1));
    check_gradient!(statements(&[0.3, 0.7, 0.2], 3, 1.4));
    check_gradient!(statements(&[0.9, 1.2, 0.2], 2, 1.4));
}

#[differentiable(tangent)]
fn combine<F, G>(f: F, g: &G, x: f64) -> f64
where
    F: Fn(f64, f64) -> f64,
    G: Fn(f64) -> f64,
{
    f(x, g(x)) + g(f(x, 2.0))
}

#[differentiable(tangent)]
fn two(k: f64, m: f64, x: f64) -> f64 {
    combine(|a, b| a * b * k, &|a| a * m + k, x)
        + combine(elsewhere::product, &cube, x)
        + combine(f64::hypot, &|_| m, x)
}

#[differentiable(tangent)]
fn behind(f: &dyn Fn(f64) -> f64, g: fn(f64) -> f64, x: f64) -> f64 {
    f(g(x)) * (*f)(x)
}

#[differentiable(tangent)]
fn by_reference(k: f64, x: f64) -> f64 {
    behind(&|a| a * k, cube, x)
}

#[test]
fn kinds() {
    check_gradient!(two(0.5, 0.7, 1.1));
    check_gradient!(by_reference(0.5, 1.1));
}

/// Functions that are passed on, in a closure too, and from a local.
#[differentiable(tangent)]
fn plane(f: impl Fn(f64, f64) -> f64, b: f64) -> f64 {
    integrate(|x| integrate(|y| f(x, y) * x, 0.0, x), 0.0, b)
}

#[differentiable(tangent)]
fn halves(f: impl Fn(f64) -> f64 + Copy, b: f64) -> f64 {
    integrate(f, 0.0, 0.5 * b) + integrate(&f, 0.5 * b, b) * f(b)
}

#[differentiable(tangent)]
fn passed_on(k: f64, b: f64) -> f64 {
    let scaled = |x: f64| x * k;
    let both = |x: f64| scaled(x) + k;
    plane(|x, y| x * y + scaled(y), b) + halves(|x| scaled(x) * both(x), b) + halves(scaled, b) + halves(both, b)
}

#[test]
fn nested() {
    check_gradient!(passed_on(0.5, 1.1));
}

/// A function that decides: by its value, and how often it is called.
#[differentiable(tangent)]
fn root(f: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    while f(x).abs() > 1e-9 {
        if f(x) > 100.0 {
            return x;
        }
        let slope = (f(x + 1e-3) - f(x - 1e-3)) / 2e-3;
        x -= f(x) / slope;
    }
    x
}

#[differentiable(tangent)]
fn square_root(a: f64) -> f64 {
    root(|x| x * x - a, 1.0)
}

#[test]
fn conditions() {
    check_gradient!(square_root(2.0));
}

/// In loops, with captures that change between the calls, and of what a pattern binds.
#[differentiable(tangent)]
fn in_loops(w: &[f64], o: Option<f64>, b: f64) -> f64 {
    let mut k = b;
    let mut sum = 0.0;
    let mut list = vec![b, 1.0];
    for i in 0..w.len() {
        let row = &w[..i + 1];
        sum += integrate(|x| x * k * w[i] + row[0] + list[0], 0.0, b);
        k = k * k + w[i];
        list.push(k);
        list[0] = sum * 0.1;
    }
    match o {
        Some(v) => sum + integrate(|x| x * v, v, b),
        None => sum,
    }
}

#[test]
fn loops() {
    check_gradient!(in_loops(&[0.5, 0.7, -0.2], Some(0.3), 1.1));
    check_gradient!(in_loops(&[0.5, 0.7, -0.2], None, 1.1));
}

#[derive(Clone, Differentiable)]
struct Oscillator {
    mass: f64,
    stiffness: Vec<f64>,
}

/// Functions of arrays and structs; structs that are captured whole or in part.
#[differentiable(tangent)]
fn step(f: impl Fn([f64; 2], f64) -> [f64; 2], y: [f64; 2], h: f64) -> [f64; 2] {
    let k1 = f(y, 0.0);
    let k2 = f([y[0] + h * k1[0], y[1] + h * k1[1]], h);
    [y[0] + 0.5 * h * (k1[0] + k2[0]), y[1] + 0.5 * h * (k1[1] + k2[1])]
}

#[differentiable(tangent)]
fn swing(p: &Oscillator, start: f64) -> f64 {
    let mut y = [start, 0.0];
    for _ in 0..5 {
        y = step(|y, t| [y[1], -p.stiffness[0] * y[0] / p.mass + t * p.stiffness[1]], y, 0.1);
    }
    y[0]
}

#[differentiable(tangent)]
fn sum_of(f: impl Fn(Vec<f64>, usize) -> f64, v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..v.len() {
        sum += f(v.to_vec(), i);
    }
    sum
}

#[differentiable(tangent)]
fn lists(v: &[f64], k: f64) -> f64 {
    sum_of(|v, i| v[i] * v[0] * k, v)
}

#[test]
fn composed() {
    check_gradient!(swing(&Oscillator { mass: 1.5, stiffness: vec![2.0, 0.3] }, 0.7));
    check_gradient!(lists(&[0.5, 0.7, 0.2], 1.3));
}

/// Adaptive quadrature, which calls itself with the function that it was given.
#[differentiable(tangent)]
fn adaptive(f: &impl Fn(f64) -> f64, a: f64, b: f64, depth: usize) -> f64 {
    let middle = 0.5 * (a + b);
    let (whole, halves) = (simpson(f, a, b), simpson(f, a, middle) + simpson(f, middle, b));
    if depth == 0 || (whole - halves).abs() < 1e-6 {
        return halves;
    }
    adaptive(f, a, middle, depth - 1) + adaptive(f, middle, b, depth - 1)
}

#[differentiable(tangent)]
fn simpson(f: &impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

#[differentiable(tangent)]
fn bump(k: f64, b: f64) -> f64 {
    adaptive(&|x| (k * x).sin() / (x + k), 0.1, b, 6) + adaptive(&cube, 0.0, k, 3)
}

#[test]
fn recursion() {
    check_gradient!(bump(2.3, 3.1));
}

/// A call with nothing that has a gradient is a call of the function itself.
#[differentiable(tangent)]
fn constants(n: usize, f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let scale = integrate(|x| x * n as f64, 0.0, 1.0) + integrate(cube, 0.0, 1.0) + simpson(&|x| x, 0.0, 1.0);
    let k = if integrate(&f, 0.0, 1.0) > 0.1 { 2.0 } else { 3.0 };
    f(x) * scale * k
}

#[differentiable(tangent)]
fn with_constants(x: f64) -> f64 {
    constants(3, |y| y * x, x)
}

#[test]
fn without_gradient() {
    check_gradient!(with_constants(0.7));
}

/// From outside, a function is passed by its companion.
#[test]
fn drivers() {
    assert!((integrate::gradient(cube {}, 0.5, 1.5).1 - by_difference(|b| integrate(cube, 0.5, b), 1.5)).abs() < 1e-6);
    let (value, (da, db)) = integrate::value_and_gradient(cube {}, 0.5, 1.5);
    assert!((value - integrate(cube, 0.5, 1.5)).abs() < 1e-15);
    assert!((integrate::jvp(cube {}, 0.5, 1.5, (1.0, 2.0)) - da - 2.0 * db).abs() < 1e-12);
    assert!((integrate::vjp(cube {}, 0.5, 1.5, 2.0).0 - 2.0 * da).abs() < 1e-12);
    let (mut into_a, mut into_b) = (7.0, 7.0);
    integrate::gradient_into(cube {}, 0.5, 1.5, &mut into_a, &mut into_b);
    assert!((into_a - da).abs() + (into_b - db).abs() < 1e-15);
    assert_eq!(
        combine::gradient(elsewhere::product {}, cube {}, 0.5),
        combine::gradient(elsewhere::product {}, cube {}, 0.5)
    );
    assert!((adaptive::gradient(cube {}, 0.5, 1.5, 3).0 + 0.125).abs() < 1e-6);
    assert_eq!(step::jacobian(turn {}, [1.0, 2.0], 0.5).0.len(), 2);
}

#[differentiable]
fn turn(y: [f64; 2], t: f64) -> [f64; 2] {
    [y[1] + t, -y[0]]
}

fn by_difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    (f(x + 1e-6) - f(x - 1e-6)) / 2e-6
}

/// Methods that take functions.
#[differentiable(tangent)]
impl Oscillator {
    pub fn weighted(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x * self.mass) * self.stiffness[0] + integrate(|y| f(y) * self.mass, 0.0, x)
    }
}

#[differentiable(tangent)]
fn through_methods(p: &Oscillator, k: f64) -> f64 {
    p.weighted(|x| x * k * p.mass, k) + p.weighted(cube, k)
}

#[test]
fn methods() {
    check_gradient!(through_methods(&Oscillator { mass: 1.5, stiffness: vec![2.0, 0.3] }, 0.7));
}

/// What captures can be: boxes, options, single precision, nothing at all; and a function without arguments.
#[differentiable(tangent)]
fn at_zero(f: impl Fn() -> f64) -> f64 {
    f() * 2.0
}

#[differentiable(tangent)]
fn many_kinds(x: f64, o: Option<f64>, pair: (f64, f64)) -> f64 {
    let held = Box::new(x * x);
    let boxed = integrate(|t| *held * t, 0.0, x);
    let chosen = integrate(
        |t| match o {
            Some(v) => v * t,
            None => t * x,
        },
        0.0,
        x,
    );
    let maybe = integrate(|t| if let Some(v) = o { v * t } else { x }, 0.0, 1.0);
    boxed + chosen + maybe + integrate(|t| t * pair.1 + pair.0, 0.0, x) + at_zero(|| x * 3.0) + at_zero(|| 1.0) * x
}

#[differentiable(tangent)]
fn single(f: impl Fn(f32) -> f32, x: f32) -> f32 {
    f(f(x))
}

#[differentiable(tangent)]
fn singles(k: f32, x: f32) -> f32 {
    single(|a| a * k, x)
}

#[test]
fn captured_kinds() {
    check_gradient!(many_kinds(0.7, Some(0.3), (0.2, 0.4)));
    check_gradient!(many_kinds(0.7, None, (0.2, 0.4)));
    assert_eq!(singles::gradient(2.0, 3.0), (12.0, 4.0));
    assert_eq!(singles::jvp(2.0, 3.0, (1.0, 0.0)), 12.0);
}

/// In chains of iterators, and with values that are options and results.
#[differentiable(tangent)]
fn over(f: impl Fn(f64) -> f64, g: &impl Fn(f64) -> Option<f64>, xs: &[f64]) -> Option<f64> {
    let mapped: f64 = xs.iter().map(|x| f(*x)).sum();
    let direct: f64 = xs.iter().copied().map(&f).sum();
    let first = g(mapped)?;
    g(first * direct).map(|v| v + f(v))
}

#[differentiable(tangent)]
fn chains(xs: &[f64], k: f64) -> f64 {
    let value = over(|x| x * k, &|x| if x > 0.0 { Some(x * x * k) } else { None }, xs);
    value.unwrap_or(k)
}

#[test]
fn iterators() {
    check_gradient!(chains(&[0.5, 0.7], 1.3));
    check_gradient!(chains(&[-0.5, 0.2], 1.3));
}

/// Calls that change what they are lent.
#[differentiable(tangent)]
fn each(x: &mut [f64], f: impl Fn(f64) -> f64) {
    for i in 0..x.len() {
        x[i] = f(x[i]);
    }
}

#[differentiable(tangent)]
fn advance(x: &mut f64, f: &dyn Fn(f64) -> f64) -> f64 {
    let before = *x;
    *x = f(before);
    before
}

#[differentiable(tangent)]
fn in_place(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    let () = each(&mut v, |a| a * a * k);
    let mut s = k;
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += advance(&mut s, &|a| a.sin() * v[0]);
        v[0] += s;
    }
    sum + v[1]
}

#[test]
fn changing() {
    check_gradient!(in_place(&[0.5, 0.7], 1.3));
}

/// A closure that calls the function in which it is.
#[differentiable(tangent, recursive)]
fn tower(x: f64, n: usize) -> f64 {
    if n == 0 { x * x } else { integrate(|t| tower(t * x, n - 1), 0.0, x) }
}

#[differentiable]
fn rows(x: &[f64], k: f64) -> Vec<f64> {
    x.iter().map(|b| integrate(|t| t * k * b, 0.0, *b)).collect()
}

#[test]
fn more_at_once() {
    check_gradient!(tower(0.7, 2));
    let (dx, dk) = rows::jacobian(&[1.0, 2.0], 0.5);
    assert_eq!((dx.len(), dk.len()), (2, 2));
    assert!((dk[1] - 4.0).abs() < 1e-12 && (dx[1][1] - 0.5 * 3.0 * 0.5 * 4.0).abs() < 1e-12 && dx[1][0] == 0.0);
}

/// Generic functions, and traits whose methods take functions.
#[differentiable(tangent)]
fn scaled<const N: usize>(f: impl Fn([f64; N]) -> f64, x: [f64; N]) -> f64 {
    f(x) * x[0]
}

#[differentiable(tangent)]
trait Rule {
    fn apply_to(&self, f: impl Fn(f64) -> f64, x: f64) -> f64;
}

#[differentiable(tangent)]
impl Rule for Oscillator {
    fn apply_to(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x * self.mass)
    }
}

#[differentiable(tangent)]
fn by_rule<R: Rule>(rule: &R, k: f64) -> f64 {
    rule.apply_to(|x| x * k, k) + scaled(|v: [f64; 2]| v[0] * v[1] * k, [k, 2.0])
}

#[test]
fn generics() {
    check_gradient!(by_rule(&Oscillator { mass: 1.5, stiffness: vec![2.0] }, 0.7));
}

/// Functions of slices and structs, which they are lent.
#[differentiable(tangent)]
fn descend(f: impl Fn(&[f64]) -> f64, start: &[f64], rate: f64) -> Vec<f64> {
    let mut x = start.to_vec();
    for _ in 0..3 {
        let mut next = x.clone();
        for i in 0..x.len() {
            let mut moved = x.clone();
            moved[i] += 0.1;
            next[i] -= rate * (f(&moved) - f(&x[..])) / 0.1;
        }
        x = next;
    }
    if f(&x) > 1e9 {
        x[0] = 0.0;
    }
    x
}

#[differentiable(tangent)]
fn valley(x: &[f64], k: f64) -> f64 {
    let a = 1.0 - x[0];
    a * a + k * (x[1] - x[0] * x[0]).powi(2)
}

#[differentiable(tangent)]
fn lent(w: &[f64], start: &[f64], k: f64) -> f64 {
    let squares = descend(|x: &[f64]| x.iter().zip(w).map(|(x, w)| (x - w) * (x - w) * k).sum::<f64>(), start, 0.1);
    let called = descend(|x: &[f64]| valley(x, k), start, 0.01);
    let open = descend(|x| x[0] * x[1] * k, start, 0.01);
    squares[0] * called[1] + open[0]
}

#[differentiable(tangent)]
fn of_struct(f: &dyn Fn(&Oscillator, f64) -> f64, p: &Oscillator, x: f64) -> f64 {
    f(p, x) + passed_to(f, p)
}

#[differentiable(tangent)]
fn passed_to(f: &dyn Fn(&Oscillator, f64) -> f64, p: &Oscillator) -> f64 {
    f(p, 2.0) * p.mass
}

#[differentiable(tangent)]
fn of_structs(p: &Oscillator, x: f64) -> f64 {
    of_struct(&|p: &Oscillator, y| p.mass * y * x + p.stiffness[0], p, x)
}

#[test]
fn references() {
    check_gradient!(lent(&[0.5, 0.7], &[0.1, 0.9], 1.3));
    check_gradient!(of_structs(&Oscillator { mass: 1.5, stiffness: vec![2.0] }, 0.7));
}
