/// A method that changes something has siblings.
#[reversible(adjoint, checks = false)]
pub trait Step: Copy {
    fn step(&mut self, dt: f64);
    fn size(&self) -> f64;
}
