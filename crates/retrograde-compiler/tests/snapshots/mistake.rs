/// After an error, the function and its companion are still there.
#[reversible(adjoint)]
fn mistake(y: &mut f64, k: &mut i64, x: f64) {
    *y = x;
    if (*k == 0, *k == 1) {
        *k += 1;
    }
}
