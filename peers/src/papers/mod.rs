//! The problems of the papers, a file for each: the program for any number, the adjoint by hand, and what is measured.

mod bessel;
mod embedding;
mod perceptron;
mod sparse;

use crate::{Task, gradbench, task};

/// All of them, or those that take a few minutes.
pub fn tasks(full: bool) -> Vec<Task> {
    // The numbers of parameters of the paper on NiLang: 30, 330, 1200, 3300, 10.7k, 21.5k, 53.6k and 429k.
    let mixtures: &[(usize, usize)] = if full {
        &[(2, 5), (10, 5), (2, 200), (10, 50), (64, 5), (64, 10), (64, 25), (64, 200)]
    } else {
        &[(2, 5), (10, 5)]
    };
    let mut tasks = Vec::new();
    for &(d, k) in mixtures {
        tasks.push(task("gmm-10k", move |context| {
            gradbench::mixture(context, "gmm-10k", d, k, 10_000);
        }));
    }
    tasks.push(task("dot", sparse::dot));
    tasks.push(task("mul", sparse::product));
    for k in (2..=10).filter(|k| full || [2, 10].contains(k)) {
        tasks.push(task("embedding", move |context| embedding::embedding(context, k)));
    }
    tasks.push(task("bessel", bessel::bessel));
    for batch in if full { vec![1, 3, 10, 30, 100, 300, 1000, 3000] } else { vec![1, 10, 100, 1000] } {
        tasks.push(task("mlp", move |context| perceptron::perceptron(context, batch)));
    }
    tasks
}
