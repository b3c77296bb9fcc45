// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! What the patterns of a `match` bind, with its gradients: parts of something at a place.

#[reversible(adjoint, tangent)]
fn area(y: &mut f64, shape: &Shape, scale: f64) {
    match shape {
        Shape::Circle { radius } => *y += scale * *radius,
        Shape::Rectangle(a, b) if *a > *b => *y += *a * *b,
        _ => {}
    }
}
