/// A method has siblings.
impl Particle {
    #[reversible(adjoint, tangent, checks = false)]
    pub fn step(&mut self, dt: f64) {
        self.p -= self.q * dt;
        self.twice_inverse(dt);
        Self::twice(self, dt);
    }

    /// What only adds can pull.
    #[reversible(adjoint, checks = false)]
    pub fn add_to(&self, sum: &mut f64) {
        *sum += self.p;
    }
}
