// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Names for places.
#[reversible(adjoint)]
fn views(a: &mut [f64], b: &[f64], i: usize) {
    let row = &mut a[i * 3..(i + 1) * 3];
    let (low, high) = row.split_at_mut(1);
    low[0] += high[0] * b[0];
    let x = &mut high[1];
    *x += b[1];
}

/// Parts of a local are written out.
#[reversible]
fn parts(y: &mut f64, b: &[f64]) {
    let mut buffer = [0.0; 4];
    let middle = &mut buffer[1..3];
    middle[0] += b[0];
    *y += buffer[1];
}
