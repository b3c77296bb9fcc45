//! The [form] in which functions, inverses and derivatives are all written: what a statement [touches](access), the form as
//! [text](form::print), what [holds](verify) of it after each pass, and an [interpreter](interp).
//!
//! Nothing here knows Rust's syntax. Pieces of it that the form carries along are its own types, with numbers in the place of tokens and
//! positions.

pub mod access;
pub mod form;
pub mod hash;
mod host;
pub mod interp;
pub mod text;
pub mod verify;

pub use form::*;
