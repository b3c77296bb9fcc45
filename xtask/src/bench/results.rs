//! What the program that measures says, a line of JSON each, and the report that is collected from it.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// A line of the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    Begin(Begin),
    Case(String),
    Result(Measurement),
    Skipped(Skipped),
    Disagrees(Disagreement),
}

/// Where it runs, and how many cases follow.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Begin {
    pub processor: String,
    pub cases: u64,
}

/// How long a tool takes for one thing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Measurement {
    pub eval: String,
    pub size: String,
    pub scale: f64,
    pub tool: String,
    pub what: What,
    #[serde(flatten)]
    pub cost: Cost,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    Primal,
    Inverse,
    Gradient,
}

/// A time, and the memory beyond the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    pub seconds: f64,
    /// where it is known
    pub peak_bytes: Option<u64>,
    /// of these, what is there afterwards, which is the result, where it is known
    pub kept_bytes: Option<u64>,
    /// the inputs, which are not among these, where they are known
    pub input_bytes: Option<u64>,
    /// those of the function itself
    pub operations: Option<f64>,
}

/// A tool that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    pub tool: String,
    pub why: String,
}

/// A tool that computes something else than the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    pub eval: String,
    pub size: Option<String>,
    pub tool: String,
    pub why: String,
}

impl Display for Disagreement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { eval, size, tool, why } = self;
        let size = size.as_ref().map_or_else(String::new, |size| format!(", {size}"));
        write!(f, "{tool} is wrong in {eval}{size}: {why}")
    }
}

impl Line {
    /// Reads the line with this number.
    pub fn parse(number: usize, text: &str) -> Result<Self, String> {
        let bad = |why: String| format!("line {number} is no measurement: {why}\n  {text}");
        let line: Line = serde_json::from_str(text).map_err(|error| bad(without_place(&error)))?;
        if let Line::Result(Measurement { scale, cost, .. }) = &line {
            for (name, value) in [("scale", *scale), ("seconds", cost.seconds)] {
                if !(value.is_finite() && value > 0.0) {
                    return Err(bad(format!("`{name}` must be positive")));
                }
            }
        }
        Ok(line)
    }
}

/// What is wrong in a line of JSON. It says where in its own lines, of which there is one.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line 1 ").next().unwrap_or_default().into()
}

/// All measurements of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    pub processor: String,
    /// how many cases the program has announced
    pub announced: u64,
    pub cases: Vec<Case>,
    pub skipped: Vec<Skipped>,
    pub disagreements: Vec<Disagreement>,
}

/// A problem of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Case {
    pub eval: String,
    pub size: String,
    /// the size as a number
    pub scale: f64,
    pub runs: Vec<Run>,
}

/// What a tool takes for it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Run {
    pub tool: String,
    pub primal: Option<Cost>,
    pub inverse: Option<Cost>,
    pub gradient: Option<Cost>,
    /// whether the tool computes something else than the others; then its times do not count
    pub wrong: bool,
}

/// What a gradient takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    pub inputs: u64,
    /// what the function itself takes besides its inputs and its result
    pub function: u64,
    /// the gradient with respect to the inputs
    pub result: u64,
    /// what is taken at the peak beyond all this and a gradient of what the function takes
    pub beyond: u64,
}

impl Memory {
    /// What is beyond, as a part of the rest.
    pub fn part_beyond(self) -> f64 {
        self.beyond as f64 / (self.inputs + 2 * self.function + self.result).max(1) as f64
    }
}

impl Run {
    /// The memory of a tool that keeps nothing but its results, where it is known.
    pub fn memory(&self) -> Option<Memory> {
        let (primal, gradient) = (self.primal?, self.gradient?);
        let result = gradient.kept_bytes?;
        let function = primal.peak_bytes?.saturating_sub(primal.kept_bytes?);
        let beyond = gradient.peak_bytes?.saturating_sub(result + 2 * function);
        Some(Memory { inputs: gradient.input_bytes?, function, result, beyond })
    }
}

impl Report {
    /// Takes in what a line says.
    pub fn add(&mut self, line: Line) {
        match line {
            Line::Begin(begin) => (self.processor, self.announced) = (begin.processor, begin.cases),
            Line::Case(_) => {}
            Line::Result(measurement) => self.add_measurement(measurement),
            Line::Skipped(skipped) => {
                if !self.skipped.contains(&skipped) {
                    self.skipped.push(skipped);
                }
            }
            Line::Disagrees(disagreement) => {
                let of_eval = self.cases.iter_mut().filter(|case| case.eval == disagreement.eval);
                let runs = of_eval.flat_map(|case| &mut case.runs);
                runs.filter(|run| run.tool == disagreement.tool).for_each(|run| run.wrong = true);
                self.disagreements.push(disagreement);
            }
        }
    }

    fn add_measurement(&mut self, Measurement { eval, size, scale, tool, what, cost }: Measurement) {
        let wrong = self.disagreements.iter().any(|other| other.eval == eval && other.tool == tool);
        let case = found_or_new(
            &mut self.cases,
            |case| case.eval == eval && case.size == size,
            || Case { eval: eval.clone(), size: size.clone(), scale, runs: Vec::new() },
        );
        let run = found_or_new(
            &mut case.runs,
            |run| run.tool == tool,
            || Run { tool: tool.clone(), primal: None, inverse: None, gradient: None, wrong },
        );
        let place = match what {
            What::Primal => &mut run.primal,
            What::Inverse => &mut run.inverse,
            What::Gradient => &mut run.gradient,
        };
        // Of what is measured twice the shorter time counts, as within the program.
        if place.is_none_or(|before| cost.seconds < before.seconds) {
            *place = Some(cost);
        }
    }

    /// Says so if there are fewer cases than the program has announced.
    pub fn unfinished(&self) -> Option<String> {
        let (measured, announced) = (self.cases.len(), self.announced);
        let missing = (measured as u64) < announced;
        missing.then(|| format!("The run was not finished: {measured} of {announced} cases were measured."))
    }

    /// The problems, in the order of their first case.
    pub fn evals(&self) -> Vec<&str> {
        let mut evals: Vec<&str> = Vec::new();
        for case in &self.cases {
            if !evals.contains(&case.eval.as_str()) {
                evals.push(&case.eval);
            }
        }
        evals
    }

    /// The cases of a problem, by size.
    pub fn of_eval(&self, eval: &str) -> Vec<&Case> {
        let mut cases: Vec<&Case> = self.cases.iter().filter(|case| case.eval == eval).collect();
        cases.sort_by(|one, other| one.scale.total_cmp(&other.scale));
        cases
    }

    /// The tools, ours first.
    pub fn tools(&self) -> Vec<&str> {
        let mut tools: Vec<&str> = Vec::new();
        for run in self.cases.iter().flat_map(|case| &case.runs) {
            if !tools.contains(&run.tool.as_str()) {
                tools.push(&run.tool);
            }
        }
        tools.sort_by_key(|tool| !is_ours(tool));
        tools
    }
}

fn found_or_new<T>(all: &mut Vec<T>, is_it: impl FnMut(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let place = all.iter().position(is_it).unwrap_or_else(|| {
        all.push(new());
        all.len() - 1
    });
    &mut all[place]
}

/// Whether a tool is this library.
pub fn is_ours(tool: &str) -> bool {
    tool.starts_with("Retrograde")
}

impl Case {
    /// What a tool takes.
    pub fn run(&self, tool: &str) -> Option<&Run> {
        self.runs.iter().find(|run| run.tool == tool)
    }

    /// What a tool takes, unless it is wrong.
    pub fn right(&self, tool: &str) -> Option<&Run> {
        self.run(tool).filter(|run| !run.wrong)
    }

    /// The fastest primal of all tools, in seconds.
    pub fn fastest_primal(&self) -> Option<f64> {
        self.fastest(|run| run.primal, |_| true)
    }

    /// The fastest of some tools at something, in seconds.
    pub fn fastest(&self, what: impl Fn(&Run) -> Option<Cost>, of: impl Fn(&str) -> bool) -> Option<f64> {
        let runs = self.runs.iter().filter(|run| !run.wrong && of(&run.tool));
        runs.filter_map(what).map(|cost| cost.seconds).min_by(f64::total_cmp)
    }

    /// A tool's gradient over the fastest primal of all tools.
    pub fn ratio(&self, run: &Run) -> Option<f64> {
        Some(run.gradient?.seconds / self.fastest_primal()?)
    }

    /// The best ratio of ours.
    pub fn our_ratio(&self) -> Option<f64> {
        Some(self.fastest(|run| run.gradient, is_ours)? / self.fastest_primal()?)
    }

    /// The best of our gradients beside the fastest primal of the other tools.
    pub fn our_ratio_to_others(&self) -> Option<f64> {
        let others = self.fastest(|run| run.primal, |tool| !is_ours(tool))?;
        Some(self.fastest(|run| run.gradient, is_ours)? / others)
    }

    /// The nanoseconds that the gradient of a tool adds to each operation of its primal, or of the fastest one if it has none.
    pub fn overhead(&self, run: &Run) -> Option<f64> {
        let gradient = run.gradient?;
        let primal = run.primal.map(|cost| cost.seconds).or_else(|| self.fastest_primal())?;
        let operations = gradient.operations.or_else(|| run.primal?.operations).filter(|count| *count > 0.0)?;
        Some((gradient.seconds - primal) * 1e9 / operations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::fixture;

    #[test]
    fn lines_are_read() {
        let line = Line::parse(1, r#"{"begin":{"processor":"a machine","cases":57}}"#);
        assert_eq!(line, Ok(Line::Begin(Begin { processor: "a machine".into(), cases: 57 })));
        assert_eq!(Line::parse(2, r#"{"case":"lse n=10"}"#), Ok(Line::Case("lse n=10".into())));
        let line = r#"{"result":{"eval":"lse","size":"n=10","scale":10.0,"tool":"JAX","what":"gradient","seconds":2e-6,
            "peak_bytes":80,"operations":null}}"#;
        let Ok(Line::Result(result)) = Line::parse(3, line) else { panic!("it is a result") };
        assert_eq!(result.what, What::Gradient);
        assert_eq!(
            result.cost,
            Cost { seconds: 2e-6, peak_bytes: Some(80), kept_bytes: None, input_bytes: None, operations: None }
        );
    }

    #[test]
    fn bad_lines_are_named() {
        let error = Line::parse(7, "warming up").unwrap_err();
        assert_eq!(error, "line 7 is no measurement: expected value\n  warming up");
        let error = Line::parse(8, r#"{"skipped":{"tool":"JAX"}}"#).unwrap_err();
        assert!(error.contains("line 8") && error.contains("missing field `why`"), "{error}");
        let zero = r#"{"result":{"eval":"e","size":"s","scale":1.0,"tool":"t","what":"primal","seconds":0.0,"peak_bytes":0,"operations":null}}"#;
        let error = Line::parse(9, zero).unwrap_err();
        assert!(error.starts_with("line 9 is no measurement: `seconds` must be positive"), "{error}");
    }

    #[test]
    fn ratios_are_over_the_fastest_primal_of_all_tools() {
        let report = fixture();
        let case = report.of_eval("lse")[0];
        assert_eq!(case.fastest_primal(), Some(1e-6));
        let ratio = case.ratio(case.run("Retrograde, reversible").unwrap()).unwrap();
        assert!((ratio - 1.1).abs() < 1e-9, "{ratio}");
        assert_eq!(case.our_ratio(), Some(ratio));
    }

    #[test]
    fn what_is_wrong_does_not_count() {
        let mut report = fixture();
        let wrong = |report: &Report| report.of_eval("lse")[0].run("by hand").unwrap().wrong;
        assert!(!wrong(&report));
        report.add(
            Line::parse(1, r#"{"disagrees":{"eval":"lse","size":"n=1000","tool":"by hand","why":"signs"}}"#).unwrap(),
        );
        assert_eq!(report.disagreements[0].to_string(), "by hand is wrong in lse, n=1000: signs");
        assert!(wrong(&report));
        assert!(!report.of_eval("gmm")[0].run("by hand").unwrap().wrong);
        let case = report.of_eval("lse")[0];
        assert_eq!(case.fastest_primal(), Some(1.25e-6));
        assert_eq!(case.right("by hand"), None);
    }

    #[test]
    fn what_a_function_takes_may_be_taken_twice() {
        let mut report = fixture();
        let run = |report: &Report| report.of_eval("gmm")[0].run("Retrograde, reversible").unwrap().clone();
        assert_eq!(run(&report).memory(), None);
        let case = report.cases.iter_mut().find(|case| case.size == "d=10 k=25 n=1000").unwrap();
        let reversible = case.runs.iter_mut().find(|run| run.tool == "Retrograde, reversible").unwrap();
        let (primal, gradient) = (reversible.primal.as_mut().unwrap(), reversible.gradient.as_mut().unwrap());
        // 300 for the function besides its result, as many for their gradients, and 1000 for the gradient with respect to the inputs
        (primal.peak_bytes, primal.kept_bytes) = (Some(308), Some(8));
        (gradient.peak_bytes, gradient.kept_bytes, gradient.input_bytes) = (Some(1684), Some(1000), Some(1200));
        let memory = run(&report).memory().unwrap();
        assert_eq!(memory, Memory { inputs: 1200, function: 300, result: 1000, beyond: 84 });
        assert!((memory.part_beyond() - 0.03).abs() < 1e-12);
    }

    #[test]
    fn overhead_is_per_operation() {
        let report = fixture();
        let case = report.of_eval("lse")[0];
        // 1.1 - 1.25 microseconds for 3000 operations
        let overhead = case.overhead(case.run("Retrograde, reversible").unwrap()).unwrap();
        assert!((overhead + 0.05).abs() < 1e-9, "{overhead}");
        assert_eq!(case.overhead(case.run("by hand").unwrap()), None);
    }

    #[test]
    fn ours_comes_first_and_sizes_in_order() {
        let report = fixture();
        assert_eq!(report.tools(), ["Retrograde, reversible", "Retrograde, ordinary", "by hand", "echidna, tape"]);
        assert_eq!(report.evals(), ["gmm", "lse"]);
        let sizes: Vec<&str> = report.of_eval("gmm").iter().map(|case| case.size.as_str()).collect();
        assert_eq!(sizes, ["d=10 k=25 n=1000", "d=64 k=100 n=1000"]);
    }
}
