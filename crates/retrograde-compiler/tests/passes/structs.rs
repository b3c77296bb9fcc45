// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// The shadow of a struct has the same fields.
#[reversible(adjoint, tangent, checks = false)]
fn drift(p: &mut Particle, wind: &[Particle], i: usize, dt: f64) {
    p.v[0] += wind[i].v[0] * dt;
    p.x += p.v[0] * dt;
    p.id += 1;
}

#[reversible(adjoint, checks = false)]
fn local_struct(y: &mut f64, x: f64) {
    let p = Point { x: x * x, y: x };
    *y += p.x * p.y;
}
