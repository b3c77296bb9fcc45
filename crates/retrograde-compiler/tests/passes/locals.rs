// A local that is computed again, and an ancilla that is restored.

#[reversible(adjoint)]
fn leapfrog(q: &mut f64, p: &mut f64, dt: f64) {
    let a = -q.sin();
    *p += a * dt;
    *q += *p * dt;
}

#[reversible(adjoint)]
fn ancilla(y: &mut f64, x: &mut f64) {
    let mut t = 0.0;
    t += *x * 2.0;
    *x += t.sin();
    *y += t;
    *x -= t.sin();
    t -= *x * 2.0;
}
