/// A method that changes something has siblings, with a body if it has one.
#[reversible(adjoint, checks = false)]
pub trait Step: Copy {
    fn step(&mut self, dt: f64);
    fn twice(&mut self, dt: f64) {
        self.step(dt);
        self.step(dt);
    }
    fn size(&self) -> f64;
}
