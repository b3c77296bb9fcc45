//! `cargo xtask fuzz`: no input breaks the macros.
//!
//! The functions, types, traits and `impl`s of this repository ([`corpus`]) are changed at random ([`mutate`]) and given to the attribute or derive that they
//! carry ([`judge`]), in a process of its own ([`child`]). What panics, overflows the stack, takes far too long or gives what is no Rust is a
//! failure. It is made small ([`shrink`]) and printed with the place.

mod child;
pub mod corpus;
mod judge;
mod mutate;
mod pieces;
mod shrink;
#[cfg(test)]
mod tests;

use crate::rng::Rng;
use child::Child;
use corpus::Subject;
use judge::{Failure, Verdict};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const USAGE: &str = "cargo xtask fuzz [--inputs N] [--seed S] [--threads T]

  --inputs N     how many inputs are expanded (100000)
  --seed S       seed of the first input; input k has seed S + k, so that `--inputs 1 --seed <its seed>` repeats one (from the clock)
  --threads T    (as many as there are processors)";

/// What the command can be told.
struct Options {
    inputs: u64,
    seed: u64,
    threads: usize,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self, String> {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options = Self { inputs: 100_000, seed: clock * 1_000_000, threads };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or_else(|| format!("`{name}` needs a value"))?;
            let number: u64 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            match name.as_str() {
                "--inputs" => options.inputs = number,
                "--seed" => options.seed = number,
                "--threads" => options.threads = usize::try_from(number).unwrap_or(1).max(1),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        Ok(options)
    }
}

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    if args == [child::ARGUMENT] {
        return child::main();
    }
    if args.iter().any(|arg| arg == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let options = match Options::parse(args) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let corpus = corpus::corpus();
    println!("{} items to change, seed {}", corpus.len(), options.seed);
    let report = run(&corpus, &options);
    let mut child = Child::new(SHORT_PATIENCE);
    for (kind, failures) in &report.failures {
        println!("\n{} failures: {kind}", failures.len());
        let shown = if kind.starts_with("panic") { 1 } else { 3 };
        for (seed, failure) in failures.iter().take(shown) {
            let (subject, _) = mutate::input(&corpus, &mut Rng::new(*seed));
            let subject = shrink::shrunk(&subject, kind, &mut child);
            println!("seed {seed}: {}\n{subject}", failure.detail);
        }
    }
    let failed: usize = report.failures.values().map(Vec::len).sum();
    let Report { expanded, refused, outside, .. } = report;
    let inputs = expanded + refused + failed as u64;
    println!("{outside} changed items were none any more and do not count");
    println!(
        "{inputs} inputs ({expanded} expanded, {refused} refused with an error), {failed} failures, seed {}",
        options.seed
    );
    if failed == 0 && inputs == options.inputs { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of many inputs.
#[derive(Default)]
struct Report {
    expanded: u64,
    refused: u64,
    /// changed items that were none any more
    outside: u64,
    /// seeds of inputs that fail, and how
    failures: BTreeMap<String, Vec<(u64, Failure)>>,
}

impl Report {
    fn merge(&mut self, other: Report) {
        self.expanded += other.expanded;
        self.refused += other.refused;
        self.outside += other.outside;
        for (kind, failures) in other.failures {
            self.failures.entry(kind).or_default().extend(failures);
        }
    }
}

/// Changing an item may go as deep as the item is.
const STACK: usize = 256 << 20;

/// After so many seconds an input is given up.
const PATIENCE: u64 = 10;

/// After so many seconds when it is made smaller.
const SHORT_PATIENCE: u64 = 2;

fn run(corpus: &[Subject], options: &Options) -> Report {
    let next = AtomicU64::new(0);
    let started = Instant::now();
    let worker = || {
        let mut report = Report::default();
        let mut child = Child::new(PATIENCE);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.inputs {
                return report;
            }
            let seed = options.seed.wrapping_add(number);
            let (subject, outside) = mutate::input(corpus, &mut Rng::new(seed));
            report.outside += outside;
            match child.judge(&subject) {
                Verdict::Expanded => report.expanded += 1,
                Verdict::Refused => report.refused += 1,
                Verdict::Failed(failure) => {
                    let known = report.failures.entry(failure.kind.clone()).or_default();
                    if known.is_empty() {
                        eprintln!("seed {seed}: {} ({})", failure.kind, failure.detail);
                    }
                    known.push((seed, failure));
                }
            }
            if (number + 1).is_multiple_of(10_000) {
                eprintln!("{} inputs, {:.0} s", number + 1, started.elapsed().as_secs_f64());
            }
        }
    };
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).expect("a thread");
        let workers: Vec<_> = (0..options.threads).map(spawn).collect();
        let mut report = Report::default();
        workers.into_iter().for_each(|worker| report.merge(worker.join().expect("it does not panic")));
        report
    })
}
