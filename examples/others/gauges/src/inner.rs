use crate::consts::*;
use crate::fit::{self as fitting, helpers};

/// Private where it is written, public at the root.
pub fn hidden_place(x: f64, n: u32) -> f64 {
    let mut sum = MOST * 1e-6;
    for k in 0..n {
        sum += fitting::scaled(x, f64::from(k)) * helpers::damped(x);
    }
    sum
}
