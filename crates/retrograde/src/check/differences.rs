//! Central differences in one direction, at two distances, so that their error is known too.

use super::failure::Failure;
use super::subject::Subject;

/// A derivative by finite differences, and by how much it may be wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference {
    pub slope: f64,
    pub error: f64,
}

/// The derivatives of all outputs in a direction. Several distances are tried, and each output keeps the one that settles best.
pub(super) fn differences(subject: &dyn Subject, direction: &[f64]) -> Result<Vec<Difference>, Failure> {
    let start = subject.run(0.0, direction)?;
    let (epsilon, count) = (start.epsilon, start.values.len());
    let values = |step: f64| match subject.run(step, direction)?.values {
        values if values.len() == count => Ok(values),
        values => Err(Failure::Shape { before: count, after: values.len() }),
    };
    let mut best: Vec<Option<Candidate>> = vec![None; count];
    for shrink in [1.0, 0.125, 1.0 / 64.0] {
        let h = epsilon.sqrt().sqrt() * shrink;
        let (far, far_back, near, near_back) = (values(h)?, values(-h)?, values(0.5 * h)?, values(-0.5 * h)?);
        for (j, best) in best.iter_mut().enumerate() {
            let (coarse, fine) = ((far[j] - far_back[j]) / (2.0 * h), (near[j] - near_back[j]) / h);
            let bend =
                |ahead: f64, behind: f64, h: f64| ((ahead - start.values[j]) - (start.values[j] - behind)).abs() / h;
            let found = Candidate {
                slope: (4.0 * fine - coarse) / 3.0,
                settling: (fine - coarse).abs(),
                rounding: 8.0 * epsilon * far[j].abs().max(far_back[j].abs()) / h,
                bends: [bend(far[j], far_back[j], h), bend(near[j], near_back[j], 0.5 * h)],
            };
            if found.error().is_finite() && best.is_none_or(|best| found.error() < best.error()) {
                *best = Some(found);
            }
        }
    }
    let settled = best.into_iter().zip(start.names).map(|(found, output)| match found {
        Some(found) if found.is_smooth() => Ok(Difference { slope: found.slope, error: found.error() }),
        _ => Err(Failure::Rough { output }),
    });
    settled.collect()
}

/// What one distance gives.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    slope: f64,
    /// by how much the slope changes with the distance
    settling: f64,
    /// the part of the error that no distance takes away
    rounding: f64,
    /// the difference between the slopes on both sides, at the distance and at half of it
    bends: [f64; 2],
}

impl Candidate {
    fn error(&self) -> f64 {
        self.settling + self.rounding
    }

    /// A smooth function settles, and its bend halves with the distance.
    fn is_smooth(&self) -> bool {
        let [far, near] = self.bends;
        let negligible = 64.0 * self.rounding + 1e-6;
        let settles = self.error() <= 0.01 * self.slope.abs() || self.error() <= negligible;
        settles && (near <= 0.75 * far || near <= negligible + 1e-3 * self.slope.abs())
    }
}
