//! The passes of Retrograde's compiler from form to form.
//!
//! A function's duties are [checked](check), the ends of its [locals] with them. Its [inverse](invert), [adjoint] and [tangent] are derived,
//! and the forward and backward run of an ordinary function by [tape]. Then what nobody reads is dropped ([liveness]), and loops whose
//! iterations commute become sweeps.

pub mod activity;
pub mod adjoint;
pub mod check;
pub mod constant_calls;
mod copy_propagation;
mod dead_restores;
pub mod error;
pub mod gradient_variables;
pub mod invert;
pub mod lanes;
pub mod lift;
pub mod linear;
pub mod lists;
pub mod liveness;
pub mod locals;
pub mod names;
pub mod partial;
pub mod repack;
pub mod residual;
pub mod rewrite;
pub mod routines;
pub mod rules;
pub mod saves;
pub mod shapes;
pub mod simplify;
pub mod sweep;
pub mod tables;
pub mod tangent;
pub mod tape;
pub mod tape_layout;
pub mod types;
pub mod views;

use retrograde_ir::{self as ir, access, hash, text};
