//! The compiler behind `#[reversible]` and `#[differentiable]`.
//!
//! A function is parsed into a small form ([`ir`]), its duties are checked ([`check`]), and its inverse, adjoint and tangent are
//! derived from form to form ([`invert`], [`adjoint`], [`tangent`], [`tape`]). Then what nobody reads is dropped ([`optimise`]) and
//! the result is emitted as Rust ([`emit`]), or run by an interpreter for proof ([`interp`]).

pub mod access;
pub mod adjoint;
pub mod check;
pub mod derive;
pub mod emit;
pub mod error;
pub mod expand;
pub mod interp;
pub mod invert;
pub mod ir;
pub mod linear;
pub mod locals;
pub mod names;
pub mod optimise;
pub mod options;
pub mod parse;
mod program;
pub mod sweep;
pub mod tables;
pub mod tangent;
pub mod tape;

pub use error::Diagnostic;
pub use interp::{Trap, Value};
pub use ir::{UpdateOp, Variant};
pub use program::{Level, Program};
pub use tables::Tables;
