//! Derivatives of whole files and of functions of other people's crates, for build scripts.
//!
//! The build script writes a module with `#[differentiable]` into `OUT_DIR`, and the package includes it:
//!
//! ```no_run
//! // build.rs
//! retrograde_build::from_crate("statrs")
//!     .function("function::erf::erf")
//!     .function("function::gamma::ln_gamma")
//!     .range("x", 0.5..10.0)
//!     .write("special");
//! retrograde_build::file("src/physics.rs").write("physics");
//! ```
//!
//! ```ignore
//! // src/lib.rs
//! include!(concat!(env!("OUT_DIR"), "/special.rs"));
//! include!(concat!(env!("OUT_DIR"), "/physics.rs"));
//!
//! use special::function::erf::erf;
//!
//! let y = erf(0.3);                    // the function of statrs
//! let slope = erf::gradient(0.3);
//! ```
//!
//! The package depends on `retrograde`, and on the crate whose functions it takes.

mod choice;
mod comparison;
mod conditions;
mod conversions;
mod copy;
mod environment;
mod error;
mod facade;
mod file;
mod generic;
mod mentions;
mod names;
mod packages;
mod reach;
mod rewrite;
mod shape;
mod tree;

#[cfg(test)]
mod tests;

pub use choice::{FromCrate, from_crate};
pub use error::Error;
pub use file::{File, file};

use environment::Environment;
use error::{Result, error};
use std::fs;
use std::process;

/// Writes what a build script made, or says to cargo why there is nothing.
fn finish(written: Result<()>) {
    let Err(error) = written else { return };
    for line in error.to_string().lines() {
        println!("cargo::error={line}");
    }
    process::exit(1);
}

/// Puts a file where the package includes it from.
fn put(environment: &Environment, name: &str, text: &str) -> Result<()> {
    let path = environment.out.join(format!("{name}.rs"));
    fs::write(&path, text).map_err(|error| error!("`{}` cannot be written: {error}", path.display()))
}

/// Whether a text is a name of a module.
fn is_name(name: &str) -> Result<()> {
    match syn::parse_str::<syn::Ident>(name) {
        Ok(_) => Ok(()),
        Err(_) => Err(error!("`{name}` is to be the name of a module, and is none")),
    }
}
