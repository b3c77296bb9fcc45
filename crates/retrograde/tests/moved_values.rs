//! Values that methods take and give back, and structs that are made from others of their kind.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

use retrograde::prelude::*;

#[derive(Clone, Debug, Default, Differentiable)]
struct P {
    m: f64,
    pos: [f64; 3],
    vel: Vec<f64>,
    name: String,
    id: usize,
}

#[differentiable(tangent)]
impl P {
    fn kinetic(&self) -> f64 {
        let v2: f64 = self.vel.iter().map(|v| v.powi(2)).sum();
        0.5 * self.m * v2
    }

    fn step(&mut self, dt: f64) {
        for k in 0..3 {
            self.pos[k] += dt * self.vel[k];
            self.vel[k] -= dt * self.pos[k];
        }
        self.id += 1;
    }

    fn with_mass(mut self, m: f64) -> Self {
        self.m = m * self.m;
        self
    }

    fn named(mut self, name: &str) -> Self {
        self.name = name.to_string();
        self
    }

    fn doubled(self) -> Self {
        P { m: self.m * 2.0, ..self }
    }

    pub fn energy(self, g: f64) -> f64 {
        self.kinetic() + self.m * g * self.pos[2]
    }
}

fn p(m: f64) -> P {
    P { m, pos: [0.1, 0.2, 0.3], vel: vec![0.5, -0.3, 0.7], name: "p".into(), id: 7 }
}

#[test]
fn through_methods() {
    #[differentiable(tangent)]
    fn f(m: f64) -> f64 {
        let mut p = P { m: 1.5, pos: [1.0, 0.0, m], vel: vec![0.0, m, 0.0], name: String::new(), id: 3 }.with_mass(m);
        for _ in 0..5 {
            p.step(0.1);
        }
        p.kinetic() + p.pos[2]
    }
    check_gradient!(f(0.7));
}

#[test]
fn one_after_the_other() {
    #[differentiable(tangent)]
    fn f(p: P, m: f64) -> f64 {
        let p = p.named("abc").with_mass(m).doubled().with_mass(m * m);
        let mass = p.m;
        p.energy(9.8) * mass
    }
    check_gradient!(f(p(1.5), 0.7));
}

#[test]
fn in_loops_branches_and_closures() {
    #[differentiable(tangent)]
    fn f(ps: Vec<P>, m: f64) -> f64 {
        let heavier = |p: P| p.with_mass(m);
        let mut s = 0.0;
        for p in ps.iter() {
            let q = if p.m > 1.0 { heavier(p.clone()) } else { p.clone().doubled() };
            s += q.kinetic() * q.m;
        }
        s + ps.into_iter().map(|p| p.with_mass(m)).map(|p| p.kinetic()).sum::<f64>()
    }
    check_gradient!(f(vec![p(1.5), p(0.5)], 0.7));
}

#[test]
fn given_back() {
    #[differentiable(tangent)]
    fn heavier(p: P, m: f64) -> P {
        let q = p.with_mass(m);
        q
    }
    #[differentiable(tangent)]
    fn f(p: P, m: f64) -> f64 {
        let q = heavier(p, m);
        q.m * q.m
    }
    check_gradient!(f(p(1.5), 0.7));
}

#[test]
fn of_a_method_itself() {
    let (value, (of_p, of_g)) = p(1.5).energy_value_and_gradient(9.8);
    assert_eq!(value, p(1.5).energy(9.8));
    assert!((of_g - 1.5 * 0.3).abs() < 1e-12);
    assert!((of_p.m - (0.5 * 0.83 + 9.8 * 0.3)).abs() < 1e-12);
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Q {
    a: f64,
    b: f64,
    n: usize,
}

impl Q {
    fn base() -> Self {
        Q { a: 1.0, b: 2.0, n: 3 }
    }
}

#[differentiable(tangent)]
impl Q {
    #[differentiable(tangent)]
    fn new(x: f64) -> Self {
        Self { a: x, ..Self::base() }
    }

    fn with_b(mut self, b: f64) -> Self {
        self.b = b * self.a;
        self
    }

    fn more(self, b: f64) -> Self {
        Self { b: b * self.b, ..self }
    }
}

#[derive(Clone, Debug, Default, Differentiable)]
struct G<T> {
    a: T,
    b: f64,
}

#[test]
fn the_rest_of_a_struct() {
    #[differentiable(tangent)]
    fn f(x: f64, q: Q) -> f64 {
        let p = P { m: x, pos: [x, 0.0, 1.0], ..Default::default() };
        let r = Q { a: x * q.a, ..q };
        let s = Q { b: x, ..Q::base() };
        let t = Q::new(x).with_b(3.0).more(x * x);
        let g = G { a: x, ..Default::default() };
        p.m * p.pos[0] + r.a * r.b + s.a * s.b * s.b + t.a * t.b + g.a * g.a + g.b * x
    }
    check_gradient!(f(0.7, Q { a: 1.5, b: 0.3, n: 1 }));

    #[differentiable(tangent)]
    fn of_references(p: &P, q: &Q, x: f64) -> f64 {
        let o = P { m: x, ..p.clone() };
        let r = Q { a: x * q.a, ..*q };
        let m = o.m * r.a;
        let last = P { m: o.m * 2.0, ..o };
        last.kinetic() * r.b * m
    }
    check_gradient!(of_references(&p(1.5), &Q { a: 1.5, b: 0.3, n: 1 }, 0.7));
}
