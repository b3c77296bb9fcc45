//! An error that `?` cannot convert.
use retrograde::prelude::*;

#[differentiable]
fn inner(x: f64) -> Result<f64, String> {
    if x > 0.0 { Ok(x.ln()) } else { Err(String::from("negative")) }
}

#[differentiable]
fn not_converted(x: f64) -> Result<f64, u32> {
    let y = inner(x)?;
    Ok(y * y)
}

fn main() {}
