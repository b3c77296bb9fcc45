//! Runs the constructs: all of them in one process for times, and in one under callgrind, which writes a file of counts after each run.

use super::measure::{Speed, can_count, finished};
use std::path::Path;
use std::process::{Command, Stdio};

/// The speeds of a construct.
#[derive(Clone, Debug, PartialEq)]
pub struct Construct {
    pub name: String,
    /// whether ours should cost what plain Rust costs, which here does without a check otherwise
    pub judged: bool,
    /// forwards, in plain Rust
    pub plain: Speed,
    /// forwards, as emitted
    pub ours: Speed,
    /// backwards, as emitted
    pub inverse: Speed,
}

/// Measures all constructs, each for so many seconds.
pub fn all(binary: &Path, seconds: f64) -> Result<Vec<Construct>, String> {
    let mut command = Command::new(binary);
    let output = finished(command.args(["time-constructs", &seconds.to_string()]).stderr(Stdio::inherit()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut constructs = text
        .lines()
        .map(|line| parse(line).ok_or_else(|| format!("not understood: {line:?}")))
        .collect::<Result<Vec<_>, _>>()?;
    if can_count() {
        let folder = std::env::temp_dir().join(format!("retrograde-cost-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let counts = count(binary, &folder);
        std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        fill(&mut constructs, &counts?)?;
    }
    Ok(constructs)
}

/// From a line of name, whether it is judged, and nanoseconds.
fn parse(line: &str) -> Option<Construct> {
    let [name, judged, plain, ours, inverse] = line.split('\t').collect::<Vec<_>>()[..] else { return None };
    let speed = |nanoseconds: &str| Some(Speed { nanoseconds: nanoseconds.parse().ok()?, instructions: None });
    let judged = judged.parse().ok()?;
    Some(Construct { name: name.into(), judged, plain: speed(plain)?, ours: speed(ours)?, inverse: speed(inverse)? })
}

/// The instruction counts of all runs, one after another.
fn count(binary: &Path, folder: &Path) -> Result<Vec<u64>, String> {
    let file = folder.join("counts");
    let mut command = Command::new("valgrind");
    command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", file.display()));
    // Both name the function `measured_region`. Callgrind keeps one option a pattern, so that two patterns are needed.
    command.args(["--toggle-collect=*measured_region*", "--dump-after=*::measured_region*"]);
    finished(command.arg(binary).arg("count-constructs"))?;
    let text = |number: usize| std::fs::read_to_string(folder.join(format!("counts.{number}"))).ok();
    (1..)
        .map_while(text)
        .map(|text| total(&text).ok_or_else(|| format!("callgrind counted nothing:\n{text}")))
        .collect()
}

/// From a line such as `totals: 4567`.
fn total(text: &str) -> Option<u64> {
    let count = text.lines().find_map(|line| line.strip_prefix("totals: "))?;
    count.trim().parse().ok().filter(|count| *count > 0)
}

/// Puts three counts into each construct. Callgrind may write one more file at the end, in which nothing is counted.
fn fill(constructs: &mut [Construct], counts: &[u64]) -> Result<(), String> {
    if counts.len() != 3 * constructs.len() {
        return Err(format!("{} counts for {} constructs", counts.len(), constructs.len()));
    }
    for (Construct { plain, ours, inverse, .. }, counts) in constructs.iter_mut().zip(counts.chunks_exact(3)) {
        for (speed, count) in [plain, ours, inverse].into_iter().zip(counts) {
            speed.instructions = Some(*count);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_makes_a_construct() {
        let construct = parse("x += e\ttrue\t1.5\t2.5\t3.5").unwrap();
        assert_eq!((&*construct.name, construct.judged, construct.inverse.nanoseconds), ("x += e", true, 3.5));
        assert!(parse("x += e\tno\t1.5\t2.5\t3.5").is_none());
        assert!(parse("x += e\ttrue\t1.5\t2.5").is_none());
        assert!(parse("x += e\ttrue\t1.5\t2.5\tfast").is_none());
    }

    #[test]
    fn counts_are_filled_in_by_threes() {
        let mut constructs = vec![parse("a\ttrue\t1\t1\t1").unwrap(), parse("b\ttrue\t1\t1\t1").unwrap()];
        fill(&mut constructs, &[1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!((constructs[0].inverse.instructions, constructs[1].plain.instructions), (Some(3), Some(4)));
        assert!(fill(&mut constructs, &[1, 2, 3, 4, 5]).is_err());
    }

    #[test]
    fn a_count_of_nothing_is_refused() {
        assert_eq!(total("positions: line\ntotals: 3791\n"), Some(3791));
        assert_eq!(total("totals: 0\n"), None);
        assert_eq!(total("positions: line\n"), None);
    }
}
