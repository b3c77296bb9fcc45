//! The arguments of the command.

/// What the command can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// how many programs are checked
    pub programs: u64,
    /// the seed of the first; the others follow
    pub seed: u64,
    /// how many of them are also compiled by rustc and run
    pub compiled: u64,
    /// on how many threads
    pub threads: usize,
    /// instead of all that, how many programs that break a rule are checked
    pub broken: Option<u64>,
}

/// How to call it.
pub const USAGE: &str = "cargo xtask random [--programs N] [--seed S] [--compiled M] [--threads T]
cargo xtask random --broken N [--seed S] [--threads T]

  --programs N   how many programs are checked in the interpreter (100000)
  --seed S       seed of the first program; program k has seed S + k, so that `--programs 1 --seed <its seed>` repeats one (0)
  --compiled M   how many of them are also compiled by rustc and run (300)
  --threads T    (as many as there are processors)
  --broken N     checks that N programs that break a rule each are rejected";

impl Options {
    /// Reads the arguments.
    pub fn parse(args: &[String]) -> Result<Self, String> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let mut options = Self { programs: 100_000, seed: 0, compiled: 300, threads, broken: None };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or_else(|| format!("`{name}` needs a value"))?;
            let number: u64 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            match name.as_str() {
                "--programs" => options.programs = number,
                "--seed" => options.seed = number,
                "--compiled" => options.compiled = number,
                "--broken" => options.broken = Some(number),
                "--threads" => options.threads = usize::try_from(number).unwrap_or(1).max(1),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        options.compiled = options.compiled.min(options.programs);
        Ok(options)
    }
}
