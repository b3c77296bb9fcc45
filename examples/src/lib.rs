//! The programs are beside this crate's `Cargo.toml`: `cargo run --release -p retrograde-examples --example pendulum`.
//! The crate itself only turns the code of the README into tests.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
