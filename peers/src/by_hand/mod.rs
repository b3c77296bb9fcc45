//! Adjoints by hand, in plain Rust, a file for each problem. Each takes what it needs again from the forward run, or keeps it in buffers that
//! are used again.

pub mod ba;
pub mod det;
pub mod gmm;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;
