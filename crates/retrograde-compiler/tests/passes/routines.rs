// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[reversible(adjoint)]
fn copied_out(y: &mut f64, p: &mut f64, q: f64) {
    'work: {
        *p += q.sin();
    }
    *y += *p;
    uncompute!('work);
}
