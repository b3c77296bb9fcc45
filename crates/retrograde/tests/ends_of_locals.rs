//! How locals end: what can be computed again although more changes around it, and what is restored before the end of its block. Each
//! function runs there and back, and its gradient is compared with differences.

use retrograde::prelude::*;

/// The blocks on the right sides have locals of their own, which end with them.
#[reversible(adjoint, tangent)]
fn shares(y: &mut f64, z: &mut f64) {
    let mut held = 0.0;
    held += {
        let share = *y;
        share * share
    };
    *z += held.sin();
    turned(y);
    turned::inverse(y);
    held -= {
        let share = *y;
        share * share
    };
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn turned(y: &mut f64) {
    *y += 1.0;
}

/// What fills the sum counts with a local that has ended when the sum is used.
#[reversible(adjoint, tangent)]
fn counted(y: &mut f64, x: &[f64]) {
    let mut k = 0;
    let mut sum = 0.0;
    while (k < x.len(), k > 0) {
        sum += x[k] * x[k];
        k += 1;
    }
    release!(k, x.len());
    *y += sum.sin();
}

/// A local that has ended is computed again for another that needs it.
#[reversible(adjoint, tangent)]
fn recalled(y: &mut f64, x: f64) {
    let mut twice = x;
    twice += x;
    let square = twice * twice;
    release!(twice, 2.0 * x);
    *y += square;
}

/// The sum reads what its branch has changed before.
#[reversible(adjoint, tangent)]
fn changed_before(y: &mut f64, z: &mut f64, k: i64) {
    let mut sum = 0.0;
    match k {
        0 => {
            *y += 1.0;
            if *y > 0.0 {
                sum += *y * *y;
            }
        }
        _ => *y += 2.0,
    }
    *z += sum;
}

/// The branch changes its condition, so that its postcondition tells whether the sum was filled.
#[reversible(adjoint, tangent)]
fn told_afterwards(y: &mut f64, z: &mut f64, k: &mut i64) {
    let mut sum = 0.0;
    if (*k > 0, *k > 1) {
        *k += 1;
        sum += *y * *y;
    }
    *z += sum.sin();
}

/// The branches change what the local is computed from, after its last use.
#[reversible(adjoint, tangent)]
fn changed_in_a_branch(p: &mut f64, q: &mut f64, kick: bool) {
    let force = *q * *q;
    if kick {
        *p += force;
        *q += *p;
    } else {
        *p -= 2.0 * force;
    }
}

/// The last use of a local that is restored reads it.
#[reversible(adjoint, tangent)]
fn read_last(y: &mut f64, z: &mut f64) {
    let mut n = 0.5;
    *y += n;
    n += *y;
    *z += n * n;
    n -= *y;
    *y -= n;
}

/// What is undone in between is as it was.
#[reversible(adjoint, tangent)]
fn undone_between(y: &mut f64, q: &mut f64) {
    let double = *q * 2.0;
    let mut sum = *q;
    'kick: {
        *q += 1.0;
    }
    sum += *q;
    *y += sum * *q;
    sum -= *q;
    uncompute!('kick);
    *y += double * sum;
}

/// The ancilla ends before the counter that it starts from changes.
#[reversible(adjoint, tangent)]
fn ends_with_its_last_use(y: &mut [f64], x: &mut [f64]) {
    let mut turn = 0;
    while (turn < x.len(), turn > 0) {
        let mut sum = x[turn];
        sum += y[0];
        y[0] += 1.0;
        y[1] += sum * sum;
        sum -= y[0] - 1.0;
        turn += 1;
    }
    release!(turn, x.len());
}

/// One ancilla starts from another, and ends before it.
#[reversible(adjoint, tangent)]
fn one_from_another(y: &mut f64, x: f64) {
    let mut one = x;
    let mut other = one;
    one += *y;
    other += one * *y;
    *y += 1.0;
    other -= one * (*y - 1.0);
    one -= *y - 1.0;
}

/// Elements by name.
#[reversible(adjoint, tangent)]
fn elements(pair: &mut [f64; 2], rest: &mut [[f64; 2]], x: f64) {
    let [a, b] = pair;
    assert!(*a > 0.0, "{a} {b}");
    *a += x * *b;
    swap(a, b);
    turned(a);
    for [c, d] in rest.iter_mut() {
        *c += *d * *a;
    }
}

/// A view of a local, which has no name of its own in what is emitted.
#[reversible(adjoint, tangent)]
fn asserted(y: &mut f64, e: [f64; 3]) {
    let part = &e[1..];
    assert!(part[0] > 1.0 && part.len() == 2, "{part:?}");
    *y += part[0] * part[1];
}

#[test]
fn there_and_back_with_gradients() {
    let (y, z, x) = (0.7, 0.3, [0.5, 1.5, -0.25]);
    check_inverse!(shares(&mut y, &mut z));
    check_gradient!(shares(&mut y, &mut z));
    check_inverse!(counted(&mut y, &x));
    check_gradient!(counted(&mut y, &x));
    check_inverse!(recalled(&mut y, 0.4));
    check_gradient!(recalled(&mut y, 0.4));
    check_inverse!(read_last(&mut y, &mut z));
    check_gradient!(read_last(&mut y, &mut z));
    check_inverse!(undone_between(&mut y, &mut z));
    check_gradient!(undone_between(&mut y, &mut z));
    check_inverse!(one_from_another(&mut y, 0.9));
    check_gradient!(one_from_another(&mut y, 0.9));
    for k in 0..2 {
        check_inverse!(changed_before(&mut y, &mut z, k));
        check_gradient!(changed_before(&mut y, &mut z, k));
        check_inverse!(told_afterwards(&mut y, &mut z, &mut k));
        check_gradient!(told_afterwards(&mut y, &mut z, &mut k));
        check_inverse!(changed_in_a_branch(&mut y, &mut z, k == 0));
        check_gradient!(changed_in_a_branch(&mut y, &mut z, k == 0));
    }
}

#[test]
fn arrays_there_and_back_with_gradients() {
    let (mut y, x) = ([0.7, -0.2], [0.5, 1.5, -0.25]);
    check_inverse!(ends_with_its_last_use(&mut y, &mut x));
    check_gradient!(ends_with_its_last_use(&mut y, &mut x));
    let rest = [[1.0, 2.0], [0.5, 0.25]];
    y[1] = 0.4;
    check_inverse!(elements(&mut y, &mut rest, 0.3));
    check_gradient!(elements(&mut y, &mut rest, 0.3));
    let sum = 0.5;
    check_inverse!(asserted(&mut sum, [1.0, 2.0, 3.0]));
    check_gradient!(asserted(&mut sum, [1.0, 2.0, 3.0]));
}

#[test]
#[should_panic(expected = "[0.5, 3.0]")]
fn an_assertion_sees_a_view_of_a_local() {
    asserted(&mut 0.0, [1.0, 0.5, 3.0]);
}

/// What a local starts from goes on changing; the way back computes both from the beginning, each as far as it is needed.
#[reversible(inverse_adjoint, inverse_tangent)]
fn seen_on_the_way(y: &mut f64, x: f64) {
    let mut sum = 0.5;
    sum += x;
    let half = sum * 0.5;
    let (squared, again) = (half * half, half);
    sum += *y;
    *y += squared.sin();
    *y += again * x;
    *y += half;
}

/// The same in a loop, from an array, and with a local of the array's loop.
#[reversible(inverse_adjoint, inverse_tangent)]
fn seen_in_turns(y: &mut f64, x: &[f64]) {
    let mut parts = [0.0; 2];
    for v in x {
        let part = *v * 2.0;
        parts[0] += part.sin();
    }
    let first = parts[0];
    parts[1] += *y;
    for _ in 0..2 {
        *y += first;
    }
}

/// A change that nobody sees comes before something changes in the same branch that the local was computed from.
#[reversible(adjoint, tangent)]
fn changed_before_a_change(y: &mut f64, x: f64, n: usize) {
    let (mut sum, mut turn) = (0.0, 0);
    while (turn < n, turn > 0) {
        sum += *y * x;
        turn += 1;
    }
    if n > 1 {
        -sum += 1.0;
        *y += x;
    }
}

/// The same, where only the other local of the loop was computed from what changes.
#[reversible(adjoint, tangent)]
fn changed_after_a_change(y: &mut f64, x: f64, n: usize) {
    let mut kept = x;
    kept += 1.0;
    let (mut acc, mut sum, mut turn) = (0.0, 0.0, 0);
    while (turn < n, turn > 0) {
        acc += kept * x;
        sum -= 1.0;
        turn += 1;
    }
    *y += acc * sum;
    kept -= 1.0;
    -sum += 1.0;
}

/// A local that is used in a branch through another one, after a change of what it was computed from.
#[reversible(adjoint, tangent)]
fn used_through_another(y: &mut f64, x: f64, n: usize) {
    let mut acc = x;
    let parts = [1.0, acc, x];
    if n > 1 {
        let [one, two, _] = parts;
        acc -= one * two;
        acc *= two;
    }
    *y += acc;
}

/// A name that is released twice, in a block that is undone.
#[reversible(inverse_adjoint, inverse_tangent)]
fn released_twice(y: &mut f64, x: f64) {
    let mut held_here = 0.0;
    'twice: {
        let mut sum = 0.0;
        let mut held = x;
        held += 1.0;
        sum += held;
        release!(held, x + 1.0);
        held_here -= sum * x;
        let mut held = x;
        held += 1.0;
        sum -= held;
        release!(held, x + 1.0);
    }
    *y += held_here;
    uncompute!('twice);
}

#[test]
fn copies_and_late_changes() {
    let (y, x) = (0.7, 0.4);
    check_inverse!(seen_on_the_way(&mut y, x));
    check_gradient!(seen_on_the_way(&mut y, x));
    check_gradient!(inverse seen_on_the_way(&mut y, x));
    check_inverse!(seen_in_turns(&mut y, &[0.5, 1.5]));
    check_gradient!(seen_in_turns(&mut y, &[0.5, 1.5]));
    check_gradient!(inverse seen_in_turns(&mut y, &[0.5, 1.5]));
    for n in [0, 2] {
        check_inverse!(changed_before_a_change(&mut y, x, n));
        check_gradient!(changed_before_a_change(&mut y, x, n));
        check_inverse!(changed_after_a_change(&mut y, x, n));
        check_gradient!(changed_after_a_change(&mut y, x, n));
        check_inverse!(used_through_another(&mut y, x, n));
        check_gradient!(used_through_another(&mut y, x, n));
    }
    check_inverse!(released_twice(&mut y, x));
    check_gradient!(released_twice(&mut y, x));
    check_gradient!(inverse released_twice(&mut y, x));
}
