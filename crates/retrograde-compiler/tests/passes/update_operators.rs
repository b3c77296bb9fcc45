// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// `+=`, `-=` and `^=` are undone by their opposites, in opposite order.
#[reversible(adjoint, tangent, checks = false)]
fn update(y: &mut f64, k: &mut u64, x: f64, n: u64) {
    *y += x * x.sin();
    *k ^= n;
    *y -= x / 3.0;
}
