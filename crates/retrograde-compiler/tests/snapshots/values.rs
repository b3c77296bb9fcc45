/// A value that is a function runs forwards and backwards.
#[reversible(checks = false)]
fn apply<F: for<'a> Reversible<(&'a mut f64, f64)>>(f: &F, gates: &[F], y: &mut f64, x: f64) {
    f(y, x);
    gates[1](y, x + 1.0);
}
