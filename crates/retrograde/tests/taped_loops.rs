//! Loops whose way back has the tape as an array and the gradients of elements in variables: every length, every kind of range, places that
//! are the same under two names.

#![allow(clippy::float_cmp, reason = "a second run does the same")]

use retrograde::prelude::*;

/// Locals that go from iteration to iteration, elements that are read and changed, a parameter that is only read.
#[differentiable(tangent)]
fn steps(x: &[f64], by: f64, count: usize) -> f64 {
    let mut y = vec![0.25; x.len()];
    for _ in 0..count {
        let mut one = 1.0;
        let mut two = 0.5;
        for i in 0..x.len() {
            let rate = x[i] * two / 3.0;
            two = y[i] + by * one * rate;
            one = y[i] * x[i];
            y[i] += by * (rate - 2.0 * one) / 6.0;
        }
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += y[i] * y[i];
    }
    sum
}

/// Ranges of all kinds, over all kinds of integers.
#[differentiable(tangent)]
fn ranges(x: &[f64], n: u64) -> f64 {
    let mut s = x[0];
    for i in (1..x.len()).rev() {
        s = s * x[i] + 0.5;
    }
    let last = x.len() - 1;
    for i in 0..=last {
        s = s * s * 0.25 - x[i];
    }
    for i in (0..x.len()).step_by(2) {
        s *= s + x[i];
    }
    for i in (0..x.len()).rev().step_by(3) {
        s *= 0.5 * s - x[i];
    }
    for _ in 2..n {
        s = s * s - x[1];
    }
    for k in -1..=1_i8 {
        s = s * s * f64::from(k) + x[0];
    }
    s
}

/// The first is only added to, and so is the second.
#[differentiable(tangent)]
fn both(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.5;
    for i in 0..x.len() {
        s = s * (x[i] + 2.0 * y[i]) + x[i] * y[i];
    }
    s
}

#[differentiable(tangent)]
fn twice_the_same(x: &[f64]) -> f64 {
    both(x, x)
}

/// What was lent is changed: its gradient is read and set.
#[differentiable(tangent)]
fn change(x: &mut [f64], y: &mut [f64]) -> f64 {
    let mut s = 0.5;
    for i in 0..x.len() {
        s = s * x[i] + y[i];
        x[i] = s * y[i];
        y[i] -= s * s;
    }
    s
}

#[differentiable(tangent)]
fn changed(x: &[f64]) -> f64 {
    let mut y = x.to_vec();
    let mut z = y.clone();
    let s = change(&mut y, &mut z);
    let mut sum = s;
    for i in 0..x.len() {
        sum += y[i] * z[i];
    }
    sum
}

/// Neighbours, of which each iteration changes one; rows, fields and tuples of elements; an index that the iteration computes.
#[differentiable(tangent)]
fn neighbours(x: &[[f64; 2]], order: &[usize]) -> f64 {
    let mut y = vec![1.0; x.len()];
    let mut pairs = vec![(0.5, 2.0); x.len()];
    let mut last = 0.75;
    for i in 1..x.len() {
        last = last * y[i - 1] + x[i][1];
        y[i] = last * y[i] + x[i][0];
        pairs[i].0 *= last;
        pairs[i].1 += last * pairs[i].0;
        let k = order[i];
        y[k] += x[k][1] * last;
    }
    let mut sum = last;
    for i in 0..x.len() {
        sum += y[i] * pairs[i].1;
    }
    sum
}

/// Elements that are lists themselves.
#[differentiable(tangent)]
fn rows(x: &[f64], weights: &[Vec<f64>]) -> f64 {
    let mut state = vec![0.5, 1.5];
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum = sum * state[0] + x[i];
        let next = vec![state[1] * weights[i][0], sum * weights[i][1]];
        state = next;
    }
    sum + state[0] * state[1]
}

/// A local that is read after the loop that gives it values, and one that a loop without iterations leaves as it is.
#[differentiable(tangent)]
fn after(x: &[f64], inner: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut power = x[i];
        let mut other = 2.0 * x[i];
        for _ in 0..inner {
            other *= power;
            power = power * power + x[i];
        }
        sum += power * power;
        sum *= other;
    }
    sum
}

fn numbers(n: usize) -> Vec<f64> {
    (0..n).map(|k| (0.3 + k as f64 * 0.7).sin()).collect()
}

#[test]
fn every_length() {
    for n in 1..14 {
        check_gradient!(steps(&numbers(n), 0.5, 3));
        check_gradient!(after(&numbers(3), n % 4));
        if n > 1 {
            check_gradient!(ranges(&numbers(n.min(4)), 4));
        }
        check_gradient!(both(&numbers(n), &numbers(n + 2)[..n]));
        check_gradient!(twice_the_same(&numbers(n)));
        check_gradient!(changed(&numbers(n)));
        let pairs: Vec<[f64; 2]> = numbers(n).iter().map(|x| [*x, 0.5 - x]).collect();
        let order: Vec<usize> = (0..n).map(|k| (k * 5 + 1) % n).collect();
        check_gradient!(neighbours(&pairs, &order));
        let weights: Vec<Vec<f64>> = numbers(n).iter().map(|x| vec![*x, 0.5 + x]).collect();
        check_gradient!(rows(&numbers(n), &weights));
    }
}

#[test]
fn memory_is_used_again() {
    let mut work = Workspace::new();
    for n in [5, 9, 3, 9, 0, 12] {
        let x = numbers(n);
        let gradient = steps::gradient(&x, 0.5, 4);
        for _ in 0..2 {
            assert_eq!(work.run(|| steps::gradient(&x, 0.5, 4)), gradient);
        }
    }
}

#[test]
fn several_gradients_at_once() {
    #[differentiable]
    fn all(x: &[f64], by: f64) -> Vec<f64> {
        let mut y = vec![0.5; x.len()];
        let mut last = by;
        for i in 0..x.len() {
            last = last * x[i] + y[i];
            y[i] *= last;
        }
        y
    }
    let x = numbers(7);
    let (x_rows, by_rows) = all::jacobian(&x, 0.75);
    for k in 0..7 {
        let mut seed = vec![0.0; 7];
        seed[k] = 1.0;
        assert_eq!((x_rows[k].clone(), by_rows[k]), all::vjp(&x, 0.75, seed));
    }
}

/// An index that is changed after its last use, by what changes right after.
#[differentiable(tangent)]
#[allow(unused_assignments, reason = "nobody reads the last change")]
fn late_changes(w: &[f64], hops: &[usize], n: usize) -> f64 {
    let (mut s, mut left) = (1.0, n);
    for i in 0..n {
        let mut k = i;
        s = s * w[k] + w[0];
        if i > 0 {
            k += hops[left - 1];
            left -= 1;
        }
    }
    s
}

#[test]
fn changes_after_the_last_use() {
    check_gradient!(late_changes(&[0.5, 1.5, -0.7, 1.2], &[1, 0, 2, 1], 4));
}
