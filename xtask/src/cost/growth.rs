//! How long the attributes take to expand a function, by its size. The compiler is built without optimisation, as cargo builds macros.

use super::measure::{can_count, finished, instructions};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What there is much of, and how much more twice as much may cost. The functions are those of
/// `crates/retrograde-compiler/examples/growth.rs`. What is nested is rewritten at each of its levels.
const KINDS: [(&str, f64); 10] = [
    ("locals, reversible", MOST_GROWTH),
    ("locals, ordinary", MOST_GROWTH),
    ("locals in a loop", MOST_GROWTH),
    ("locals restored", MOST_GROWTH),
    ("updates, reversible", MOST_GROWTH),
    ("updates, ordinary", MOST_GROWTH),
    ("branches", MOST_GROWTH),
    ("terms of a sum", MOST_GROWTH),
    ("elements of an array", MOST_GROWTH),
    ("a 25th, nested", 5.0),
];
const SIZES: [usize; 4] = [250, 500, 1000, 2000];
/// The same for a quick look.
const SMALLER: [usize; 4] = [50, 100, 200, 400];

/// How much more twice as many statements may cost.
const MOST_GROWTH: f64 = 2.3;
/// So many instructions a statement: two thousand of them in a second or two.
const MOST_INSTRUCTIONS: f64 = 4e6;
/// What a machine may take for a statement that does other things too.
const MOST_SECONDS: f64 = 2e-3;

/// What it costs to expand functions of one kind, by size.
#[derive(Debug)]
pub struct Growth {
    pub kind: &'static str,
    /// how much more twice as much may cost
    pub limit: f64,
    pub sizes: [usize; 4],
    pub costs: [f64; 4],
    /// in instructions rather than in seconds
    pub counted: bool,
}

impl Growth {
    /// What twice as much costs at last.
    fn last(&self) -> f64 {
        let [.., before, last] = self.costs;
        last / before
    }

    /// Whether it grows too fast, or is too much.
    pub fn missed(&self) -> bool {
        let most = if self.counted { MOST_INSTRUCTIONS } else { MOST_SECONDS };
        let too_much = self.costs[3] > most * self.sizes[3] as f64;
        // Times of one run alone say little of growth.
        too_much || self.counted && self.last() > self.limit
    }
}

/// Measures all kinds, the larger sizes if there is time.
pub fn measure(quick: bool) -> Result<Vec<Growth>, String> {
    let (binary, sizes) = (&build()?, if quick { SMALLER } else { SIZES });
    let counted = can_count();
    std::thread::scope(|scope| {
        let cost = |kind, size: usize| {
            let size = size.to_string();
            if counted {
                instructions(binary, kind, &size).map(|count| count as f64)
            } else {
                seconds(binary, kind, &size)
            }
        };
        let measured = KINDS.map(|(kind, limit)| {
            let costs = move || sizes.iter().map(|size| cost(kind, *size)).collect::<Result<Vec<f64>, String>>();
            (kind, limit, scope.spawn(costs))
        });
        let growth = measured.into_iter().map(|(kind, limit, costs)| {
            let costs = costs.join().expect("measuring does not panic")?;
            let costs = costs.try_into().map_err(|_| "a cost for each size".to_string())?;
            Ok(Growth { kind, limit, sizes, costs, counted })
        });
        growth.collect()
    })
}

fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--package", "retrograde-compiler", "--example", "growth"]);
    let output = finished(command.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit()))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.lines().rev().find_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'));
    executable.map(|(path, _)| path.into()).ok_or_else(|| "cargo does not say where `growth` is".into())
}

fn seconds(binary: &Path, kind: &str, size: &str) -> Result<f64, String> {
    let output = finished(Command::new(binary).args(["count", kind, size]))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|_| format!("no time: {text}"))
}

/// A line a kind.
pub fn table(growth: &[Growth]) -> String {
    let counted = growth.iter().any(|growth| growth.counted);
    let unit = if counted { "10^6 instructions" } else { "milliseconds" };
    let mut text = format!("expansion without optimisation, {unit}\n{:<22}", "so many");
    growth.iter().take(1).flat_map(|growth| growth.sizes).for_each(|size| {
        let _ = write!(text, "{size:>10}");
    });
    let _ = write!(text, "   last / before");
    for growth in growth {
        let _ = write!(text, "\n{:<22}", growth.kind);
        for cost in growth.costs {
            let shown = if counted { cost / 1e6 } else { cost * 1e3 };
            let _ = write!(text, "{shown:>10.0}");
        }
        let _ = write!(text, "{:>16.2}", growth.last());
    }
    text
}

/// The kinds that grow too fast, or are too much.
pub fn verdict(growth: &[Growth]) -> String {
    let missed: Vec<&str> = growth.iter().filter(|growth| growth.missed()).map(|growth| growth.kind).collect();
    let names = if missed.is_empty() { "none".into() } else { missed.join("; ") };
    format!(
        "expansions that grow too fast (more than {MOST_GROWTH} times for twice as many statements), or take too long: {names}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(costs: [f64; 4]) -> Growth {
        Growth { kind: "k", limit: MOST_GROWTH, sizes: SIZES, costs, counted: true }
    }

    #[test]
    fn squares_and_too_much_are_missed() {
        assert!(!growth([1e9, 2e9, 4e9, 8e9]).missed());
        assert!(!Growth { limit: 5.0, ..growth([1e6, 4e6, 16e6, 64e6]) }.missed());
        assert!(growth([1e6, 4e6, 16e6, 64e6]).missed());
        assert!(growth([2e9, 4e9, 8e9, 16e9]).missed());
        assert!(Growth { counted: false, ..growth([1.0, 3.0, 9.0, 27.0]) }.missed());
        assert!(!Growth { counted: false, ..growth([0.01, 0.03, 0.1, 0.5]) }.missed());
    }

    #[test]
    fn a_line_a_kind() {
        let growth = [growth([1e9, 2e9, 4e9, 8e9])];
        assert!(table(&growth).contains("8000            2.00"), "{}", table(&growth));
        assert!(verdict(&growth).ends_with("none"));
    }
}
