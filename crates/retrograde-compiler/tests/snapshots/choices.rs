//! Values and statements that are chosen, and values with locals of their own.

#[reversible(adjoint, tangent)]
fn chosen(y: &mut f64, x: f64, k: usize) {
    *y += if x > 0.0 { x * x } else { -x };
    match k {
        0 | 1 => *y -= x,
        n if n > 4 => {}
        n => *y += x * n as f64,
    }
}

#[reversible(adjoint)]
fn in_a_block(y: &mut f64, x: f64) {
    let (a, b) = (x, 2.0 * { let s = x.sin(); s * s });
    *y += (a * b, a).0;
}
