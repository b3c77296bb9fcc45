//! Programs as people write them, each of many constructs at once.
#![allow(
    clippy::needless_range_loop,
    clippy::manual_assert,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::assign_op_pattern,
    reason = "the code is as people write it"
)]

use retrograde::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::f64::consts::PI;

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

const G: f64 = 9.81;
static TABLE: [f64; 4] = [0.1, 0.2, 0.4, 0.8];

#[differentiable(tangent)]
fn rhs(t: f64, y: &[f64; 2], k: f64) -> [f64; 2] {
    [y[1], -k * y[0] + 0.1 * t.sin()]
}

#[differentiable(tangent)]
fn integrate(y0: [f64; 2], k: f64, t1: f64) -> f64 {
    let mut y = y0;
    let mut t = 0.0;
    let mut dt: f64 = 0.1;
    let mut steps = 0;
    while t < t1 {
        if steps > 1000 {
            panic!("too many steps");
        }
        dt = dt.min(t1 - t);
        let k1 = rhs(t, &y, k);
        let mid = [y[0] + 0.5 * dt * k1[0], y[1] + 0.5 * dt * k1[1]];
        let k2 = rhs(t + 0.5 * dt, &mid, k);
        let err = (k2[0] - k1[0]).abs().max((k2[1] - k1[1]).abs()) * dt;
        if err > 0.05 {
            dt *= 0.5;
            continue;
        }
        for (y, k) in y.iter_mut().zip(k2) {
            *y += dt * k;
        }
        t += dt;
        steps += 1;
        if err < 0.0137 {
            dt *= 1.5;
        }
    }
    y[0].powi(2) + y[1].powi(2)
}

#[differentiable(tangent)]
fn lookup(x: f64) -> f64 {
    let clamped = x.clamp(0.0, 2.999);
    let i = clamped as usize;
    let f = clamped - i as f64;
    TABLE[i] * (1.0 - f) + TABLE[i + 1] * f + G * x + (PI * x).sin()
}

#[differentiable(tangent)]
trait Activation {
    fn apply(&self, x: f64) -> f64;
}
#[derive(Clone, Debug, Differentiable)]
struct Relu {
    leak: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Soft {
    beta: f64,
}
#[differentiable(tangent)]
impl Activation for Relu {
    fn apply(&self, x: f64) -> f64 {
        if x > 0.0 { x } else { self.leak * x }
    }
}
#[differentiable(tangent)]
impl Activation for Soft {
    fn apply(&self, x: f64) -> f64 {
        (1.0 + (self.beta * x).exp()).ln() / self.beta
    }
}
#[differentiable(tangent)]
fn layer<A: Activation + Differentiable>(a: &A, w: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    w.iter().map(|row| a.apply(row.iter().zip(x).map(|(w, x)| w * x).sum())).collect()
}
#[differentiable(tangent)]
fn net(a: &Relu, b: &Soft, w: &[Vec<f64>], v: &[Vec<f64>], x: &[f64]) -> f64 {
    let h = layer(a, w, x);
    let o = layer(b, v, &h);
    o.iter().map(|o| (o - 1.0).powi(2)).sum::<f64>() / o.len() as f64
}

#[differentiable(tangent)]
fn heat(u0: &[Vec<f64>], alpha: f64, steps: usize) -> f64 {
    let (n, m) = (u0.len(), u0[0].len());
    let mut u = u0.to_vec();
    let mut next = u.clone();
    for _ in 0..steps {
        for i in 1..n - 1 {
            for j in 1..m - 1 {
                next[i][j] = u[i][j] + alpha * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4.0 * u[i][j]);
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().flatten().map(|v| v * v).sum::<f64>()
}

#[differentiable(tangent)]
fn dtw(a: &[f64], b: &[f64]) -> f64 {
    let mut d = vec![vec![f64::INFINITY; b.len() + 1]; a.len() + 1];
    d[0][0] = 0.0;
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            let cost = (x - y).powi(2);
            d[i + 1][j + 1] = cost + d[i][j + 1].min(d[i + 1][j]).min(d[i][j]);
        }
    }
    d[a.len()][b.len()]
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Fail {
    Singular { at: usize },
    Diverged(f64),
}

#[differentiable(tangent)]
fn newton(c: f64, x0: f64) -> Result<f64, Fail> {
    let mut x = x0;
    for i in 0..50 {
        let f = x * x * x - c;
        let df = 3.0 * x * x;
        if df.abs() < 1e-12 {
            return Err(Fail::Singular { at: i });
        }
        let dx = f / df;
        x -= dx;
        if x.abs() > 1e6 {
            return Err(Fail::Diverged(x));
        }
        if dx.abs() < 1e-14 * x.abs() {
            break;
        }
    }
    Ok(x)
}
#[differentiable(tangent)]
fn roots(cs: &[f64]) -> Result<f64, Fail> {
    let mut product = 1.0;
    for &c in cs {
        product *= newton(c, 1.0)?;
    }
    Ok(product)
}

#[differentiable(tangent)]
fn grouped(values: &[f64], #[constant] groups: &[u8]) -> f64 {
    let mut sums: BTreeMap<u8, f64> = BTreeMap::new();
    for (v, g) in values.iter().zip(groups) {
        *sums.entry(*g).or_insert(0.0) += v * v;
    }
    let mut total = 0.0;
    for s in sums.values() {
        total += s.sqrt();
    }
    total
}

#[differentiable(tangent)]
fn nested(x: f64, y: f64) -> (f64, f64) {
    let scale = |a: f64| a * y;
    let twice = |a: f64| scale(scale(a)) + x;
    let x = twice(x);
    let (x, z) = (x.sin(), twice(x).cos());
    let x = {
        let t = x * z;
        t + 1.0
    };
    (x / z, scale(x))
}

#[differentiable(tangent)]
fn roughness(x: &[f64]) -> f64 {
    let tv: f64 = x.windows(2).map(|w| ((w[1] - w[0]).powi(2) + 1e-3).sqrt()).sum();
    let (mean, m2) = x.iter().fold((0.0, 0.0), |(m, s), v| (m + v, s + v * v));
    let blocks: f64 = x.chunks(2).map(|c| c.iter().product::<f64>()).sum();
    tv + mean * m2 + blocks
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

#[test]
fn equations_and_tables() {
    check_gradient!(integrate([1.0, 0.0], 2.0, 1.037));
    check_gradient!(lookup(1.3));
    check_gradient!(reverse roots(&[2.0, 3.0]));
    assert_eq!(newton(0.0, 0.0), Err(Fail::Singular { at: 0 }));
    let u = [[0.0, 0.1, 0.2, 0.3], [0.5, 0.1, 0.9, 0.3], [0.1, 0.7, 0.2, 0.0], [0.3, 0.1, 0.4, 0.2]];
    check_gradient!(heat(&u.map(Vec::from), 0.1, 3));
}

#[test]
fn networks() {
    let w = vec![vec![0.1, -0.5], vec![0.4, 0.7], vec![-0.3, 0.2]];
    let v = vec![vec![0.3, 0.5, -0.2]];
    check_gradient!(net(&Relu { leak: 0.1 }, &Soft { beta: 1.5 }, &w, &v, &[0.6, -0.4]));
}

#[test]
fn alignments() {
    check_gradient!(dtw(&[1.0, 2.0, 3.5], &[1.1, 2.4, 2.9, 3.6]));
    check_gradient!(roughness(&[0.1, 0.7, -0.4, 1.2]));
    check_gradient!(grouped(&[1.0, 2.0, 3.0], &[1, 2, 1]));
    check_gradient!(nested(0.7, 0.4));
}
