//! Somebody else's crate: private helpers, re-exports, globs, macros, features, traits and types.

#[macro_use]
mod macros;
pub mod consts;
pub mod fit;
mod inner;
pub mod tank;

pub use inner::hidden_place;
pub use tank::Tank;
