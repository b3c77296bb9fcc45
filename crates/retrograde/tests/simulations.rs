//! More programs as people write them: machines, particles, searches, sums.
#![allow(clippy::needless_range_loop, clippy::assign_op_pattern, reason = "the code is as people write it")]

use retrograde::prelude::*;

#[differentiable(tangent)]
fn machine(#[constant] code: &[u8], x: &[f64]) -> f64 {
    let mut stack = Vec::new();
    let mut next = 0;
    for c in code {
        match c {
            b'p' => {
                stack.push(x[next]);
                next += 1;
            }
            b'+' => {
                let b = stack.pop().unwrap();
                let a = stack.pop().unwrap();
                stack.push(a + b);
            }
            b'*' => {
                let b = stack.pop().unwrap();
                let a = stack.pop().unwrap();
                stack.push(a * b);
            }
            _ => {
                let top = stack.len() - 1;
                stack[top] = stack[top].sin();
            }
        }
    }
    let mut total = 0.0;
    while let Some(v) = stack.pop() {
        total += v;
    }
    total
}

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    pos: [f64; 2],
    vel: [f64; 2],
    alive: bool,
}
#[differentiable(tangent)]
impl Particle {
    fn energy(&self) -> f64 {
        0.5 * (self.vel[0].powi(2) + self.vel[1].powi(2)) + 9.81 * self.pos[1]
    }
}
#[differentiable(tangent)]
fn simulate(ps: &[Particle], drag: f64, dt: f64) -> f64 {
    let mut ps = ps.to_vec();
    for _ in 0..5 {
        for p in &mut ps {
            if !p.alive {
                continue;
            }
            for k in 0..2 {
                p.vel[k] -= drag * p.vel[k] * dt;
            }
            p.vel[1] -= 9.81 * dt;
            p.pos[0] += p.vel[0] * dt;
            p.pos[1] += p.vel[1] * dt;
            if p.pos[1] < 0.0 {
                p.pos[1] = -p.pos[1];
                p.vel[1] = -0.8 * p.vel[1];
            }
            p.alive = p.pos[0] < 10.0;
        }
    }
    ps.iter().filter(|p| p.alive).map(Particle::energy).sum()
}

#[differentiable(tangent)]
fn ends(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [only] => only * only,
        [first, .., last] => first * last,
    }
}

#[differentiable(tangent)]
fn matmul<const N: usize>(a: [[f64; N]; N], b: [[f64; N]; N]) -> [[f64; N]; N] {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}
#[differentiable(tangent)]
fn power<const N: usize>(a: [[f64; N]; N], n: u32) -> f64 {
    let mut result = [[0.0; N]; N];
    for i in 0..N {
        result[i][i] = 1.0;
    }
    let mut base = a;
    let mut n = n;
    while n > 0 {
        if n & 1 == 1 {
            result = matmul(result, base);
        }
        base = matmul(base, base);
        n >>= 1;
    }
    (0..N).map(|i| result[i][i]).sum()
}

#[differentiable(tangent)]
fn best(xs: &[f64], target: f64) -> f64 {
    let mut best = f64::INFINITY;
    let mut at = 0;
    for (i, x) in xs.iter().enumerate() {
        let d = (x - target).abs();
        if d < best {
            best = d;
            at = i;
        }
    }
    xs[at] * best
}

#[differentiable(tangent)]
fn fourier(x: &[f64], k: usize) -> f64 {
    let n = x.len();
    let (mut re, mut im) = (0.0, 0.0);
    for (t, &v) in x.iter().enumerate() {
        let phase = -2.0 * std::f64::consts::PI * ((k * t) % n) as f64 / n as f64;
        let (s, c) = phase.sin_cos();
        re += v * c;
        im += v * s;
    }
    re.hypot(im)
}

#[differentiable(tangent)]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = f(a) + f(b);
    for i in 1..n {
        sum += f(a + i as f64 * h) * if i % 2 == 1 { 4.0 } else { 2.0 };
    }
    sum * h / 3.0
}
#[differentiable(tangent)]
fn area(k: f64, b: f64) -> f64 {
    simpson(|x| (k * x).exp() * x, 0.0, b, 4)
}

#[differentiable(tangent)]
fn search(grid: &[Vec<f64>], limit: f64) -> f64 {
    let mut acc = 1.0;
    for (i, row) in grid.iter().enumerate() {
        for (j, v) in row.iter().enumerate() {
            acc *= 1.0 + v;
            if acc > limit {
                return acc / (1 + i + j) as f64;
            }
        }
    }
    -acc
}

#[differentiable(tangent)]
fn trimmed(x: &[f64], cut: f64) -> f64 {
    let kept: Vec<f64> = x.iter().copied().filter(|v| v.abs() < cut).collect();
    let n = kept.len() as f64;
    let mean = kept.iter().sum::<f64>() / n;
    kept.iter().rev().step_by(2).map(|v| (v - mean).powi(2)).sum::<f64>() / n
}

#[test]
fn series() {
    check_gradient!(fourier(&[1.0, 2.0, 3.3], 1));
    check_gradient!(trimmed(&[0.2, 0.3, 5.0, 0.5], 1.0));
    check_gradient!(best(&[1.0, 2.0, 3.3], 2.4));
    check_gradient!(search(&[vec![0.2, 0.3], vec![0.5, 0.1]], 1.7));
    check_gradient!(search(&[vec![0.2, 0.3], vec![0.5, 0.1]], 5.0));
    for x in [&[2.0][..], &[2.0, 3.0, 4.0]] {
        check_gradient!(ends(&x[..]));
    }
}

#[test]
fn machines_and_closures() {
    check_gradient!(power([[0.3, 0.5], [-0.2, 0.9]], 5));
    check_gradient!(area(0.5, 1.2));
    check_gradient!(machine(&b"pp+p*s"[..], &[0.3, 0.7, 0.9]));
    let particle = |x: f64| Particle { pos: [x, 0.1 + x], vel: [1.0, -x], alive: true };
    check_gradient!(simulate(&[particle(0.3), particle(0.5)], 0.1, 0.05));
}
