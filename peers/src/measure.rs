//! Times and memory of all tools that compute the same.

use peak_alloc::PeakAlloc;
use serde_json::json;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// What is computed.
#[derive(Clone, Copy, PartialEq)]
pub enum What {
    Primal,
    Gradient,
}

/// One tool's way to do it.
pub struct Way<'c> {
    pub tool: &'static str,
    pub what: What,
    pub run: Box<dyn Run + 'c>,
}

/// A computation whose result stays where it was computed, in memory that is used again.
pub trait Run {
    fn run(&mut self);

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

/// A problem of one size.
pub struct Case<'c> {
    pub eval: &'static str,
    pub size: String,
    /// Grows with the size.
    pub scale: f64,
    /// Additions, multiplications and functions of one primal run, where they are known.
    pub operations: Option<f64>,
    /// The first gradient is the one that others are compared with.
    pub ways: Vec<Way<'c>>,
}

/// Runs are repeated until each takes this long.
const LONG_ENOUGH: Duration = Duration::from_micros(50);
const LEAST_ROUNDS: usize = 3;

impl Case<'_> {
    /// Takes turns between the ways until the time is up, and prints the shortest time of each, and the memory it took.
    pub fn measure(&mut self, budget: Duration) {
        println!("{}", json!({ "case": format!("{} {}", self.eval, self.size) }));
        let mut results = self.ways.iter_mut().map(Measured::new).collect::<Vec<_>>();
        let expected = results.iter().find(|r| r.way.what == What::Gradient).map(|r| r.way.run.result());
        let start = Instant::now();
        let mut round = 0;
        while round < LEAST_ROUNDS || start.elapsed() < budget {
            // What takes longer than all the time there is was run before, and is not run again.
            results.iter_mut().filter(|r| round < 1 || r.seconds < budget.as_secs_f64()).for_each(Measured::time);
            round += 1;
        }
        for Measured { way, seconds, peak, .. } in results {
            let (eval, size, scale, tool) = (self.eval, &self.size, self.scale, way.tool);
            let what = if way.what == What::Primal { "primal" } else { "gradient" };
            println!(
                "{}",
                json!({ "result": {
                    "eval": eval, "size": size, "scale": scale, "tool": tool, "what": what,
                    "seconds": seconds, "peak_bytes": peak, "operations": self.operations,
                }})
            );
            if let (What::Gradient, Some(expected)) = (way.what, &expected) {
                if let Some(why) = difference(&way.run.result(), expected) {
                    println!("{}", json!({ "disagrees": { "eval": eval, "size": size, "tool": tool, "why": why } }));
                }
            }
        }
    }
}

struct Measured<'w, 'c> {
    way: &'w mut Way<'c>,
    batch: u32,
    seconds: f64,
    peak: usize,
}

impl<'w, 'c> Measured<'w, 'c> {
    fn new(way: &'w mut Way<'c>) -> Self {
        // The first run makes the buffers, whose memory counts.
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        way.run.run();
        let peak = ALLOCATOR.peak_usage().saturating_sub(before);
        let start = Instant::now();
        way.run.run();
        let time = start.elapsed();
        let batch = LONG_ENOUGH.as_nanos().div_ceil(time.as_nanos().max(1));
        let batch = u32::try_from(batch).unwrap_or(u32::MAX).clamp(1, 10_000);
        Measured { way, batch, seconds: time.as_secs_f64(), peak }
    }

    fn time(&mut self) {
        let start = Instant::now();
        for _ in 0..self.batch {
            self.way.run.run();
        }
        self.seconds = self.seconds.min(start.elapsed().as_secs_f64() / f64::from(self.batch));
    }
}

/// What is wrong with a result, if anything.
fn difference(found: &[f64], expected: &[f64]) -> Option<String> {
    if found.len() != expected.len() {
        return Some(format!("{} derivatives, not {}", found.len(), expected.len()));
    }
    let scale = expected.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let far = |(a, b): (&f64, &f64)| !((a - b).abs() <= 1e-9 * scale + 1e-7 * b.abs());
    let k = found.iter().zip(expected).position(far)?;
    Some(format!("derivative {k} is {}, not {}", found[k], expected[k]))
}
