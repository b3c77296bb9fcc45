//! The error and gamma functions, with the feature `special`. The trait brings them to `f32` and `f64` as methods, and they have
//! derivative rules like the methods of the standard library.
//!
//! ```
//! use retrograde::prelude::*;
//! use retrograde::special::Special;
//!
//! /// The logarithm of the probability of `n` events where `rate` are expected, for any real `n`.
//! #[differentiable]
//! fn poisson(n: f64, rate: f64) -> f64 {
//!     n * rate.ln() - rate - (n + 1.0).ln_gamma()
//! }
//!
//! let (by_n, by_rate) = poisson::gradient(3.0, 3.0);
//! assert!(by_rate.abs() < 1e-15); // three events are likeliest at a rate of three
//! assert!((by_n - (3.0_f64.ln() - Special::digamma(4.0))).abs() < 1e-15);
//! ```

pub use retrograde_rules::special::Special;
