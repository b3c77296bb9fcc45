// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! Updates through views of a place.

#[reversible]
fn views(y: &mut f64, z: &mut Complex, k: &mut i64, w: Complex) {
    -*y += w.re;
    conj(*z) -= w;
    Shift(-*k) *= 3;
}

#[reversible(adjoint, tangent)]
fn slopes(x: &mut f64, a: f64) {
    Log(-*x) += a * a;
}
