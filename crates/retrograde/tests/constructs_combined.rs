//! Choices, patterns and packing together with views, loops along arrays, methods, recursion and broadcasting.

#![allow(clippy::float_cmp, reason = "exact values are expected")]

mod differences;

use differences::close;
use retrograde::prelude::*;

#[differentiable(tangent)]
fn total(v: &[f64], by: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        s += v[i] * by;
    }
    s
}

/// Calls in arms, of the function itself and with references.
#[differentiable(tangent)]
fn recursive(v: &[f64], x: f64, n: usize) -> f64 {
    1.0 + x * if n == 0 { total(v, x) } else { recursive(v, x * 0.5, n - 1) }
}

/// References in what is matched stay references.
#[reversible]
fn references(y: &mut f64, x: &[f64], o: &Option<f64>) {
    match (x, *o, o) {
        ([], None, _) => {}
        ([a, rest @ ..], Some(b), Some(c)) => *y += *a + b * *c * rest.len() as f64,
        (all, _, _) => *y += all[0],
    }
}

#[test]
fn references_in_tuples() {
    let mut y = 0.0;
    references(&mut y, &[1.0, 2.0, 3.0], &Some(5.0));
    references(&mut y, &[7.0], &None);
    references(&mut y, &[], &None);
    assert_eq!(y, 58.0);
    references::inverse(&mut y, &[7.0], &None);
    references::inverse(&mut y, &[1.0, 2.0, 3.0], &Some(5.0));
    assert_eq!(y, 0.0);
}

#[test]
fn recursion_in_an_arm() {
    let v = [0.3, 0.7];
    for n in 0..3 {
        let (value, (v_adj, x_adj)) = recursive::value_and_gradient(&v, 0.9, n);
        assert_eq!(value, recursive(&v, 0.9, n));
        let h = 1e-6;
        close(x_adj, (recursive(&v, 0.9 + h, n) - recursive(&v, 0.9 - h, n)) / (2.0 * h));
        let moved = |h: f64| recursive(&[0.3 + h, 0.7], 0.9, n);
        close(v_adj[0], (moved(h) - moved(-h)) / (2.0 * h));
        let (mut v_tan, x_tan) = ([0.0; 2], 1.0);
        close(recursive::tangent(&v, &mut v_tan, 0.9, x_tan, n, Inactive).1, x_adj);
    }
}

#[reversible(adjoint, tangent)]
fn views(y: &mut [f64], x: &[f64], k: usize) {
    let (low, high) = y.split_at_mut(2);
    low[if k > 0 { 1 } else { 0 }] += if x[k] > 0.5 { x[k] * x[0] } else { high[0] };
    for (i, v) in x.iter().enumerate() {
        high[0] += match i {
            0 => *v,
            _ => {
                *v * {
                    let x = v.sin();
                    x * x
                }
            }
        };
    }
    let h = if k == 0 { 0.5 } else { 0.25 };
    low[0] += h * x[1];
    high[1] += h.sqrt() * x[0];
    let first = &mut y[0];
    *first += match (k, x) {
        (0, _) => x[1],
        (_, [_, _, _]) => x[2],
        _ => 0.0,
    };
}

#[reversible(adjoint, tangent)]
fn all_elements(y: &mut [f64], x: &[f64], k: usize) {
    broadcast! {
        y[..] += if x[..] > 0.5 { x[..] * x[..] } else { -x[..] };
        y[..] -= match k { 0 => x[..], _ => 1.0 };
    }
}

macro_rules! check {
    ($f:ident, $n:expr, $m:expr) => {
        for k in 0..2 {
            let start: Vec<f64> = (0..$n).map(|i| 0.1 + f64::from(i)).collect();
            let x: Vec<f64> = (0..$m).map(|i| 0.3 + 0.4 * f64::from(i)).collect();
            let run = |x: &[f64], start: &[f64]| {
                let mut y = start.to_vec();
                $f(&mut y, x, k);
                y
            };
            let weights: Vec<f64> = (0..$n).map(|i| 1.0 + 0.5 * f64::from(i)).collect();
            let loss = |x: &[f64], start: &[f64]| run(x, start).iter().zip(&weights).map(|(y, w)| y * w).sum::<f64>();
            let mut y = run(&x, &start);
            $f::inverse(&mut y, &x, k);
            y.iter().zip(&start).for_each(|(y, start)| close(*y, *start));
            let mut y = run(&x, &start);
            let (mut y_adj, mut x_adj) = (weights.clone(), vec![0.0; $m]);
            $f::adjoint(&mut y, &mut y_adj, &x, &mut x_adj, k, Inactive);
            y.iter().zip(&start).for_each(|(y, start)| close(*y, *start));
            let nudged = |v: &[f64], i: usize, h: f64| {
                let mut v = v.to_vec();
                v[i] += h;
                v
            };
            for i in 0..$m {
                let slope = (loss(&nudged(&x, i, 1e-6), &start) - loss(&nudged(&x, i, -1e-6), &start)) / 2e-6;
                close(x_adj[i], slope);
            }
            for i in 0..$n {
                let slope = (loss(&x, &nudged(&start, i, 1e-6)) - loss(&x, &nudged(&start, i, -1e-6))) / 2e-6;
                close(y_adj[i], slope);
            }
            let (mut y_tan, mut x_tan) = (vec![1.0; $n], vec![2.0; $m]);
            $f::tangent(&mut y, &mut y_tan, &x, &mut x_tan, k, Inactive);
            let pushed = y_tan.iter().zip(&weights).map(|(y, w)| y * w).sum::<f64>();
            close(pushed, y_adj.iter().sum::<f64>() + 2.0 * x_adj.iter().sum::<f64>());
        }
    };
}

#[test]
fn with_views_and_loops_along_arrays() {
    check!(views, 4, 3);
}

#[test]
fn with_broadcasting() {
    check!(all_elements, 3, 3);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Walker {
    at: f64,
    speed: f64,
    kind: usize,
}

impl Walker {
    #[reversible(adjoint, tangent)]
    fn step(&mut self, dt: f64) {
        match self.kind {
            0 => self.at += self.speed * dt,
            n => self.at -= dt * if self.speed > 1.0 { self.speed } else { n as f64 },
        }
        let Walker { speed, kind, .. } = *self;
        self.at += {
            let s = speed;
            s * s
        } * kind as f64;
    }
}

#[test]
fn in_methods() {
    for kind in 0..2 {
        let start = Walker { at: 1.0, speed: 2.0, kind };
        let mut w = start;
        w.step(0.5);
        assert_eq!(w.at, if kind == 0 { 2.0 } else { 4.0 });
        let (w_adj, mut dt_adj) = (WalkerShadow::<On<One>> { at: Cell::new(1.0), ..w.zero_shadow() }, 0.0);
        w.step_adjoint(&w_adj, 0.5, &mut dt_adj);
        assert_eq!(w, start);
        assert_eq!((w_adj.speed.get(), dt_adj), if kind == 0 { (0.5, 2.0) } else { (3.5, -2.0) });
    }
}

#[reversible(adjoint, tangent)]
fn uncomputed(y: &mut [f64], x: &[f64], k: usize) {
    let mut n = 1_i32;
    let mut s = 0.0;
    'sum: {
        for i in 0..x.len() {
            s += match i {
                0 => x[i] * x[i],
                _ => x[i],
            };
        }
        if let 0 = k {
            s += x[0];
        }
    }
    let mut by = 2.0;
    convert!(n: i32 => f64);
    pack!(pair = (by, n));
    y[0] += s * pair.0 * pair.1;
    unpack!((by, n) = pair);
    uncompute!('sum);
}

#[test]
fn with_uncomputing() {
    check!(uncomputed, 1, 3);
}
