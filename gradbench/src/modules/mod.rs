//! The problems, a file for each.

use crate::evaluation::Timing;
use serde_json::Value;

pub mod ba;
pub mod det;
pub mod gmm;
pub mod hello;
pub mod ht;
pub mod llsq;
pub mod lse;
pub mod lstm;
pub mod ode;

/// A module as the protocol has them.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    /// Its name in messages.
    pub name: &'static str,
    /// Its functions and their names.
    pub functions: &'static [(&'static str, Evaluate)],
}

/// Takes an input to an output, with the time of each run.
pub type Evaluate = fn(Value) -> Result<(Value, Vec<Timing>), String>;

/// All modules.
pub const MODULES: &[Module] = &[
    hello::MODULE,
    ba::MODULE,
    det::MODULE,
    gmm::MODULE,
    ht::MODULE,
    llsq::MODULE,
    lse::MODULE,
    lstm::MODULE,
    ode::MODULE,
];
