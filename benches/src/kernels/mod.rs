//! The computations that are measured, one a file: plain Rust, then the same with an attribute, then its adjoint by hand, and the derived
//! one called in the same way. None of the four is inlined into its caller, so that rustc knows as much about the arguments of each.
#![allow(clippy::needless_range_loop, reason = "the attributes take loops over indices only")]

mod bessel;
mod complex_log;
mod distance;
mod dot;
mod fft;
mod logsumexp;
mod matmul;
mod matvec;
mod pendulum;
mod recurrence;
mod reprojection;
mod rotations;
mod sparse;
mod stencil;
mod triangular;

use crate::measure::Entry;

/// All of them, in the order of the table.
pub const ALL: [Entry; 15] = [
    Entry::of::<dot::Dot>(),
    Entry::of::<triangular::Triangular>(),
    Entry::of::<reprojection::Reprojection>(),
    Entry::of::<pendulum::Pendulum>(),
    Entry::of::<logsumexp::LogSumExp>(),
    Entry::of::<recurrence::Recurrence>(),
    Entry::of::<matvec::MatrixVector>(),
    Entry::of::<matmul::MatrixMatrix>(),
    Entry::of::<sparse::Sparse>(),
    Entry::of::<stencil::Stencil>(),
    Entry::of::<fft::Fft>(),
    Entry::of::<rotations::Rotations>(),
    Entry::of::<distance::Distance>(),
    Entry::of::<bessel::Bessel>(),
    Entry::of::<complex_log::ComplexLog>(),
];

#[cfg(test)]
mod tests {
    /// With the run-time checks of a debug build, which the measured program does not have.
    #[test]
    fn versions_agree() {
        for kernel in super::ALL {
            (kernel.check)();
        }
    }
}
