//! What is verified while a function runs: each check fails once with what it says, and holds once just inside its tolerance.
#![allow(clippy::float_cmp, reason = "the results are exact")]

use retrograde::prelude::*;
use std::cell::RefCell;
use std::panic::{UnwindSafe, catch_unwind, set_hook};

/// Leaves `t` at `-x`.
#[reversible(adjoint, tangent, checks = true)]
fn float_ancilla(y: &mut f64, x: f64) {
    let mut t = 0.0;
    t += *y;
    *y += x;
    t -= *y;
}

#[reversible(checks = true)]
fn small_float_ancilla(y: &mut f32, x: f32) {
    let mut t = 0.0;
    t += *y;
    *y += x;
    t -= *y;
}

#[reversible(checks = true)]
fn integer_ancilla(n: &mut i64, k: i64) {
    let mut t = 7;
    t += *n;
    *n += k;
    t -= *n;
}

#[reversible(checks = true)]
fn array_ancilla(y: &mut [f64], x: f64) {
    let mut t = [1.0; 3];
    t[1] += y[0];
    y[0] += x;
    t[1] -= y[0];
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[reversible(checks = true)]
fn struct_ancilla(p: &mut Point, d: f64) {
    let mut t = Point { x: 0.0, y: 1.0 };
    t.y += p.x;
    p.x += d;
    t.y -= p.x;
}

#[reversible(checks = true)]
fn ancilla_in_a_loop(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        let mut t = 0.0;
        t += *y;
        *y += x[i];
        t -= *y;
    }
}

#[reversible]
fn checked_in_debug(y: &mut f64, x: f64) {
    let mut t = 0.0;
    t += *y;
    *y += x;
    t -= *y;
}

#[reversible(adjoint, tangent, checks = false)]
fn never_checked(y: &mut f64, x: f64) {
    let mut t = 0.0;
    t += *y;
    *y += x;
    t -= *y;
}

mod ancillas {
    use super::*;

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found -1.0")]
    fn float() {
        float_ancilla(&mut 0.0, 1.0);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found 1.0")]
    fn on_the_way_back() {
        float_ancilla::inverse(&mut 0.0, 1.0);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found 1.0")]
    fn in_the_adjoint() {
        float_ancilla::adjoint(&mut 0.0, &mut 1.0, 1.0, Inactive);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found -1.0")]
    fn in_the_tangent() {
        float_ancilla::tangent(&mut 0.0, &mut 1.0, 1.0, Inactive);
    }

    #[test]
    fn float_within_the_tolerance() {
        float_ancilla(&mut 0.0, 0.9e-9);
        small_float_ancilla(&mut 0.0, 0.9e-4);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found -1.1e-9")]
    fn float_outside_the_tolerance() {
        float_ancilla(&mut 0.0, 1.1e-9);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found -0.00011")]
    fn small_float_outside_the_tolerance() {
        small_float_ancilla(&mut 0.0, 1.1e-4);
    }

    /// The tolerance is relative to what the variable held, here 1e6.
    #[test]
    fn float_within_the_tolerance_of_what_it_held() {
        float_ancilla(&mut 1e6, 0.9e-3);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found -0.001953125")]
    fn float_outside_the_tolerance_of_what_it_held() {
        float_ancilla(&mut 1e6, 0.001_953_125);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found NaN")]
    fn not_a_number() {
        let mut y = f64::NAN;
        float_ancilla(&mut y, 0.0);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found NaN")]
    fn infinity() {
        let mut y = f64::INFINITY;
        float_ancilla(&mut y, 0.0);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 7, found 6")]
    fn integer() {
        integer_ancilla(&mut 1_000_000_000_000, 1);
    }

    #[test]
    fn integer_restored() {
        integer_ancilla(&mut 1_000_000_000_000, 0);
    }

    #[test]
    #[should_panic(expected = "`t[1]` is not restored: expected 1.0, found 0.5")]
    fn element() {
        array_ancilla(&mut [2.0], 0.5);
    }

    #[test]
    #[should_panic(expected = "`t.y` is not restored: expected 1.0, found 0.5")]
    fn field() {
        struct_ancilla(&mut Point { x: 2.0, y: 0.0 }, 0.5);
    }

    #[test]
    #[should_panic(expected = "`t` is not restored: expected 0.0, found -3.0")]
    fn in_a_loop() {
        ancilla_in_a_loop(&mut 0.0, &[0.0, 0.0, 3.0]);
    }

    #[test]
    #[cfg_attr(debug_assertions, should_panic(expected = "`t` is not restored: expected 0.0, found -1.0"))]
    fn with_debug_assertions() {
        checked_in_debug(&mut 0.0, 1.0);
    }

    #[test]
    fn switched_off() {
        let mut y = 0.0;
        never_checked(&mut y, 1.0);
        never_checked::inverse(&mut y, 1.0);
        assert_eq!(y, 0.0);
        never_checked(&mut y, f64::NAN);
        never_checked::adjoint(&mut y, &mut 1.0, 1.0, Inactive);
        never_checked::tangent(&mut y, &mut 1.0, 1.0, Inactive);
    }
}

/// The postcondition holds if `step` is 1.
#[reversible(adjoint, tangent, checks = true)]
fn postcondition(k: &mut i64, y: &mut f64, step: i64) {
    if (*k == 0, *k == 1) {
        *k += step;
    } else {
        *y += 1.0;
    }
}

#[reversible(checks = true)]
fn float_postcondition(y: &mut f64, x: f64) {
    if (*y > 0.0, *y > 1.0) {
        *y += x;
    }
}

#[reversible]
fn postcondition_checked_in_debug(k: &mut i64, step: i64) {
    if (*k == 0, *k == 1) {
        *k += step;
    }
}

#[reversible(checks = false)]
fn postcondition_never_checked(k: &mut i64, step: i64) {
    if (*k == 0, *k == 1) {
        *k += step;
    }
}

mod postconditions {
    use super::*;

    #[test]
    #[should_panic(
        expected = "the postcondition `*k == 1` must be true here, but is false: the way back would go elsewhere"
    )]
    fn after_the_first_branch() {
        postcondition(&mut 0, &mut 0.0, 2);
    }

    #[test]
    #[should_panic(
        expected = "the postcondition `*k == 1` must be false here, but is true: the way back would go elsewhere"
    )]
    fn after_the_other_branch() {
        postcondition(&mut 1, &mut 0.0, 1);
    }

    #[test]
    #[should_panic(expected = "the postcondition `*k == 0` must be true here, but is false")]
    fn on_the_way_back() {
        postcondition::inverse(&mut 1, &mut 0.0, 2);
    }

    #[test]
    #[should_panic(expected = "the postcondition `*k == 0` must be true here, but is false")]
    fn in_the_adjoint() {
        postcondition::adjoint(&mut 1, Inactive, &mut 0.0, &mut 1.0, 2, Inactive);
    }

    #[test]
    #[should_panic(expected = "the postcondition `*k == 1` must be true here, but is false")]
    fn in_the_tangent() {
        postcondition::tangent(&mut 0, Inactive, &mut 0.0, &mut 1.0, 2, Inactive);
    }

    #[test]
    fn agreeing() {
        for k in [0, 2] {
            let (mut k1, mut y) = (k, 0.0);
            postcondition(&mut k1, &mut y, 1);
            postcondition::inverse(&mut k1, &mut y, 1);
            assert_eq!((k1, y), (k, 0.0));
        }
    }

    #[test]
    fn just_true() {
        float_postcondition(&mut 1e-3, 1.0 - 1e-3 + f64::EPSILON);
        float_postcondition(&mut 0.0, 5.0);
    }

    #[test]
    #[should_panic(expected = "the postcondition `*y > 1.0` must be true here, but is false")]
    fn just_false() {
        float_postcondition(&mut 1e-3, 1.0 - 1e-3);
    }

    #[test]
    #[cfg_attr(
        debug_assertions,
        should_panic(expected = "the postcondition `*k == 1` must be true here, but is false")
    )]
    fn with_debug_assertions() {
        postcondition_checked_in_debug(&mut 0, 2);
    }

    #[test]
    fn switched_off() {
        let mut k = 0;
        postcondition_never_checked(&mut k, 2);
        assert_eq!(k, 2);
    }
}

#[reversible(adjoint, tangent)]
fn two_elements(v: &mut [f64], i: usize, j: usize) {
    v[i] += v[j] * 2.0;
}

/// A miss would be a wrong answer, so this check stays on.
#[reversible(adjoint, tangent, checks = false)]
fn two_elements_unchecked(v: &mut [f64], i: usize, j: usize) {
    v[i] += v[j] * 2.0;
}

#[reversible(adjoint, checks = false)]
fn two_elements_of_a_matrix(a: &mut [[f64; 2]; 2], i: usize, j: usize, k: usize, l: usize) {
    a[i][j] += a[k][l];
}

#[reversible(checks = false)]
fn element_named_by_another(v: &mut [usize]) {
    v[v[0]] += 1;
}

#[reversible(adjoint)]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible(adjoint, checks = false)]
fn element_as_an_argument(v: &mut [f64], i: usize, j: usize) {
    add(&mut v[i], v[j]);
}

#[reversible(adjoint)]
fn swapped(v: &mut [f64], i: usize, j: usize) {
    swap(&mut v[i], &mut v[j]);
}

mod elements {
    use super::*;

    #[test]
    #[should_panic(
        expected = "two places of `v` are the same element (index 1): a statement cannot be undone if what it changes is also what it reads"
    )]
    fn equal() {
        two_elements(&mut [1.0, 2.0], 1, 1);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 0)")]
    fn equal_on_the_way_back() {
        two_elements::inverse(&mut [1.0, 2.0], 0, 0);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 1)")]
    fn equal_without_checks() {
        two_elements_unchecked(&mut [1.0, 2.0], 1, 1);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 1)")]
    fn equal_on_the_way_back_without_checks() {
        two_elements_unchecked::inverse(&mut [1.0, 2.0], 1, 1);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 1)")]
    fn equal_in_the_adjoint_without_checks() {
        two_elements_unchecked::adjoint(&mut [1.0, 2.0], &mut [0.0; 2], 1, Inactive, 1, Inactive);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 1)")]
    fn equal_in_the_tangent_without_checks() {
        two_elements_unchecked::tangent(&mut [1.0, 2.0], &mut [0.0; 2], 1, Inactive, 1, Inactive);
    }

    #[test]
    fn different() {
        let mut v = [1.0, 2.0];
        two_elements(&mut v, 0, 1);
        assert_eq!(v, [5.0, 2.0]);
        let mut v_adj = [1.0, 0.0];
        two_elements_unchecked::adjoint(&mut v, &mut v_adj, 0, Inactive, 1, Inactive);
        assert_eq!((v, v_adj), ([1.0, 2.0], [1.0, 2.0]));
    }

    #[test]
    #[should_panic(expected = "two places of `a` are the same element")]
    fn of_a_matrix_equal() {
        two_elements_of_a_matrix(&mut [[1.0, 2.0], [3.0, 4.0]], 1, 0, 1, 0);
    }

    #[test]
    fn of_a_matrix_different() {
        let mut a = [[1.0, 2.0], [3.0, 4.0]];
        two_elements_of_a_matrix(&mut a, 1, 0, 1, 1);
        two_elements_of_a_matrix(&mut a, 0, 1, 1, 1);
        assert_eq!(a, [[1.0, 6.0], [7.0, 4.0]]);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 0)")]
    fn named_by_itself() {
        element_named_by_another(&mut [0, 5]);
    }

    #[test]
    fn named_by_another() {
        let mut v = [1, 5];
        element_named_by_another(&mut v);
        assert_eq!(v, [1, 6]);
        element_named_by_another::inverse(&mut v);
        assert_eq!(v, [1, 5]);
    }

    #[test]
    #[should_panic(expected = "two places of `v` are the same element (index 1)")]
    fn as_an_argument_equal() {
        element_as_an_argument(&mut [1.0, 2.0], 1, 1);
    }

    #[test]
    fn as_an_argument_different() {
        let mut v = [1.0, 2.0];
        element_as_an_argument(&mut v, 1, 0);
        assert_eq!(v, [1.0, 3.0]);
        let mut v_adj = [0.0, 1.0];
        element_as_an_argument::adjoint(&mut v, &mut v_adj, 1, Inactive, 0, Inactive);
        assert_eq!((v, v_adj), ([1.0, 2.0], [1.0, 1.0]));
    }

    /// A swap of one element with itself changes nothing, and so can be undone.
    #[test]
    fn swapped_with_itself() {
        let mut v = [1.0, 2.0];
        swapped(&mut v, 1, 1);
        assert_eq!(v, [1.0, 2.0]);
    }
}

thread_local! {
    static LINE: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
}

fn panic_line(run: impl FnOnce() + UnwindSafe) -> u32 {
    set_hook(Box::new(|info| {
        let place = info.location().map(|location| (location.file().to_string(), location.line()));
        LINE.with(|line| *line.borrow_mut() = place);
    }));
    assert!(catch_unwind(run).is_err(), "does not panic");
    let (file, line) = LINE.with(|line| line.borrow_mut().take()).expect("panics have a place");
    assert!(file.ends_with("checks.rs"), "{file}");
    line
}

const BEFORE: u32 = line!();
#[rustfmt::skip]
#[reversible(checks = true)]
fn lines(v: &mut [f64], i: usize, k: &mut i64, x: f64) {
    v[i] += v[0];
    if (*k == 0, *k == 1) {
        *k += 2;
    }
    let mut t = 0.0;
    t += v[1];
    v[1] += x;
    t -= v[1];
}

#[test]
fn panics_point_at_the_users_line() {
    assert_eq!(panic_line(|| lines(&mut [0.0; 2], 0, &mut 3, 1.0)), BEFORE + 4);
    assert_eq!(panic_line(|| lines(&mut [0.0; 2], 1, &mut 0, 1.0)), BEFORE + 5);
    assert_eq!(panic_line(|| lines(&mut [0.0; 2], 1, &mut 3, 1.0)), BEFORE + 8);
}
