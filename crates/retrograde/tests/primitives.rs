//! Reversible functions that are given by their inverse and their derivatives: in both directions, or in one, which must be reversible
//! itself.
#![allow(clippy::float_cmp, reason = "values are chosen to be exact")]

use retrograde::Kind;
use retrograde::emitted::{add, get, set, weigh};
use retrograde::prelude::*;

/// Its own inverse.
#[primitive(inverse = invert, adjoint = invert_adjoint, tangent = invert_tangent)]
fn invert(x: &mut f64) {
    *x = 1.0 / *x;
}

fn invert_adjoint<W: Width, K: Kind<Width = W>>(x: &mut f64, x_adj: &K::Cell<f64>) {
    invert(x);
    set(x_adj, weigh(get(x_adj), -1.0 / (*x * *x)));
}

fn invert_tangent<W: Width, K: Kind<Width = W>>(x: &mut f64, x_tan: &K::Cell<f64>) {
    set(x_tan, weigh(get(x_tan), -1.0 / (*x * *x)));
    invert(x);
}

/// Not its own inverse, and reads something.
#[primitive(inverse = contract, adjoint = expand_adjoint, inverse_adjoint = contract_adjoint)]
fn expand(x: &mut f64, by: f64) {
    *x *= by.exp();
}

fn contract(x: &mut f64, by: f64) {
    *x *= (-by).exp();
}

fn expand_adjoint<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    x: &mut f64,
    x_adj: &K0::Cell<f64>,
    by: f64,
    by_adj: &K1::Cell<f64>,
) {
    add(by_adj, weigh(get(x_adj), *x));
    set(x_adj, weigh(get(x_adj), by.exp()));
    contract(x, by);
}

fn contract_adjoint<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    x: &mut f64,
    x_adj: &K0::Cell<f64>,
    by: f64,
    by_adj: &K1::Cell<f64>,
) {
    add(by_adj, weigh(get(x_adj), -*x));
    set(x_adj, weigh(get(x_adj), (-by).exp()));
    expand(x, by);
}

#[reversible(inverse_adjoint)]
fn both_ways(x: &mut f64, y: &mut f64, by: f64) {
    expand(x, by);
    invert(x);
    *y += *x * by;
    inverse! {
        expand(y, by);
        invert(x);
    }
}

#[reversible(adjoint, tangent)]
fn harmonic(sum: &mut f64, x: &mut f64) {
    invert(x);
    *sum += *x;
    invert(x);
}

#[test]
fn primitives() {
    check_inverse!(invert(&mut 4.0));
    check_gradient!(invert(&mut 4.0));
    check_inverse!(expand(&mut 2.0, 0.5));
    check_gradient!(reverse expand(&mut 2.0, 0.5));
    check_inverse!(both_ways(&mut 2.0, &mut 1.0, 0.5));
    check_gradient!(reverse both_ways(&mut 2.0, &mut 1.0, 0.5));
    check_gradient!(reverse back(&mut 2.0, &mut 1.0, 0.5));
    check_gradient!(harmonic(&mut 0.5, &mut 4.0));
    let mut x = 3.0;
    Then(invert {}, Inverse(invert {})).call((&mut x,));
    assert!((x - 3.0_f64).abs() < 1e-15);
}

#[reversible(adjoint)]
fn back(x: &mut f64, y: &mut f64, by: f64) {
    both_ways::inverse(x, y, by);
}

/// By the adjoint and the tangent of the function.
#[primitive(inverse = shrink, adjoint = grow_adjoint, tangent = grow_tangent)]
fn grow(x: &mut f64, by: f64) {
    *x *= by.exp();
}

fn shrink(x: &mut f64, by: f64) {
    *x *= (-by).exp();
}

#[reversible]
fn grow_adjoint(x: &mut f64, x_adj: &mut f64, by: f64, by_adj: &mut f64) {
    *by_adj += *x * *x_adj;
    *x_adj *= by.exp();
    grow::inverse(x, by);
}

#[reversible]
fn grow_tangent(x: &mut f64, x_tan: &mut f64, by: f64, by_tan: &mut f64) {
    grow(x, by);
    *x_tan *= by.exp();
    *x_tan += *x * *by_tan;
}

/// The same function by the adjoint and the tangent of its inverse.
#[primitive(inverse = shrink, inverse_adjoint = shrink_adjoint, inverse_tangent = shrink_tangent)]
fn grow_too(x: &mut f64, by: f64) {
    grow(x, by);
}

#[reversible]
fn shrink_adjoint(x: &mut f64, x_adj: &mut f64, by: f64, by_adj: &mut f64) {
    *by_adj -= *x * *x_adj;
    *x_adj /= by.exp();
    grow_too(x, by);
}

#[reversible]
fn shrink_tangent(x: &mut f64, x_tan: &mut f64, by: f64, by_tan: &mut f64) {
    grow_too::inverse(x, by);
    *x_tan /= by.exp();
    *x_tan -= *x * *by_tan;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn grows(x: &mut f64, y: &mut f64, by: f64) {
    grow(x, by);
    grow_too(y, by);
    *y += *x * by;
    inverse! {
        grow(y, by);
        grow_too(x, by * by);
    }
}

#[reversible(adjoint, tangent)]
fn shrinks(x: &mut f64, y: &mut f64, by: f64) {
    grows::inverse(x, y, by);
}

#[test]
fn one_direction() {
    let (mut x, mut x_adj, mut by_adj) = (2.0, 3.0, 0.5);
    grow::inverse_adjoint(&mut x, &mut x_adj, 0.5, &mut by_adj);
    assert!((x - 2.0 * 0.5_f64.exp()).abs() < 1e-15);
    assert!((x_adj - 3.0 * (-0.5_f64).exp()).abs() < 1e-15);
    assert!((by_adj - (0.5_f64 - 2.0 * 3.0)).abs() < 1e-15);
    for (x, y, by) in [(2.0, 1.0, 0.5), (-1.5, 0.25, -0.3)] {
        check_inverse!(grow(&mut x.clone(), by));
        check_gradient!(grow(&mut x.clone(), by));
        check_gradient!(inverse grow(&mut x.clone(), by));
        check_gradient!(grow_too(&mut x.clone(), by));
        check_gradient!(inverse grow_too(&mut x.clone(), by));
        check_gradient!(grows(&mut x.clone(), &mut y.clone(), by));
        check_gradient!(shrinks(&mut x.clone(), &mut y.clone(), by));
        check_gradient!(shrinks(&mut x.clone(), &mut y.clone(), const by));
    }
}

/// A gradient that travels with others, in the same place as another, or not at all.
#[test]
fn shadows_of_every_kind() {
    let mut x = 2.0;
    let (mut x_adj, mut by_adj) = (Lanes([1.0, 0.0, -2.0]), Lanes([0.0; 3]));
    shrinks::adjoint(&mut x, &mut x_adj, &mut 1.0, &mut Lanes([0.0, 1.0, 0.5]), 0.5, &mut by_adj);
    for lane in 0..3 {
        let (mut x, mut x_adj_one, mut by_adj_one) = (2.0, [1.0, 0.0, -2.0][lane], 0.0);
        shrinks::adjoint(&mut x, &mut x_adj_one, &mut 1.0, &mut [0.0, 1.0, 0.5][lane], 0.5, &mut by_adj_one);
        assert!((x_adj[lane] - x_adj_one).abs() < 1e-14 && (by_adj[lane] - by_adj_one).abs() < 1e-14);
    }

    let (shared, mut x_adj, mut x) = (Cell::new(0.25), 3.0, 2.0);
    mix::inverse_adjoint(&mut x, &mut x_adj, 5.0, &shared, 7.0, &shared);
    assert_eq!((x, x_adj, shared.get()), (2.0 + 35.0, 3.0, 0.25 - 3.0 * (5.0 + 7.0)));
    mix::adjoint(&mut x, &mut x_adj, 5.0, Inactive, 7.0, &shared);
    assert_eq!((x, x_adj, shared.get()), (2.0, 3.0, 0.25 - 3.0 * (5.0 + 7.0) + 3.0 * 5.0));
}

#[primitive(inverse = unmix, adjoint = mix_adjoint)]
fn mix(x: &mut f64, a: f64, b: f64) {
    *x += a * b;
}

fn unmix(x: &mut f64, a: f64, b: f64) {
    *x -= a * b;
}

#[reversible]
fn mix_adjoint(x: &mut f64, x_adj: &mut f64, a: f64, a_adj: &mut f64, b: f64, b_adj: &mut f64) {
    *a_adj += *x_adj * b;
    *b_adj += *x_adj * a;
    mix::inverse(x, a, b);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Line {
    slope: f64,
    name: usize,
}

/// Slices, arrays, structs, integers and type parameters; what has no gradient written beside it has none.
#[primitive(inverse = lower, adjoint = raise_adjoint)]
fn raise<const N: usize>(y: &mut [f64], line: &Line, at: &[f64; N], times: usize) {
    for (y, at) in y.iter_mut().zip(at) {
        *y += line.slope * at * times as f64;
    }
}

fn lower<const N: usize>(y: &mut [f64], line: &Line, at: &[f64; N], times: usize) {
    for (y, at) in y.iter_mut().zip(at) {
        *y -= line.slope * at * times as f64;
    }
}

#[reversible]
fn raise_adjoint<const N: usize>(
    y: &mut [f64],
    y_adj: &mut [f64],
    line: &Line,
    line_adj: &mut LineTangent<One>,
    at: &[f64; N],
    at_adj: &mut [f64; N],
    times: usize,
) {
    for k in 0..N {
        line_adj.slope += y_adj[k] * at[k] * times as f64;
        at_adj[k] += y_adj[k] * line.slope * times as f64;
    }
    raise::inverse(y, line, at, times);
}

#[reversible(adjoint)]
fn raised(y: &mut [f64], line: &Line, at: &[f64; 2], times: usize) {
    inverse! {
        raise(y, line, at, times);
    }
    for k in 0..y.len() {
        y[k] *= 0.5;
    }
}

#[test]
fn of_many_types() {
    let (line, at) = (Line { slope: 1.5, name: 7 }, [0.5, -2.0]);
    check_inverse!(raise(&mut vec![1.0, 2.0], &line, &at, 3));
    check_gradient!(reverse raise(&mut vec![1.0, 2.0], &line, &at, 3));
    check_gradient!(reverse raised(&mut vec![1.0, 2.0], &line, &at, 3));
    check_gradient!(reverse raised(&mut vec![1.0, 2.0], &line, const &at, 3));
    let (by_y, by_line, by_at) = raised::jacobian(&mut [1.0, 2.0], &line, &at, 3);
    assert_eq!(by_y, [[0.5, 0.0], [0.0, 0.5]]);
    assert_eq!([by_line[0].slope, by_line[1].slope], [-0.75, 3.0]);
    assert_eq!(by_at, [[-2.25, 0.0], [0.0, -2.25]]);
}

/// Of two directions that are given, either may be wrong.
#[test]
fn the_wrong_one_of_two_directions_is_caught() {
    #[primitive(inverse = contract, adjoint = expand_adjoint, inverse_adjoint = flipped)]
    fn grows(x: &mut f64, by: f64) {
        *x *= by.exp();
    }

    fn flipped<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &mut f64,
        x_adj: &K0::Cell<f64>,
        by: f64,
        by_adj: &K1::Cell<f64>,
    ) {
        add(by_adj, weigh(get(x_adj), *x));
        set(x_adj, weigh(get(x_adj), (-by).exp()));
        expand(x, by);
    }

    check_gradient!(reverse grows(&mut 2.0, 0.5));
    assert!(try_check_gradient!(reverse inverse grows(&mut 2.0, 0.5)).is_err());
    check_gradient!(reverse inverse expand(&mut 2.0, 0.5));
}

/// A primitive has the drivers of a reversible function.
#[test]
fn drivers() {
    let (x, by) = (2.0_f64, 0.5_f64);
    let (value, (dx, dby)) = grow::value_and_gradient(&mut x.clone(), by);
    assert_eq!((value, dx, dby), (x * by.exp(), by.exp(), x * by.exp()));
    assert_eq!(grow::jvp(&mut x.clone(), by, (1.0, 0.0)), by.exp());
    assert_eq!(expand::gradient(&mut x.clone(), by), (dx, dby));
    let (by_y, ..) = raise::jacobian(&mut [1.0, 2.0], &Line { slope: 1.5, name: 7 }, &[0.5, -2.0], 3);
    assert_eq!(by_y, [[1.0, 0.0], [0.0, 1.0]]);
}

#[test]
fn a_wrong_direction_is_caught() {
    #[primitive(inverse = back, adjoint = forgets)]
    fn there(x: &mut f64, by: f64) {
        *x += by * by;
    }

    fn back(x: &mut f64, by: f64) {
        *x -= by * by;
    }

    #[reversible]
    fn forgets(x: &mut f64, x_adj: &mut f64, by: f64, by_adj: &mut f64) {
        *by_adj += by * *x_adj;
        there::inverse(x, by);
    }

    assert!(try_check_gradient!(reverse there(&mut 1.0, 3.0)).is_err());
    assert!(try_check_gradient!(reverse inverse there(&mut 1.0, 3.0)).is_err());
    assert!(try_check_gradient!(reverse there(&mut 1.0, const 3.0)).is_ok());
}
