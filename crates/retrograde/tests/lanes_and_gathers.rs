//! What decides whether iterations run in lanes, whether elements gather what several iterations have, and in which order an iteration does what it
//! does: programs for which one of the answers would be wrong, against finite differences and tangents.

#![allow(clippy::needless_range_loop, reason = "loops over ranges are what this is about")]

use retrograde::prelude::*;

fn numbers(n: usize, start: f64) -> Vec<f64> {
    (0..n).map(|k| (start + k as f64 * 0.7).sin() + 0.1).collect()
}

/// An index that every list of nine elements has.
const AT: [usize; 9] = [3, 1, 2, 8, 8, 0, 4, 5, 1];

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

/// What is added to `y[at(i)]` is `x[i] * w`: `w` is a sum, and `y` is not walked along.
macro_rules! addressed {
    ($($f:ident($i:ident) = $at:expr;)*) => {$(
        #[reversible(adjoint, tangent, checks = false)]
        fn $f(y: &mut [f64], x: &[f64], w: f64, at: &[usize]) {
            for $i in 0..at.len() {
                y[$at] += x[$i] * w;
            }
        }
    )*};
}

addressed! {
    twice_as_far(i) = 2 * i;
    from_the_end(i) = 20 - i;
    elsewhere(i) = (i * 3) % 7;
}

#[reversible(adjoint, tangent, checks = false)]
fn by_list(y: &mut [f64], x: &[f64], w: f64, at: &[usize]) {
    for i in 0..at.len() {
        y[at[i]] += x[i] * w;
    }
}

#[reversible(adjoint, tangent, checks = false)]
fn by_computed(y: &mut [f64], x: &[f64], w: f64, at: &[usize]) {
    for i in 0..at.len() {
        let k = at[i] * 2 + i % 3;
        y[k] += x[i] * w;
    }
}

#[reversible(adjoint, tangent, checks = false)]
fn diagonal(y: &mut [[f64; 20]], x: &[f64], w: f64) {
    for i in 0..x.len() {
        y[i][2 * i] += x[i] * w;
    }
}

#[differentiable(tangent)]
fn local_twice_as_far(x: &[f64], w: f64) -> f64 {
    let mut y = [0.0_f64; 20];
    for i in 0..x.len() {
        y[2 * i] += x[i] * w;
    }
    let mut sum = 0.0;
    for i in 0..20 {
        sum += y[i].sin() * i as f64;
    }
    sum
}

#[test]
fn gradients_are_found_by_each_lane() {
    let (x, seed) = (numbers(9, 0.3), numbers(21, 2.0));
    for n in 0..=9 {
        macro_rules! checked {
            ($($f:ident: $index:expr;)*) => {$(
                check_gradient!($f(&mut numbers(21, 0.1), &x[..n], 1.3, &AT[..n]));
                let (mut x_adj, mut w_adj) = (vec![0.0; n], 0.0);
                $f::pull(&mut seed.clone()[..], &x[..n], &mut x_adj[..], 1.3, &mut w_adj, &AT[..n], Inactive);
                let index: fn(usize) -> usize = $index;
                close(w_adj, (0..n).map(|i| seed[index(i)] * x[i]).sum());
                (0..n).for_each(|i| close(x_adj[i], seed[index(i)] * 1.3));
            )*};
        }
        checked! {
            twice_as_far: |i| 2 * i;
            from_the_end: |i| 20 - i;
            elsewhere: |i| (i * 3) % 7;
            by_list: |i| AT[i];
            by_computed: |i| AT[i] * 2 + i % 3;
        }
        check_gradient!(diagonal(&mut vec![[0.5; 20]; 9], &x[..n], 1.3));
        check_gradient!(local_twice_as_far(&x[..n], 1.3));
    }
}

/// Two elements of `x` whose indices are one apart go into `y[i]`.
macro_rules! neighbours {
    ($($f:ident($i:ident, $n:ident, $at:ident) = $a:expr, $b:expr;)*) => {$(
        #[reversible(adjoint, tangent, checks = false)]
        fn $f(y: &mut [f64], x: &[f64], $n: usize, $at: &[usize]) {
            for $i in 0..$at.len() {
                y[$i] += x[$a].sin() + x[$b].cos() * 3.0;
            }
        }
    )*};
}

neighbours! {
    all_walked(i, _n, at) = i, i + 1;
    every_second(i, _n, at) = 2 * i, 2 * i + 1;
    the_other_way(i, n, at) = n - i, n - i + 1;
    of_rows(i, n, at) = i * 2 + n - 12, i * 2 + n - 11;
}

#[reversible(adjoint, tangent, checks = false)]
fn listed(y: &mut [f64], x: &[f64], at: &[usize]) {
    for i in 0..at.len() {
        y[i] += x[at[i]].sin() + x[at[i] + 1].cos() * 3.0;
    }
}

#[reversible(adjoint, tangent, checks = false)]
fn in_rows(y: &mut [f64], x: &[[f64; 4]], k: usize) {
    for i in 0..y.len() {
        y[i] += x[i][k].sin() + x[i][k + 1].cos() * 3.0;
    }
}

#[differentiable(tangent)]
fn local_listed(x: &[f64], at: &[usize]) -> f64 {
    let mut y = vec![0.0; at.len()];
    for i in 0..at.len() {
        y[i] += x[at[i]].sin() * 2.0;
        y[i] += x[at[i] + 1].cos();
    }
    let mut product = 1.0;
    for i in 0..at.len() {
        product *= y[i] + 2.0;
    }
    product
}

#[test]
fn only_elements_that_are_walked_along_gather() {
    let x = numbers(22, 0.3);
    for n in 0..=9 {
        let y = numbers(n, 0.1);
        check_gradient!(all_walked(&mut y, &x, 12, &AT[..n]));
        check_gradient!(every_second(&mut y, &x, 12, &AT[..n]));
        check_gradient!(the_other_way(&mut y, &x, 12, &AT[..n]));
        check_gradient!(of_rows(&mut y, &x, 12, &AT[..n]));
        check_gradient!(listed(&mut y, &x, &AT[..n]));
        check_gradient!(in_rows(&mut y, &[[0.1, 0.2, 0.3, 0.4]; 9], 1));
        check_gradient!(local_listed(&x, &AT[..n]));
    }
}

/// The gradient of `t` is used twice, and grows in between.
#[reversible(adjoint, tangent, checks = false)]
fn growing_gradient(y: &mut [f64], z: &mut [f64], x: &[f64], w: f64, v: f64) {
    for i in 0..x.len() {
        let mut t = 0.0;
        t += x[i] * w;
        y[i] += t * t;
        t += x[i] * v;
        z[i] += t * t * t;
    }
}

/// The same without a sum.
#[reversible(adjoint, tangent, checks = false)]
fn growing_gradient_of_elements(y: &mut [f64], z: &mut [f64], x: &[f64], w: &[f64], v: &[f64]) {
    for i in 0..y.len() {
        let mut t = 0.0;
        t += x[i] * w[i];
        y[i] += t * t;
        t += x[i + 1] * v[i];
        z[i] += t * t * t;
    }
}

/// The gradient of `y[i]` comes from `z[i]` before it goes on to `x[i]` and `w`.
#[reversible(adjoint, tangent, checks = false)]
fn gradient_in_passing(y: &mut [f64], z: &mut [f64], x: &[f64], w: f64) {
    for i in 0..x.len() {
        y[i] += x[i] * w;
        z[i] += y[i] * 2.0;
    }
}

/// The same without a sum.
#[reversible(adjoint, tangent, checks = false)]
fn gradient_of_elements_in_passing(y: &mut [f64], z: &mut [f64], x: &[f64], w: &[f64]) {
    for i in 0..x.len() {
        y[i] += x[i] * w[i];
        z[i] += y[i] * 2.0;
    }
}

/// What neighbours gather is read from a gradient that the iteration adds to: before, or after.
#[differentiable(tangent)]
fn gathered_in_passing(x: &[f64], n: usize, after: bool) -> f64 {
    let mut y = vec![1.0; n];
    let mut z = vec![0.0; n];
    for i in 0..n {
        y[i] += x[n - i];
    }
    if after {
        for i in 0..n {
            y[i] += x[i] * 0.5 + x[i + 1] * 3.0;
            z[i] += y[i] * 2.0;
        }
    } else {
        for i in 0..n {
            z[i] += y[i] * 2.0;
            y[i] += x[i] * 0.5 + x[i + 1] * 3.0;
        }
    }
    let mut sum = 1.0;
    for i in 0..n {
        sum += y[i] * z[i] * i as f64;
    }
    sum
}

#[test]
fn gradients_are_read_when_all_is_there() {
    for n in 1..=9 {
        let (x, w, v) = (numbers(n + 1, 0.3), numbers(n, 0.5), numbers(n, 0.6));
        let (y, z) = (numbers(n, 0.1), numbers(n, 0.2));
        check_gradient!(growing_gradient(&mut y, &mut z, &x[..n], 1.3, 0.7));
        check_gradient!(growing_gradient_of_elements(&mut y, &mut z, &x, &w, &v));
        check_gradient!(gradient_in_passing(&mut y, &mut z, &x[..n], 1.3));
        check_gradient!(gradient_of_elements_in_passing(&mut y, &mut z, &x[..n], &w));
        check_gradient!(gathered_in_passing(&x, n, false));
        check_gradient!(gathered_in_passing(&x, n, true));
    }
}

/// Rows of one array, of which one changes.
#[reversible(adjoint, tangent, checks = false)]
fn rows(y: &mut [[f64; 9]], k: usize, w: f64) {
    for i in 0..9 {
        y[k + 1][i] += y[k][i] * w;
    }
}

/// An array that changes, its length, and an element of another row.
#[reversible(adjoint, tangent, checks = false)]
fn also_read(y: &mut [f64], z: &mut [[f64; 9]], x: &[f64], w: f64) {
    for i in 0..x.len() {
        y[i] += x[i] * w * y.len() as f64;
        z[1][i] += z[0][0] * x[i];
    }
}

#[test]
fn what_changes_is_not_borrowed_twice() {
    check_gradient!(rows(&mut vec![[0.5; 9]; 3], 1, 1.3));
    check_gradient!(also_read(&mut numbers(9, 0.1), &mut vec![[0.5; 9]; 2], &numbers(7, 0.3), 1.3));
}
