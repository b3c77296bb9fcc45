//! The words of the language in each other: every function there and back, its adjoint against finite differences and its tangent
//! against its adjoint.

mod differences;

use differences::close;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct P {
    x: f64,
    y: f64,
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn routine_with_views(y: &mut f64, v: &mut [f64], x: f64) {
    let mut t = 0.0;
    'r: {
        let s = v[0] * x;
        let row = &mut v[1..];
        t += s * row[0];
    }
    *y += t * v[2];
    uncompute!('r);
    v[0] += 1.0;
    let mut k = 0;
    while (k < 3, k > 0) {
        for (i, e) in v.iter_mut().enumerate() {
            *e *= 1.0 + x * (i + k) as f64;
        }
        k += 1;
    }
    inverse! {
        let mut q = v[0];
        q += v[1];
        *y += q.sin();
        q -= v[1];
        release!(q, v[0]);
    }
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn loops_in_routines(y: &mut f64, v: &mut [f64], x: f64) {
    for i in 0..v.len() {
        let mut k = 0;
        'count: {
            while (k < i, k > 0) {
                *y += x * k as f64;
                k += 1;
            }
        }
        inverse! {
            let mut m = 0;
            while (m < 2 * i, m > 0) {
                v[i] += 0.5 * x;
                m += 1;
            }
        }
        v[i] += y.sin();
        uncompute!('count);
    }
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn branches_after_loops(y: &mut f64, v: &mut [f64], x: f64) {
    let mut n = 0;
    let mut s = 1.0;
    while (n < 4, n > 0) {
        *y += x * s;
        n += 1;
        s += x * (n as f64);
    }
    if (x > 0.0, *y > -100.0) {
        let mut t = 1.0;
        t *= s;
        'b: {
            t += v[0];
        }
        v[1] += t;
        uncompute!('b);
        safe! {
            assert!(t.is_finite());
        }
    }
    match n {
        4 => {
            v[0] *= s;
        }
        _ => *y -= 1.0,
    }
    let p = P { x, y: s };
    *y += p.x * p.y;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn routines_in_routines(y: &mut f64, v: &mut [f64], x: f64) {
    'outer: {
        for i in 1..v.len() {
            v[i] += v[i - 1] * x;
            'inner: {
                v[0] += x;
            }
            *y += v[0];
            uncompute!('inner);
        }
        inverse! {
            *y *= 1.5;
        }
    }
    uncompute!('outer);
    *y += x;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn scaled_ancillas(y: &mut f64, v: &mut [f64], x: f64) {
    let mut a = [x, 2.0 * x];
    'r: {
        for i in 0..2 {
            a[i] *= v[i];
            a[1 - i] += v[2];
        }
    }
    for (i, e) in a.iter().enumerate() {
        *y += e * (i as f64 + 1.0);
    }
    uncompute!('r);
    for e in v.iter() {
        safe! { assert!(e.is_finite(), "{e}"); }
        *y += e;
    }
}

const START: (f64, [f64; 3], f64) = (0.3, [0.7, 1.1, -0.4], 0.37);
/// What the loss of the tests is made of.
const WEIGHTS: [f64; 3] = [0.5, -0.25, 0.75];

fn loss(y: f64, v: &[f64; 3]) -> f64 {
    y + (0..3).map(|i| WEIGHTS[i] * v[i]).sum::<f64>()
}

fn slope(f: impl Fn(f64) -> f64) -> f64 {
    let h = 1e-6;
    (f(h) - f(-h)) / (2.0 * h)
}

fn is_start(y: f64, v: &[f64; 3]) {
    close(y, START.0);
    (0..3).for_each(|i| close(v[i], START.1[i]));
}

macro_rules! tests {
    ($($test:ident $name:ident)*) => {$(
        #[test]
        fn $test() {
            let (y0, v0, x) = START;
            let run = |mut y: f64, mut v: [f64; 3], x: f64| {
                $name(&mut y, &mut v, x);
                loss(y, &v)
            };
            let (mut y, mut v) = (y0, v0);
            $name(&mut y, &mut v, x);
            $name::inverse(&mut y, &mut v, x);
            is_start(y, &v);

            $name(&mut y, &mut v, x);
            let (mut y_adj, mut v_adj, mut x_adj) = (1.0, WEIGHTS, 0.0);
            $name::adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, x, &mut x_adj);
            is_start(y, &v);
            close(y_adj, slope(|d| run(y0 + d, v0, x)));
            close(x_adj, slope(|d| run(y0, v0, x + d)));
            for i in 0..3 {
                let moved = |d: f64| {
                    let mut v = v0;
                    v[i] += d;
                    v
                };
                close(v_adj[i], slope(|d| run(y0, moved(d), x)));
            }

            let (mut y_tan, mut v_tan, mut x_tan) = (0.1, [0.2, 0.3, 0.4], 0.5);
            $name::tangent(&mut y, &mut y_tan, &mut v, &mut v_tan, x, &mut x_tan);
            let expected = 0.1 * y_adj + 0.2 * v_adj[0] + 0.3 * v_adj[1] + 0.4 * v_adj[2] + 0.5 * x_adj;
            close(loss(y_tan, &v_tan), expected);
            $name::inverse_tangent(&mut y, &mut y_tan, &mut v, &mut v_tan, x, &mut x_tan);
            is_start(y, &v);
            close(y_tan, 0.1);
            close(v_tan[2], 0.4);

            // the adjoint of the inverse undoes the adjoint
            let (mut y_adj, mut v_adj, mut x_adj) = (0.1, [0.2, 0.3, 0.4], 0.5);
            $name::inverse_adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, x, &mut x_adj);
            $name::adjoint(&mut y, &mut y_adj, &mut v, &mut v_adj, x, &mut x_adj);
            close(y_adj, 0.1);
            close(v_adj[1], 0.3);
            close(x_adj, 0.5);
        }
    )*};
}

tests! {
    a_routine_with_views routine_with_views
    loops_in_a_routine loops_in_routines
    branches_after_a_loop branches_after_loops
    routines_in_a_routine routines_in_routines
    a_scaled_ancilla scaled_ancillas
}
