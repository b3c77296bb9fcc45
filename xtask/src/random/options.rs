//! The arguments of the command.

use std::time::{SystemTime, UNIX_EPOCH};

/// What the command can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// how many programs are checked
    pub programs: u64,
    /// the seed of the first, if it is not that of the clock; the others follow
    pub seed: Option<u64>,
    /// how often, each time with other seeds
    pub runs: u64,
    /// how many of them are also compiled by rustc and run
    pub compiled: u64,
    /// on how many threads
    pub threads: usize,
    /// instead of all that, how many programs that break a rule are checked
    pub broken: Option<u64>,
}

/// How to call it.
pub const USAGE: &str = "cargo xtask random [--programs N] [--seed S] [--compiled M] [--runs R] [--threads T]
cargo xtask random --broken N [--seed S] [--threads T]

  --programs N   how many programs are checked in the interpreter (100000)
  --seed S       seed of the first program; program k has seed S + k, so that `--programs 1 --seed <its seed>` repeats one (the clock's
                 nanoseconds)
  --compiled M   how many of them are also compiled by rustc and run (300)
  --runs R       does all that R times, each time with fresh seeds, and sums up at the end (1)
  --threads T    (as many as there are processors)
  --broken N     checks that N programs that break a rule each are rejected";

impl Options {
    /// Reads the arguments.
    pub fn parse(args: &[String]) -> Result<Self, String> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options = Self { programs: 100_000, seed: None, runs: 1, compiled: 300, threads, broken: None };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or_else(|| format!("`{name}` needs a value"))?;
            let number: u64 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            match name.as_str() {
                "--programs" => options.programs = number,
                "--seed" => options.seed = Some(number),
                "--runs" => options.runs = number,
                "--compiled" => options.compiled = number,
                "--broken" => options.broken = Some(number),
                "--threads" => options.threads = usize::try_from(number).unwrap_or(1).max(1),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        options.compiled = options.compiled.min(options.programs);
        Ok(options)
    }

    /// The seed of the first program of a run.
    pub fn first(&self, run: u64) -> u64 {
        match self.seed {
            Some(seed) => seed.wrapping_add(run.wrapping_mul(self.programs)),
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(run, |since| since.as_secs().wrapping_mul(1_000_000_000) + u64::from(since.subsec_nanos())),
        }
    }
}
