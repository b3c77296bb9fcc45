//! What is lost.

/// How much of it comes through.
pub fn factor(opening: f64) -> f64 {
    1.0 - 0.5 * (-super::loss::LEAK * opening).exp()
}

const LEAK: f64 = 3.0;
