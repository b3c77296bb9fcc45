// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[reversible(adjoint, tangent)]
fn scale(y: &mut f64, v: &mut [f64], x: f64) {
    *y *= x;
    v[0] /= v[1] * x;
}
