//! `cargo xtask bench`: Retrograde beside other tools.
//!
//! The program that measures is a workspace of its own, `peers/`, so that what it depends on is no dependency of ours. It is run
//! here ([`run`]), and its lines are collected ([`results`]), judged ([`targets`]) and laid out as a table ([`tables`]) and as a page
//! with diagrams ([`page`], [`plot`]).

mod page;
mod plot;
mod published;
mod results;
mod run;
mod table;
mod tables;
mod targets;
mod units;

use results::Report;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use targets::Verdict;

const USAGE: &str = "cargo xtask bench [--full] [--only EVAL ...] [--out DIR]
cargo xtask bench --from FILE [--out DIR]

  --full        all sizes; without it, those that take a few minutes
  --only EVAL   this problem only; may be given more than once
  --out DIR     where the report goes: report.html, report.json and the measurements, lines.jsonl (target/bench)
  --from FILE   measures nothing and makes the report from the lines of a run before, be it finished or not";

/// What the command can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Options {
    full: bool,
    only: Vec<String>,
    out: PathBuf,
    from: Option<PathBuf>,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self, String> {
        let mut options = Self { full: false, only: Vec::new(), out: root().join("target/bench"), from: None };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("`{name}` needs a value"));
            match name.as_str() {
                "--full" => options.full = true,
                "--only" => options.only.push(value()?.clone()),
                "--out" => options.out = value()?.into(),
                "--from" => options.from = Some(value()?.into()),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        if options.from.is_some() && (options.full || !options.only.is_empty()) {
            return Err("`--from` measures nothing, so it does not go with `--full` and `--only`".into());
        }
        Ok(options)
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace")
}

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let options = match Options::parse(args) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match report(&options) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn report(options: &Options) -> Result<ExitCode, String> {
    let out = &options.out;
    std::fs::create_dir_all(out).map_err(|error| run::cannot("make", out, &error))?;
    let (report, failure) = match &options.from {
        Some(file) => (run::read(file)?, None),
        None => run::measure(root(), options.full, &options.only, &out.join("lines.jsonl"))?,
    };
    let verdicts = targets::verdicts(&report);
    let html = out.join("report.html");
    write(&html, &page::page(&report, &verdicts))?;
    write(&out.join("report.json"), &json(&report, &verdicts)?)?;
    println!("{}", text(&report, &verdicts));
    eprintln!("the report is in {}", html.display());
    for wrong in &report.disagreements {
        eprintln!("{wrong}");
    }
    failure.iter().for_each(|message| eprintln!("{message}; the report has what was measured until then"));
    let right = report.disagreements.is_empty() && failure.is_none();
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|error| run::cannot("write", file, &error))
}

fn json(report: &Report, verdicts: &[Verdict]) -> Result<String, String> {
    #[derive(Serialize)]
    struct Judged<'a> {
        #[serde(flatten)]
        report: &'a Report,
        targets: &'a [Verdict],
    }
    serde_json::to_string_pretty(&Judged { report, targets: verdicts })
        .map_err(|error| format!("cannot write the report: {error}"))
}

/// What the README shows: ratios, and what is missing in them.
fn text(report: &Report, verdicts: &[Verdict]) -> String {
    let mut text = format!(
        "Gradient over the fastest primal of all tools, on one thread of {}:\n\n{}",
        report.processor,
        tables::ratios(report).markdown()
    );
    let more = [
        ("There and back", tables::inverses(report)),
        ("Our functions beside those of others", tables::primals(report)),
        ("Beside the paper on NiLang, whose times are of other processors", published::table(report)),
    ];
    for (title, table) in more.into_iter().filter(|(_, table)| !table.rows.is_empty()) {
        let _ = write!(text, "\n{title}:\n\n{}", table.markdown());
    }
    let memory = tables::reversible_memory(report);
    if !memory.rows.is_empty() {
        let _ = write!(text, "\n{}\n\n{}", page::REVERSIBLE_MEMORY, memory.markdown());
    }
    let missed: Vec<Verdict> = verdicts.iter().filter(|verdict| !verdict.met).cloned().collect();
    if !missed.is_empty() {
        text += "\nMissed, at the size where it is worst:\n\n";
        text += &tables::verdicts(&missed).markdown();
    }
    if !report.skipped.is_empty() {
        text += "\nNot measured:\n\n";
        for skipped in &report.skipped {
            let _ = writeln!(text, "- {}: {}", skipped.tool, skipped.why);
        }
    }
    if let Some(unfinished) = report.unfinished() {
        let _ = write!(text, "\n{unfinished}\n");
    }
    text
}

#[cfg(test)]
fn fixture() -> Report {
    run::read(&root().join("xtask/src/bench/fixture.jsonl")).expect("the lines are right")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        Options::parse(&args.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        let options = Options { full: false, only: Vec::new(), out: root().join("target/bench"), from: None };
        assert_eq!(parse(&[]), Ok(options.clone()));
        assert_eq!(parse(&["--full", "--out", "x"]), Ok(Options { full: true, out: "x".into(), ..options.clone() }));
        assert_eq!(parse(&["--from", "f"]), Ok(Options { from: Some("f".into()), ..options.clone() }));
        assert_eq!(parse(&["--out"]), Err("`--out` needs a value".into()));
        assert_eq!(parse(&["--quick"]), Err("unknown argument `--quick`".into()));
        let only = vec!["gmm".into(), "ba".into()];
        assert_eq!(parse(&["--only", "gmm", "--only", "ba"]), Ok(Options { only, ..options.clone() }));
        assert!(parse(&["--from", "f", "--full"]).is_err());
        assert!(parse(&["--from", "f", "--only", "gmm"]).is_err());
    }

    #[test]
    fn what_is_printed() {
        let report = fixture();
        let text = text(&report, &targets::verdicts(&report));
        assert!(text.contains("\n| lse | n=1000 | ≤ 1.2, met | **1.10** |  | 1.20 | 44.0 |\n"), "{text}");
        assert!(text.contains("\n| lse | our primal over the others' | n=1000 | ≤ 1.1 | 1.25 | missed |"), "{text}");
        assert!(text.ends_with("\nNot measured:\n\n- JAX: no module named jax\n"), "{text}");
    }

    #[test]
    fn a_run_that_was_not_finished_says_so() {
        let mut report = fixture();
        assert!(!text(&report, &[]).contains("not finished"));
        report.announced = 5;
        assert!(text(&report, &[]).ends_with("\nThe run was not finished: 3 of 5 cases were measured.\n"));
    }

    #[test]
    fn json_has_everything() {
        let report = fixture();
        let json = json(&report, &targets::verdicts(&report)).unwrap();
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["processor"], "AMD <EPYC> & others");
        assert_eq!(value["cases"][0]["runs"][1]["gradient"]["seconds"], 0.2);
        assert_eq!(value["targets"][0]["limit"]["most"], 3.4);
        assert_eq!(value["targets"][0]["met"], false);
    }
}
