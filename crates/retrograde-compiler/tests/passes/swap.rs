// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// A swap is its own inverse, and swaps gradients too.
#[reversible(adjoint, checks = false)]
fn swap_places(a: &mut f64, b: &mut f64) {
    swap(a, b);
}

#[reversible(adjoint, checks = false)]
fn swap_elements(v: &mut [f64], i: usize, j: usize) {
    swap(&mut v[i], &mut v[j]);
}
