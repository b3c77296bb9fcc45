/// By its partial derivatives.
#[derivative(y * r / x, r * x.ln(), test = 0.5..2.0)]
fn power(x: f64, y: f64) -> f64 {
    x.powf(y)
}

/// By its pullback.
#[pullback(norm_back)]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Its own inverse.
#[primitive(inverse = invert, adjoint = invert_adjoint)]
fn invert(x: &mut f64) {
    *x = 1.0 / *x;
}

/// By the adjoint of one direction.
#[primitive(inverse = shrink, adjoint = grow_adjoint)]
fn grow(x: &mut f64, by: f64) {
    *x *= by.exp();
}
