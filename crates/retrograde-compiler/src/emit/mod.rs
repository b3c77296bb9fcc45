//! emit
pub mod text;
