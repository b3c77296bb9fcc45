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

mod capitals;
pub mod custom_rules;
pub mod derive;
pub mod emit;
pub mod entry;
pub mod error;
pub mod expand;
pub mod host;
mod hygiene;
pub mod methods;
mod nesting;
pub mod options;
pub mod parse;
pub mod passes;
mod pieces;
mod program;
mod quoted;
mod stub;
pub mod traits;

pub use error::Diagnostic;
pub use interp::{Callable, Trap, Value};
pub use ir::{Role, UpdateOp, Variant};
pub use program::{Level, Program};
pub use retrograde_ir as ir;
pub use tables::Tables;

use retrograde_ad::{
    activity, adjoint, check, invert, lift, linear, lists, liveness, locals, names, rules, saves, shapes, sweep,
    tables, tangent, tape, views,
};
use retrograde_ir::{access, hash, interp, text, verify};
