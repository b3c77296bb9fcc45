//! `gradient` and its like on companions and beside methods: against finite differences, with everything as it was afterwards.
#![allow(clippy::float_cmp, reason = "numbers are put back exactly, and small results are exact")]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "small exponents")]

use retrograde::prelude::*;

/// Weights change, are summed up, and some things have no gradient.
#[reversible(adjoint, tangent)]
fn relax(v: &mut [f64], sum: &mut f64, #[constant] grid: &[f64], rate: f64, n: usize) {
    for i in 0..n {
        v[i] *= rate;
        v[i] += grid[i] * rate.sin();
        *sum += v[i] * v[i] * grid[i];
    }
}

/// Only adds to its outputs, so that the function itself need not run.
#[reversible(adjoint, tangent)]
fn add_dot(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

const GRID: [f64; 3] = [0.5, -1.5, 2.0];
const V: [f64; 3] = [1.0, 2.0, 3.0];
const RATE: f64 = 0.7;

fn loss_of(v: &[f64], sum: f64, rate: f64) -> f64 {
    let (mut v, mut sum) = (v.to_vec(), sum);
    relax(&mut v, &mut sum, &GRID, rate, 3);
    sum
}

/// A central difference.
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    (f(1e-5) - f(-1e-5)) / 2e-5
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-8 * (1.0 + b.abs())
}

/// One argument with something added to an element.
fn bumped(v: &[f64], k: usize, by: f64) -> Vec<f64> {
    let mut v = v.to_vec();
    v[k] += by;
    v
}

#[test]
fn a_gradient_agrees_with_finite_differences_and_leaves_the_arguments_as_they_were() {
    let (mut v, mut sum) = (V, 0.25);
    let (value, (dv, dsum, drate)) = relax::value_and_gradient(&mut v, &mut sum, &GRID, RATE, 3);
    assert_eq!(value, loss_of(&V, 0.25, RATE));
    for (k, d) in dv.iter().enumerate() {
        assert!(close(*d, slope(|h| loss_of(&bumped(&V, k, h), 0.25, RATE))));
    }
    assert_eq!(dsum, 1.0);
    assert!(close(drate, slope(|h| loss_of(&V, 0.25, RATE + h))));
    assert_eq!(sum, 0.25);
    assert!(v.iter().zip(V).all(|(a, b)| close(*a, b)));

    let again = relax::gradient(&mut v, &mut sum, &GRID, RATE, 3);
    assert!(again.0.iter().zip(&dv).all(|(a, b)| close(*a, *b)));
    assert!(close(again.2, drate));
}

#[test]
fn what_is_only_added_to_is_not_touched_by_gradient() {
    let mut y = 0.1;
    let (dy, da, db) = add_dot::gradient(&mut y, &V, &GRID);
    assert_eq!((dy, da, db), (1.0, GRID.to_vec(), V.to_vec()));
    assert_eq!(y, 0.1);
    let (value, _) = add_dot::value_and_gradient(&mut y, &V, &GRID);
    assert_eq!((value, y), (0.1 + 0.5 - 3.0 + 6.0, 0.1));
}

#[test]
fn gradients_are_carried_back_and_tangents_forward() {
    let (mut v, mut sum) = (V, 0.25);
    let (seed_v, seed_sum) = (vec![0.3, -0.2, 0.1], 2.0);
    let (dv, dsum, drate) = relax::vjp(&mut v, &mut sum, &GRID, RATE, 3, (seed_v.clone(), seed_sum));
    let tangents = (vec![1.0, -1.0, 0.5], 0.75, -0.4);
    let (tv, tsum) = relax::jvp(&mut v, &mut sum, &GRID, RATE, 3, tangents.clone());
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // the same number, from either side
    let from_inputs = dot(&dv, &tangents.0) + dsum * tangents.1 + drate * tangents.2;
    let from_outputs = dot(&seed_v, &tv) + seed_sum * tsum;
    assert!(close(from_inputs, from_outputs));
    let direction = slope(|h| {
        let v: Vec<f64> = V.iter().zip(&tangents.0).map(|(v, t)| v + h * t).collect();
        loss_of(&v, 0.25 + h * tangents.1, RATE + h * tangents.2)
    });
    assert!(close(tsum, direction));
    assert_eq!(sum, 0.25);
    assert!(v.iter().zip(V).all(|(a, b)| close(*a, b)));
}

#[test]
#[should_panic(expected = "different lengths")]
fn a_seed_of_another_length_is_refused() {
    relax::vjp(&mut [1.0, 2.0], &mut 0.0, &GRID, RATE, 2, (vec![1.0; 3], 0.0));
}

/// More rows than travel together.
#[reversible(adjoint)]
fn powers(out: &mut [f64], x: &[f64; 2], #[constant] scale: f64) {
    for i in 0..out.len() {
        out[i] *= scale;
        out[i] += x[0].powi(i as i32) * x[1];
    }
}

#[test]
fn a_jacobian_has_a_row_for_every_number_of_the_output() {
    for n in [0, 1, 7, 8, 9, 20] {
        let mut out = vec![0.5; n];
        let (by_out, by_x) = powers::jacobian(&mut out, &[1.1, 3.0], 2.0);
        assert_eq!((by_out.len(), by_x.len()), (n, n));
        for (i, (row_out, row_x)) in by_out.iter().zip(&by_x).enumerate() {
            let expected: Vec<f64> = (0..n).map(|j| if i == j { 2.0 } else { 0.0 }).collect();
            assert_eq!(*row_out, expected);
            let exponent = i as i32;
            let slope = if i == 0 { 0.0 } else { f64::from(exponent) * 1.1_f64.powi(exponent - 1) * 3.0 };
            assert!(close(row_x[0], slope));
            assert!(close(row_x[1], 1.1_f64.powi(exponent)));
        }
        assert!(out.iter().all(|out| close(*out, 0.5)));
    }
}

/// Rows of a matrix, one after another; the mark chooses among several.
#[reversible(adjoint)]
fn mix(#[output] a: &mut [[f64; 2]; 2], b: &mut [f64; 2], c: &f64) {
    for i in 0..2 {
        for j in 0..2 {
            a[i][j] += b[j] * *c;
        }
        b[i] += *c;
    }
}

#[test]
fn the_output_of_a_jacobian_is_marked_and_may_be_nested() {
    let (mut a, mut b) = ([[0.0; 2]; 2], [3.0, 5.0]);
    let (by_a, by_b, by_c) = mix::jacobian(&mut a, &mut b, &2.0);
    assert_eq!(by_a[2], [[0.0, 0.0], [1.0, 0.0]]);
    assert_eq!(by_b, [[2.0, 0.0], [0.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(by_c, [3.0, 5.0, 7.0, 5.0]);
    assert_eq!((a, b), ([[0.0; 2]; 2], [3.0, 5.0]));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    weights: Vec<f64>,
    bias: f64,
    id: usize,
}

impl Model {
    #[reversible(adjoint, tangent)]
    pub fn add_energy(&self, sum: &mut f64, x: f64) {
        for i in 0..self.weights.len() {
            *sum += self.weights[i] * x.powi(i as i32);
        }
        *sum += self.bias * self.bias;
    }

    /// `self` is what changes.
    #[reversible(adjoint, tangent)]
    pub fn step(&mut self, #[loss] drift: &mut f64, rate: f64) {
        for i in 0..self.weights.len() {
            self.weights[i] *= rate;
            *drift += self.weights[i];
        }
        self.bias += rate;
    }
}

fn model() -> Model {
    Model { weights: vec![1.0, 2.0, 3.0], bias: 0.5, id: 7 }
}

#[test]
fn methods_have_drivers_beside_them() {
    let model = model();
    let (mut sum, mut gradient) = (1.0, model.zero_shadow::<On<One>>());
    let (value, (d_self, d_sum, dx)) = model.add_energy_value_and_gradient(&mut sum, 2.0);
    assert_eq!((value, d_sum, sum), (18.25, 1.0, 1.0));
    assert_eq!((d_self.weights, d_self.bias, dx), (vec![1.0, 2.0, 4.0], 1.0, 14.0));
    assert_eq!(model.add_energy_gradient(&mut sum, 2.0).0.bias, 1.0);
    assert_eq!(model.add_energy_gradient_into(&mut sum, 2.0, &gradient, &mut 0.0, Inactive), 18.25);
    assert_eq!(gradient.bias.get_mut(), &1.0);
    assert_eq!(model.add_energy_vjp(&mut sum, 2.0, 3.0).2, 42.0);
    let tangent = <Model as Differentiable>::into_tangent::<One>(gradient);
    assert_eq!(model.add_energy_jvp(&mut sum, 2.0, (tangent, 0.0, 1.0)), 21.0 + 1.0 + 14.0);
}

#[test]
fn a_method_that_changes_itself_is_restored() {
    let (mut changing, mut drift) = (model(), 0.0);
    let (value, (d_self, _, d_rate)) = changing.step_value_and_gradient(&mut drift, 0.5);
    assert_eq!((value, d_self.weights, d_rate), (3.0, vec![0.5; 3], 6.0));
    assert_eq!((changing, drift), (model(), 0.0));
}

/// Generic over the number and the length, and named like its parameter.
#[reversible(adjoint)]
fn total<const N: usize, T: Copy + std::ops::AddAssign + std::ops::SubAssign + Differentiable>(
    #[loss] total: &mut T,
    parts: [T; N],
) {
    for i in 0..N {
        *total += parts[i];
    }
}

#[test]
fn generic_functions_have_drivers() {
    let mut sum = 1.0_f32;
    assert_eq!(total::value_and_gradient(&mut sum, [2.0_f32, 3.0]), (6.0, (1.0, [1.0, 1.0])));
    assert_eq!(sum, 1.0);
}

/// A number by another name, and a struct that cannot be copied.
type Real = f64;

#[derive(Debug, Differentiable)]
struct Owned {
    x: f64,
}

#[reversible(adjoint)]
fn add_owned(#[loss] y: &mut Real, owned: Owned) {
    *y += owned.x * owned.x;
}

#[reversible(adjoint)]
fn add_owned_by_reference(#[loss] y: &mut Real, owned: &Owned) {
    *y += owned.x * owned.x;
}

#[test]
fn a_loss_may_have_a_type_of_another_name() {
    let (mut y, owned) = (0.0, Owned { x: 3.0 });
    add_owned(&mut y, Owned { x: 2.0 });
    assert_eq!(y, 4.0);
    let (_, gradient) = add_owned_by_reference::gradient(&mut y, &owned);
    assert_eq!((gradient.x, y), (6.0, 4.0));
}

/// A constant that changes, by what is constant.
#[reversible(inverse_adjoint, inverse_tangent)]
fn anneal(y: &mut f64, #[constant] temperature: &mut f64, x: f64) {
    let half = 0.5;
    let cooling = *temperature * half;
    *y += x * cooling;
    *temperature *= 0.5;
    *temperature += half;
}

/// Calls one that has a constant.
#[reversible(adjoint, tangent)]
fn anneal_twice(y: &mut f64, #[constant] temperature: &mut f64, x: f64) {
    anneal(y, temperature, x);
    anneal(y, temperature, x * x);
    anneal::inverse(y, temperature, 1.0);
}

#[test]
fn constants_change_but_have_no_gradient() {
    let (mut y, mut temperature) = (0.0, 4.0);
    let (value, (dy, dx)) = anneal_twice::value_and_gradient(&mut y, &mut temperature, 3.0);
    assert_eq!((value, dy, dx), (6.0 + 9.0 * 1.25 - 1.25, 1.0, 2.0 + 6.0 * 1.25));
    assert_eq!((y, temperature), (0.0, 4.0));
    anneal_twice(&mut y, &mut temperature, 3.0);
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    anneal_twice::adjoint(&mut y, &mut y_adj, &mut temperature, Inactive, 3.0, &mut x_adj);
    assert_eq!((y, temperature, x_adj), (0.0, 4.0, 9.5));
    assert_eq!(anneal_twice::jvp(&mut y, &mut temperature, 3.0, (0.0, 1.0)), 9.5);
}

/// An ordinary function of a list.
#[differentiable(tangent)]
fn moments(x: &[f64], #[constant] scale: f64, n: usize) -> [f64; 3] {
    let mut sums = [0.0; 3];
    for i in 0..n {
        sums[0] += x[i] * scale;
        sums[1] += x[i] * x[i];
        sums[2] += x[i].sin();
    }
    sums
}

#[differentiable(tangent)]
fn energy(x: &[f64], #[constant] scale: f64) -> f64 {
    let m = moments(x, scale, 2);
    m[0] * m[1]
}

#[test]
fn ordinary_functions_have_the_same_drivers() {
    let x = [1.0, 2.0];
    let jacobian = moments::jacobian(&x, 3.0, 2);
    assert_eq!(jacobian, [vec![3.0, 3.0], vec![2.0, 4.0], vec![1.0_f64.cos(), 2.0_f64.cos()]]);
    assert_eq!(moments::vjp(&x, 3.0, 2, [1.0, 1.0, 0.0]), [5.0, 7.0]);
    assert_eq!(moments::jvp(&x, 3.0, 2, vec![1.0, -1.0])[..2], [0.0, -2.0]);

    let (value, gradient) = energy::value_and_gradient(&x, 3.0);
    assert_eq!((value, &gradient[..]), (45.0, &[33.0, 51.0][..]));
    assert_eq!(energy::gradient(&x, 3.0), gradient);
    let mut buffer = [7.0, 7.0];
    assert_eq!(energy::gradient_into(&x, 3.0, &mut buffer), 45.0);
    assert_eq!(buffer[..], gradient);
    assert_eq!(energy::vjp(&x, 3.0, 2.0), [66.0, 102.0]);
    assert_eq!(energy::jvp(&x, 3.0, vec![1.0, 0.0]), 33.0);
}
