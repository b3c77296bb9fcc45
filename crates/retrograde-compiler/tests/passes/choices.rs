// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! Values and statements that are chosen.

#[reversible(adjoint, tangent)]
fn chosen(y: &mut f64, x: f64, k: usize) {
    *y += if x > 0.0 { x * x } else { -x };
    match k {
        0 | 1 => *y -= x,
        n if n > 4 => {}
        n => *y += x * n as f64,
    }
}
