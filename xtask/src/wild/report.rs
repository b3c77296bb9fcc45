//! What became of the functions, one by one, and what the refusals say.

use super::compile::Tried;
use super::judge::Verdict;
use super::list::Published;
use std::collections::BTreeMap;
use std::fmt;

/// All functions.
#[derive(Default)]
pub struct Report {
    lines: Vec<Line>,
    /// crates that could not be tried
    failed: Vec<String>,
    /// refusals by their text without names: how often, and one of them
    refusals: BTreeMap<String, (usize, String)>,
    /// what is refused, with its place
    refused: Vec<String>,
}

/// What became of a function.
struct Line {
    field: String,
    published: String,
    function: String,
    outcome: Outcome,
}

enum Outcome {
    Judged(Verdict),
    Refused(String),
}

impl Report {
    /// Adds a crate.
    pub fn add(&mut self, published: &Published, tried: &Tried, judged: Vec<Option<Verdict>>) {
        for (trial, verdict) in tried.trials.iter().zip(judged) {
            let own = &tried.items[trial.reached[0]];
            let owner = trial.call.owner.as_ref().map(|owner| format!("{owner}::")).unwrap_or_default();
            let function = format!("{owner}{}", trial.call.name);
            let refusal = trial.refusal(&tried.items).map(|item| {
                let (_, message) = item.refused.clone().unwrap_or_default();
                let inside = if std::ptr::eq(item, own) { String::new() } else { format!("`{}`: ", item.name) };
                (item, inside, message)
            });
            let refusal = refusal.or_else(|| Some((own, "the call: ".to_string(), trial.not_judged.clone()?)));
            let outcome = match refusal {
                Some((item, inside, message)) => {
                    let kind: String = message.split('`').step_by(2).collect::<Vec<_>>().join("_");
                    let called = format!("{}: {function}: {inside}{message}", published.name);
                    self.refused.push(format!("{}:{}: {called}\n{}", item.file.display(), item.lines.0, item.shown));
                    self.refusals.entry(kind).or_insert((0, called)).0 += 1;
                    Outcome::Refused(format!("{inside}{message}"))
                }
                None => Outcome::Judged(verdict.unwrap_or(Verdict::Lost("it is in a module of its file".into()))),
            };
            let line = Line {
                field: published.field.clone(),
                published: format!("{} {}", published.name, published.version),
                function,
                outcome,
            };
            eprintln!("{line}");
            self.lines.push(line);
        }
    }

    /// Adds a crate that could not be tried.
    pub fn fail(&mut self, published: &Published, message: &str) {
        let message = message.lines().next().unwrap_or_default();
        let line = format!("{} {}: {message}", published.name, published.version);
        eprintln!("not tried: {line}");
        self.failed.push(line);
    }

    /// What is refused, with its place and what rustc shows.
    pub fn refused(&self) -> String {
        self.refused.join("\n")
    }

    /// How many functions have a wrong gradient.
    pub fn wrong(&self) -> usize {
        self.count(|verdict| matches!(verdict, Verdict::Wrong(_)))
    }

    fn count(&self, is_it: impl Fn(&Verdict) -> bool) -> usize {
        let is_it = |line: &&Line| matches!(&line.outcome, Outcome::Judged(verdict) if is_it(verdict));
        self.lines.iter().filter(is_it).count()
    }

    /// The table, as it is kept: what does not change with the machine.
    pub fn table(&self) -> String {
        let mut lines: Vec<String> = self.lines.iter().map(Line::kept).collect();
        lines.insert(0, "# cargo xtask wild: what became of the functions of wild.list".into());
        lines.extend(self.failed.iter().map(|line| format!("not tried: {line}")));
        lines.push(String::new());
        lines.push(self.summary());
        lines.join("\n")
    }

    fn summary(&self) -> String {
        let right = self.count(|verdict| matches!(verdict, Verdict::Right { .. }));
        let untold = self.count(|verdict| matches!(verdict, Verdict::Untold));
        let lost = self.count(|verdict| matches!(verdict, Verdict::Lost(_)));
        let absent = self.count(|verdict| matches!(verdict, Verdict::Absent));
        let wrong = self.wrong();
        let mut crates: Vec<&str> = self.lines.iter().map(|line| line.published.as_str()).collect();
        crates.dedup();
        let mut ratios: Vec<f64> = self.lines.iter().filter_map(Line::ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |part: usize| ratios.get((ratios.len().max(1) - 1) * part / 10).copied().unwrap_or(0.0);
        format!(
            "{} functions of {} crates: {} as they are ({right} right, {wrong} wrong, {untold} that differences tell nothing of, {lost} not seen to the end), {} refused, {absent} not compiled by default\n\
             gradient over primal: median {:.1}, ninth decile {:.1}, most {:.1}",
            self.lines.len(),
            crates.len(),
            right + untold + wrong + lost,
            self.lines.len() - right - untold - wrong - lost - absent,
            at(5),
            at(9),
            at(10),
        )
    }
}

impl Line {
    fn ratio(&self) -> Option<f64> {
        if let Outcome::Judged(Verdict::Right { ratio, .. }) = self.outcome { Some(ratio) } else { None }
    }

    fn kept(&self) -> String {
        let Line { field, published, function, outcome } = self;
        let outcome = match outcome {
            Outcome::Judged(Verdict::Right { time, ratio, .. }) => format!("works, {time:.0} ns, gradient {ratio:.1}"),
            Outcome::Judged(Verdict::Untold) => "works, differences tell nothing".into(),
            Outcome::Judged(Verdict::Absent) => "not compiled with what the crate has by default".into(),
            Outcome::Judged(Verdict::Wrong(how)) => format!("WRONG: {how}"),
            Outcome::Judged(Verdict::Lost(how)) => format!("not seen to the end: {how}"),
            Outcome::Refused(message) => format!("refused: {}", message.lines().next().unwrap_or_default()),
        };
        format!("{field} | {published} | {function} | {outcome}")
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kept())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\nrefused:", self.table())?;
        let mut refusals: Vec<&(usize, String)> = self.refusals.values().collect();
        refusals.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        refusals.iter().try_for_each(|(count, one)| writeln!(f, "{count:>6} {one}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        let mut report = Report::default();
        let mut add = |function: &str, outcome| {
            let (field, published, function) = ("noise".into(), "a 1.0.0".into(), function.into());
            report.lines.push(Line { field, published, function, outcome });
        };
        add("f", Outcome::Judged(Verdict::Right { time: 10.0, ratio: 2.5 }));
        add("g", Outcome::Refused("no\nnote".into()));
        add("h", Outcome::Judged(Verdict::Wrong("1 instead of 2".into())));
        let table = report.table();
        assert!(table.contains("noise | a 1.0.0 | f | works, 10 ns, gradient 2.5\n"), "{table}");
        assert!(table.contains("| g | refused: no\n") && table.contains("| h | WRONG: 1 instead of 2\n"), "{table}");
        assert!(table.contains("3 functions of 1 crates: 2 as they are (1 right, 1 wrong,"), "{table}");
        assert!(table.contains("median 2.5, ninth decile 2.5, most 2.5"), "{table}");
    }
}
