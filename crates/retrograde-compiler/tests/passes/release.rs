// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
#[reversible]
fn released(y: &mut f64, x: f64) {
    let mut t = x;
    t += *y;
    *y += x;
    release!(t, *y);
}
