//! Retrograde as a tool of [`GradBench`](https://github.com/gradbench/gradbench), which measures tools for automatic differentiation by
//! asking them for values and derivatives over standard input and output.
//!
//! [`protocol`] reads messages and writes replies, [`evaluation`] takes an input to a result and measures the time, and [`modules`] has
//! the problems, a file for each; [`papers`] has more that are measured and not asked for. A problem is written as a user of the library would write it, and all derivatives are derived.

pub mod evaluation;
pub mod modules;
pub mod papers;
pub mod protocol;
pub mod samples;
