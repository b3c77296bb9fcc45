//! Reversible traits: declared siblings, implementations, generic callers and trait objects.

use retrograde::prelude::*;

#[reversible(inverse_adjoint, inverse_tangent)]
trait Step {
    /// What one step does.
    fn step(&mut self, dt: f64);

    /// Two steps or so.
    fn twice(&mut self, dt: f64);

    /// Adds something of itself to a sum.
    fn report(&self, sum: &mut f64);

    /// Returns something and so has no siblings.
    fn size(&self) -> f64;

    /// Takes nothing by `&mut` and so has no siblings.
    fn nothing(&self) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Falling {
    height: f64,
    speed: f64,
}

impl Step for Falling {
    #[reversible(inverse_adjoint, inverse_tangent)]
    fn step(&mut self, dt: f64) {
        self.speed -= 9.81 * dt;
        self.height += self.speed * dt;
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn twice(&mut self, dt: f64) {
        self.step(dt);
        self.step(dt * 0.5);
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn report(&self, sum: &mut f64) {
        *sum += self.height * self.speed;
    }

    fn size(&self) -> f64 {
        self.height
    }
}

impl Step for f64 {
    #[reversible(inverse_adjoint, inverse_tangent)]
    fn step(&mut self, dt: f64) {
        *self += dt.sin();
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn twice(&mut self, dt: f64) {
        *self += 10.0 * dt;
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn report(&self, sum: &mut f64) {
        *sum += *self * *self;
    }

    fn size(&self) -> f64 {
        *self
    }
}

/// Knows only the trait.
#[reversible(inverse_adjoint, inverse_tangent)]
fn run<T: Step + Differentiable>(state: &mut T, sum: &mut f64, dt: f64, n: usize) {
    for _ in 0..n {
        state.step(dt);
        T::twice(state, dt);
        <T as Step>::step_inverse(state, dt * 0.25);
    }
    state.report(sum);
}

/// Needs no gradient, and so nothing of the type but the trait.
#[reversible]
fn run_plain<T: Step>(state: &mut T, dt: f64) {
    state.step(dt);
    state.twice(dt);
}

/// A trait object.
#[reversible]
fn run_all(all: &mut [Box<dyn Step>], dt: f64) {
    for i in 0..all.len() {
        all[i].step(dt);
    }
}

/// A generic trait with constants, types and supertraits of its own.
#[reversible]
trait Mix<T: Plain>: Sized {
    const FACTOR: u32;
    type Amount;
    fn mix(a: &mut Self, b: &T);
    fn unmix_first(a: &mut Self, b: &T);
}

impl Mix<[u32; 2]> for u32 {
    const FACTOR: u32 = 3;
    type Amount = u32;
    #[reversible]
    fn mix(a: &mut Self, b: &[u32; 2]) {
        *a += b[0] * <u32 as Mix<[u32; 2]>>::FACTOR;
        *a ^= b[1];
    }
    #[reversible]
    fn unmix_first(a: &mut Self, b: &[u32; 2]) {
        <u32 as Mix<[u32; 2]>>::mix_inverse(a, b);
    }
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-7 * a.abs().max(b.abs()).max(1.0), "{a} is not {b}");
}

fn falling_sum(height: f64, speed: f64, dt: f64) -> f64 {
    let (mut state, mut sum) = (Falling { height, speed }, 0.0);
    run(&mut state, &mut sum, dt, 3);
    sum
}

#[test]
fn a_generic_caller_uses_the_siblings_of_the_trait() {
    let before = Falling { height: 10.0, speed: 1.0 };
    let (mut state, mut sum) = (before, 0.0);
    run(&mut state, &mut sum, 0.1, 3);
    let after = state;
    run::inverse(&mut state, &mut sum, 0.1, 3);
    close(state.height, before.height);
    close(state.speed, before.speed);
    close(sum, 0.0);

    let (mut state, mut sum) = (after, falling_sum(10.0, 1.0, 0.1));
    let adj = state.zero_shadow::<On<One>>();
    let (mut sum_adj, mut dt_adj) = (1.0, 0.0);
    run::adjoint(&mut state, &adj, &mut sum, &mut sum_adj, 0.1, &mut dt_adj, 3, Inactive);
    close(state.height, 10.0);
    let h = 1e-5;
    close(adj.height.get(), (falling_sum(10.0 + h, 1.0, 0.1) - falling_sum(10.0 - h, 1.0, 0.1)) / (2.0 * h));
    close(adj.speed.get(), (falling_sum(10.0, 1.0 + h, 0.1) - falling_sum(10.0, 1.0 - h, 0.1)) / (2.0 * h));
    let by_dt = (falling_sum(10.0, 1.0, 0.1 + h) - falling_sum(10.0, 1.0, 0.1 - h)) / (2.0 * h);
    close(dt_adj, by_dt);

    let (mut state, mut sum) = (before, 0.0);
    let tan = state.zero_shadow::<On<One>>();
    let (mut sum_tan, dt_tan) = (0.0, 1.0);
    run::tangent(&mut state, &tan, &mut sum, &mut sum_tan, 0.1, dt_tan, 3, Inactive);
    close(sum_tan, by_dt);
}

#[test]
fn implementations_differ() {
    let (mut x, mut sum) = (1.0_f64, 0.0);
    x.twice(0.5);
    close(x, 6.0);
    x.twice_inverse(0.5);
    close(x, 1.0);
    run(&mut x, &mut sum, 0.1, 2);
    let after = 1.0 + 2.0 * (0.1_f64.sin() + 1.0 - 0.025_f64.sin());
    close(x, after);
    let (mut x_adj, mut sum_adj) = (0.0, 1.0);
    run::adjoint(&mut x, &mut x_adj, &mut sum, &mut sum_adj, 0.1, Inactive, 2, Inactive);
    close(x, 1.0);
    close(x_adj, 2.0 * after);
    close(x.size(), 1.0);
    x.nothing();
}

#[test]
fn without_gradients_the_trait_is_enough() {
    let mut state = Falling { height: 10.0, speed: 1.0 };
    run_plain(&mut state, 0.1);
    assert!(state.height > 10.1 || state.height < 9.9);
    run_plain::inverse(&mut state, 0.1);
    close(state.height, 10.0);
}

#[test]
fn trait_objects_run_backwards() {
    let mut all: Vec<Box<dyn Step>> = vec![Box::new(1.0), Box::new(Falling { height: 10.0, speed: 1.0 })];
    run_all(&mut all, 0.1);
    close(all[0].size(), 1.0 + 0.1_f64.sin());
    run_all::inverse(&mut all, 0.1);
    close(all[0].size(), 1.0);
    close(all[1].size(), 10.0);
}

#[test]
fn associated_functions_of_a_generic_trait() {
    let mut a = 5_u32;
    u32::mix(&mut a, &[2, 7]);
    assert_eq!(a, 12);
    u32::unmix_first(&mut a, &[2, 7]);
    assert_eq!(a, 5);
    u32::unmix_first_inverse(&mut a, &[2, 7]);
    assert_eq!(a, 12);
    u32::mix_inverse(&mut a, &[2, 7]);
    assert_eq!(a, 5);
}

/// The drivers of a trait's methods, through the trait.
fn slope<T: Step + Differentiable>(x: &T) -> f64 {
    let mut sum = 0.0;
    let (value, _) = x.report_value_and_gradient(&mut sum);
    value
}

#[test]
fn drivers_of_a_trait() {
    let falling = Falling { height: 2.0, speed: 3.0 };
    let (value, (gradient, sum_adj)) = falling.report_value_and_gradient(&mut 1.0);
    assert_eq!((value, gradient.height, gradient.speed, sum_adj), (7.0, 3.0, 2.0, 1.0));
    assert!((slope(&falling) - 6.0).abs() < 1e-15);
    let mut x = 1.5;
    let (x_adj, dt_adj) = x.step_vjp(0.3, 2.0);
    assert_eq!((x, x_adj), (1.5, 2.0));
    assert!((dt_adj - 2.0 * 0.3_f64.cos()).abs() < 1e-15);
    assert!((x.step_jvp(0.3, (1.0, 0.5)) - (1.0 + 0.5 * 0.3_f64.cos())).abs() < 1e-15);
}
