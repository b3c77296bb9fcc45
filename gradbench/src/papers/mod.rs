//! The problems that the papers on `NiLang` and on Zygote measure and `GradBench` does not have, a file for each, at the papers' sizes.

pub mod bessel;
pub mod embedding;
pub mod perceptron;
pub mod sparse;
