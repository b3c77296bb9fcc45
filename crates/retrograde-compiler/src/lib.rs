//! The compiler behind `#[reversible]` and `#[differentiable]`.
//!
//! A function is [parsed](parse) into a small [form](ir). The passes of [`retrograde_ad`] check it, invert it and differentiate it, and the result is
//! [emitted](emit) as Rust, or run by an [interpreter](ir::interp) for proof.
//!
//! Nothing here needs `proc_macro`, so everything can be called and tested as a library. [`expand`] is what the attributes call;
//! [`Program`] takes a whole file through the compiler and runs it.

// Macros that look for names take a step for each token.
#![recursion_limit = "512"]

mod capitals;
mod conditional;
pub mod custom_rules;
pub mod derive;
pub mod emit;
pub mod entry;
pub mod error;
pub mod expand;
pub mod host;
mod hygiene;
mod long_sums;
pub mod methods;
pub mod module;
mod nesting;
mod numbers;
mod operators;
pub mod options;
pub mod parse;
pub mod passes;
mod pieces;
mod pipeline;
mod program;
mod projections;
mod quoted;
mod renamed;
mod stub;
mod tokens;
pub mod traits;

pub use error::Diagnostic;
pub use interp::{Callable, Trap, Value};
pub use ir::{Role, UpdateOp, Variant};
pub use program::{Level, Program};
pub use retrograde_ir as ir;
pub use tables::Tables;

use retrograde_ad::{
    activity, adjoint, bits, check, constant_calls, gradient_variables, invert, lanes, lift, linear, lists, liveness,
    locals, names, residual, rules, saves, shapes, simplify, tables, tangent, tape, tape_layout, types, views,
};
use retrograde_ir::{access, hash, interp, text, verify};
