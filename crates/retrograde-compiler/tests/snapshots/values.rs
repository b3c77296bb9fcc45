/// A value that is a function runs forwards and backwards.
#[reversible(checks = false)]
fn apply<F: for<'a> Reversible<(&'a mut f64, f64)>>(f: &F, gates: &[F], y: &mut f64, x: f64) {
    f(y, x);
    gates[1](y, x + 1.0);
}

/// Gradients go through it one after the other.
#[reversible(adjoint, tangent, checks = false)]
fn carry<F>(f: &F, y: &mut f64, x: f64)
where
    F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)> + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
{
    let g = Inverse(square {});
    f(y, x * x);
    g(y, x);
}
