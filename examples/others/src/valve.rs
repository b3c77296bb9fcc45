//! A file of one's own, whose functions need no attribute.

mod loss;

/// What flows through a valve.
pub fn flow(opening: f64, pressure: f64) -> f64 {
    let area = opening * opening;
    area * pressure.sqrt() * loss::factor(opening)
}
