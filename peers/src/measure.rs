//! Times and memory of all tools that compute the same.

use crate::limits::{Context, Cost, left_out};
use peak_alloc::PeakAlloc;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Runs something, and says how many bytes it has allocated and kept.
pub fn bytes_kept<R>(run: impl FnOnce() -> R) -> (R, usize) {
    let before = ALLOCATOR.current_usage();
    let result = run();
    (result, ALLOCATOR.current_usage().saturating_sub(before))
}

/// What is computed.
#[derive(Clone, Copy, PartialEq)]
pub enum What {
    Primal,
    Inverse,
    Gradient,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            What::Primal => "primal",
            What::Inverse => "inverse",
            What::Gradient => "gradient",
        }
    }
}

/// One tool's way to do it.
pub struct Way<'c> {
    pub tool: &'static str,
    pub what: What,
    /// Whether it keeps other memory than that of its result, to use it again.
    pub keeps: bool,
    /// The bytes of what was made beforehand, such as a tape that is recorded once.
    pub prepared: usize,
    pub run: Box<dyn Run + 'c>,
}

/// A computation whose result stays where it was computed, in memory that is used again.
pub trait Run {
    fn run(&mut self);

    /// Runs so many times, and says how long that took.
    fn seconds(&mut self, count: u32) -> f64 {
        let start = Instant::now();
        (0..count).for_each(|_| self.run());
        start.elapsed().as_secs_f64()
    }

    /// The bytes that it takes elsewhere, unless it allocates in this process.
    fn bytes_elsewhere(&self) -> Option<f64> {
        None
    }

    /// Why it does not run any more, if so.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// The numbers of the result.
    fn result(&self) -> Vec<f64>;
}

/// A computation into a result of any type.
pub struct Into<R, F, G> {
    pub result: R,
    pub run: F,
    pub numbers: G,
}

impl<R, F: FnMut(&mut R), G: Fn(&R) -> Vec<f64>> Run for Into<R, F, G> {
    fn run(&mut self) {
        (self.run)(std::hint::black_box(&mut self.result));
    }

    fn result(&self) -> Vec<f64> {
        (self.numbers)(&self.result)
    }
}

/// A computation that needs another one before it each time.
pub struct After<R, F, G, H> {
    pub state: R,
    pub before: F,
    pub run: G,
    pub numbers: H,
}

impl<R, F: FnMut(&mut R), G: FnMut(&mut R), H: Fn(&R) -> Vec<f64>> Run for After<R, F, G, H> {
    fn run(&mut self) {
        self.seconds(1);
    }

    fn seconds(&mut self, count: u32) -> f64 {
        let mut total = Duration::ZERO;
        for _ in 0..count {
            (self.before)(&mut self.state);
            let start = Instant::now();
            (self.run)(std::hint::black_box(&mut self.state));
            total += start.elapsed();
        }
        total.as_secs_f64()
    }

    fn result(&self) -> Vec<f64> {
        (self.numbers)(&self.state)
    }
}

/// A problem of one size.
pub struct Case<'c> {
    pub eval: &'static str,
    pub size: String,
    /// Grows with the size.
    pub scale: f64,
    /// Additions, multiplications and functions of one primal run, where they are known.
    pub operations: Option<f64>,
    /// The bytes of the inputs, where it matters how much more is needed.
    pub input_bytes: Option<usize>,
    /// The first value and the first gradient are those that others are compared with.
    pub ways: Vec<Way<'c>>,
}

/// Runs are repeated until each takes this long.
const LONG_ENOUGH: Duration = Duration::from_micros(50);
const LEAST_ROUNDS: usize = 3;
/// What is fast has turns of such a part of the time, so that it is run often beside what is slow.
const TURNS: u32 = 50;

impl Case<'_> {
    /// Takes turns between the ways until the time is up, and prints the shortest time of each, and the memory it took. `work` is what the time
    /// of a run is about proportional to.
    pub fn measure(&mut self, context: &Context, work: f64) {
        let budget = context.budget;
        let name = format!("{} {}", self.eval, self.size);
        println!("{}", json!({ "case": name }));
        let mut results = Vec::new();
        for way in &mut self.ways {
            match catch_unwind(AssertUnwindSafe(|| First::new(way))) {
                Ok(First { seconds, peak, kept }) => {
                    let batch = (LONG_ENOUGH.as_secs_f64() / seconds).clamp(1.0, 10_000.0) as u32;
                    results.push(Measured { way, batch, seconds, peak, kept });
                }
                Err(_) => left_out(way.tool, &name, "it panics"),
            }
        }
        let first = |what| results.iter().find(|r| r.way.what == what).map_or_else(Vec::new, |r| r.way.run.result());
        let (value, gradient) = (first(What::Primal), first(What::Gradient));
        let start = Instant::now();
        let mut round = 0;
        while round < LEAST_ROUNDS || start.elapsed() < budget {
            // What takes a large part of the time there is was run before, and is not run often.
            let again = results.iter_mut().filter(|r| round < 1 || r.seconds < budget.as_secs_f64() / 3.0);
            again.for_each(|r| r.time(budget / TURNS));
            round += 1;
        }
        for Measured { way, seconds, peak, kept, .. } in results {
            let (eval, size, scale, tool) = (self.eval, &self.size, self.scale, way.tool);
            if let Some(why) = way.run.failure() {
                left_out(tool, &name, why);
                continue;
            }
            let elsewhere = way.run.bytes_elsewhere();
            if way.what == What::Gradient {
                let here = Cost { work, seconds, bytes: peak as f64 };
                context.learn(eval, tool, elsewhere.map_or(here, |bytes| Cost::outside(work, seconds, bytes)));
            }
            println!(
                "{}",
                json!({ "result": {
                    "eval": eval, "size": size, "scale": scale, "tool": tool, "what": way.what.name(), "seconds": seconds,
                    "operations": self.operations, "input_bytes": self.input_bytes,
                    "peak_bytes": elsewhere.is_none().then_some(peak), "kept_bytes": (!way.keeps).then_some(kept),
                }})
            );
            let why = match way.what {
                What::Primal => difference(&way.run.result(), &value),
                What::Inverse => None,
                What::Gradient => difference(&way.run.result(), &gradient),
            };
            if let Some(why) = why {
                println!("{}", json!({ "disagrees": { "eval": eval, "size": size, "tool": tool, "why": why } }));
            }
        }
    }
}

struct Measured<'w, 'c> {
    way: &'w mut Way<'c>,
    batch: u32,
    seconds: f64,
    /// bytes, with what was made beforehand
    peak: usize,
    /// bytes that are not given back after a run
    kept: usize,
}

/// What is known after the first runs.
struct First {
    seconds: f64,
    peak: usize,
    kept: usize,
}

impl First {
    fn new(way: &mut Way) -> Self {
        // The first run makes the buffers, whose memory counts.
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        way.run.run();
        let peak = ALLOCATOR.peak_usage().saturating_sub(before) + way.prepared;
        let kept = ALLOCATOR.current_usage().saturating_sub(before) + way.prepared;
        First { seconds: way.run.seconds(1), peak, kept }
    }
}

impl Measured<'_, '_> {
    /// Runs once, and again for as long as a turn.
    fn time(&mut self, turn: Duration) {
        let start = Instant::now();
        loop {
            self.seconds = self.seconds.min(self.way.run.seconds(self.batch) / f64::from(self.batch));
            if start.elapsed() >= turn {
                return;
            }
        }
    }
}

/// What is wrong with a result, if anything.
fn difference(found: &[f64], expected: &[f64]) -> Option<String> {
    if found.len() != expected.len() {
        return Some(format!("{} numbers, not {}", found.len(), expected.len()));
    }
    let scale = expected.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * scale + 1e-7 * b.abs();
    let far = |(a, b): (&f64, &f64)| !near(*a, *b);
    let k = found.iter().zip(expected).position(far)?;
    Some(format!("number {k} is {}, not {}", found[k], expected[k]))
}
