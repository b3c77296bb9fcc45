//! The tables of the report.

use super::results::{Case, Report, Run, is_ours};
use super::table::{Cell, Mark, Table};
use super::targets::{self, Limit, Verdict};
use super::units::Unit;

/// The gradient of each tool over the fastest primal of all tools, with the best marked, and the target.
pub fn ratios(report: &Report) -> Table {
    let mut table = each_tool(report, Case::ratio, Unit::Ratio);
    table.heading.insert(2, "target".into());
    table.numbers = 3..table.heading.len();
    for (row, case) in table.rows.iter_mut().zip(cases(report)) {
        row.insert(2, target(case).unwrap_or_default());
    }
    table
}

/// The target of a case, and whether it is met.
fn target(case: &Case) -> Option<Cell> {
    let limit = Limit::Most(targets::gradient(&case.eval)?);
    let Cell { text, mark } = verdict(limit.allows(case.our_ratio()?));
    Some(Cell { text: format!("{}, {text}", limit.show()), mark })
}

/// The memory that each tool's gradient takes beyond the inputs.
pub fn memory(report: &Report) -> Table {
    each_tool(report, |_, run| Some(run.gradient?.peak_bytes? as f64), Unit::Bytes)
}

/// What the gradients of the reversible versions take, and how much of it is neither the function's nor a gradient.
pub fn reversible_memory(report: &Report) -> Table {
    let heading = ["eval", "size", "inputs", "function", "gradient", "beyond", "as a part"];
    let mut table = Table::new(2..7, heading);
    for case in cases(report) {
        let Some(memory) = case.right("Retrograde, reversible").and_then(Run::memory) else { continue };
        let bytes = [memory.inputs, memory.function, memory.result, memory.beyond];
        let bytes = bytes.map(|count| Unit::Bytes.show(count as f64).into());
        let part = Unit::Ratio.show(memory.part_beyond()).into();
        let names = [&case.eval, &case.size].map(|name| name.as_str().into());
        table.rows.push(names.into_iter().chain(bytes).chain([part]).collect());
    }
    table
}

/// What each tool's gradient adds to an operation, in nanoseconds.
pub fn overheads(report: &Report) -> Table {
    let mut table = each_tool(report, Case::overhead, Unit::Nanoseconds);
    table.rows.retain(|row| row[2..].iter().any(|cell| !cell.text.is_empty()));
    table
}

/// How long the tools that run backwards take there and back.
pub fn inverses(report: &Report) -> Table {
    let mut table = Table::new(3..6, ["eval", "size", "tool", "call", "inverse", "gradient"]);
    for case in cases(report) {
        for run in case.runs.iter().filter(|run| run.inverse.is_some()) {
            let times = [run.primal, run.inverse, run.gradient];
            let times = times.map(|cost| cost.map_or_else(String::new, |cost| Unit::Seconds.show(cost.seconds)).into());
            let names = [&case.eval, &case.size, &run.tool].map(|name| name.as_str().into());
            table.rows.push(names.into_iter().chain(times).collect());
        }
    }
    table
}

/// How long our fastest version of a function takes, and the fastest of the others; and beside the latter our gradient, whose cost
/// published figures give as a multiple of it.
pub fn primals(report: &Report) -> Table {
    let columns = ["eval", "size", "ours", "others", "ours over others", "our gradient over others"];
    let mut table = Table::new(2..6, columns);
    for case in cases(report) {
        let [ours, others] = [true, false].map(|wanted| case.fastest(|run| run.primal, |tool| is_ours(tool) == wanted));
        if let (Some(ours), Some(others)) = (ours, others) {
            let times = [ours, others].map(|seconds| Unit::Seconds.show(seconds).into());
            let gradient = case.our_ratio_to_others().map_or_else(String::new, |ratio| Unit::Ratio.show(ratio)).into();
            let ratios = [Unit::Ratio.show(ours / others).into(), gradient];
            let names = [&case.eval, &case.size].map(|name| name.as_str().into());
            table.rows.push(names.into_iter().chain(times).chain(ratios).collect());
        }
    }
    table
}

/// Which targets are met, each where it is hardest.
pub fn verdicts(verdicts: &[Verdict]) -> Table {
    let mut table = Table::new(3..5, ["eval", "target", "hardest at", "limit", "reached", "", "reason"]);
    for Verdict { target, eval, size, limit, reached, met, reason } in verdicts {
        let reason = if *met || !reason.is_empty() { reason } else { "not known yet" };
        table.rows.push(vec![
            eval.as_str().into(),
            (*target).into(),
            size.as_str().into(),
            limit.show().into(),
            Unit::Ratio.show(*reached).into(),
            verdict(*met),
            reason.into(),
        ]);
    }
    table
}

fn verdict(met: bool) -> Cell {
    let (text, mark) = if met { ("met", Mark::Met) } else { ("missed", Mark::Missed) };
    Cell { text: text.into(), mark }
}

/// All cases, those of a problem together.
fn cases(report: &Report) -> Vec<&Case> {
    report.evals().into_iter().flat_map(|eval| report.of_eval(eval)).collect()
}

/// A row for each case and a column for each tool that has a value; the least in a row is the best.
fn each_tool(report: &Report, value: impl Fn(&Case, &Run) -> Option<f64>, unit: Unit) -> Table {
    let shown = |case: &Case, run: &Run| run.wrong || value(case, run).is_some();
    let mut tools = report.tools();
    tools.retain(|tool| report.cases.iter().any(|case| case.run(tool).is_some_and(|run| shown(case, run))));
    let mut table = Table::new(2..2 + tools.len(), ["eval", "size"].iter().chain(&tools).copied());
    for case in cases(report) {
        let values: Vec<Option<f64>> = tools.iter().map(|tool| value(case, case.right(tool)?)).collect();
        let best = values.iter().flatten().copied().min_by(f64::total_cmp);
        let cells = tools.iter().zip(values).map(|(tool, value)| match value {
            Some(value) => {
                Cell { text: unit.show(value), mark: if Some(value) == best { Mark::Best } else { Mark::None } }
            }
            None if case.run(tool).is_some_and(|run| run.wrong) => "wrong".into(),
            None => Cell::default(),
        });
        table.rows.push([case.eval.as_str().into(), case.size.as_str().into()].into_iter().chain(cells).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::fixture;
    use crate::bench::results::{Disagreement, Line};

    #[test]
    fn the_table_of_the_readme() {
        let expected = "\
| eval | size | target | Retrograde, reversible | Retrograde, ordinary | by hand | echidna, tape |
|---|---|---|---:|---:|---:|---:|
| gmm | d=10 k=25 n=1000 | ≤ 3.4, met | **3.00** | 5.00 | 3.60 | 30.0 |
| gmm | d=64 k=100 n=1000 | ≤ 3.4, missed | 4.00 | 6.20 | **3.60** |  |
| lse | n=1000 | ≤ 1.2, met | **1.10** |  | 1.20 | 44.0 |
";
        assert_eq!(ratios(&fixture()).markdown(), expected);
    }

    #[test]
    fn wrong_results_are_no_numbers() {
        let mut report = fixture();
        let (eval, tool, why) = ("lse".into(), "by hand".into(), "signs".into());
        report.add(Line::Disagrees(Disagreement { eval, size: None, tool, why }));
        let last = ratios(&report).rows.pop().unwrap();
        assert_eq!(last[5].text, "wrong");
        assert_eq!(memory(&report).rows.pop().unwrap()[4].text, "wrong");
    }

    #[test]
    fn memory_overhead_and_inverses() {
        let report = fixture();
        let lse: Vec<String> = memory(&report).rows[2].iter().map(|cell| cell.text.clone()).collect();
        assert_eq!(lse, ["lse", "n=1000", "0 B", "", "0 B", "96.0 kB"]);
        assert_eq!(overheads(&report).rows[2][2].text, "-0.050 ns");
        let inverses = inverses(&report).markdown();
        assert!(inverses.contains("| gmm | d=10 k=25 n=1000 | Retrograde, reversible | 1.00 ms | 1.00 ms | 3.00 ms |"));
        assert_eq!(inverses.lines().count(), 3);
    }

    #[test]
    fn tools_without_a_value_have_no_column() {
        let mut report = fixture();
        for run in report.cases.iter_mut().flat_map(|case| &mut case.runs).filter(|run| run.tool == "by hand") {
            run.gradient = None;
        }
        assert!(!ratios(&report).heading.iter().any(|name| name == "by hand"));
        let primals = primals(&report).markdown();
        assert!(primals.contains("| lse | n=1000 | 1.25 µs | 1.00 µs | 1.25 |"), "{primals}");
        assert_eq!(primals.lines().count(), 5);
    }

    #[test]
    fn a_missed_target_has_a_reason_or_says_that_it_has_none() {
        let table = super::verdicts(&targets::verdicts(&fixture())).markdown();
        assert!(
            table
                .contains("| gmm | gradient over primal | d=64 k=100 n=1000 | ≤ 3.4 | 4.00 | missed | not known yet |")
        );
        assert!(table.contains("| lse | gradient over primal | n=1000 | ≤ 1.2 | 1.10 | met |  |"), "{table}");
    }
}
