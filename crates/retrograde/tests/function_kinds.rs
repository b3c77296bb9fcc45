//! Functions of every kind: with items of their own, recursive through each other, generic, and with nested parameters.

use retrograde::prelude::*;

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-7 * a.abs().max(b.abs()).max(1.0), "{a} is not {b}");
}

/// The slope of `f` at `x`.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (f(x + h) - f(x - h)) / (2.0 * h)
}

/// Items come before the body wherever they are written.
#[reversible(adjoint, tangent)]
fn with_items(y: &mut f64, x: f64) {
    use std::f64::consts::PI as HALF_TURN;
    const TURNS: usize = 3;
    #[derive(Clone, Copy, Differentiable)]
    struct Wave {
        height: f64,
        length: f64,
    }
    impl Wave {
        #[reversible(adjoint, tangent)]
        fn add(&self, y: &mut f64) {
            *y += self.height * self.length.sin();
        }
    }
    type Number = f64;
    let wave = Wave { height: x * 2.0, length: HALF_TURN / 6.0 };
    for i in 0..TURNS {
        let factor: Number = scale(i);
        add_scaled(y, x, factor);
        wave.add(y);
    }
    fn scale(i: usize) -> f64 {
        i as f64 + 1.0
    }
    #[reversible(adjoint, tangent)]
    fn add_scaled(y: &mut f64, x: f64, factor: f64) {
        *y += x * x * factor;
    }
}

#[test]
fn a_body_has_items() {
    let value = |x: f64| {
        let mut y = 0.5;
        with_items(&mut y, x);
        y
    };
    close(value(2.0), 0.5 + 6.0 * 4.0 + 3.0 * 2.0);
    let mut y = value(2.0);
    with_items::inverse(&mut y, 2.0);
    close(y, 0.5);
    let (mut y, mut x_adj) = (value(2.0), 0.0);
    with_items::adjoint(&mut y, &mut 1.0, 2.0, &mut x_adj);
    close(y, 0.5);
    close(x_adj, slope(value, 2.0));
    let (mut y, mut y_tan) = (0.5, 0.0);
    with_items::tangent(&mut y, &mut y_tan, 2.0, 1.0);
    close(y_tan, slope(value, 2.0));
}

#[differentiable(tangent)]
fn ordinary_with_items(x: f64) -> f64 {
    const FACTOR: f64 = 3.0;
    #[differentiable(tangent)]
    fn square(x: f64) -> f64 {
        x * x
    }
    let y = square(x);
    y * FACTOR
}

#[test]
fn an_ordinary_body_has_items() {
    assert_eq!(ordinary_with_items::value_and_gradient(2.0), (12.0, 12.0));
    assert_eq!(ordinary_with_items::tangent(2.0, 1.0), (12.0, 12.0));
}

/// Two functions that call each other.
#[reversible(inverse_adjoint, inverse_tangent)]
fn even(y: &mut f64, x: f64, n: usize) {
    if n > 0 {
        *y += x.sin();
        odd(y, x * 0.9, n - 1);
    }
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn odd(y: &mut f64, x: f64, n: usize) {
    if n > 0 {
        *y -= x * x;
        even(y, x * 1.1, n - 1);
    }
}

#[test]
fn functions_call_each_other() {
    let value = |x: f64| {
        let mut y = 0.5;
        even(&mut y, x, 5);
        y
    };
    let mut y = value(0.7);
    assert!((y - 0.5).abs() > 0.1);
    even::inverse(&mut y, 0.7, 5);
    close(y, 0.5);
    let (mut y, mut x_adj) = (value(0.7), 0.0);
    even::adjoint(&mut y, &mut 1.0, 0.7, &mut x_adj, 5, Inactive);
    close(y, 0.5);
    close(x_adj, slope(value, 0.7));
    let (mut y, mut y_tan) = (0.5, 0.0);
    even::tangent(&mut y, &mut y_tan, 0.7, 1.0, 5, Inactive);
    close(y_tan, slope(value, 0.7));
    even::inverse_tangent(&mut y, &mut y_tan, 0.7, 1.0, 5, Inactive);
    close(y, 0.5);
    close(y_tan, 0.0);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Inner {
    weights: [f64; 2],
    pair: (f64, f64),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Outer {
    inner: Inner,
    all: Vec<Inner>,
}

/// Tuples, arrays of arrays, vectors of vectors, structs in structs, and arrays by value.
#[reversible(adjoint, tangent)]
#[allow(clippy::ptr_arg, reason = "a vector of vectors is meant")]
fn nested(
    p: &mut (f64, f64),
    pairs: &mut [(f64, f64)],
    rows: &mut Vec<Vec<f64>>,
    grid: &mut [[f64; 3]; 2],
    outer: &mut Outer,
    by_value: [f64; 2],
) {
    p.0 += by_value[0] * p.1;
    for i in 0..pairs.len() {
        pairs[i].1 += pairs[i].0 * by_value[1];
        p.1 += pairs[i].1.sin();
    }
    for i in 0..rows.len() {
        for j in 0..rows[i].len() {
            rows[i][j] += p.0 * by_value[0];
        }
    }
    for i in 0..2 {
        for j in 0..3 {
            grid[i][j] -= rows[0][0] * p.1;
        }
    }
    outer.inner.weights[0] += grid[1][2] * by_value[1];
    outer.inner.pair.1 += outer.inner.weights[0] * grid[0][0];
    for k in 0..outer.all.len() {
        outer.all[k].pair.0 += outer.inner.pair.1 * outer.all[k].weights[1];
    }
    swap(&mut outer.inner.pair.0, &mut p.0);
}

type State = ((f64, f64), Vec<(f64, f64)>, Vec<Vec<f64>>, [[f64; 3]; 2], Outer);

fn start() -> State {
    let inner = Inner { weights: [0.3, -0.2], pair: (0.4, 0.6) };
    (
        (0.5, -0.7),
        vec![(0.1, 0.2), (0.3, 0.4)],
        vec![vec![1.0], vec![0.5, 0.25]],
        [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]],
        Outer { inner: inner.clone(), all: vec![inner] },
    )
}

fn run(by_value: [f64; 2]) -> State {
    let mut state = start();
    let (p, pairs, rows, grid, outer) = &mut state;
    nested(p, pairs, rows, grid, outer, by_value);
    state
}

/// A weighted sum of what comes out.
fn loss(state: &State) -> f64 {
    state.0.1 + 2.0 * state.1[1].1 + 0.5 * state.2[1][0] - state.3[0][1] + 3.0 * state.4.all[0].pair.0 + state.0.0
}

#[test]
fn parameters_nest() {
    let by_value = [0.8, 1.3];
    let mut state = run(by_value);
    assert!((state.4.all[0].pair.0 - 0.4).abs() > 1e-3);
    let (p, pairs, rows, grid, outer) = &mut state;
    nested::inverse(p, pairs, rows, grid, outer, by_value);
    for (now, before) in grid.iter().flatten().zip(start().3.iter().flatten()) {
        close(*now, *before);
    }
    close(outer.all[0].pair.0, 0.4);
    close(rows[1][1], 0.25);
    close(p.0, 0.5);

    let mut state = run(by_value);
    let (p, pairs, rows, grid, outer) = &mut state;
    let (p_adj, pairs_adj, rows_adj, grid_adj, outer_adj) = (
        p.zero_shadow::<On<One>>(),
        pairs[..].zero_shadow::<On<One>>(),
        rows.zero_shadow::<On<One>>(),
        grid.zero_shadow::<On<One>>(),
        outer.zero_shadow::<On<One>>(),
    );
    p_adj.1.set(1.0);
    p_adj.0.set(1.0);
    pairs_adj[1].1.set(2.0);
    rows_adj[1][0].set(0.5);
    grid_adj[0][1].set(-1.0);
    outer_adj.all[0].pair.0.set(3.0);
    let mut by_value_adj = [0.0; 2];
    nested::adjoint(
        p,
        &p_adj,
        pairs,
        &*pairs_adj,
        rows,
        &rows_adj,
        grid,
        &grid_adj,
        outer,
        &outer_adj,
        by_value,
        &mut by_value_adj,
    );
    close(p.0, 0.5);
    close(pairs[1].1, 0.4);
    close(by_value_adj[0], slope(|x| loss(&run([x, 1.3])), 0.8));
    close(by_value_adj[1], slope(|x| loss(&run([0.8, x])), 1.3));
    close(outer_adj.all[0].weights[1].get(), 3.0 * run(by_value).4.inner.pair.1);
}

#[test]
fn tangents_nest() {
    let mut state = start();
    let (p, pairs, rows, grid, outer) = &mut state;
    let (p_tan, pairs_tan, rows_tan, grid_tan, outer_tan) = (
        p.zero_shadow::<On<One>>(),
        pairs[..].zero_shadow::<On<One>>(),
        rows.zero_shadow::<On<One>>(),
        grid.zero_shadow::<On<One>>(),
        outer.zero_shadow::<On<One>>(),
    );
    nested::tangent(
        p,
        &p_tan,
        pairs,
        &*pairs_tan,
        rows,
        &rows_tan,
        grid,
        &grid_tan,
        outer,
        &outer_tan,
        [0.8, 1.3],
        &mut [0.0, 1.0],
    );
    let pushed = p_tan.1.get() + 2.0 * pairs_tan[1].1.get() + 0.5 * rows_tan[1][0].get() - grid_tan[0][1].get()
        + 3.0 * outer_tan.all[0].pair.0.get()
        + p_tan.0.get();
    close(pushed, slope(|x| loss(&run([0.8, x])), 1.3));
}
