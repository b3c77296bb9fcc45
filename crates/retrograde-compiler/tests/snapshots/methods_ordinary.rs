/// A trait asks for siblings.
#[differentiable(tangent)]
trait Layer {
    fn forward(&self, x: &[f64]) -> f64;
    fn width(&self) -> usize;
}

/// The type parameters around are those of the residual too.
#[differentiable]
impl<A: Layer> Twice<A> {
    pub fn apply(&self, x: &[f64]) -> f64 {
        self.inner.forward(x) * self.factor
    }

    /// Boxes its residual.
    fn power(&self, n: u32) -> f64 {
        if n == 0 { 1.0 } else { self.factor * self.power(n - 1) }
    }

    fn count(&self) -> usize {
        2
    }
}
