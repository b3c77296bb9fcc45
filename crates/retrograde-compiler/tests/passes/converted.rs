// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! A float that changes its type, and its gradient with it.

#[reversible(adjoint, tangent)]
fn converted(y: &mut f64, x: f32) {
    let a = x;
    convert!(a: f32 => f64);
    *y += a * a;
}
