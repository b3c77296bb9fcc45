//! The programs are beside this crate's `Cargo.toml`: `cargo run --release -p retrograde-examples --example pendulum`.
//! The crate itself counts what they allocate, and turns the code of the README into tests.

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// What `f` returns, and how many bytes it has allocated on the way, whether or not it has freed them again.
///
/// ```
/// use retrograde_examples::allocated;
/// assert_eq!(allocated(|| 1 + 1), (2, 0));
/// assert_eq!(allocated(|| vec![0_u8; 100].len()), (100, 100));
/// ```
pub fn allocated<T>(f: impl FnOnce() -> T) -> (T, usize) {
    let region = Region::new(ALLOCATOR);
    let result = black_box(f());
    (result, region.change().bytes_allocated)
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
