//! Time and allocations of one run.

use crate::kernel::{Kernel, Version, check, versions};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Runs shorter than this are timed several at a time.
const LONG_ENOUGH: Duration = Duration::from_micros(100);
/// However slow a kernel is, each version is timed this often.
const LEAST_ROUNDS: usize = 5;
/// After so many rounds the data move, by a cache line more each time, in so many places.
const ROUNDS_IN_PLACE: usize = 4;
const PLACES: usize = 64;
const CACHE_LINE: usize = 64;

/// A kernel whose type is forgotten, so that different ones fit in a list.
pub struct Entry {
    /// What the table calls it.
    pub name: &'static str,
    /// Panics unless its versions agree.
    pub check: fn(),
    /// Measures time and allocations, and prints a line for each version.
    pub measure: fn(Duration),
    /// Runs one version in the region whose instructions are counted.
    pub count: fn(&str),
}

impl Entry {
    /// The entry of a kernel.
    pub const fn of<K: Kernel>() -> Self {
        Entry { name: K::NAME, check: check::<K>, measure: measure::<K>, count: count::<K> }
    }
}

/// Takes turns between the versions until the time is up, so that whatever slows the machine down slows all of them, and
/// prints the shortest time of each.
fn measure<K: Kernel>(budget: Duration) {
    let mut kernel = K::new();
    let mut costs = versions::<K>().map(|(name, version)| {
        let batch = batch(&mut kernel, version);
        (name, version, batch, f64::INFINITY)
    });
    let start = Instant::now();
    for round in 0_usize.. {
        if round >= LEAST_ROUNDS && start.elapsed() >= budget {
            break;
        }
        if round.is_multiple_of(ROUNDS_IN_PLACE) {
            kernel = elsewhere(round / ROUNDS_IN_PLACE);
        }
        for (_, version, batch, shortest) in &mut costs {
            let start = Instant::now();
            measured_region(*version, &mut kernel, *batch);
            *shortest = shortest.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(*batch));
        }
    }
    for (name, version, _, nanoseconds) in costs {
        let region = Region::new(ALLOCATOR);
        version(&mut kernel);
        let change = region.change();
        let (allocations, bytes) = (change.allocations + change.reallocations, change.bytes_allocated);
        let (title, after_forward, limit) = (K::NAME, K::AFTER_FORWARD, K::LIMIT);
        let (operations, turns) = (kernel.operations(), kernel.turns());
        print!("{title}\t{after_forward}\t{limit}\t{operations}\t{turns}\t");
        println!("{name}\t{nanoseconds}\t{allocations}\t{bytes}");
    }
}

/// A kernel whose data lie elsewhere than those of the last one. Where they lie decides how often loads wait for stores, by a half of the time
/// of a short loop, and is not the code's merit.
fn elsewhere<K: Kernel>(place: usize) -> K {
    let gap = black_box(vec![0_u8; CACHE_LINE * (place % PLACES + 1)]);
    let kernel = K::new();
    drop(gap);
    kernel
}

/// How many runs take long enough for the clock.
fn batch<K: Kernel>(kernel: &mut K, version: Version<K>) -> u32 {
    let mut batch = 1;
    loop {
        let start = Instant::now();
        measured_region(version, kernel, batch);
        if start.elapsed() >= LONG_ENOUGH {
            return batch;
        }
        batch *= 2;
    }
}

/// A first run outside of the region, for what happens only once, then one inside of it.
fn count<K: Kernel>(version: &str) {
    let (_, version) = *versions::<K>().iter().find(|(name, _)| *name == version).expect("the name of a version");
    let mut kernel = K::new();
    version(&mut kernel);
    measured_region(version, &mut kernel, 1);
}

/// Callgrind counts from this function's entry to its return, finding it by name.
#[inline(never)]
pub fn measured_region<K>(version: Version<K>, kernel: &mut K, times: u32) {
    for _ in 0..times {
        black_box(version)(black_box(kernel));
    }
}
