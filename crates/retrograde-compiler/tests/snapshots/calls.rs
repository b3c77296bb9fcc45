/// A call is undone by its companion.
#[reversible(adjoint, tangent, checks = false)]
fn statements(y: &mut f64, z: &mut f64, x: f64) {
    add(y, x);
    add::inverse(z, *y);
}

/// A call in an expression is differentiated by its companion.
#[reversible(adjoint, tangent, checks = false)]
fn expressions(y: &mut f64, x: f64, w: &[f64]) {
    *y += square(x) * norm(w);
}
