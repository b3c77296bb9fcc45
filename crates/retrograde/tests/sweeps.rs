//! Loops that run a block at a time: every length around the size of a block, every kind of shadow, against the tangent.

#![allow(clippy::float_cmp, reason = "shadows of different kinds add up the same numbers in the same order")]

use retrograde::gates::rot;
use retrograde::prelude::*;

/// A column of a triangular matrix times a number: a sum for `s`, elements of `l`, and `out` to be undone.
#[reversible(adjoint, tangent, checks = false)]
fn column(out: &mut [f64], l: &[f64], n: usize, s: f64) {
    for j in 1..n {
        out[j] += l[j + 2 - 1] * s;
    }
}

/// Two sums, a local in each iteration, a function with a guarded derivative.
#[reversible(adjoint, tangent, checks = false)]
fn spread(y: &mut f64, x: &[f64], mean: f64, scale: f64) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let d = (x[i] - mean) / scale;
        sum += (d * d + 1.0).sqrt() - scale * 0.5;
    }
    *y += sum.ln_1p();
}

fn numbers(n: usize, start: f64) -> Vec<f64> {
    (0..n).map(|k| (start + k as f64 * 0.7).sin()).collect()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0), "{a} against {b}");
}

#[test]
fn columns_of_every_length() {
    for n in 0..20 {
        let (before, l, s) = (numbers(n, 0.1), numbers(n + 2, 0.5), 1.3);
        let mut out = before.clone();
        column(&mut out, &l, n, s);
        let after = out.clone();
        let seed = numbers(n, 2.0);

        let (mut out_adj, mut l_adj, mut s_adj) = (seed.clone(), vec![0.0; n + 2], 0.0);
        column::adjoint(&mut out, &mut out_adj[..], &l, &mut l_adj[..], n, Inactive, s, &mut s_adj);
        out.iter().zip(&before).for_each(|(a, b)| close(*a, *b));
        assert_eq!(out_adj, seed);

        // In the direction of `s`, and of each element of `l`.
        let dot = |tangent: &[f64]| seed.iter().zip(tangent).map(|(a, b)| a * b).sum::<f64>();
        let mut out_tan = vec![0.0; n];
        column::tangent(&mut before.clone(), &mut out_tan[..], &l, Inactive, n, Inactive, s, 1.0);
        close(dot(&out_tan), s_adj);
        for k in 0..n + 2 {
            let (mut out_tan, mut l_tan) = (vec![0.0; n], vec![0.0; n + 2]);
            l_tan[k] = 1.0;
            column::tangent(&mut before.clone(), &mut out_tan[..], &l, &mut l_tan[..], n, Inactive, s, Inactive);
            close(dot(&out_tan), l_adj[k]);
        }

        // The same gradients without the values, as cells, with a constant, and two at once.
        let (cells, mut pulled) = (vec![Cell::new(0.0); n + 2], 0.0);
        column::pull(&mut seed.clone()[..], &l, &cells[..], n, Inactive, s, &mut pulled);
        assert_eq!((cells.iter().map(Cell::get).collect::<Vec<_>>(), pulled), (l_adj.clone(), s_adj));
        let mut alone = 0.0;
        column::pull(&mut seed.clone()[..], &l, Inactive, n, Inactive, s, &mut alone);
        assert_eq!(alone, s_adj);
        let mut twice: Vec<_> = seed.iter().map(|g| Lanes([*g, -2.0 * g])).collect();
        let (mut l_twice, mut s_twice) = (vec![Lanes([0.0; 2]); n + 2], Lanes([0.0; 2]));
        column::adjoint(&mut after.clone(), &mut twice[..], &l, &mut l_twice[..], n, Inactive, s, &mut s_twice);
        assert_eq!(s_twice[0], s_adj);
        close(s_twice[1], -2.0 * s_adj);
        assert!(l_twice.iter().zip(&l_adj).all(|(lanes, g)| lanes[0] == *g));
    }
}

#[test]
fn sums_of_every_length() {
    for n in 0..20 {
        let (x, mean, scale) = (numbers(n, 0.3), 0.2, 1.7);
        let mut y = 0.0;
        spread(&mut y, &x, mean, scale);
        let (mut x_adj, mut mean_adj, mut scale_adj) = (vec![0.0; n], 0.0, 0.0);
        spread::adjoint(&mut y, &mut 1.0, &x, &mut x_adj[..], mean, &mut mean_adj, scale, &mut scale_adj);
        close(y, 0.0);
        let tangent = |x_tan: &mut [f64], mean_tan: f64, scale_tan: f64| {
            let mut y_tan = 0.0;
            spread::tangent(&mut 0.0, &mut y_tan, &x, x_tan, mean, mean_tan, scale, scale_tan);
            y_tan
        };
        close(tangent(&mut vec![0.0; n], 1.0, 0.0), mean_adj);
        close(tangent(&mut vec![0.0; n], 0.0, 1.0), scale_adj);
        for k in 0..n {
            let mut x_tan = vec![0.0; n];
            x_tan[k] = 1.0;
            close(tangent(&mut x_tan, 0.0, 0.0), x_adj[k]);
        }
    }
}

/// Rotates pairs that are `apart` elements from each other.
#[reversible(adjoint, tangent)]
fn pairs(x: &mut [f64], start: usize, n: usize, apart: usize) {
    for i in start..start + n {
        rot(&mut x[i], &mut x[i + n], 0.3);
    }
    // With `apart` below `n`, an iteration comes to what another has changed.
    for i in start..start + n {
        rot(&mut x[i], &mut x[i + apart], 0.7);
        x[i] *= 1.1;
    }
}

#[test]
fn pairs_of_elements_and_the_order_of_turns() {
    for (n, apart) in [(1, 1), (3, 3), (4, 1), (4, 2), (3, 5)] {
        let x = numbers(16, 0.4);
        let mut y = x.clone();
        pairs(&mut y, 2, n, apart);
        pairs::inverse(&mut y, 2, n, apart);
        y.iter().zip(&x).for_each(|(y, x)| close(*y, *x));
        check_gradient!(pairs(&mut y, 2, n, apart));
    }
}

/// A sum of gradients beside values that come from the tape: the loop runs forwards, in lanes.
#[differentiable(tangent)]
fn shares(x: &[f64], shift: f64, weight: usize) -> f64 {
    let factor = 2.0 * weight as f64;
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += factor * (x[i] - shift).exp();
    }
    sum.ln()
}

/// The same in each iteration of another loop, which all save to one tape, and with a last iteration that comes first.
#[differentiable(tangent)]
fn shares_of_rows(x: &[[f64; 7]], shift: f64) -> f64 {
    let mut product = 1.0;
    for row in 0..x.len() {
        let mut sum = 0.0;
        for i in 2..7 {
            sum += (x[row][i] - shift).exp();
        }
        for i in (0..3).rev() {
            sum += (x[row][i] * shift).exp();
        }
        product *= sum.ln();
    }
    product
}

/// A variable that the way back restores in each iteration, and that is asked for after the loop too.
#[differentiable(tangent)]
fn powers(x: &[f64], t: f64) -> f64 {
    let mut sum = 0.0;
    let mut power = 1.0;
    for i in 0..x.len() {
        sum += x[i] * power * t;
        power *= t;
    }
    sum + power
}

/// The iterations of the outer loop write to elements of their own, but the tape has an order.
#[differentiable(tangent)]
fn rows_of_their_own(x: &[f64], y: &[f64]) -> f64 {
    let mut rows = [0.0_f64; 4];
    for i in 0..4 {
        for j in 0..y.len() {
            rows[i] += x[i].exp() * (x[i] * y[j]).exp() * y[j];
        }
    }
    rows[1] * rows[3]
}

/// An array that is saved, and one of its elements.
#[differentiable(tangent)]
fn element_of_an_array(x: &[f64], by: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut pair = [x[i], by];
        pair[0] += pair[1].sin();
        pair[1] *= pair[0];
        sum += pair[1];
    }
    sum
}

#[test]
fn the_tape_is_read_in_lanes() {
    let x: Vec<f64> = (0..11).map(|k| f64::from(k) * 0.25 - 1.0).collect();
    for length in 2..x.len() {
        check_gradient!(shares(&x[..length], 0.5, 3));
        check_gradient!(powers(&x[..length], 0.75));
    }
    let rows = [[0.25, -0.5, 1.0, 0.75, -0.25, 0.5, 1.25], [1.0, 0.5, -1.0, 0.125, 0.25, -0.5, 0.375]];
    check_gradient!(shares_of_rows(&rows, 0.5));
    for length in 1..x.len() {
        check_gradient!(rows_of_their_own(&[0.5, -0.25, 1.0, 0.75], &x[..length]));
        check_gradient!(element_of_an_array(&x[..length], 0.75));
    }
    let (_, (x_adj, shift_adj)) = shares::value_and_gradient(&[9.0, 1.0, 2.0], 0.5, 3);
    let part = 1.0 / (1.0 + 1.0_f64.exp());
    assert!((x_adj[1] - part).abs() < 1e-12 && (shift_adj + 1.0).abs() < 1e-12 && x_adj[0] == 0.0);
}
