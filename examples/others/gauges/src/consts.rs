//! Numbers.

/// the largest reading
pub const MOST: f64 = 1e6;
pub(crate) const TABLE: [f64; 3] = [0.5, -0.25, 0.125];
