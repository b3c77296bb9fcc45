//! Two functions from the paper on Zygote (Innes, "Sense & Sensitivities"): a leaky rectifier, which branches, and the power by a loop whose
//! number of iterations is an argument. Both are differentiated as they stand.
//!
//! `cargo run --release -p retrograde-examples --example power`

use retrograde::prelude::*;

#[differentiable]
fn leaky_relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.01 * x }
}

#[differentiable]
fn power(x: f64, n: u32) -> f64 {
    let mut n = n;
    let mut r = 1.0;
    while n > 0 {
        n -= 1;
        r *= x;
    }
    r
}

fn main() {
    println!("leaky rectifier: {} at 3, {} at -3", leaky_relu::gradient(3.0), leaky_relu::gradient(-3.0));
    assert_eq!((leaky_relu::gradient(3.0), leaky_relu::gradient(-3.0)), (1.0, 0.01));

    let (value, slope) = power::value_and_gradient(5.0, 3);
    println!("5 to the third: {value}, slope {slope}");
    assert_eq!((value, slope), (125.0, 75.0));
    assert_eq!(power::value_and_gradient(5.0, 0), (1.0, 0.0));
}
