//! Runs the program that measures, or reads what it has said before.

use super::results::{Line, Report};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs the program of this workspace, keeps its lines in a file as they come, and collects them. If it fails after some cases, these are
/// there, with what has gone wrong.
pub fn measure(root: &Path, full: bool, only: &[String], kept: &Path) -> Result<(Report, Option<String>), String> {
    let manifest = root.join("peers/Cargo.toml");
    if !manifest.is_file() {
        return Err(format!("there is no program that measures: {} is missing", manifest.display()));
    }
    let mut kept_file = File::create(kept).map_err(|error| cannot("write", kept, &error))?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(&cargo);
    command.args(["run", "--release", "--manifest-path"]).arg(&manifest);
    command.arg("--target-dir").arg(root.join("target/peers")).arg("--");
    if full {
        command.arg("--full");
    }
    command.args(only);
    // What goes wrong in it is said on its standard error, which is ours.
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("`{cargo}` cannot be run: {error}"))?;
    let lines = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut progress = Progress::default();
    let report = collect(lines, |text, line| {
        progress.show(line);
        writeln!(kept_file, "{text}").map_err(|error| cannot("write", kept, &error))
    });
    progress.finish();
    if report.is_err() {
        // It may have ended by itself; what counts is that it does not go on.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| format!("the program that measures cannot be waited for: {error}"))?;
    let found_wrong = |report: &Report| status.code() == Some(1) && !report.disagreements.is_empty();
    let failed = || format!("the program that measures has failed ({status})");
    match report {
        // It may say so by its status, too.
        Ok(report) if status.success() || found_wrong(&report) => Ok((report, None)),
        Ok(report) => Ok((report, Some(failed()))),
        Err(message) if status.success() || message.starts_with("line") => Err(message),
        Err(_) => Err(failed()),
    }
}

/// Collects the lines of a file.
pub fn read(file: &Path) -> Result<Report, String> {
    let lines = File::open(file).map_err(|error| cannot("read", file, &error))?;
    collect(BufReader::new(lines), |_, _| Ok(())).map_err(|error| format!("{}: {error}", file.display()))
}

pub fn cannot(verb: &str, file: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} {}: {error}", file.display())
}

/// Collects lines and shows each to somebody else.
fn collect(lines: impl BufRead, mut each: impl FnMut(&str, &Line) -> Result<(), String>) -> Result<Report, String> {
    let mut report = Report::default();
    for (number, text) in (1..).zip(lines.lines()) {
        let text = text.map_err(|error| format!("line {number} cannot be read: {error}"))?;
        let line = Line::parse(number, &text)?;
        if number == 1 && !matches!(line, Line::Begin(_)) {
            return Err(format!("line 1 does not begin a run: it should name the processor\n  {text}"));
        }
        each(&text, &line)?;
        report.add(line);
    }
    if report.cases.is_empty() {
        return Err("there are no measurements".into());
    }
    Ok(report)
}

/// A bar on a terminal, and a line for each case elsewhere.
#[derive(Default)]
struct Progress {
    bar: Option<ProgressBar>,
    started: u64,
}

impl Progress {
    fn show(&mut self, line: &Line) {
        match line {
            Line::Begin(begin) if std::io::stderr().is_terminal() => {
                let bar = ProgressBar::new(begin.cases).with_style(
                    ProgressStyle::with_template("{elapsed_precise} [{bar:24}] {pos} of {len}, {eta} left: {wide_msg}")
                        .expect("the template is right"),
                );
                // Seldom enough to disturb no measurement.
                bar.enable_steady_tick(Duration::from_secs(1));
                self.bar = Some(bar);
            }
            Line::Begin(begin) => eprintln!("{} cases on {}", begin.cases, begin.processor),
            Line::Case(name) => {
                match &self.bar {
                    Some(bar) => {
                        bar.set_position(self.started);
                        bar.set_message(name.clone());
                    }
                    None => eprintln!("{name}"),
                }
                self.started += 1;
            }
            Line::Result(_) | Line::Skipped(_) | Line::Disagrees(_) => {}
        }
    }

    fn finish(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_collected_and_shown() {
        let mut shown = 0;
        let lines = include_str!("fixture.jsonl");
        let report = collect(lines.as_bytes(), |_, _| {
            shown += 1;
            Ok(())
        });
        let report = report.unwrap();
        assert_eq!(shown, lines.lines().count());
        assert_eq!((report.announced, report.cases.len(), report.skipped.len()), (3, 3, 1));
    }

    #[test]
    fn what_is_no_run_is_an_error() {
        let error = |lines: &str| collect(lines.as_bytes(), |_, _| Ok(())).unwrap_err();
        let begin = r#"{"begin":{"processor":"a machine","cases":1}}"#;
        assert!(error(r#"{"case":"lse"}"#).starts_with("line 1 does not begin a run"));
        assert!(error(&format!("{begin}\nnoise\n")).starts_with("line 2 is no measurement"));
        assert_eq!(error(begin), "there are no measurements");
        assert_eq!(error(""), "there are no measurements");
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = measure(Path::new("no/such/tree"), false, &[], Path::new("lines.jsonl")).unwrap_err();
        assert_eq!(error, "there is no program that measures: no/such/tree/peers/Cargo.toml is missing");
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read(Path::new("no/such/file.jsonl")).unwrap_err();
        assert!(error.starts_with("cannot read no/such/file.jsonl: "), "{error}");
    }
}
