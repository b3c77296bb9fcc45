//! Functions that call themselves. All runs of an ordinary one share their tapes where they can; a reversible one that only adds to its
//! outputs has a `pull` that calls itself.

#![allow(clippy::needless_range_loop, reason = "plain code is what is tested")]

use retrograde::prelude::*;

/// Saves before, between and after the calls, in a loop and in branches.
#[differentiable(tangent)]
fn tree(x: &[f64], depth: u32, scale: f64) -> f64 {
    if depth == 0 {
        return x[0] * scale;
    }
    let mut s = scale;
    let mut sum = 0.0;
    for i in 0..x.len() {
        s = s * x[i] + 0.1;
        let left = tree(x, depth - 1, s);
        if left > 0.5 {
            s *= left;
        }
        sum += left * tree(x, depth - 1, s.sin()) + s.exp();
    }
    sum * 0.1
}

#[test]
fn several_calls_of_each_run() {
    for depth in 0..4 {
        check_gradient!(tree(&[0.7, 1.2], depth, 0.8));
    }
}

/// Each run makes a matrix of its own, which it lends to the next.
#[differentiable(tangent)]
fn determinant(a: &[f64], n: usize) -> f64 {
    if n == 1 {
        return a[0];
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for column in 0..n {
        let mut minor = Vec::new();
        for i in 1..n {
            for j in 0..n {
                if j != column {
                    minor.push(a[i * n + j]);
                }
            }
        }
        sum += sign * a[column] * determinant(&minor, n - 1);
        sign = -sign;
    }
    sum
}

#[test]
fn what_is_lent_is_local() {
    let a = [2.0, -1.0, 0.5, 0.3, 1.5, -0.7, 0.9, 0.2, 1.1];
    check_gradient!(determinant(&a, 3));
    let two: [f64; 4] = [3.0, 1.0, 2.0, 4.0];
    let (value, gradient) = determinant::value_and_gradient(&two, 2);
    assert!((value - 10.0).abs() < 1e-12);
    assert_eq!(gradient, [4.0, -2.0, -1.0, 3.0]);
}

/// The parameters change places, so that calls ask for the gradients of different ones.
#[differentiable(tangent)]
fn crossed(x: f64, y: f64, n: u32) -> f64 {
    if n == 0 { x * x * y } else { x + crossed(y * 0.9, x, n - 1) }
}

/// A call in an arm of a choice, and one after it.
#[differentiable(tangent)]
fn chosen(x: f64, n: u32) -> f64 {
    let half = if n % 3 == 1 { x.cos() } else { x + 1.0 };
    if n == 0 {
        return half;
    }
    let inner = match n {
        1 => x,
        2 => chosen(half, 1) * x,
        _ => chosen(half, n - 2),
    };
    inner * chosen(inner.sin(), n - 1)
}

/// More than one value.
#[differentiable(tangent)]
fn both(x: f64, flag: bool, n: u32) -> (f64, f64) {
    if n == 0 {
        return (x, x.sin());
    }
    let (a, b) = both(x * 0.8, !flag, n - 1);
    if flag { (a * b, a + x) } else { (b, a * x) }
}

/// One that is left early, and one that only looks at a value.
#[differentiable(tangent)]
fn searched(x: &[f64], from: usize) -> f64 {
    let mut total = 0.0;
    for i in from..x.len() {
        if x[i] < 0.0 {
            return total * x[i];
        }
        total += x[i] * x[i];
        if total > 2.0 {
            break;
        }
        total += 0.5 * searched(x, i + 1);
    }
    total
}

#[test]
fn all_kinds_of_calls() {
    for n in 0..5 {
        check_gradient!(crossed(0.7, 1.3, n));
        check_gradient!(crossed(0.7, const 1.3, n));
        check_gradient!(chosen(0.6, n));
        check_gradient!(both(0.9, true, n));
    }
    check_gradient!(searched(&[0.5, 0.7, 0.3, -0.4, 0.9], 0));
    check_gradient!(searched(&[0.5, 1.7, 0.3, 0.4], 0));
}

#[test]
fn a_pullback_is_called_again() {
    let x = [0.7, 1.2];
    let first = tree::gradient(&x, 3, 0.8);
    assert_eq!(first, tree::gradient(&x, 3, 0.8));
    // Both values at once: the sum of each by itself.
    let [one, two, sum] = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|seed| both::vjp(0.9, true, 3, seed));
    assert!((one + two - sum).abs() < 1e-14);
}

/// Which elements of each half go on is told by bits, which cost less to count again than to keep.
#[differentiable(tangent)]
fn halves(x: &[f64], chosen: u32) -> f64 {
    let first = chosen.trailing_zeros() as usize;
    if x.len() < 2 {
        return if first == 0 { x[0] } else { x[0] * x[0] };
    }
    let (low, high) = x.split_at(x.len() / 2);
    let ones = f64::from(chosen.count_ones());
    low[0] * halves(low, chosen >> 1) + ones * halves(high, chosen ^ 5) * high[first % high.len()]
}

#[test]
fn bits_and_halves() {
    for chosen in [1, 6, 44, 0b1011_0100] {
        check_gradient!(halves(&[0.7, 1.2, -0.4, 0.9, 1.1], chosen));
    }
}

/// Adds to both outputs in calls and beside them.
#[reversible(adjoint, tangent)]
fn add_products(y: &mut f64, count: &mut i64, x: &[f64], factor: f64, from: usize) {
    *count += 1;
    for i in from..x.len() {
        let product = factor * x[i];
        if i % 2 == 0 {
            *y += product.sin();
        }
        add_products(y, count, x, product, i + 1);
    }
}

/// Calls itself with its outputs exchanged, and backwards in `down`.
#[reversible(adjoint, tangent)]
fn crossed_outputs(y: &mut f64, z: &mut f64, x: f64, n: u32) {
    *y += x * x;
    if n > 0 {
        crossed_outputs(z, y, x * 0.5, n - 1);
    }
    *z -= x.sin();
}

/// Calls itself backwards: such a call takes away what it would add.
#[reversible(adjoint, tangent)]
fn down(y: &mut f64, x: f64, n: u32) {
    *y += x * x * x;
    if n > 0 {
        down::inverse(y, x * 0.7, n - 1);
    }
}

/// Asks for the length of its output, which a call of itself would have to know.
#[reversible(adjoint, tangent)]
fn spread(y: &mut [f64], x: f64, n: u32) {
    for i in 0..y.len() {
        y[i] += x.sin();
    }
    if n > 0 {
        spread(&mut y[1..], x * x, n - 1);
    }
}

#[test]
fn outputs_of_reversible_functions() {
    let x = [0.7, 1.2, -0.4, 0.9];
    check_gradient!(add_products(&mut 0.3, &mut 0, &x, 1.5, 0));
    check_inverse!(add_products(&mut 0.3, &mut 0, &x, 1.5, 0));
    for n in 0..4 {
        check_gradient!(crossed_outputs(&mut 0.1, &mut 0.2, 0.8, n));
        check_gradient!(down(&mut 0.1, 0.8, n));
        check_gradient!(spread(&mut [0.1, 0.2, 0.3, 0.4], 0.8, n));
    }
}

#[test]
fn gradients_alone() {
    let x = [0.7, 1.2, -0.4, 0.9];
    let (mut by_x, mut by_factor) = ([0.0; 4], 0.0);
    add_products::pull(&mut 1.0, Inactive, &x, &mut by_x, 1.5, &mut by_factor, 0, Inactive);
    let (mut y, mut count) = (0.3, 0);
    add_products(&mut y, &mut count, &x, 1.5, 0);
    assert_eq!(count, 16);
    let (mut all_x, mut all_factor) = ([0.0; 4], 0.0);
    add_products::adjoint(&mut y, &mut 1.0, &mut count, Inactive, &x, &mut all_x, 1.5, &mut all_factor, 0, Inactive);
    assert_eq!((by_x, by_factor), (all_x, all_factor));
    assert!((y - 0.3).abs() < 1e-14 && count == 0);
}

/// A condition that reads what its branch changes is saved, and the branch calls the function itself, whose runs share a tape.
#[test]
fn saved_conditions() {
    #[differentiable(tangent)]
    fn damped(x: f64, n: usize) -> f64 {
        let mut s = 1.0;
        if s > 2.0 || n != 0 {
            s /= 2.0;
            damped(x * s, n - 1).sin()
        } else {
            x * s
        }
    }

    for n in 0..5 {
        check_gradient!(damped(0.8, n));
    }
}
