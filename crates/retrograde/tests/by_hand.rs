//! What the compiler emits, written by hand: the run-time traits must accept these shapes, and neither the emitted code nor
//! a caller must have to name a type that the compiler does not know.

#![allow(
    clippy::too_many_arguments,
    clippy::needless_range_loop,
    clippy::needless_lifetimes,
    clippy::elidable_lifetime_names,
    clippy::type_complexity,
    reason = "emitted code looks like this"
)]
#![allow(clippy::float_cmp, reason = "these sums are exact")]

use std::cell::Cell;

use retrograde::Differentiable;
use retrograde::emitted::*;

/// The adjoint of `for i in 0..a.len() { *y += a[i] * b[i]; }`.
fn dot_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [f64], W>, S2: Shadow<'s, [f64], W>>(
    y: &mut f64,
    y_adj: S0,
    a: &[f64],
    a_adj: S1,
    b: &[f64],
    b_adj: S2,
) {
    let rules = Rules::<W>::new();
    let y_adj = y_adj.into_shadow();
    let a_adj = a_adj.into_shadow();
    let b_adj = b_adj.into_shadow();
    for i in rev(0..a.len()) {
        *y -= a[i] * b[i];
        let g = get(y_adj);
        add(&a_adj[i], rules.pull_left(Mul, g, || a[i], || b[i]));
        add_with(&b_adj[i], || rules.pull_right(Mul, g, || a[i], || b[i]));
    }
}

/// The shadow of a local whose type is settled only by a later call, and the shadows of parameters handed on.
fn norm2_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [f64], W>>(
    y: &mut f64,
    y_adj: S0,
    a: &[f64],
    a_adj: S1,
) {
    let rules = Rules::<W>::new();
    let y_adj = y_adj.into_shadow();
    let a_adj = a_adj.into_shadow();
    let mut acc = 0.0;
    for i in 0..a.len() {
        acc += a[i] * a[i];
    }
    let acc_adj = rules.shadow(|| &acc);
    *y -= acc * 3.0;
    add(&acc_adj, rules.pull_left(Mul, get(y_adj), || acc, || 3.0));
    dot_adjoint(&mut acc, &acc_adj, a, a_adj, a, a_adj);
}

/// Local arrays passed as slices, coerced and sliced, and a nested array.
fn arrays_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [[f64; 3]], W>>(
    y: &mut f64,
    y_adj: S0,
    a: &[[f64; 3]],
    a_adj: S1,
) {
    let rules = Rules::<W>::new();
    let y_adj = y_adj.into_shadow();
    let a_adj = a_adj.into_shadow();
    let buf = [1.0, 2.0, 3.0];
    let buf_adj = rules.shadow(|| [1.0, 2.0, 3.0]);
    for k in rev(0..a.len()) {
        dot_adjoint(y, y_adj, &a[k], &a_adj[k], &buf, &buf_adj);
        dot_adjoint(y, y_adj, &a[k][..], &a_adj[k][..], &buf[..], &buf_adj[..]);
        add(&a_adj[k][0], get(&buf_adj[0]));
    }
}

/// Unsuffixed literals of the other precision.
fn f32_adjoint<'s, W: Width, S0: Shadow<'s, f32, W>, S1: Shadow<'s, f32, W>>(
    y: &mut f32,
    y_adj: S0,
    x: f32,
    x_adj: S1,
) {
    let rules = Rules::<W>::new();
    let y_adj = y_adj.into_shadow();
    let x_adj = x_adj.into_shadow();
    let c = 2.0;
    let c_adj = rules.shadow(|| &c);
    *y -= x * c;
    add(x_adj, rules.pull_left(Mul, get(y_adj), || x, || c));
    add(&c_adj, rules.pull_right(Mul, get(y_adj), || x, || c));
}

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
struct Particle {
    mass: f64,
    kind: usize,
    at: [f64; 3],
}

/// `p.at[0] += q.mass * scale[q.kind]; *y += p.mass` over a struct by `&` and by `&mut`, with an integer field.
fn kick_adjoint<'s, W, S0, S1, S2, S3>(
    y: &mut f64,
    y_adj: S0,
    p: &mut Particle,
    p_adj: S1,
    q: &Particle,
    q_adj: S2,
    scale: &[f64],
    scale_adj: S3,
) where
    W: Width,
    S0: Shadow<'s, f64, W>,
    S1: Shadow<'s, Particle, W>,
    S2: Shadow<'s, Particle, W>,
    S3: Shadow<'s, [f64], W>,
{
    let rules = Rules::<W>::new();
    let y_adj = y_adj.into_shadow();
    let p_adj = p_adj.into_shadow();
    let q_adj = q_adj.into_shadow();
    let scale_adj = scale_adj.into_shadow();
    *y -= p.mass;
    add(&p_adj.mass, get(y_adj));
    p.at[0] -= q.mass * scale[q.kind];
    let g = get(&p_adj.at[0]);
    add_with(&q_adj.mass, || rules.pull_left(Mul, g, || q.mass, || scale[q.kind]));
    add_with(&scale_adj[q.kind], || rules.pull_right(Mul, g, || q.mass, || scale[q.kind]));
}

/// A slice of structs, whose elements, fields and arrays are handed on.
fn kicks_adjoint<'s, W, S0, S1, S2>(y: &mut f64, y_adj: S0, p: &mut Particle, p_adj: S1, all: &[Particle], all_adj: S2)
where
    W: Width,
    S0: Shadow<'s, f64, W>,
    S1: Shadow<'s, Particle, W>,
    S2: Shadow<'s, [Particle], W>,
{
    let rules = Rules::<W>::new();
    let y_adj = y_adj.into_shadow();
    let p_adj = p_adj.into_shadow();
    let all_adj = all_adj.into_shadow();
    let scale = [2.0, 3.0];
    let scale_adj = rules.shadow(|| &scale);
    for i in rev(0..all.len()) {
        dot_adjoint(y, y_adj, &all[i].at, &all_adj[i].at, &p.at, &p_adj.at);
        kick_adjoint(y, y_adj, p, p_adj, &all[i], &all_adj[i], &scale, &scale_adj);
    }
    for i in rev(0..2) {
        add(&p_adj.at[i], get(&scale_adj[i]));
    }
}

#[test]
fn shadows_of_numbers_and_slices() {
    let (a, b) = ([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]);
    let (mut y, mut y_adj, mut a_adj, mut b_adj) = (32.0, 1.0, [0.0; 3], vec![0.0; 3]);
    dot_adjoint(&mut y, &mut y_adj, &a, &mut a_adj, &b, &mut b_adj);
    assert_eq!((y, a_adj, &b_adj[..]), (0.0, b, &a[..]));

    dot_adjoint(&mut y, &mut y_adj, &a, &mut a_adj[..], &b, Inactive);
    assert_eq!(a_adj, [8.0, 10.0, 12.0]);
    dot_adjoint(&mut y, &Cell::new(1.0), &a, Inactive, &b, Inactive);
    dot_adjoint(&mut y, Inactive, &a, &mut a_adj, &b, Inactive);
    assert_eq!(a_adj, [8.0, 10.0, 12.0]);

    let mut lanes = [Lanes([0.0; 2]); 3];
    dot_adjoint(&mut y, &mut Lanes([1.0, 10.0]), &a, &mut lanes, &b, Inactive);
    assert_eq!(lanes[2], Lanes([6.0, 60.0]));

    let (mut y, mut x_adj) = (6.0, 0.0);
    f32_adjoint(&mut y, &mut 1.0_f32, 3.0, &mut x_adj);
    assert_eq!((y, x_adj), (0.0_f32, 2.0_f32));
}

#[test]
fn shared_cells_add_up() {
    let a = [1.0, 2.0, 3.0];
    let cells = [const { Cell::new(0.0) }; 3];
    dot_adjoint(&mut 14.0, &mut 1.0, &a, &cells, &a, &cells[..]);
    assert_eq!(cells.each_ref().map(Cell::get), [2.0, 4.0, 6.0]);
}

#[test]
fn locals_and_parameters_are_handed_on() {
    let a = [1.0, 2.0, 3.0];
    let (mut y, mut a_adj) = (42.0, [0.0; 3]);
    norm2_adjoint(&mut y, &mut 1.0, &a, &mut a_adj);
    assert_eq!((y, a_adj), (0.0, [6.0, 12.0, 18.0]));
    let mut lanes = [Lanes([0.0; 2]); 3];
    norm2_adjoint(&mut y, &mut Lanes([1.0, 10.0]), &a, &mut lanes[..]);
    assert_eq!(lanes[1], Lanes([12.0, 120.0]));
    norm2_adjoint(&mut y, &mut 1.0, &a, Inactive);
}

#[test]
fn nested_arrays() {
    let a = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let mut expected = [[0.0; 3]; 2];
    arrays_adjoint(&mut 0.0, &mut 1.0, &a, &mut expected);
    assert_eq!(expected, [[12.0, 4.0, 6.0], [10.0, 4.0, 6.0]]);
    let mut slice = [[0.0; 3]; 2];
    arrays_adjoint(&mut 0.0, &mut 1.0, &a, &mut slice[..]);
    let mut vector = vec![[0.0; 3]; 2];
    arrays_adjoint(&mut 0.0, &mut 1.0, &a, &mut vector);
    assert_eq!((slice, &vector[..]), (expected, &expected[..]));
    let mut lanes = [[Lanes([0.0; 2]); 3]; 2];
    arrays_adjoint(&mut 0.0, &mut Lanes([1.0, 10.0]), &a, &mut lanes);
    assert_eq!(lanes[1][0], Lanes([10.0, 100.0]));
}

#[test]
fn structs() {
    let all =
        [Particle { mass: 2.0, kind: 1, at: [1.0, 2.0, 3.0] }, Particle { mass: 4.0, kind: 0, at: [0.5, 0.0, 0.0] }];
    let after = Particle { mass: 1.0, kind: 0, at: [14.0, 0.0, 0.0] };
    let run = |y_adj: f64, all_adj: &[ParticleShadow<On<One>>]| {
        let mut p = after;
        let p_adj = p.zero_shadow::<On<One>>();
        kicks_adjoint(&mut 0.0, &mut { y_adj }, &mut p, &p_adj, &all, all_adj);
        (p, get(&p_adj))
    };
    let all_adj = all[..].zero_shadow::<On<One>>();
    let (p, g) = run(1.0, &all_adj);
    assert_eq!((p.at[0], g.mass, g.kind), (0.0, 2.0, NoGradient));
    assert_eq!(all_adj[1].at[0].get(), 14.0);

    let mut p = after;
    let mut p_adj = p.zero_shadow::<On<Many<2>>>();
    kicks_adjoint(&mut 0.0, &mut Lanes([1.0, 2.0]), &mut p, &mut p_adj, &all, Inactive);
    assert_eq!(get(&p_adj.mass), Lanes([2.0, 4.0]));
    let mut all_adj = all.zero_shadow::<On<One>>();
    kicks_adjoint(&mut 0.0, &mut 1.0, &mut p, Inactive, &all, &mut all_adj);
    kicks_adjoint(&mut 0.0, &mut 1.0, &mut p, Inactive, &all, &mut all_adj[..]);
}

/// A taped function: the value, and a closure that pulls a gradient of the result back to the arguments' shadows.
fn loss_pullback<'a, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    w: &'a [f64],
    x: f64,
) -> (
    f64,
    impl for<'s> Fn(TangentOf<f64, W>, &'s <[f64] as Differentiable>::Shadow<K0>, &'s <f64 as Differentiable>::Shadow<K1>)
    + 'a,
) {
    let rules = Rules::<W>::new();
    let mut s = 0.0;
    let mut tape = Tape::new();
    for i in 0..w.len() {
        tape.push(s);
        s = s * x + (w[i] * x).sin();
    }
    (s, move |g, w_adj, x_adj| {
        let s_adj = rules.shadow(|| &s);
        add(&s_adj, g);
        let tape = tape.back();
        for i in rev(0..w.len()) {
            let s = tape.pop();
            let g = take(&s_adj);
            add(&s_adj, rules.pull_left(Mul, g, || *s, || x));
            add(x_adj, rules.pull_right(Mul, g, || *s, || x));
            let g = rules.pull(Sin, g, || w[i] * x);
            add(&w_adj[i], rules.pull_left(Mul, g, || w[i], || x));
            add(x_adj, rules.pull_right(Mul, g, || w[i], || x));
        }
    })
}

/// One that calls another, with the kinds named, once with a constant.
fn twice_pullback<'a, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    w: &'a [f64],
    x: f64,
) -> (
    f64,
    impl for<'s> Fn(TangentOf<f64, W>, &'s <[f64] as Differentiable>::Shadow<K0>, &'s <f64 as Differentiable>::Shadow<K1>)
    + 'a,
) {
    let rules = Rules::<W>::new();
    let (a, a_back) = loss_pullback::<W, K0, K1>(w, x);
    let c = 3.0;
    let (b, b_back) = loss_pullback::<W, K0, Off<W>>(w, c);
    (a * b, move |g, w_adj, x_adj| {
        a_back(rules.pull_left(Mul, g, || a, || b), w_adj, x_adj);
        b_back(rules.pull_right(Mul, g, || a, || b), w_adj, inactive());
    })
}

/// What a self-recursive function returns: its residual has no static size.
type Boxed<'a, W, K0> = Box<dyn for<'s> Fn(TangentOf<f64, W>, &'s <f64 as Differentiable>::Shadow<K0>) + 'a>;

fn power_pullback<'a, W: Width, K0: Kind<Width = W>>(x: f64, n: usize) -> (f64, Boxed<'a, W, K0>) {
    let rules = Rules::<W>::new();
    if n == 0 {
        return (1.0, Box::new(move |_, _| {}));
    }
    let (p, p_back) = power_pullback::<W, K0>(x, n - 1);
    (
        p * x,
        Box::new(move |g, x_adj| {
            p_back(rules.pull_left(Mul, g, || p, || x), x_adj);
            add(x_adj, rules.pull_right(Mul, g, || p, || x));
        }),
    )
}

fn loss_value_and_gradient(w: &[f64], x: f64) -> (f64, (Vec<f64>, f64)) {
    let (value, back) = twice_pullback::<One, On<One>, On<One>>(w, x);
    let w_adj = w.zero_shadow::<On<One>>();
    let x_adj = x.zero_shadow::<On<One>>();
    back(1.0, &w_adj, &x_adj);
    (value, (get(&w_adj), get(&x_adj)))
}

#[test]
fn taped_functions() {
    let (_, (dw, dx)) = loss_value_and_gradient(&[1.0, 2.0], 0.5);
    let h = 1e-6;
    let f = |w: &[f64], x| loss_value_and_gradient(w, x).0;
    assert!((dx - (f(&[1.0, 2.0], 0.5 + h) - f(&[1.0, 2.0], 0.5 - h)) / (2.0 * h)).abs() < 1e-8);
    assert!((dw[0] - (f(&[1.0 + h, 2.0], 0.5) - f(&[1.0 - h, 2.0], 0.5)) / (2.0 * h)).abs() < 1e-8);
    let (p, back) = power_pullback::<One, On<One>>(3.0, 4);
    let x_adj = Cell::new(0.0);
    back(1.0, &x_adj);
    assert_eq!((p, x_adj.get()), (81.0, 108.0));
}
