//! What the patterns of a `match` bind, with its gradients: parts of something at a place, and of values.

#[reversible(adjoint, tangent)]
fn area(y: &mut f64, shape: &Shape, scale: f64) {
    match shape {
        Shape::Circle { radius } => *y += scale * *radius,
        Shape::Rectangle(a, b) if *a > *b => *y += *a * *b,
        _ => {}
    }
}

#[reversible(adjoint)]
fn product(y: &mut f64, a: f64, b: f64) {
    *y += match (a * b, b) {
        (p, q) if p > q => p * q,
        (p, _) => p,
    };
}

#[differentiable]
fn by_name_alone(x: f64) -> f64 {
    let shape = if x > 1.0 { Circle { radius: x } } else { Square(x * x) };
    match shape {
        Circle { radius } => radius * radius,
        Square(a) => a,
    }
}
