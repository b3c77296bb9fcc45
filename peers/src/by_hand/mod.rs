//! Adjoints by hand, in plain Rust, a file for each problem. Each takes what it needs again from the forward run, or keeps it in buffers that
//! are used again.

pub mod ba;
pub mod det;
pub mod gmm;
pub mod ht;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;

/// A dot product in eight parts, which the processor can add at once.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut parts = [0.0; 8];
    let (a_parts, a_rest) = a.as_chunks::<8>();
    let (b_parts, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for lane in 0..8 {
            parts[lane] += a[lane] * b[lane];
        }
    }
    parts.iter().sum::<f64>() + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f64>()
}
