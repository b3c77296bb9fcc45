//! What gradients of small functions cost besides arithmetic must change none of them: one residual for the branches of a choice, short tapes
//! on the stack, what was lent kept once, ways back without a gradient left out.
#![allow(clippy::float_cmp, reason = "the results are exact")]

use retrograde::One;
use retrograde::prelude::*;

#[differentiable]
fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    let mut sum = 0.0;
    for c in coefficients.iter().rev() {
        sum = c + x * sum;
    }
    sum
}

/// Branches in branches, calls and loops in them, and itself.
#[differentiable]
fn piecewise(x: f64) -> f64 {
    if x < 0.0 {
        return -piecewise(-x);
    }
    let scaled = match x {
        x if x < 1.0 => {
            let t = x - 0.5;
            polynomial(t, &[1.0, 2.0, 3.0]) / polynomial(t, &[2.0, 0.5])
        }
        x if x < 4.0 => {
            let inner = if x < 2.0 {
                let a = (x * x).sin();
                a * a.exp()
            } else {
                let mut w = x;
                let mut steps = 0;
                while steps < 12 {
                    w = w - (w * w - x) / (2.0 * w);
                    steps += 1;
                }
                w * polynomial(w, &[0.5; 20])
            };
            inner * polynomial(x, &[1.0, 0.25])
        }
        _ => x.ln(),
    };
    scaled * x.cos()
}

#[test]
fn each_branch_has_its_residual() {
    for x in [0.3, 1.5, 3.0, 5.0, -0.3, -1.5, -3.0, -5.0] {
        check_gradient!(reverse piecewise(x));
    }
    let lanes = piecewise::pullback(3.0, std::marker::PhantomData::<retrograde::On<retrograde::One>>);
    let place = std::cell::Cell::new(0.0);
    // Any number of times.
    (lanes.1)(1.0, &place);
    (lanes.1)(1.0, &place);
    assert_eq!(place.get(), 2.0 * piecewise::gradient(3.0));
}

#[test]
fn tapes_of_any_length() {
    for count in 0..30 {
        let coefficients: Vec<f64> = (0..count).map(|k| 1.0 / (1.0 + f64::from(k))).collect();
        check_gradient!(reverse polynomial(0.7, &coefficients));
    }
}

/// Pushes in branches of a loop, so the tape grows as it goes.
#[differentiable]
fn grows(x: f64, n: usize) -> f64 {
    let mut s = x;
    for k in 0..n {
        if k % 3 != 1 {
            s = s.sin() * x;
        }
        for _ in 0..k % 4 {
            s = s * s + 0.5 * x;
        }
    }
    s
}

#[test]
fn tapes_grow_out_of_their_place() {
    for n in 0..16 {
        check_gradient!(reverse grows(0.4, n));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body {
    at: f64,
    speed: f64,
    mass: f64,
}

fn bodies() -> [Body; 4] {
    let body = |at: f64, speed: f64, mass: f64| Body { at, speed, mass };
    [body(0.1, 0.5, 1.0), body(1.3, -0.25, 2.0), body(2.9, 0.125, 0.5), body(4.0, 0.0, 1.5)]
}

/// Overwrites speeds again and again, and never reads them but at the end.
#[differentiable]
fn step(bodies: &mut [Body], dt: f64) {
    let n = bodies.len();
    for i in 0..n {
        for j in i + 1..n {
            let d = bodies[i].at - bodies[j].at;
            let pull = dt / (d * d + 0.1);
            let (a, b) = (bodies[i].mass, bodies[j].mass);
            bodies[i].speed -= d * b * pull;
            bodies[j].speed += d * a * pull;
        }
    }
    for body in bodies.iter_mut() {
        body.at += dt * body.speed;
    }
}

/// The same, but what is overwritten is read in between.
#[differentiable]
fn drag(bodies: &mut [Body], dt: f64) {
    let n = bodies.len();
    for i in 0..n {
        for j in 0..n {
            if i != j {
                let d = bodies[i].at - bodies[j].at;
                bodies[i].speed -= d * bodies[j].mass * dt * bodies[i].speed.cos();
            }
        }
    }
    for i in 0..n {
        bodies[i].at += dt * bodies[i].speed * bodies[i].speed;
        bodies[i].mass *= 1.0 + bodies[i].at * dt;
    }
}

/// Two rounds: in the second the places are others than at entry.
#[differentiable]
fn twice(bodies: &mut [Body], dt: f64) -> f64 {
    step(bodies, dt);
    let mut sum = 0.0;
    for i in 0..bodies.len() {
        for j in 0..i {
            let d = bodies[i].at - bodies[j].at;
            bodies[i].speed += d * d * dt;
            sum += d * bodies[j].mass;
        }
        bodies[i].at *= 1.5;
    }
    sum
}

#[differentiable]
fn sum_of(bodies: &[Body]) -> f64 {
    bodies.iter().map(|b| b.at * 1.5 + b.speed * b.speed + b.mass * b.at).sum()
}

#[differentiable]
fn after_step(bodies: &[Body], dt: f64) -> f64 {
    let mut bodies = bodies.to_vec();
    step(&mut bodies, dt);
    step(&mut bodies, 2.0 * dt);
    sum_of(&bodies)
}

#[differentiable]
fn after_drag(bodies: &[Body], dt: f64) -> f64 {
    let mut bodies = bodies.to_vec();
    drag(&mut bodies, dt);
    sum_of(&bodies)
}

#[differentiable]
fn after_twice(bodies: &[Body], dt: f64) -> f64 {
    let mut bodies = bodies.to_vec();
    let sum = twice(&mut bodies, dt);
    sum + sum_of(&bodies)
}

#[test]
fn what_was_lent_is_given_back() {
    check_gradient!(reverse after_step(&bodies()[..], 0.1));
    check_gradient!(reverse after_drag(&bodies()[..], 0.1));
    check_gradient!(reverse after_twice(&bodies()[..], 0.1));
    let seed = |count| vec![BodyTangent::<One> { at: 1.0, speed: 2.0, mass: 0.5 }; count];
    for vjp in [step::vjp, drag::vjp] {
        for count in 0..=4 {
            let mut lent = bodies();
            vjp(&mut lent[..count], 0.1, seed(count));
            assert_eq!(lent, bodies());
        }
    }
    let mut lent = bodies();
    twice::gradient(&mut lent, 0.1);
    assert_eq!(lent, bodies());
}

/// Sums of products, of which only some count.
#[differentiable]
fn chosen(x: &[f64], w: &[f64], rows: usize) -> f64 {
    let n = x.len();
    let mut out = vec![0.0; rows];
    for i in 0..rows {
        for j in 0..n {
            out[i] += w[i * n + j] * x[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..rows {
        if i % 2 == 0 {
            sum += out[i] * out[i];
        }
    }
    sum
}

#[differentiable(flush)]
fn flushed(x: &[f64], w: &[f64], tiny: f64) -> f64 {
    let mut dot = 0.0;
    for j in 0..x.len() {
        dot += w[j] * x[j];
    }
    tiny * dot
}

/// Not a number where it is not used.
#[differentiable]
fn spoilt(x: &[f64], w: &[f64]) -> f64 {
    let mut dot = 0.0;
    for j in 0..x.len() {
        dot += w[j] * x[j];
    }
    0.0 * dot + x[0]
}

#[test]
fn nothing_comes_of_nothing() {
    let (x, w) = ([0.5, 1.5, -1.0, 2.0, 0.25, 3.0, 1.0, -2.0, 0.125], [0.75; 45]);
    check_gradient!(reverse chosen(&x, &w, 5));
    assert_eq!(flushed::gradient(&x, &w[..9], 1e-100).0, vec![0.75e-100; 9]);
    assert_eq!(flushed::gradient(&x, &w[..9], 1e-200).0, vec![0.0; 9]);
    // A gradient that is not a number goes on.
    assert!(flushed::gradient(&x, &w[..9], f64::NAN).0[0].is_nan());
    let (by_x, by_w) = spoilt::gradient(&[1.0, f64::INFINITY], &[2.0, f64::INFINITY]);
    assert_eq!((by_x, by_w), (vec![1.0, 0.0], vec![0.0, 0.0]));
}

/// A number whose sum is not the sum: what it is added to counts.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mixed {
    x: f64,
}

#[differentiable]
impl std::ops::AddAssign for Mixed {
    fn add_assign(&mut self, other: Mixed) {
        self.x = self.x * 0.5 + self.x * self.x * other.x.sin();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Holder {
    number: f64,
    own: Mixed,
}

/// Both kinds of fields, which look alike.
#[differentiable]
fn sums_of_fields(x: f64, n: usize) -> f64 {
    let mut all = Holder { number: 0.5, own: Mixed { x: 0.3 } };
    for k in 0..n {
        all.number += (x + k as f64).sin() * all.own.x;
        all.own += Mixed { x: all.number };
        all.number -= x * x;
    }
    all.number * all.own.x
}

/// What is computed from `w` is computed again once `w` is what it was, also what is computed from that; `e` is kept.
#[differentiable]
fn iterated(x: f64, n: usize) -> f64 {
    let mut w = x;
    let mut v = 1.0 / x;
    for k in 0..n {
        let e = w.exp();
        let f = w * e - x;
        let step = f / (e * (w + 1.0)) + 0.1 * v * f;
        let both = w * v;
        w -= step * 0.1;
        if k % 2 == 0 {
            v = (v * w).sin() + 0.1 * both;
        } else {
            v -= 0.1 * step * v;
        }
        let after = w * w;
        w += 0.01 * after * f;
    }
    w * v
}

#[test]
fn no_more_is_kept_than_is_read() {
    for n in [0, 1, 2, 5, 11] {
        check_gradient!(reverse sums_of_fields(0.7, n));
        check_gradient!(reverse iterated(0.8, n));
    }
}
