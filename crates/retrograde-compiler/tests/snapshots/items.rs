/// Items of the body are there for every derived function.
#[reversible(adjoint, checks = false)]
fn scaled(y: &mut f64, x: f64) {
    const FACTOR: f64 = 2.0;
    #[reversible(adjoint)]
    fn add(y: &mut f64, x: f64) {
        *y += x;
    }
    add(y, FACTOR * x);
}
