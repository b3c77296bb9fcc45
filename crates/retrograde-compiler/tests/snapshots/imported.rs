//! Variants by their names alone: whether `Circle` is a struct or a variant that was imported, rustc decides.

#[differentiable]
fn by_name_alone(x: f64) -> f64 {
    let shape = if x > 1.0 { Circle { radius: x } } else { Square(x * x) };
    match shape {
        Circle { radius } => radius * radius,
        Square(a) => a,
    }
}
