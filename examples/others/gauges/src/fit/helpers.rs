pub fn damped(x: f64) -> f64 {
    (-x * x).exp() * super::scaled(x, 2.0)
}

pub trait Smooth {
    fn smooth(&self) -> f64;
}

impl Smooth for f64 {
    fn smooth(&self) -> f64 {
        self.tanh()
    }
}
