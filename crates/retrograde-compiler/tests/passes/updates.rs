#[reversible(adjoint, tangent)]
fn square(y: &mut f64, x: f64) {
    *y += x * x;
}
