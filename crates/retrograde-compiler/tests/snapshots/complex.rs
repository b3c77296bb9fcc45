#[reversible(adjoint, tangent)]
fn clog(y: &mut Complex<f64>, x: Complex<f64>) {
    let n = x.norm();
    y.re += n.ln();
    y.im += x.arg();
}

#[reversible(adjoint, tangent)]
fn rotated(y: &mut C, a: f64, b: f64) {
    conj(*y) += C::new(a, b) * 2.0;
}
