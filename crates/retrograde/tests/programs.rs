//! Programs as people write them, each of many constructs at once.
#![allow(clippy::needless_range_loop, reason = "the code is as people write it")]

use retrograde::prelude::*;
use std::collections::HashMap;

#[differentiable(tangent)]
fn solve(a: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut m: Vec<Vec<f64>> = a.to_vec();
    let mut x = b.to_vec();
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if m[i][k].abs() > m[p][k].abs() {
                p = i;
            }
        }
        if m[p][k].abs() < 1e-12 {
            return None;
        }
        m.swap(k, p);
        x.swap(k, p);
        for i in k + 1..n {
            let f = m[i][k] / m[k][k];
            for j in k..n {
                m[i][j] -= f * m[k][j];
            }
            x[i] -= f * x[k];
        }
    }
    for i in (0..n).rev() {
        let mut s = x[i];
        for j in i + 1..n {
            s -= m[i][j] * x[j];
        }
        x[i] = s / m[i][i];
    }
    Some(x)
}

#[differentiable(tangent)]
fn residual(a: &[Vec<f64>], b: &[f64]) -> f64 {
    match solve(a, b) {
        Some(x) => x.iter().map(|v| v * v).sum::<f64>().sqrt(),
        None => 0.0,
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Gauss {
    mean: f64,
    var: f64,
}

impl Gauss {
    #[differentiable(tangent)]
    fn predict(self, q: f64) -> Gauss {
        Gauss { var: self.var + q, ..self }
    }
    #[differentiable(tangent)]
    fn update(&mut self, z: f64, r: f64) -> f64 {
        let k = self.var / (self.var + r);
        let innovation = z - self.mean;
        self.mean += k * innovation;
        self.var *= 1.0 - k;
        -0.5 * (innovation.powi(2) / (self.var + r) + (self.var + r).ln())
    }
}

#[differentiable(tangent)]
fn likelihood(zs: &[f64], q: f64, r: f64) -> f64 {
    let mut state = Gauss { mean: 0.0, var: 1.0 };
    let mut total = 0.0;
    for &z in zs {
        state = state.predict(q);
        total += Gauss::update(&mut state, z, r);
    }
    total
}

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable(tangent)]
fn dot(a: V3, b: V3) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

#[derive(Clone, Debug, Differentiable)]
struct Sphere {
    c: V3,
    r: f64,
}

#[differentiable(tangent)]
fn hit(o: V3, d: V3, s: &Sphere) -> Option<f64> {
    let oc = V3 { x: o.x - s.c.x, y: o.y - s.c.y, z: o.z - s.c.z };
    let b = dot(oc, d);
    let disc = b * b - (dot(oc, oc) - s.r * s.r);
    if disc < 0.0 {
        return None;
    }
    let t = -b - disc.sqrt();
    (t > 1e-9).then_some(t)
}

#[differentiable(tangent)]
fn nearest(o: V3, d: V3, scene: &[Sphere]) -> f64 {
    let mut best: Option<f64> = None;
    for s in scene {
        if let Some(t) = hit(o, d, s) {
            best = match best {
                Some(b) if b <= t => Some(b),
                _ => Some(t),
            };
        }
    }
    best.unwrap_or(100.0)
}

#[differentiable(tangent)]
fn forward_algorithm(init: &[f64], trans: &[[f64; 2]; 2], emit: &[[f64; 2]], obs: &[usize]) -> f64 {
    let mut alpha: Vec<f64> = init.iter().zip(emit.iter()).map(|(p, e)| p + e[obs[0]]).collect();
    for &o in &obs[1..] {
        let mut next = vec![0.0; alpha.len()];
        for (j, n) in next.iter_mut().enumerate() {
            let m = alpha.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let s: f64 = alpha.iter().enumerate().map(|(i, a)| (a + trans[i][j] - m).exp()).sum();
            *n = m + s.ln() + emit[j][o];
        }
        alpha = next;
    }
    let m = alpha.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    m + alpha.iter().map(|a| (a - m).exp()).sum::<f64>().ln()
}

#[differentiable(tangent)]
fn cg(diag: &[f64], b: &[f64]) -> f64 {
    let n = b.len();
    let apply = |v: &[f64]| -> Vec<f64> {
        (0..n)
            .map(|i| {
                let left = if i > 0 { v[i - 1] } else { 0.0 };
                let right = if i + 1 < n { v[i + 1] } else { 0.0 };
                diag[i] * v[i] - left - right
            })
            .collect()
    };
    let inner = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(x, y)| x * y).sum() };
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rs = inner(&r, &r);
    for _ in 0..n {
        if rs < 1e-20 {
            break;
        }
        let ap = apply(&p);
        let alpha = rs / inner(&p, &ap);
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let new = inner(&r, &r);
        let beta = new / rs;
        for i in 0..n {
            p[i] = r[i] + beta * p[i];
        }
        rs = new;
    }
    inner(&x, b)
}

#[differentiable(tangent)]
fn priced(prices: &HashMap<u32, f64>, #[constant] basket: &[(u32, f64)]) -> f64 {
    let mut total = 0.0;
    for (item, amount) in basket {
        if let Some(p) = prices.get(item) {
            total += p * amount;
        }
    }
    total
}

#[test]
fn linear_systems() {
    let a = vec![vec![1.0, 2.0, 0.5], vec![3.0, 1.0, -1.0], vec![0.3, -2.0, 4.0]];
    check_gradient!(residual(&a, &[1.0, 2.0, 3.0]));
    assert_eq!(residual::gradient(&[vec![1.0, 2.0], vec![2.0, 4.0]], &[1.0, 2.0]).1, [0.0, 0.0]);
    check_gradient!(cg(&[4.0, 5.0, 4.5], &[1.0, -0.5, 2.0]));
}

#[test]
fn filters() {
    check_gradient!(likelihood(&[0.3, 0.1, -0.4], 0.1, 0.5));
    check_gradient!(forward_algorithm(
        &[-0.3, -1.2],
        &[[-0.2, -1.0], [-0.9, -0.4]],
        &[[-0.3, -1.1], [-1.5, -0.2]],
        &[0, 1, 1, 0][..]
    ));
}

#[test]
fn rays() {
    let at = |x, y, z| V3 { x, y, z };
    let scene = vec![Sphere { c: at(0.0, 0.1, 5.0), r: 1.0 }, Sphere { c: at(0.1, 0.0, 9.0), r: 2.0 }];
    check_gradient!(nearest(at(0.0, 0.0, 0.0), at(0.0, 0.0, 1.0), &scene));
    check_gradient!(nearest(at(0.0, 1.5, 0.0), at(0.0, 0.0, 1.0), &scene));
    check_gradient!(nearest(at(0.0, 5.0, 0.0), at(0.0, 0.0, 1.0), &scene));
}

#[test]
fn prices() {
    let prices = HashMap::from([(1, 2.0), (3, 4.0)]);
    let (value, gradient) = priced::value_and_gradient(&prices, &[(1, 2.0), (3, 0.5), (4, 1.0)]);
    assert!((value - 6.0_f64).abs() < 1e-15);
    assert_eq!((gradient.get(&1), gradient.get(&3)), (2.0, 0.5));
}
