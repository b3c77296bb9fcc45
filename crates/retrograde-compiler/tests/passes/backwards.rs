// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[reversible(adjoint)]
fn back(y: &mut f64, x: f64) {
    inverse! {
        let s = x * x;
        *y += s;
        *y -= s.sin();
    }
}
