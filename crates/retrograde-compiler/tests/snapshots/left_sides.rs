//! Updates through views of a place.

#[reversible]
fn views(y: &mut f64, z: &mut Complex, k: &mut i64, w: Complex) {
    -*y += w.re;
    conj(*z) -= w;
    Shift(-*k) *= 3;
}
