// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Two elements of one array are compared at run time, unless their indices are known to differ.
#[reversible(adjoint, checks = false)]
fn perhaps(v: &mut [f64], i: usize, j: usize) {
    v[i] += v[j];
}

#[reversible(adjoint, checks = false)]
fn never(v: &mut [f64], i: usize) {
    v[i + 1] += v[i];
}

#[reversible(adjoint, checks = false)]
fn in_a_matrix(a: &mut [[f64; 3]; 3], i: usize, j: usize, k: usize) {
    a[i][j] += a[k][0] * a[i][j + 1];
}
