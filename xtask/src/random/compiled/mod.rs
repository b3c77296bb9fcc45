//! Some programs are also compiled by rustc and run, to check the emitter against the interpreter.
//!
//! They are modules of one crate under `target/random-programs`. One half is built with the run-time checks, the other half without; each
//! program prints the bits of its results, which are compared with what the interpreter says.

mod expected;
mod harness;

use super::check::{Failure, Outcome};
use super::generate::Case;
use super::shrink::shrink;
use Compilation::{Compiled, Rejected};
use expected::{Run, runs};
use retrograde_compiler::{Level, Tables};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Gradients may be summed in another order than in the interpreter.
const GRADIENT_TOLERANCE: f64 = 1e-12;

/// The same with the digits of an `f32`.
const ROUNDED: f64 = 1e-5;

/// Whether run-time checks are compiled in, and with it which form is emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    Checked,
    Unchecked,
}

impl Build {
    fn name(self) -> &'static str {
        match self {
            Build::Checked => "checked",
            Build::Unchecked => "unchecked",
        }
    }

    fn profile(self) -> &'static str {
        match self {
            Build::Checked => "dev",
            Build::Unchecked => "unchecked",
        }
    }

    fn level(self) -> Level {
        match self {
            Build::Checked => Level::Plain,
            Build::Unchecked => Level::Optimised,
        }
    }
}

/// Programs that are compiled at once: rustc's memory grows with them.
const BATCH: usize = 100;

/// Compiles and runs programs; what failed, by position.
pub fn check(cases: &[Case], build: Build) -> Result<BTreeMap<usize, Failure>, String> {
    let mut failures = BTreeMap::new();
    for (k, batch) in cases.chunks(BATCH).enumerate() {
        let found = check_until(batch, build, false)?;
        failures.extend(found.into_iter().map(|(number, failure)| (k * BATCH + number, failure)));
        eprintln!("{} programs compiled and run, {}", k * BATCH + batch.len(), build.name());
    }
    Ok(failures)
}

/// A failing program made small. Each attempt takes a second, so there are not too many.
pub fn shrunk(case: &Case, build: Build, failure: &Failure) -> Case {
    let attempts = Cell::new(0);
    let only_compile = failure.kind.starts_with(REJECTED);
    shrink(case.clone(), |smaller| {
        attempts.set(attempts.get() + 1);
        attempts.get() <= MOST_ATTEMPTS
            // What fails in the interpreter too is another failure.
            && matches!(super::check::check(smaller, &Tables::default()), Outcome::Passed(_))
            && check_until(std::slice::from_ref(smaller), build, only_compile)
                .is_ok_and(|failures| failures.get(&0).is_some_and(|other| other.kind == failure.kind))
    })
}

const MOST_ATTEMPTS: usize = 400;
const REJECTED: &str = "rustc: ";

fn check_until(cases: &[Case], build: Build, only_compile: bool) -> Result<BTreeMap<usize, Failure>, String> {
    let (expected, failures) = (BTreeMap::new(), BTreeMap::new());
    let mut batch = Batch { cases, build, only_compile, expected, failures };
    for (number, case) in cases.iter().enumerate() {
        match runs(case, build.level()) {
            Ok(runs) => {
                batch.expected.insert(number, runs);
            }
            Err(failure) => {
                batch.failures.insert(number, failure);
            }
        }
    }
    batch.check(batch.expected.keys().copied().collect())?;
    Ok(batch.failures)
}

/// Programs that are compiled and run together.
struct Batch<'a> {
    cases: &'a [Case],
    build: Build,
    only_compile: bool,
    expected: BTreeMap<usize, Vec<Run>>,
    failures: BTreeMap<usize, Failure>,
}

impl Batch<'_> {
    /// Programs that rustc rejects are taken out, and the others are compiled again. Where nothing says which of them is at fault, as after an
    /// error in an instance of a library function or when the run is aborted, both halves are tried on their own.
    fn check(&mut self, mut numbers: Vec<usize>) -> Result<(), String> {
        let message = loop {
            if numbers.is_empty() {
                return Ok(());
            }
            match self.compile(&numbers)? {
                Rejected { programs, message } if programs.is_empty() => break message,
                Rejected { programs, .. } => {
                    numbers.retain(|number| !programs.contains_key(number));
                    self.failures.extend(programs);
                }
                Compiled if self.only_compile => return Ok(()),
                Compiled => match run(self.build)? {
                    Ok(output) => {
                        for number in numbers {
                            let failure = compare(number, &self.expected[&number], &output);
                            self.failures.extend(failure.map(|failure| (number, failure)));
                        }
                        return Ok(());
                    }
                    Err(message) => break message,
                },
            }
        };
        if let [number] = numbers[..] {
            self.failures.insert(number, Failure { kind: alone(&message), detail: message });
            return Ok(());
        }
        // An error of the crate itself is no program's fault.
        if let Rejected { message, .. } = self.compile(&[])? {
            return Err(message);
        }
        let second = numbers.split_off(numbers.len() / 2);
        self.check(numbers)?;
        self.check(second)
    }

    fn compile(&self, numbers: &[usize]) -> Result<Compilation, String> {
        let Batch { cases, build, only_compile, expected, .. } = self;
        let folder = folder(*build);
        write_crate(&folder, cases, numbers, expected).map_err(|e| format!("{}: {e}", folder.display()))?;
        compile(*build, if *only_compile { "check" } else { "build" })
    }
}

/// What rustc says.
enum Compilation {
    Compiled,
    /// the programs that its messages lie in, and all messages
    Rejected {
        programs: BTreeMap<usize, Failure>,
        message: String,
    },
}

/// The kind of a failure that was found by leaving out all other programs.
fn alone(message: &str) -> String {
    let error = message.lines().find_map(|line| line.split_once("error[").map(|(_, error)| error));
    match error {
        Some(error) => format!("{REJECTED}error[{}", error.split('`').step_by(2).collect::<String>()),
        None => "aborted".into(),
    }
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace").to_path_buf()
}

/// Both builds have a crate of their own, so that they can be made at once.
fn folder(build: Build) -> PathBuf {
    workspace().join("target").join("random-programs").join(build.name())
}

fn write_crate(
    folder: &Path,
    cases: &[Case],
    numbers: &[usize],
    expected: &BTreeMap<usize, Vec<Run>>,
) -> std::io::Result<()> {
    let source = folder.join("src");
    let _ = fs::remove_dir_all(&source);
    fs::create_dir_all(&source)?;
    fs::write(folder.join("Cargo.toml"), harness::manifest(&workspace().join("crates").join("retrograde")))?;
    fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    fs::write(source.join("main.rs"), harness::main(numbers))?;
    for number in numbers {
        let text = harness::module(*number, &cases[*number], &expected[number]);
        fs::write(source.join(format!("p{number}.rs")), text)?;
    }
    Ok(())
}

fn cargo(build: Build, task: &str) -> Command {
    let folder = folder(build);
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(&folder).args([task, "--quiet", "--offline", "--profile", build.profile()]);
    command.arg("--target-dir").arg(folder.join("target"));
    command
}

fn compile(build: Build, task: &str) -> Result<Compilation, String> {
    let mut command = cargo(build, task);
    let output = command.arg("--message-format=short").output().map_err(|e| format!("cargo: {e}"))?;
    if output.status.success() {
        return Ok(Compiled);
    }
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut programs: BTreeMap<usize, Failure> = BTreeMap::new();
    for line in message.lines() {
        // `src/p12.rs:3:5: error[E0308]: mismatched types`
        let Some((place, message)) = line.split_once(": error") else { continue };
        let file = place.split(':').next().and_then(|path| path.rsplit('/').next());
        let number = file.and_then(|file| file.strip_prefix('p')?.strip_suffix(".rs")?.parse().ok());
        if let Some(number) = number {
            let kind = format!("{REJECTED}error{}", message.split('`').step_by(2).collect::<String>());
            programs.entry(number).or_insert(Failure { kind, detail: line.to_string() });
        }
    }
    Ok(Rejected { programs, message })
}

/// What programs print, by number and run.
type Output = BTreeMap<(usize, String), Vec<u64>>;

/// Runs the programs that were compiled last. An error inside is theirs: a run that is aborted.
fn run(build: Build) -> Result<Result<Output, String>, String> {
    let output = cargo(build, "run").output().map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Ok(Err(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let mut results = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        let (Some(number), Some(what)) = (words.next().and_then(|word| word.parse().ok()), words.next()) else {
            return Err(format!("unexpected output: {line}"));
        };
        let bits = words.map(|word| u64::from_str_radix(word, 16)).collect::<Result<Vec<u64>, _>>();
        results.insert((number, what.to_string()), bits.map_err(|e| format!("{line}: {e}"))?);
    }
    Ok(Ok(results))
}

fn compare(number: usize, runs: &[Run], output: &Output) -> Option<Failure> {
    for run in runs {
        let kind = format!("compiled {}", run.what);
        let Some(found) = output.get(&(number, run.what.to_string())) else {
            return Some(Failure { kind: format!("{kind} panicked"), detail: format!("{kind} panicked") });
        };
        // There and back again the slopes of both ways come into it.
        let tolerance = if run.calls.len() > 1 { 1e4 * GRADIENT_TOLERANCE } else { GRADIENT_TOLERANCE };
        let tolerance = if run.rounded { ROUNDED } else { tolerance };
        let agree = found.len() == run.expected.len()
            && found.iter().zip(&run.expected).all(|(found, expected)| {
                found == &expected.bits
                    || (!expected.exact && {
                        let (found, expected) = (f64::from_bits(*found), f64::from_bits(expected.bits));
                        (found - expected).abs() <= tolerance * run.scale.max(expected.abs())
                    })
            });
        if !agree {
            let floats: Vec<f64> = found.iter().map(|bits| f64::from_bits(*bits)).collect();
            let wanted: Vec<f64> = run.expected.iter().map(|leaf| f64::from_bits(leaf.bits)).collect();
            return Some(Failure {
                detail: format!("{kind}: found {floats:?}, the interpreter says {wanted:?}"),
                kind,
            });
        }
    }
    None
}
