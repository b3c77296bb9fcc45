//! Reversible methods: in an `impl`, in a trait, and called in every way.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Particle {
    q: f64,
    p: f64,
}

impl Particle {
    /// One step of a pendulum.
    #[reversible(inverse_adjoint, inverse_tangent)]
    pub fn step(&mut self, dt: f64) {
        self.p -= self.q.sin() * dt;
        self.q += self.p * dt;
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn steps(&mut self, dt: f64, n: usize) {
        for _ in 0..n {
            self.step(dt);
            Self::step(self, dt * 0.5);
            Particle::kick(self, dt);
            self.step_inverse(dt * 0.25);
        }
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    #[allow(clippy::needless_arbitrary_self_type, reason = "a way to write it")]
    fn kick(self: &mut Self, dt: f64) {
        self.p += dt * dt;
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    pub fn add_energy(&self, sum: &mut f64) {
        *sum += self.p * self.p / 2.0 - self.q.cos();
    }

    /// Takes itself by value.
    #[reversible(inverse_adjoint, inverse_tangent)]
    pub fn add_product(self, sum: &mut f64) {
        *sum += self.p * self.q;
    }

    #[reversible(inverse_adjoint, inverse_tangent)]
    fn join(&mut self, other: &mut Particle) {
        self.q += other.p * 0.5;
        other.q -= self.p;
    }

    /// No `self`, but the signature mentions the type.
    #[reversible(inverse_adjoint, inverse_tangent)]
    fn exchange(a: &mut Self, b: &mut Self) {
        swap(&mut a.q, &mut b.q);
        a.p += b.p;
    }

    /// Nothing in the signature says that this is in an `impl`.
    #[reversible(inverse_adjoint, inverse_tangent, associated)]
    fn scale_into(y: &mut f64, x: f64) {
        *y += 3.0 * x;
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    left: Particle,
    right: Particle,
    sum: f64,
}

impl Pair {
    #[reversible(inverse_adjoint, inverse_tangent)]
    fn run(&mut self, dt: f64) {
        self.left.step(dt);
        self.right.steps(dt, 3);
        Particle::exchange(&mut self.left, &mut self.right);
        self.left.add_energy(&mut self.sum);
        Particle::add_energy(&self.right, &mut self.sum);
        self.left.add_product(&mut self.sum);
        Particle::scale_into(&mut self.sum, self.right.p);
        self.right.step_inverse(dt);
        Particle::step_inverse(&mut self.right, dt);
    }
}

/// A method called on a parameter, a local and an element.
#[reversible(inverse_adjoint, inverse_tangent)]
fn everywhere(first: &mut Particle, others: &mut [Particle], fixed: &Particle, y: &mut f64, x: f64) {
    first.step(x);
    for i in 0..others.len() {
        others[i].step(x);
    }
    others[0].join(&mut others[1]);
    for other in others.iter_mut() {
        other.step(x * 0.5);
    }
    let last = &mut others[1];
    last.kick(x);
    let mut local = Particle { q: x, p: 1.0 };
    local.step(0.1);
    *y += local.q * local.p;
    local.step_inverse(0.1);
    fixed.add_energy(y);
}

fn pair(v: &[f64; 5]) -> Pair {
    Pair { left: Particle { q: v[0], p: v[1] }, right: Particle { q: v[2], p: v[3] }, sum: v[4] }
}

fn parts(pair: &Pair) -> [f64; 5] {
    [pair.left.q, pair.left.p, pair.right.q, pair.right.p, pair.sum]
}

/// The derivative of a function of six numbers in one direction.
fn slope(f: impl Fn(&[f64; 6]) -> f64, at: &[f64; 6], k: usize) -> f64 {
    let h = 1e-5;
    let moved = |by: f64| {
        let mut at = *at;
        at[k] += by;
        f(&at)
    };
    (moved(h) - moved(-h)) / (2.0 * h)
}

const START: [f64; 6] = [0.3, 0.7, -0.4, 1.1, 0.2, 0.05];
const SEED: [f64; 5] = [1.0, -0.5, 2.0, 0.3, 0.7];

fn weighted(at: &[f64; 6]) -> f64 {
    let mut pair = pair(at[..5].try_into().unwrap());
    pair.run(at[5]);
    parts(&pair).iter().zip(SEED).map(|(x, s)| x * s).sum()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-8 * a.abs().max(b.abs()).max(1.0), "{a} is not {b}");
}

#[test]
fn a_method_is_undone_by_its_sibling() {
    let before = [0.3, 0.7, -0.4, 1.1, 0.2];
    let mut pair = pair(&before);
    pair.run(0.05);
    assert!((pair.sum - before[4]).abs() > 1e-3);
    pair.run_inverse(0.05);
    parts(&pair).iter().zip(before).for_each(|(now, before)| close(*now, before));
}

#[test]
fn an_adjoint_carries_the_gradient_of_self() {
    let mut pair = pair(START[..5].try_into().unwrap());
    pair.run(START[5]);
    let pair_adj = pair.zero_shadow::<On<One>>();
    for (cell, seed) in
        [&pair_adj.left.q, &pair_adj.left.p, &pair_adj.right.q, &pair_adj.right.p, &pair_adj.sum].iter().zip(SEED)
    {
        cell.set(seed);
    }
    let mut dt_adj = 0.0;
    pair.run_adjoint(&pair_adj, START[5], &mut dt_adj);
    parts(&pair).iter().zip(START).for_each(|(now, before)| close(*now, before));
    let gradient = [
        pair_adj.left.q.get(),
        pair_adj.left.p.get(),
        pair_adj.right.q.get(),
        pair_adj.right.p.get(),
        pair_adj.sum.get(),
        dt_adj,
    ];
    for (k, found) in gradient.into_iter().enumerate() {
        close(found, slope(weighted, &START, k));
    }
}

#[test]
fn a_tangent_runs_along() {
    for k in 0..6 {
        let mut pair = pair(START[..5].try_into().unwrap());
        let tangents = pair.zero_shadow::<On<One>>();
        let cells = [&tangents.left.q, &tangents.left.p, &tangents.right.q, &tangents.right.p, &tangents.sum];
        if let Some(cell) = cells.get(k) {
            cell.set(1.0);
        }
        let dt_tan = if k == 5 { 1.0 } else { 0.0 };
        pair.run_tangent(&tangents, START[5], dt_tan);
        close(cells.iter().zip(SEED).map(|(cell, seed)| cell.get() * seed).sum(), slope(weighted, &START, k));

        pair.run_inverse_tangent(&tangents, START[5], dt_tan);
        parts(&pair).iter().zip(START).for_each(|(now, before)| close(*now, before));
        cells.iter().enumerate().for_each(|(l, cell)| close(cell.get(), if l == k { 1.0 } else { 0.0 }));
    }
}

#[test]
fn a_visible_method_that_only_adds_can_pull() {
    let particle = Particle { q: 0.3, p: 0.7 };
    let particle_adj = particle.zero_shadow::<On<One>>();
    particle.add_energy_pull(&particle_adj, &mut 1.0);
    close(particle_adj.p.get(), 0.7);
    close(particle_adj.q.get(), 0.3_f64.sin());
    particle.add_product_pull(&particle_adj, &mut 1.0);
    close(particle_adj.p.get(), 1.0);
}

#[test]
fn methods_are_called_on_any_place() {
    let run = |at: &[f64; 6]| {
        let (mut first, fixed, mut y) = (Particle { q: at[0], p: at[1] }, Particle { q: at[2], p: at[3] }, at[4]);
        let mut others = [first; 2];
        everywhere(&mut first, &mut others, &fixed, &mut y, at[5]);
        (first, others, fixed, y)
    };
    let (mut first, mut others, fixed, mut y) = run(&START);
    let first_adj = first.zero_shadow::<On<One>>();
    let others_adj = others.zero_shadow::<On<One>>();
    let fixed_adj = fixed.zero_shadow::<On<One>>();
    first_adj.q.set(2.0);
    others_adj[1].p.set(3.0);
    let (mut y_adj, mut x_adj) = (1.0, 0.0);
    everywhere::adjoint(
        &mut first,
        &first_adj,
        &mut others,
        &others_adj,
        &fixed,
        &fixed_adj,
        &mut y,
        &mut y_adj,
        START[5],
        &mut x_adj,
    );
    close(first.q, START[0]);
    close(others[1].p, START[1]);
    close(y, START[4]);
    let value = |at: &[f64; 6]| {
        let (first, others, _, y) = run(at);
        2.0 * first.q + 3.0 * others[1].p + y
    };
    close(first_adj.q.get() + others_adj[0].q.get() + others_adj[1].q.get(), slope(value, &START, 0));
    close(fixed_adj.q.get(), slope(value, &START, 2));
    close(x_adj, slope(value, &START, 5));
}

/// The type parameters of an `impl` may have any name.
#[derive(Clone, Debug, Differentiable)]
struct Labelled<S0: Differentiable + Plain + 'static> {
    value: f64,
    label: S0,
}

impl<S0: Differentiable + Plain + 'static> Labelled<S0> {
    #[reversible(inverse_adjoint)]
    fn add(&mut self, by: f64) {
        self.value += by * by;
    }
}

#[test]
fn names_of_the_impl_do_not_clash() {
    let mut labelled = Labelled { value: 1.0, label: 2.0 };
    labelled.add(3.0);
    let adj = labelled.zero_shadow::<On<One>>();
    adj.value.set(1.0);
    let mut by_adj = 0.0;
    labelled.add_adjoint(&adj, 3.0, &mut by_adj);
    assert_eq!((labelled.value, labelled.label, by_adj), (1.0, 2.0, 6.0));
}
