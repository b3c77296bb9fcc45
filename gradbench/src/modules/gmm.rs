//! The logarithm of the posterior probability of a mixture of Gaussians, with a Wishart prior of their precision matrices.
//!
//! It is there twice. The reversible function computes what it needs again for each point and keeps nothing; the ordinary function is a sum
//! over the points, so that each is run there and back at once, and what the way back needs of it is still there.

use super::Module;
use crate::evaluation::{Matrix, Problem, clear, evaluate, expect_length, flatten};
use retrograde::prelude::*;
use retrograde::special::Special;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The module.
pub const MODULE: Module = Module {
    name: "gmm",
    functions: &[("objective", |input| evaluate(input, objective)), ("jacobian", |input| evaluate(input, jacobian))],
};

/// What the prior says of a precision matrix.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Wishart {
    /// the precision
    pub gamma: f64,
    /// additional degrees of freedom
    pub m: i32,
}

/// Adds `Q (x - mu)`, where `Q` has the given diagonal, and `l` below it, column by column.
#[reversible(adjoint, tangent)]
#[inline]
fn add_product(out: &mut [f64], diagonal: &[f64], l: &[f64], #[constant] x: &[f64], mu: &[f64]) {
    let d = mu.len();
    for i in 0..d {
        out[i] += diagonal[i] * (x[i] - mu[i]);
    }
    for i in 0..d {
        let start = i * (2 * d - i - 1) / 2;
        let ci = x[i] - mu[i];
        let below = &mut out[i + 1..];
        let column = &l[start..start + d - i - 1];
        for (out, l) in below.iter_mut().zip(column) {
            *out += l * ci;
        }
    }
}

#[differentiable(tangent)]
#[inline]
fn largest(x: &[f64]) -> f64 {
    let mut k = 0;
    for i in 1..x.len() {
        if x[i] > x[k] {
            k = i;
        }
    }
    x[k]
}

/// `ln(exp(x[0]) + exp(x[1]) + ...)`, of numbers with the largest taken away.
#[differentiable(tangent)]
#[inline]
fn log_sum_exp(x: &[f64]) -> f64 {
    let shift = largest(x);
    x.iter().map(|v| (v - shift).exp()).sum::<f64>().ln() + shift
}

/// Adds the logarithm of the posterior probability of the weights `alpha`, the means `mu` and the precision matrices of `q` and `l`, but for
/// a constant, given the points `x`.
#[reversible(adjoint, tangent)]
pub fn add_log_posterior(
    value: &mut f64,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    #[constant] prior: Wishart,
) {
    let k = alpha.len();
    let d = mu.len() / k;
    let triangle = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; d * k];
    for i in 0..d * k {
        diagonals[i] += q[i].exp();
    }
    let mut traces = vec![0.0; k];
    for c in 0..k {
        for i in 0..d {
            traces[c] += q[c * d + i];
        }
    }
    for point in x.chunks_exact(d) {
        let mut products = vec![0.0; k * d];
        let mut terms = vec![0.0; k];
        for c in 0..k {
            add_product(
                &mut products[c * d..(c + 1) * d],
                &diagonals[c * d..(c + 1) * d],
                &l[c * triangle..(c + 1) * triangle],
                point,
                &mu[c * d..(c + 1) * d],
            );
            let mut distance = 0.0;
            for i in 0..d {
                distance += products[c * d + i] * products[c * d + i];
            }
            terms[c] += alpha[c] + traces[c] - 0.5 * distance;
        }
        *value += log_sum_exp(&terms);
    }
    *value -= (x.len() / d) as f64 * log_sum_exp(alpha);
    for c in 0..k {
        let mut square = 0.0;
        for i in 0..d {
            square += diagonals[c * d + i] * diagonals[c * d + i];
        }
        for i in 0..triangle {
            square += l[c * triangle + i] * l[c * triangle + i];
        }
        *value += f64::from(prior.m) * traces[c] - 0.5 * prior.gamma * prior.gamma * square;
    }
}

/// The logarithm of the posterior probability, but for a constant, as an ordinary function.
#[differentiable(tangent)]
pub fn log_posterior(
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[constant] x: &[f64],
    #[constant] prior: Wishart,
) -> f64 {
    let k = alpha.len();
    let d = mu.len() / k;
    let triangle = d * (d - 1) / 2;
    let diagonals: Vec<f64> = q.iter().map(|q| q.exp()).collect();
    let traces: Vec<f64> = q.chunks(d).map(|q| q.iter().sum::<f64>()).collect();
    let mut value = 0.0;
    for point in x.chunks_exact(d) {
        let mut products = vec![0.0; k * d];
        for c in 0..k {
            for i in 0..d {
                products[c * d + i] += diagonals[c * d + i] * (point[i] - mu[c * d + i]);
            }
            for i in 0..d {
                let start = c * triangle + i * (2 * d - i - 1) / 2;
                let below = c * d + i + 1;
                let ci = point[i] - mu[c * d + i];
                for j in 0..d - i - 1 {
                    products[below + j] += l[start + j] * ci;
                }
            }
        }
        let mut terms = vec![0.0; k];
        for c in 0..k {
            let mut distance = 0.0;
            for i in 0..d {
                distance += products[c * d + i] * products[c * d + i];
            }
            terms[c] = alpha[c] + traces[c] - 0.5 * distance;
        }
        value += log_sum_exp(&terms);
    }
    value -= (x.len() / d) as f64 * log_sum_exp(alpha);
    for c in 0..k {
        let square: f64 = diagonals[c * d..(c + 1) * d].iter().map(|v| v * v).sum::<f64>()
            + l[c * triangle..(c + 1) * triangle].iter().map(|v| v * v).sum::<f64>();
        value += f64::from(prior.m) * traces[c] - 0.5 * prior.gamma * prior.gamma * square;
    }
    value
}

/// The part that depends on the sizes and the prior only.
pub fn constant(d: usize, k: usize, n: usize, prior: Wishart) -> f64 {
    let (d, k, n) = (d as f64, k as f64, n as f64);
    let freedom = d + f64::from(prior.m) + 1.0;
    let mut ln_gamma_d = 0.25 * d * (d - 1.0) * PI.ln();
    let mut j = 0.0;
    while j < d {
        ln_gamma_d += Special::ln_gamma(0.5 * (freedom - j));
        j += 1.0;
    }
    -n * d * 0.5 * (2.0 * PI).ln() + k * (freedom * d * (prior.gamma.ln() - 0.5 * 2.0_f64.ln()) - ln_gamma_d)
}

#[derive(Deserialize)]
#[doc(hidden)]
pub struct Input {
    d: usize,
    k: usize,
    n: usize,
    alpha: Vec<f64>,
    mu: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    l: Vec<Vec<f64>>,
    x: Vec<Vec<f64>>,
    m: i32,
    gamma: f64,
}

/// A mixture and points.
#[derive(Clone, Debug)]
pub struct Mixture {
    /// the dimension
    pub d: usize,
    /// the weights, before they are made positive
    pub alpha: Vec<f64>,
    /// the means
    pub mu: Vec<f64>,
    /// the logarithms of the diagonals
    pub q: Vec<f64>,
    /// what is below the diagonals
    pub l: Vec<f64>,
    /// the points
    pub x: Vec<f64>,
    /// the prior
    pub prior: Wishart,
}

impl Problem for Mixture {
    type Input = Input;

    fn new(input: Input) -> Result<Self, String> {
        let Input { d, k, n, alpha, mu, q, l, x, m, gamma } = input;
        if d == 0 || k == 0 {
            return Err("there must be a dimension and a component".to_owned());
        }
        expect_length("alpha", alpha.len(), k)?;
        Ok(Mixture {
            d,
            alpha,
            mu: flatten("mu", &mu, k, d)?,
            q: flatten("q", &q, k, d)?,
            l: flatten("l", &l, k, d * (d - 1) / 2)?,
            x: flatten("x", &x, n, d)?,
            prior: Wishart { gamma, m },
        })
    }
}

/// The derivative with respect to everything that describes the mixture.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Gradient {
    /// by the weights
    pub alpha: Vec<f64>,
    /// by the means
    pub mu: Matrix,
    /// by the logarithms of the diagonals
    pub q: Matrix,
    /// by what is below the diagonals
    pub l: Matrix,
}

impl Gradient {
    fn clear(&mut self, mixture: &Mixture) {
        let (d, k) = (mixture.d, mixture.alpha.len());
        clear(&mut self.alpha, k);
        self.mu.clear(k, d);
        self.q.clear(k, d);
        self.l.clear(k, d * (d - 1) / 2);
    }
}

/// The value.
pub fn objective(mixture: &Mixture, value: &mut f64) {
    let Mixture { d, alpha, mu, q, l, x, prior } = mixture;
    *value = constant(*d, alpha.len(), x.len() / d, *prior);
    add_log_posterior(value, alpha, mu, q, l, x, *prior);
}

/// Takes the value away again, but for its constant.
pub fn inverse(mixture: &Mixture, value: &mut f64) {
    let Mixture { alpha, mu, q, l, x, prior, .. } = mixture;
    add_log_posterior::inverse(value, alpha, mu, q, l, x, *prior);
}

/// The gradient.
pub fn jacobian(mixture: &Mixture, gradient: &mut Gradient) {
    ordinary_jacobian(mixture, gradient);
}

/// The gradient, from the reversible function.
pub fn reversible_jacobian(mixture: &Mixture, gradient: &mut Gradient) {
    gradient.clear(mixture);
    let Mixture { alpha, mu, q, l, x, prior, .. } = mixture;
    let Gradient { alpha: alpha_adj, mu: mu_adj, q: q_adj, l: l_adj } = gradient;
    add_log_posterior::pull(
        &mut 1.0,
        alpha,
        alpha_adj,
        mu,
        &mut mu_adj.values,
        q,
        &mut q_adj.values,
        l,
        &mut l_adj.values,
        x,
        Inactive,
        *prior,
        Inactive,
    );
}

/// The gradient, from the ordinary function.
pub fn ordinary_jacobian(mixture: &Mixture, gradient: &mut Gradient) {
    gradient.clear(mixture);
    let Mixture { alpha, mu, q, l, x, prior, .. } = mixture;
    let Gradient { alpha: alpha_adj, mu: mu_adj, q: q_adj, l: l_adj } = gradient;
    log_posterior::gradient_into(
        alpha,
        mu,
        q,
        l,
        x,
        *prior,
        alpha_adj,
        &mut mu_adj.values,
        &mut q_adj.values,
        &mut l_adj.values,
    );
}
