//! Values given by choices, blocks, tuples and parts of values: forwards, backwards, and with derivatives.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::close;
use retrograde::prelude::*;

const WEIGHTS: [f64; 3] = [0.5, 2.0, -1.0];
const ORIGIN: Point = Point { x: 3.0, y: -2.0 };

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair(f64, f64);

#[differentiable(tangent)]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(tangent)]
fn norm2(p: Point) -> f64 {
    p.x * p.x + p.y * p.y
}

#[differentiable(tangent)]
fn polar(x: f64, y: f64) -> (f64, f64) {
    ((x * x + y * y).sqrt(), y.atan2(x))
}

/// Runs `$f(&mut y, a, b, k)` there and back, with and without derivatives.
macro_rules! check {
    ($f:ident, $($k:expr),*) => {
        for k in [$($k),*] {
            for (a, b) in [(0.7, 1.3), (-0.4, 0.6), (1.9, -0.8)] {
                check_inverse!($f(&mut 0.25, a, b, k));
                check_gradient!($f(&mut 0.25, a, b, k));
                check_gradient!(inverse $f(&mut 0.25, a, b, k));
            }
        }
    };
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn choices(y: &mut f64, a: f64, b: f64, k: usize) {
    *y += if a > 0.0 { a * b } else { -a };
    *y += 2.0
        * if k == 0 {
            a.sin()
        } else if k == 1 {
            square(a * b)
        } else {
            3.0
        };
    let t = if b > 0.0 { b.exp() } else { a / b };
    *y -= t * (if a > b { t } else { a }).tanh();
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn blocks(y: &mut f64, a: f64, b: f64, k: usize) {
    *y += b * {
        let s = a * b;
        let c: f64 = s.cos();
        s * s + c
    };
    *y += square({
        let s = a + k as f64;
        s
    });
    *y -= a * {
        let (p, q) = (a * a, b * b);
        if p > q {
            let r = p - q;
            r.sqrt()
        } else {
            q * p
        }
    };
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn matches(y: &mut f64, a: f64, b: f64, k: usize) {
    *y += match k {
        0 => a * b,
        1 | 2 => {
            let s = a - b;
            s * s
        }
        n @ 3..=5 => a * n as f64,
        n if n % 2 == 0 => square(b) / n as f64,
        _ => 7.0,
    };
    *y -= a * match (k, a > 0.0) {
        (0, true) => b,
        (_, false) => 2.0 * b,
        (j, _) => b.powi(j as i32),
    };
    *y += if let 1..=3 = k { a.exp() } else { b };
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn tuples(y: &mut f64, a: f64, b: f64, k: usize) {
    let pair = (a * b, b);
    *y += pair.0 * pair.1;
    let nested = ((a, k), [b, a * a]);
    *y += nested.0.0 * nested.1[1] + nested.0.1 as f64;
    *y += (a.sin(), b.cos()).1 * [a, b][k % 2];
    *y -= polar(a, b).0 * polar(b, a * a).1;
    let p = Pair(a + b, a);
    *y += p.0 * Pair(b, p.1).1;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn parts(y: &mut f64, a: f64, b: f64, k: usize) {
    *y += WEIGHTS[k % 3] * a + ORIGIN.x * b;
    *y += norm2(Point { x: a, y: if a > b { a } else { b * b } });
    *y += (if k > 1 { Point { x: a, y: b } } else { Point { x: b, y: a * a } }).y;
    *y += WEIGHTS[if a > 0.0 { k % 2 } else { 2 }];
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn patterns(y: &mut f64, a: f64, b: f64, k: usize) {
    let (a, b) = (b, a);
    *y += a * a * b;
    let (r, phi) = polar(a, b);
    *y += r * phi;
    let Point { x, y: height } = Point { x: a * b, y: a };
    *y += x / height;
    let ([p, _], Pair(q, ..), (n, _)) = ([a, b], Pair(b * b, a), (k, a));
    *y -= p * q * n as f64;
    let (mut s, c): (f64, f64) = (a.sin(), a.cos());
    s += c * b;
    *y += s;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn everywhere(y: &mut f64, a: f64, b: f64, k: usize) {
    let mut sums = [0.0, 0.0];
    for i in 0..if k > 2 { 2 } else { k } {
        sums[match i {
            0 => 1,
            _ => 0,
        }] += if i == 0 && k > 0 { a * b } else { a };
    }
    if {
        let d = a - b;
        d * d > 0.5
    } && if k == 0 { a > 0.0 } else { b > 0.0 }
    {
        *y += sums[0] * sums[1];
    } else {
        choices(
            y,
            if a > 0.0 { a * a } else { b },
            {
                let c = a;
                c * b
            },
            k,
        );
    }
}

#[test]
fn values_of_choices() {
    check!(choices, 0, 1, 2);
    let mut y = 0.0;
    choices(&mut y, 2.0, -1.0, 2);
    assert_eq!(y, -2.0 + 6.0 - -2.0 * (-2.0_f64).tanh());
}

#[test]
fn values_of_blocks() {
    check!(blocks, 0, 1);
}

#[test]
fn values_of_matches() {
    check!(matches, 0, 1, 2, 4, 6, 7);
}

#[test]
fn values_of_tuples() {
    check!(tuples, 0, 1);
}

#[test]
fn parts_of_values() {
    check!(parts, 0, 1, 2, 3);
}

#[test]
fn patterns_of_let() {
    check!(patterns, 0, 1, 5);
}

#[test]
fn in_every_position() {
    check!(everywhere, 0, 1, 2, 3);
}

/// Choices are made as Rust makes them: what is not chosen is not evaluated.
#[reversible(inverse_adjoint, inverse_tangent)]
fn guarded(y: &mut f64, x: &[f64], k: usize) {
    *y += if k < x.len() { x[k] * x[k] } else { 0.0 };
    if k < x.len() && {
        let v = x[k];
        v > 0.0
    } {
        *y += match x.len() - k {
            1 => x[k],
            n => x[k + 1] * n as f64,
        };
    }
}

#[test]
fn what_is_not_chosen_is_not_evaluated() {
    let x = [1.0, 2.0];
    for k in 0..4 {
        let mut y = 0.0;
        guarded(&mut y, &x, k);
        assert_eq!(y, [5.0, 6.0, 0.0, 0.0][k]);
        let mut x_adj = [0.0; 2];
        guarded::adjoint(&mut y, &mut 1.0, &x, &mut x_adj, k, Inactive);
        assert_eq!((y, x_adj), (0.0, [[2.0, 2.0], [0.0, 5.0], [0.0; 2], [0.0; 2]][k]));
        let (mut y_tan, mut x_tan) = (0.0, [1.0, 10.0]);
        guarded::tangent(&mut y, &mut y_tan, &x, &mut x_tan, k, Inactive);
        assert_eq!(y_tan, [22.0, 50.0, 0.0, 0.0][k]);
    }
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn tuple_parameters(y: &mut (f64, f64), p: (f64, usize), q: &(f64, [f64; 2])) {
    y.0 += p.0 * q.1[p.1];
    y.1 -= q.0 * p.0;
    swap(&mut y.0, &mut y.1);
}

#[test]
fn tuples_as_parameters() {
    let (mut y, p, q) = ((1.0, 2.0), (3.0, 1), (5.0, [7.0, 11.0]));
    tuple_parameters(&mut y, p, &q);
    assert_eq!(y, (-13.0, 34.0));
    let y_adj = (Cell::new(1.0), Cell::new(10.0));
    let (p_adj, q_adj) = (p.zero_shadow::<On<One>>(), q.zero_shadow::<On<One>>());
    tuple_parameters::adjoint(&mut y, &y_adj, p, &p_adj, &q, &q_adj);
    assert_eq!(y, (1.0, 2.0));
    assert_eq!((y_adj.0.get(), y_adj.1.get()), (10.0, 1.0));
    assert_eq!((p_adj.0.get(), q_adj.0.get(), q_adj.1[0].get(), q_adj.1[1].get()), (105.0, -3.0, 0.0, 30.0));
    let y_tan = y.zero_shadow::<On<One>>();
    p_adj.0.set(1.0);
    tuple_parameters::tangent(&mut y, &y_tan, p, &p_adj, &q, Inactive);
    assert_eq!((y_tan.0.get(), y_tan.1.get()), (-5.0, 11.0));
}

#[differentiable(tangent)]
fn ordinary(x: &[f64], k: usize) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        let t = match i {
            0 => x[i],
            1 => {
                let mut u = 0.0;
                for j in 0..k {
                    u += x[j] * x[i];
                }
                u
            }
            _ => square(s),
        };
        s = s * 0.5 + 3.0 * if t > 0.5 { square(t) } else { t };
        match k {
            0 => s *= 2.0,
            n if n > 1 => s -= t / n as f64,
            _ => {}
        }
    }
    let (p, q) = (s * x[0], {
        let c = s;
        c.sin()
    });
    if let 0 = k { p } else { p * (q, s).0 }
}

#[test]
fn ordinary_functions() {
    for k in 0..3 {
        let x = [0.6, -0.3, 0.8];
        let (value, gradient) = ordinary::value_and_gradient(&x, k);
        assert_eq!(value, ordinary(&x, k));
        for i in 0..3 {
            let moved = |h: f64| {
                let mut x = x;
                x[i] += h;
                ordinary(&x, k)
            };
            close(gradient[i], (moved(1e-6) - moved(-1e-6)) / 2e-6);
            let mut x_tan = [0.0; 3];
            x_tan[i] = 1.0;
            close(ordinary::tangent(&x, &mut x_tan, k, Inactive).1, gradient[i]);
        }
    }
}

#[reversible]
fn without_derivative(count: &mut u32, total: &mut f64, words: &[Option<u32>], x: &[f64]) {
    for i in 0..words.len() {
        *count += words[i].map_or(0, u32::count_ones) + words[i].unwrap_or_default().pow(2);
    }
    *total += x.iter().sum::<f64>() + Some(x[0]).unwrap_or(1.0);
}

#[test]
fn type_arguments_and_variants() {
    let (mut count, mut total) = (1, 0.5);
    without_derivative(&mut count, &mut total, &[Some(3), None], &[1.0, 2.0]);
    assert_eq!((count, total), (12, 4.5));
    without_derivative::inverse(&mut count, &mut total, &[Some(3), None], &[1.0, 2.0]);
    assert_eq!((count, total), (1, 0.5));
}

/// The same block is a value in one place and taken apart in another, where its local only has a type.
#[reversible(inverse_adjoint, checks = false)]
fn blocks_in_sweeps(z: &mut [f64], y: &mut f64, x: &[f64], a: f64) {
    for i in 0..x.len() {
        *y += x[i] * {
            let s = x[i] - a;
            s - 1.0
        };
    }
    for i in 0..x.len() {
        let t = 3.0 * {
            let s = x[i] + a;
            let r = s - x[i];
            r + s
        };
        z[i] += t * a;
    }
}

#[test]
fn blocks_in_loops_that_run_in_lanes() {
    let x: Vec<f64> = (0..21).map(|i| f64::from(i) * 0.1).collect();
    let run = |x: &[f64], a: f64| {
        let (mut z, mut y) = (vec![0.5; x.len()], 0.25);
        blocks_in_sweeps(&mut z, &mut y, x, a);
        (z, y)
    };
    let (mut z, mut y) = run(&x, 0.7);
    let (mut z_adj, mut y_adj, mut x_adj, mut a_adj) = (vec![1.0; x.len()], 2.0, vec![0.0; x.len()], 0.0);
    blocks_in_sweeps::adjoint(&mut z, &mut z_adj, &mut y, &mut y_adj, &x, &mut x_adj, 0.7, &mut a_adj);
    close(y, 0.25);
    z.iter().for_each(|z| close(*z, 0.5));
    let total = |x: &[f64], a: f64| {
        let (z, y) = run(x, a);
        z.iter().sum::<f64>() + 2.0 * y
    };
    close(a_adj, (total(&x, 0.7 + 1e-6) - total(&x, 0.7 - 1e-6)) / 2e-6);
    for i in 0..x.len() {
        let moved = |h: f64| {
            let mut x = x.clone();
            x[i] += h;
            total(&x, 0.7)
        };
        close(x_adj[i], (moved(1e-6) - moved(-1e-6)) / 2e-6);
    }
}

#[differentiable]
#[allow(clippy::needless_pass_by_value, reason = "a copy is passed")]
fn sum_of(v: Vec<f64>) -> f64 {
    v[0] * v[1]
}

/// A copy that is passed on has the gradient of what it is a copy of, once.
#[differentiable]
fn copies_passed(x: &[f64]) -> f64 {
    let local = vec![x[0] * 2.0, x[1]];
    sum_of(local.clone()) + sum_of(x.to_vec()) * local[0]
}

/// Parts of a value that read the value which they replace.
#[differentiable(tangent)]
fn parts_exchanged(x: &[f64; 2]) -> f64 {
    let mut y = [x[0], x[1]];
    let mut pair = (x[0], x[1]);
    for _ in 0..3 {
        y = [y[1], y[0] * y[1]];
        pair = (pair.1 + y[0], pair.0);
    }
    y[1] + pair.0 * pair.1
}

#[test]
fn parts_and_copies() {
    check_gradient!(reverse copies_passed(&[3.0, 5.0]));
    assert_eq!(copies_passed::gradient(&[3.0, 5.0]), [70.0, 24.0]);
    check_gradient!(parts_exchanged(&[1.5, 0.7]));
}
