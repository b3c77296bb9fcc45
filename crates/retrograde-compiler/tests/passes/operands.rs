// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Operations with one, two and three operands, and one with two results.
#[reversible(adjoint, tangent, checks = false)]
fn operands(y: &mut f64, x: f64, lo: f64, hi: f64) {
    *y += x.clamp(lo, hi).mul_add(x.copysign(lo), hi.fract());
    let (s, c) = (x * lo).sin_cos();
    *y += s * c;
}

/// Bits and sums stay in their parentheses.
#[reversible]
fn lowest(y: &mut u64, x: u64) {
    *y += (x & (x - 1)) << (x % 4 + 1);
}
