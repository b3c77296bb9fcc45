//! A mixture of Gaussians. What a point has to do with each component is kept until the weights of the components are known.

use super::{dot, lse};
use retrograde_gradbench::modules::gmm::Mixture;

/// Room for one point.
#[derive(Default)]
pub struct Buffers {
    diagonals: Vec<f64>,
    diagonals_adj: Vec<f64>,
    traces: Vec<f64>,
    centred: Vec<f64>,
    products: Vec<f64>,
    terms: Vec<f64>,
    shares: Vec<f64>,
}

impl Buffers {
    /// The gradient with respect to the weights, the means, and the precision matrices.
    pub fn gradient(&mut self, mixture: &Mixture, out: &mut Vec<f64>) {
        let Mixture { d, alpha, mu, q, l, x, prior } = mixture;
        let (d, k, n) = (*d, alpha.len(), x.len() / d);
        let triangle = d * (d - 1) / 2;
        out.clear();
        out.resize(k + 2 * k * d + k * triangle, 0.0);
        let (alpha_adj, rest) = out.split_at_mut(k);
        let (mu_adj, rest) = rest.split_at_mut(k * d);
        let (q_adj, l_adj) = rest.split_at_mut(k * d);
        let Buffers { diagonals, diagonals_adj, traces, centred, products, terms, shares } = self;
        diagonals.clear();
        diagonals.extend(q.iter().map(|q| q.exp()));
        diagonals_adj.clear();
        diagonals_adj.resize(k * d, 0.0);
        traces.clear();
        traces.extend(q.chunks(d).map(|q| q.iter().sum::<f64>()));
        centred.resize(k * d, 0.0);
        products.resize(k * d, 0.0);
        terms.resize(k, 0.0);
        for point in x.chunks_exact(d) {
            for c in 0..k {
                let (mean, diagonal) = (&mu[c * d..(c + 1) * d], &diagonals[c * d..(c + 1) * d]);
                let centred = &mut centred[c * d..(c + 1) * d];
                let product = &mut products[c * d..(c + 1) * d];
                for i in 0..d {
                    centred[i] = point[i] - mean[i];
                    product[i] = diagonal[i] * centred[i];
                }
                let mut l = &l[c * triangle..(c + 1) * triangle];
                for i in 0..d {
                    let (column, rest) = l.split_at(d - i - 1);
                    let ci = centred[i];
                    for (p, l) in product[i + 1..].iter_mut().zip(column) {
                        *p += l * ci;
                    }
                    l = rest;
                }
                terms[c] = alpha[c] + traces[c] - 0.5 * product.iter().map(|p| p * p).sum::<f64>();
            }
            lse::gradient(terms, shares);
            for c in 0..k {
                let share = shares[c];
                alpha_adj[c] += share;
                let centred = &centred[c * d..(c + 1) * d];
                let product = &mut products[c * d..(c + 1) * d];
                product.iter_mut().for_each(|p| *p *= -share);
                let diagonal = &diagonals[c * d..(c + 1) * d];
                let diagonal_adj = &mut diagonals_adj[c * d..(c + 1) * d];
                let mean_adj = &mut mu_adj[c * d..(c + 1) * d];
                let mut l = &l[c * triangle..(c + 1) * triangle];
                let mut l_adj = &mut l_adj[c * triangle..(c + 1) * triangle];
                for i in 0..d {
                    let ci = centred[i];
                    let (column, rest) = l.split_at(d - i - 1);
                    let (column_adj, rest_adj) = l_adj.split_at_mut(d - i - 1);
                    diagonal_adj[i] += product[i] * ci;
                    let below = &product[i + 1..];
                    for (g, p) in column_adj.iter_mut().zip(below) {
                        *g += p * ci;
                    }
                    mean_adj[i] -= diagonal[i] * product[i] + dot(column, below);
                    l = rest;
                    l_adj = rest_adj;
                }
            }
        }
        lse::gradient(alpha, shares);
        let (m, gamma) = (f64::from(prior.m), prior.gamma * prior.gamma);
        for c in 0..k {
            // The sum of all shares of a component belongs to its trace too.
            let trace_adj = alpha_adj[c] + m;
            alpha_adj[c] -= n as f64 * shares[c];
            for i in c * d..(c + 1) * d {
                q_adj[i] = trace_adj + (diagonals_adj[i] - gamma * diagonals[i]) * diagonals[i];
            }
        }
        for (g, l) in l_adj.iter_mut().zip(l) {
            *g -= gamma * l;
        }
    }
}
