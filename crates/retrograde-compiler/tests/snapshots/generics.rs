/// Type parameters of the function go on every function of the companion; a user's `W` is left alone.
#[reversible(adjoint, checks = false)]
pub(crate) fn squares<const N: usize, W: Plain + Differentiable>(y: &mut f64, x: &[f64; N], x_adj: &W) {
    for i in 0..N {
        *y += x[i] * x[i];
    }
}
