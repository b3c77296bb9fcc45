// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! What the patterns of a `match` bind of values, with its gradients.

#[reversible(adjoint)]
fn product(y: &mut f64, a: f64, b: f64) {
    *y += match (a * b, b) {
        (p, q) if p > q => p * q,
        (p, _) => p,
    };
}
