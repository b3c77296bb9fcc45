//! Loops that end somewhere, and early exits, in ordinary functions.

#![allow(
    clippy::needless_range_loop,
    clippy::while_float,
    clippy::needless_return,
    reason = "plain code is what is tested"
)]

use retrograde::prelude::*;

/// Newton's method: how often is decided by the numbers.
#[differentiable(tangent)]
fn root(a: f64) -> f64 {
    let mut x = 1.0;
    while (x * x - a).abs() > 1e-12 {
        x = 0.5 * (x + a / x);
    }
    x
}

#[test]
fn while_loop() {
    let (value, slope) = root::value_and_gradient(2.0);
    assert!((value - 2.0_f64.sqrt()).abs() < 1e-12 && (slope - 0.5 / 2.0_f64.sqrt()).abs() < 1e-6);
    check_gradient!(root(2.0));
    assert_eq!(root::value_and_gradient(1.0), (1.0, 0.0)); // no iteration at all
}

/// The power by a loop, as in the paper.
#[differentiable(tangent)]
fn power(x: f64, n: u32) -> f64 {
    let mut n = n;
    let mut r = 1.0;
    while n > 0 {
        n -= 1;
        r *= x;
    }
    r
}

#[test]
fn while_counting_down() {
    assert_eq!(power::value_and_gradient(2.0, 5), (32.0, 80.0));
    check_gradient!(power(1.5, 7));
    check_gradient!(power(1.5, 0));
}

#[differentiable(tangent)]
fn guard_clauses(x: f64, n: u32) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let y = x.sin();
    if n == 1 {
        return y;
    }
    if n & 1 == 0 {
        let half = guard_clauses(x, n / 2);
        return half * half;
    }
    y * guard_clauses(x, n - 1)
}

#[test]
fn return_in_a_branch() {
    for n in [0, 1, 2, 7, 8] {
        check_gradient!(guard_clauses(0.7, n));
        let expected = f64::from(n) * 0.7_f64.sin().powf(f64::from(n) - 1.0) * 0.7_f64.cos();
        assert!((guard_clauses::gradient(0.7, n) - expected).abs() < 1e-12);
    }
}

#[differentiable(tangent)]
fn first_above(x: &[f64], limit: f64) -> f64 {
    for i in 0..x.len() {
        let y = x[i] * x[i];
        if y > limit {
            return y * 2.0 + limit;
        }
    }
    x[0] * limit
}

#[test]
fn return_from_a_loop() {
    let x = [0.5, 1.5, 2.5];
    for limit in [0.1, 1.0, 4.0, 9.0] {
        check_gradient!(first_above(&x, limit));
    }
    assert_eq!(first_above::gradient(&x, 1.0), (vec![0.0, 6.0, 0.0], 1.0));
}

#[differentiable(tangent)]
fn skip_and_stop(x: &[f64], limit: f64) -> f64 {
    let mut sum = 0.0;
    let mut last = 1.0;
    for i in 0..x.len() {
        if x[i] < 0.0 {
            continue;
        }
        sum += x[i] * last;
        if sum > limit {
            break;
        }
        last = sum.sin();
        if i % 2 == 1 {
            if last > 0.5 {
                continue;
            }
            last *= x[i];
        } else {
            last += 1.0;
        }
        sum *= last;
    }
    sum * last
}

#[test]
fn break_and_continue() {
    let x = [0.5, -1.0, 1.5, 0.25, 0.75, -0.5, 1.25];
    for limit in [0.1, 0.6, 2.0, 3.0, 100.0] {
        check_gradient!(skip_and_stop(&x, limit));
    }
}

#[differentiable(tangent)]
fn labels(x: &[f64], n: usize) -> f64 {
    let mut s = 1.0;
    'rows: for i in 0..n {
        for j in 0..n {
            if j > i {
                s *= x[i];
                continue 'rows;
            }
            if i * j == 6 {
                s += x[j];
                break 'rows;
            }
            s = s * x[j].cos() + x[i];
            if s > 3.0 {
                break;
            }
            if s < -3.0 {
                return s * x[0];
            }
        }
        s += 0.125;
    }
    s
}

#[test]
fn labelled_loops() {
    for x in [[0.3, 0.4, -0.5, 1.1, 0.9], [1.3, -2.4, -3.5, 1.1, 0.9], [0.1, 0.2, 0.1, 0.2, 0.1]] {
        for n in 0..5 {
            check_gradient!(labels(&x, n));
        }
    }
}

#[differentiable(tangent)]
fn endless(x: f64) -> f64 {
    let mut y = x;
    let mut k = 0;
    loop {
        y = y * x + 0.25;
        k += 1;
        if y > 4.0 {
            return y.ln();
        }
        if k == 10 {
            break;
        }
    }
    y * 3.0
}

#[test]
fn loop_until() {
    check_gradient!(endless(1.6));
    check_gradient!(endless(0.5));
}

#[differentiable(tangent)]
fn only_returns(x: f64) -> f64 {
    let mut y = x;
    loop {
        y *= x;
        if y > 100.0 {
            return y;
        }
    }
}

#[test]
fn loop_without_end() {
    check_gradient!(only_returns(1.7));
}

#[differentiable(tangent)]
fn block_left(x: f64) -> f64 {
    let mut y = x * x;
    'fix: {
        if y < 1.0 {
            break 'fix;
        }
        y = y.sqrt();
        if y < 2.0 {
            break 'fix;
        }
        y += x;
    }
    y * x
}

#[test]
fn labelled_block() {
    for x in [0.5, 1.5, 2.5] {
        check_gradient!(block_left(x));
    }
}
#[differentiable(tangent)]
fn chosen(x: f64, k: u32) -> f64 {
    let factor = match k {
        0 => return x,
        1 => x.sin(),
        k => {
            let f = f64::from(k);
            f * x
        }
    };
    factor * factor
}

#[test]
fn several_arms_go_on() {
    for k in 0..4 {
        check_gradient!(chosen(0.7, k));
    }
}

/// Blocks and loops that are left with a value.
#[differentiable(tangent)]
fn values_of_blocks(x: f64, k: u32) -> f64 {
    let y = 'found: {
        if k == 0 {
            break 'found x.sin();
        }
        let z = x * x;
        for i in 1..5 {
            if i == k {
                break 'found z * f64::from(i);
            }
        }
        z.exp()
    };
    let z = y + 'small: {
        if y < 1.0 {
            break 'small x;
        }
        x * y
    };
    let mut n = 0;
    loop {
        n += 1;
        if n > k {
            break z * y;
        }
        if n == 3 {
            return z.cos();
        }
    }
}

#[differentiable(tangent)]
fn block_at_the_end(x: f64, positive: bool) -> f64 {
    let y = x * x;
    'end: {
        if positive {
            break 'end y.sqrt();
        }
        y * x
    }
}

#[test]
fn left_with_a_value() {
    for k in 0..6 {
        check_gradient!(values_of_blocks(0.7, k));
        check_gradient!(values_of_blocks(1.4, k));
    }
    let y = 0.5_f64.sin();
    assert!((values_of_blocks(0.5, 0) - (y + 0.5) * y).abs() < 1e-15);
    check_gradient!(block_at_the_end(0.7, true));
    check_gradient!(block_at_the_end(0.7, false));
}

/// Exits in the block that a local starts with: they may stay inside, or leave what is around; names inside are used again outside.
#[differentiable(tangent)]
fn in_an_initialiser(x: &[f64], limit: f64) -> f64 {
    let mut s = 1.0;
    for v in x {
        let t = {
            let mut t = v * s;
            'fix: {
                if t > limit {
                    break 'fix;
                }
                t += 0.5;
            }
            let mut k = 0;
            loop {
                if k == 2 || t > 3.0 {
                    break;
                }
                k += 1;
                t *= 1.5;
            }
            t
        };
        let u = {
            let mut t = t.sin();
            if t < -0.9 {
                continue;
            }
            if t > 0.95 {
                return s * t;
            }
            t *= 2.0;
            t
        };
        s += t * u;
    }
    s
}

#[test]
fn initialisers() {
    for x in [[0.5, -1.0, 1.5], [1.1, 0.2, 0.9], [-2.0, 3.0, 0.1]] {
        for limit in [-0.5, 0.4, 2.0] {
            check_gradient!(in_an_initialiser(&x, limit));
        }
    }
}

/// Arms that change what the `match` looks at, and what its guards read.
#[differentiable(tangent)]
fn changing_arms(x: f64, n: usize) -> f64 {
    let (mut s, mut k) = (x, 0);
    for _ in 0..n {
        match k % 3 {
            0 if s < 1.0 => {
                s = s * 2.0 + x;
                k += 1;
            }
            1 | 2 if s > 2.0 => s = s.sqrt() * x,
            found => {
                k += 1 + found;
                s += x.cos();
            }
        }
        let t = match k {
            0..=2 if s > 1.0 => {
                s *= x;
                s.sin()
            }
            _ => s * 0.5,
        };
        s += t;
    }
    s
}

#[test]
fn arms_that_change_what_is_matched() {
    for x in [0.5, -0.7, 1.3] {
        for n in 0..6 {
            check_gradient!(changing_arms(x, n));
        }
    }
}

/// Values that need statements of their own in the branches of a value, beside branches that leave.
#[differentiable(tangent)]
fn branches_with_statements(x: &[f64], k: usize) -> f64 {
    let mut s = 0.5;
    for v in x {
        let t = if *v < 0.0 {
            if k == 3 {
                return s;
            }
            if k == 1 { x.iter().filter(|u| **u > 0.0).map(|u| u * v).sum::<f64>() } else { s * v }
        } else if k == 2 {
            continue;
        } else {
            match k {
                0 => x.iter().filter(|u| **u > s).product::<f64>(),
                _ => s * s,
            }
        };
        s += t * 0.5;
    }
    s
}

#[test]
fn statements_in_branches_of_values() {
    for k in 0..5 {
        check_gradient!(branches_with_statements(&[0.7, -0.4, 1.3, 0.9], k));
    }
}

/// Arms that change what is looked at, by a method and before another local of the name.
#[differentiable(tangent)]
fn changed_in_an_arm(x: &[f64; 3], n: u32) -> f64 {
    let mut part = Part { a: x[0], b: x[1] };
    let mut t = x[2];
    for k in 0..n {
        match k {
            1 if part.a > 0.3 => part.turn(),
            2 => {
                part.turn();
                part.b *= t;
            }
            _ => {}
        }
        match positive(t) {
            Some(found) => {
                t *= 0.9;
                let t = found * part.a;
                part.b += t;
            }
            None => t += 1.0,
        }
    }
    let mut list = [t, part.a, part.b];
    for item in &mut list {
        if let Some(found) = positive(*item) {
            t += found;
        } else {
            raise(item);
        }
    }
    let weigh = |by: f64| list[0] * by;
    match positive(weigh(t)) {
        Some(found) => list[0] *= found,
        None => list[0] += 2.0,
    }
    list[0] * list[1] + list[2] * t
}

#[reversible(adjoint, tangent)]
fn raise(x: &mut f64) {
    *x += 1.5;
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Part {
    a: f64,
    b: f64,
}

impl Part {
    #[reversible(adjoint, tangent)]
    fn turn(&mut self) {
        self.a += self.b * 0.5;
        self.b -= self.a * 0.2;
    }
}

#[differentiable(tangent)]
fn positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.sqrt()) } else { None }
}

#[test]
fn arms_change_what_is_looked_at() {
    for n in 0..5 {
        check_gradient!(changed_in_an_arm(&[0.7, -0.4, 0.9], n));
        check_gradient!(changed_in_an_arm(&[0.2, 0.8, -0.3], n));
    }
}

/// A block that only returns: nothing else tells what a pair is made of.
#[differentiable(tangent)]
fn returns_at_once(x: f64) -> (f64, f64) {
    let r = [x, 2.0 * x];
    'only: {
        if x > 5.0 {
            break 'only;
        }
        return (1.0, r[0] * r[1]);
    }
    (x, 1.0)
}

#[test]
fn a_pair_is_returned_from_a_block() {
    for x in [0.75, 6.0] {
        check_gradient!(returns_at_once(x));
    }
}

/// Branches of which each ends well: only the signature tells what errors there are.
#[differentiable(tangent)]
fn ends_well(x: &[f64; 2]) -> Result<f64, f64> {
    if x[0] > 0.0 {
        if x[1] > 0.0 {
            return Ok(x[0] * x[1]);
        }
    } else {
        return Err(x[1]);
    }
    Ok(x[0].sin())
}

#[differentiable(tangent)]
fn ends_well_or_not(x: &[f64; 2]) -> f64 {
    ends_well(x).unwrap_or_else(|error| error * 3.0)
}

#[test]
fn results_are_of_the_type_that_is_returned() {
    for x in [[0.5, 0.7], [0.5, -0.7], [-0.5, 0.7]] {
        check_gradient!(ends_well_or_not(&x));
    }
}

/// The panics are statements, so no block has a value but by leaving.
#[differentiable(tangent)]
fn never_goes_on(x: f64, limit: i32) -> f64 {
    let mut y = match limit {
        0 => x,
        1..=3 => x * x,
        _ => {
            assert!(limit < 100, "too much");
            panic!("no such limit: {limit}");
        }
    };
    for k in 0..limit {
        if y < 0.1 {
            return y * f64::from(k);
        } else if y > 5.0 {
            panic!("out of range");
        }
        y *= 0.5;
    }
    if y < 1.0 {
        return y + x;
    }
    unreachable!("{y} is not halved often enough");
}

#[test]
fn panics_are_the_ends_of_blocks() {
    for (x, limit) in [(0.5, 0), (0.7, 1), (0.7, 3)] {
        check_gradient!(never_goes_on(x, limit));
    }
    for (x, limit) in [(0.5, 7), (3.0, 1), (2.0, 0)] {
        assert!(std::panic::catch_unwind(|| never_goes_on::gradient(x, limit)).is_err(), "{x} {limit}");
    }
}
