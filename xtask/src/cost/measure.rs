//! Builds the kernels and collects what they print.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// How long one run takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Speed {
    pub nanoseconds: f64,
    /// unknown without valgrind
    pub instructions: Option<u64>,
}

/// What one run costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    pub speed: Speed,
    pub allocations: u64,
    pub bytes: u64,
}

/// The costs of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    pub name: String,
    /// whether the gradient costs a forward run besides the adjoint
    pub after_forward: bool,
    /// how many times the adjoint by hand ours may cost
    pub limit: f64,
    /// the operations of a forward run, where what the gradient adds to each is of interest
    pub operations: u64,
    /// the turns that a tape is for
    pub turns: u64,
    pub forward: Pair,
    pub adjoint: Pair,
}

/// The same work by hand and derived.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub by_hand: Cost,
    pub ours: Cost,
}

/// The names of the versions, in the order in which they are printed.
const VERSIONS: [&str; 4] = ["plain", "ours", "by-hand", "ours-adjoint"];

/// Measures all kernels, each for so many seconds.
pub fn kernels(binary: &Path, seconds: f64) -> Result<Vec<Kernel>, String> {
    let mut kernels = timed(binary, seconds)?;
    if can_count() {
        count(binary, &mut kernels)?;
    }
    Ok(kernels)
}

fn timed(binary: &Path, seconds: f64) -> Result<Vec<Kernel>, String> {
    let mut command = Command::new(binary);
    // The C library's allocator is told to keep what is freed. Otherwise it gives pages back to the system or not depending on what
    // the versions before have left, and the time of those that allocate varies by a third. What they allocate is a column of its own.
    command.env("MALLOC_TRIM_THRESHOLD_", "1000000000").env("MALLOC_MMAP_THRESHOLD_", "33554432");
    let output = finished(command.args(["time", &seconds.to_string()]).stderr(Stdio::inherit()))?;
    parse(&String::from_utf8_lossy(&output.stdout))
}

/// Measures the times once more and keeps the shorter ones.
pub fn again(binary: &Path, seconds: f64, kernels: &mut [Kernel]) -> Result<(), String> {
    for (kernel, again) in kernels.iter_mut().zip(timed(binary, seconds)?) {
        for (pair, again) in [(&mut kernel.forward, again.forward), (&mut kernel.adjoint, again.adjoint)] {
            for (cost, again) in [(&mut pair.by_hand, again.by_hand), (&mut pair.ours, again.ours)] {
                cost.speed.nanoseconds = cost.speed.nanoseconds.min(again.speed.nanoseconds);
            }
        }
    }
    Ok(())
}

/// Whether instructions can be counted.
pub fn can_count() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok()
}

/// Where rustc finds what the kernels use.
#[derive(Debug)]
pub struct Libraries {
    /// by the name of the crate
    pub externs: Vec<(&'static str, PathBuf)>,
    /// what these use in turn
    pub folder: PathBuf,
}

/// The path of the built program and of the libraries in it.
pub fn build() -> Result<(PathBuf, Libraries), String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--release", "--package", "retrograde-cost"]);
    let output = finished(command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit()))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let built = |name| artifact(&messages, name).ok_or_else(|| format!("cargo does not say where {name} is"));
    let externs = ["retrograde", "num_complex"].map(|name| Ok((name, built(name)?)));
    let externs = externs.into_iter().collect::<Result<Vec<_>, String>>()?;
    let folder = externs[0].1.parent().ok_or("cargo puts libraries into folders")?.to_path_buf();
    Ok((built("retrograde-cost")?, Libraries { externs, folder }))
}

/// The file that cargo has made of a crate, from its messages: a line of JSON for each.
fn artifact(messages: &str, name: &str) -> Option<PathBuf> {
    let name = format!("\"name\":\"{name}\"");
    let line = messages.lines().find(|line| line.contains("\"compiler-artifact\"") && line.contains(&name))?;
    let files = line.split_once("\"filenames\":[\"")?.1;
    files.split_once('"').map(|(file, _)| PathBuf::from(file))
}

/// Runs a command to its end.
pub fn finished(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() { Ok(output) } else { Err(format!("{command:?}: {}", output.status)) }
}

/// From lines of kernel, whether it needs a forward run, the limit of its adjoint, operations, iterations, version, nanoseconds, allocations
/// and bytes.
fn parse(text: &str) -> Result<Vec<Kernel>, String> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .chunks(VERSIONS.len())
        .map(|lines| kernel(lines).ok_or_else(|| format!("not understood: {lines:?}")))
        .collect()
}

fn kernel(lines: &[&str]) -> Option<Kernel> {
    let mut costs = Vec::new();
    let mut heading = None;
    for (line, expected) in lines.iter().zip(VERSIONS) {
        let [name, after_forward, limit, operations, turns, version, nanoseconds, allocations, bytes] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let own = (name, after_forward, limit, operations, turns);
        if version != expected || *heading.get_or_insert(own) != own {
            return None;
        }
        costs.push(Cost {
            speed: Speed { nanoseconds: nanoseconds.parse().ok()?, instructions: None },
            allocations: allocations.parse().ok()?,
            bytes: bytes.parse().ok()?,
        });
    }
    let [plain, ours, by_hand, ours_adjoint] = costs[..] else { return None };
    let (name, after_forward, limit, operations, turns) = heading?;
    Some(Kernel {
        name: name.into(),
        after_forward: after_forward.parse().ok()?,
        limit: limit.parse().ok()?,
        operations: operations.parse().ok()?,
        turns: turns.parse().ok()?,
        forward: Pair { by_hand: plain, ours },
        adjoint: Pair { by_hand, ours: ours_adjoint },
    })
}

/// Fills in the instruction counts.
fn count(binary: &Path, kernels: &mut [Kernel]) -> Result<(), String> {
    for Kernel { name, forward, adjoint, .. } in kernels {
        let counts = std::thread::scope(|scope| {
            let running = VERSIONS.map(|version| scope.spawn(|| instructions(binary, name, version)));
            running.map(|thread| thread.join().expect("counting does not panic"))
        });
        let costs = [&mut forward.by_hand, &mut forward.ours, &mut adjoint.by_hand, &mut adjoint.ours];
        for (cost, count) in costs.into_iter().zip(counts) {
            cost.speed.instructions = Some(count?);
        }
    }
    Ok(())
}

/// The instructions of one run of a region, as callgrind counts them.
pub fn instructions(binary: &Path, kernel: &str, version: &str) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured_region*"]);
    let output = finished(command.arg(binary).args(["count", kernel, version]))?;
    let log = String::from_utf8_lossy(&output.stderr);
    collected(&log).ok_or_else(|| format!("callgrind counted nothing:\n{log}"))
}

/// From a line such as `==123== Collected : 4567`. A zero means that callgrind did not find the function to count in.
fn collected(log: &str) -> Option<u64> {
    let count = log.lines().find_map(|line| line.split_once("Collected : "))?.1;
    count.trim().parse().ok().filter(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "k\ttrue\t1.1\t6\t2\tplain\t1.5\t0\t0\nk\ttrue\t1.1\t6\t2\tours\t2.5\t0\t0\n\
        k\ttrue\t1.1\t6\t2\tby-hand\t3.5\t1\t8\nk\ttrue\t1.1\t6\t2\tours-adjoint\t4.5\t2\t16\n";

    #[test]
    fn four_lines_make_a_kernel() {
        let kernels = parse(LINES).unwrap();
        assert_eq!((kernels.len(), &*kernels[0].name, kernels[0].after_forward), (1, "k", true));
        assert_eq!((kernels[0].operations, kernels[0].turns), (6, 2));
        assert_eq!(
            kernels[0].adjoint.ours,
            Cost { speed: Speed { nanoseconds: 4.5, instructions: None }, allocations: 2, bytes: 16 }
        );
    }

    #[test]
    fn a_line_out_of_order_is_refused() {
        assert!(parse(&LINES.replace("by-hand", "ours")).is_err());
        assert!(parse(&LINES.replacen("k\t", "other\t", 1)).is_err());
        assert!(parse(LINES.trim_end().rsplit_once('\n').unwrap().0).is_err());
    }

    #[test]
    fn artifacts_are_found_by_name() {
        let line = |name: &str, file: &str| {
            format!(r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"filenames":["{file}","x.rmeta"]}}"#)
        };
        let messages = [line("retrograde", "/t/a.rlib"), line("retrograde-cost", "/t/b")].join("\n");
        assert_eq!(artifact(&messages, "retrograde-cost"), Some("/t/b".into()));
        assert_eq!(artifact(&messages, "num_complex"), None);
    }

    #[test]
    fn a_count_of_nothing_is_refused() {
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 3791\n"), Some(3791));
        assert_eq!(collected("==7== Collected : 0\n"), None);
        assert_eq!(collected("==7== Events    : Ir\n"), None);
    }
}
