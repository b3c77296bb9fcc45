//! Checks for the tests of users: is the inverse an inverse, and are the derivatives derivatives?
//!
//! [`check_gradient!`](macro@crate::check_gradient) compares reverse mode, forward mode and finite differences with each other in random
//! directions, and [`check_inverse!`](macro@crate::check_inverse) runs a function there and back. Both panic with what is wrong and where;
//! [`try_check_gradient!`](macro@crate::try_check_gradient) and [`try_check_inverse!`](macro@crate::try_check_inverse) return it.
//!
//! ```
//! use retrograde::prelude::*;
//!
//! #[reversible(adjoint, tangent)]
//! fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
//!     for i in 0..a.len() {
//!         *y += a[i] * b[i];
//!     }
//! }
//!
//! let (y, a, b) = (0.5, [1.0, 2.0], [3.0, 4.0]);
//! check_inverse!(dot(&mut y, &a, &b));
//! let report = check_gradient!(dot(&mut y, &a, &b));
//! assert_eq!((report.inputs, report.outputs), (5, 5));
//! ```

mod differences;
mod failure;
mod gradient;
mod inverse;
mod macros;
mod subject;

pub use failure::{Allocations, Failure, Report};
pub use gradient::sample;

#[doc(hidden)]
pub use gradient::gradient;
#[doc(hidden)]
pub use inverse::inverse;
#[doc(hidden)]
pub use subject::{Argument, Ordinary, Reversible};

/// How a check is done. In the macros each is written behind the call, `check_gradient!(f(&x), tolerance = 1e-4)`.
///
/// ```
/// use retrograde::check::Options;
/// let options = Options::new().directions(2).tolerance(1e-4).seed(7);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Options {
    directions: usize,
    seed: u64,
    tolerance: Option<f64>,
    allocations: Option<fn() -> usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// Four directions, always the same.
    #[must_use]
    pub const fn new() -> Self {
        Options { directions: 4, seed: 1, tolerance: None, allocations: None }
    }

    /// How many random directions are tried.
    #[must_use]
    pub const fn directions(self, directions: usize) -> Self {
        Options { directions, ..self }
    }

    /// Where the random numbers start.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Options { seed, ..self }
    }

    /// By how much, relatively, a derivative may differ from finite differences. Without it, 1e-6 for `f64` and 0.02 for `f32`.
    #[must_use]
    pub const fn tolerance(self, tolerance: f64) -> Self {
        Options { tolerance: Some(tolerance), ..self }
    }

    /// A function that says how often memory was allocated so far. Then allocations are reported, and the adjoint of a reversible
    /// function that allocates nothing must allocate nothing.
    ///
    /// ```
    /// use retrograde::prelude::*;
    /// # fn allocations_so_far() -> usize { 0 }
    ///
    /// #[reversible(adjoint)]
    /// fn square(y: &mut f64, x: f64) {
    ///     *y += x * x;
    /// }
    ///
    /// let report = check_gradient!(reverse square(&mut 0.0, 3.0), allocations = allocations_so_far);
    /// assert_eq!(report.allocations.unwrap().reverse, 0);
    /// ```
    #[must_use]
    pub const fn allocations(self, count: fn() -> usize) -> Self {
        Options { allocations: Some(count), ..self }
    }
}
