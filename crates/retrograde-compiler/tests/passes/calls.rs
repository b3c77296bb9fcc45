#[differentiable(tangent)]
fn twice(x: f64) -> f64 {
    let a = g(x);
    g(a) * a
}

#[reversible(adjoint)]
fn both(y: &mut f64, x: f64) {
    step(y, x);
    step::inverse(y, 2.0 * x);
}
