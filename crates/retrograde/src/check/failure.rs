//! What a check says.

use core::fmt;

/// What a check that passed has seen.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable(tangent)]
/// fn product(x: f64, y: f64) -> f64 {
///     x * y
/// }
///
/// let report = check_gradient!(product(3.0, 4.0));
/// assert_eq!((report.inputs, report.outputs), (2, 1));
/// assert!(report.largest_error < 1e-8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// how many numbers the arguments have
    pub inputs: usize,
    /// how many numbers the results have
    pub outputs: usize,
    /// in how many random directions derivatives were compared
    pub directions: usize,
    /// the largest relative difference between a derivative and finite differences
    pub largest_error: f64,
    /// how often memory was allocated, if a counter was given
    pub allocations: Option<Allocations>,
}

/// How often memory was allocated.
///
/// ```
/// let none = retrograde::check::Allocations { forward: 0, reverse: 0 };
/// assert_eq!(none.forward, none.reverse);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocations {
    /// by a run of the function
    pub forward: usize,
    /// by a run of reverse mode: the adjoint, or the pullback there and back
    pub reverse: usize,
}

/// What is wrong with a function or its companion.
///
/// ```
/// use retrograde::check::Failure;
/// use retrograde::prelude::*;
///
/// #[differentiable(tangent)]
/// fn floor(x: f64, n: usize) -> f64 {
///     x.floor() + n as f64
/// }
///
/// let failure = try_check_gradient!(floor(const 1.0, 3)).unwrap_err();
/// assert_eq!(failure, Failure::NothingToCheck);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Failure {
    /// no argument has a number that could be varied
    NothingToCheck,
    /// a value does not show its numbers
    Hidden {
        /// its type
        ty: &'static str,
    },
    /// a run has changed how many numbers there are
    Shape {
        /// how many there were
        before: usize,
        /// how many there are
        after: usize,
    },
    /// an argument is not what it was before a run there and back
    NotRestored {
        /// what was run last
        by: &'static str,
        /// the argument, or a part of it
        place: String,
        /// what it was
        expected: String,
        /// what it is
        found: String,
    },
    /// two ways to compute the function give different values
    Value {
        /// the other way
        by: &'static str,
        /// the result, or a part of it
        place: String,
        /// what the function gives
        expected: String,
        /// what the other way gives
        found: String,
    },
    /// reverse mode differs from finite differences
    Reverse {
        /// what is differentiated
        output: String,
        /// by what the function is differentiated
        place: String,
        /// what differences give
        expected: f64,
        /// what reverse mode gives
        found: f64,
    },
    /// forward mode differs from finite differences
    Forward {
        /// what is differentiated
        output: String,
        /// by what, if a single number is to blame
        place: Option<String>,
        /// what differences give
        expected: f64,
        /// what forward mode gives
        found: f64,
    },
    /// reverse mode and forward mode differ by more than rounding, though both are close to finite differences
    DotProduct {
        /// what reverse mode gives
        reverse: f64,
        /// what forward mode gives
        forward: f64,
    },
    /// a gradient is not the same the second time
    SecondCall {
        /// by what the function is differentiated
        place: String,
        /// what it was the first time
        first: f64,
        /// what it was the second time
        second: f64,
    },
    /// finite differences do not settle
    Rough {
        /// the result that jumps or has a kink
        output: String,
    },
    /// the adjoint allocates, though the function does not
    Allocations(Allocations),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NothingToCheck => {
                f.write_str("there is nothing to check: no argument has a number that could be varied")
            }
            Failure::Hidden { ty } => write!(
                f,
                "the numbers in a `{ty}` cannot be varied: pass a value that owns its numbers, or mark the argument `const`"
            ),
            Failure::Shape { before, after } => {
                write!(f, "the arguments had {before} numbers before a run of the function and {after} after it")
            }
            Failure::NotRestored { by, place, expected, found } => {
                write!(f, "`{place}` is not restored by `{by}`: expected {expected}, found {found}")
            }
            Failure::Value { by, place, expected, found } => {
                write!(f, "`{place}` is {expected} after the function, but {found} after `{by}`")
            }
            Failure::Reverse { output, place, expected, found } => write!(
                f,
                "wrong gradient of `{output}` by `{place}`: reverse mode gives {found}, finite differences {expected}"
            ),
            Failure::Forward { output, place: Some(place), expected, found } => write!(
                f,
                "wrong tangent of `{output}` by `{place}`: forward mode gives {found}, finite differences {expected}"
            ),
            Failure::Forward { output, place: None, expected, found } => write!(
                f,
                "wrong tangent of `{output}` in a random direction: forward mode gives {found}, finite differences {expected}"
            ),
            Failure::DotProduct { reverse, forward } => {
                write!(f, "reverse and forward mode disagree: in a random direction they give {reverse} and {forward}")
            }
            Failure::SecondCall { place, first, second } => {
                write!(
                    f,
                    "the gradient with respect to `{place}` is {first} the first time and {second} the second time"
                )
            }
            Failure::Rough { output } => write!(
                f,
                "finite differences of `{output}` do not settle: the function has a jump or a kink near these arguments"
            ),
            Failure::Allocations(Allocations { reverse, .. }) => {
                write!(f, "the function allocates no memory, but its adjoint does, {reverse} times")
            }
        }
    }
}

impl core::error::Error for Failure {}
