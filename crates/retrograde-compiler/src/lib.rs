//! The compiler behind `#[reversible]` and `#[differentiable]`.
//!
//! A function is [parsed](parse) into a small [form](ir), and its duties are [checked](check), the ends of its [locals] with them. Its
//! [inverse](invert), [adjoint] and [tangent] are derived from form to form, and the forward and backward run of an ordinary function
//! by [tape]. Then what nobody reads is dropped ([liveness]), loops whose iterations commute become sweeps, and the result is
//! [emitted](emit) as Rust, or run by an [interpreter](interp) for proof.
//!
//! Nothing here needs `proc_macro`, so everything can be called and tested as a library. [`expand`] is what the attributes call;
//! [`Program`] takes a whole file through the compiler and runs it.

// Macros that look for names take a step for each token.
#![recursion_limit = "512"]

pub mod access;
mod activity;
pub mod adjoint;
mod capitals;
pub mod check;
mod copy_propagation;
pub mod custom_rules;
mod dead_restores;
pub mod derive;
pub mod emit;
pub mod entry;
pub mod error;
pub mod expand;
mod hash;
pub mod host;
mod hygiene;
pub mod interp;
pub mod invert;
pub mod ir;
mod lift;
pub mod linear;
mod lists;
pub mod liveness;
pub mod locals;
mod long_sums;
pub mod methods;
pub mod names;
mod nesting;
pub mod options;
pub mod parse;
pub mod partial;
pub mod passes;
mod program;
mod quoted;
pub mod repack;
mod rewrite;
pub mod routines;
mod saves;
mod shapes;
mod stub;
mod sweep;
pub mod tables;
pub mod tangent;
pub mod tape;
mod text;
mod tokens;
pub mod traits;
mod verify;
pub mod views;

pub use error::Diagnostic;
pub use interp::{Callable, Trap, Value};
pub use ir::{Role, UpdateOp, Variant};
pub use program::{Level, Program};
pub use tables::Tables;
