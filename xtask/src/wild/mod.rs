//! `cargo xtask wild`: functions that other people published, with an attribute and nothing else.
//!
//! The sources of each crate of a [`list`] come through cargo. In a copy of them the functions of the list get `#[differentiable]`, and so do the
//! functions that these call; types in their signatures get `#[derive(Differentiable)]`. What does not compile loses the attribute again, and
//! the message is noted ([`compile`]); what does is compared with differences at random points, and timed ([`judge`]).

mod compile;
mod expand;
mod functions;
mod judge;
mod list;
mod report;
mod sources;

use list::Published;
use report::Report;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "cargo xtask wild [--only CRATES] [--list FILE] [--points N] [--seed S] [--limit SECONDS] [--keep | --expand]

  --only CRATES  these crates of the list alone, with commas between; as `NAME VERSION`, all functions of a crate that numbers can be drawn for
  --list FILE    another list (xtask/wild.list)
  --points N     points at which each gradient is compared with differences (60)
  --seed S       of the points (from the clock)
  --limit SECS   as long as a crate may take to compile (600)
  --keep         writes the table to xtask/wild.table
  --expand       compiles nothing, only says what the macros refuse";

/// What to do.
struct Options {
    crates: Vec<Published>,
    points: usize,
    seed: u64,
    limit: Duration,
    keep: bool,
    expand: bool,
}

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match options(args).and_then(|options| run(&options)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn options(args: &[String]) -> Result<Options, String> {
    let root = workspace();
    let (mut only, mut list, mut points, mut keep) = (None, root.join("xtask/wild.list"), 60, false);
    let (mut expand, mut limit) = (false, Duration::from_mins(10));
    let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let mut seed = clock.map_or(0, |now| now.as_secs());
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        if arg == "--keep" {
            keep = true;
            continue;
        }
        if arg == "--expand" {
            expand = true;
            continue;
        }
        let value = rest.next().ok_or_else(|| format!("`{arg}` needs a value\n\n{USAGE}"))?;
        let number = || value.parse().map_err(|_| format!("`{value}` is not a number"));
        match arg.as_str() {
            "--only" => only = Some(value.clone()),
            "--list" => list = value.into(),
            "--points" => points = usize::try_from(number()?).map_err(|_| format!("`{value}` is too large"))?,
            "--seed" => seed = number()?,
            "--limit" => limit = Duration::from_secs(number()?),
            _ => return Err(format!("unknown argument `{arg}`\n\n{USAGE}")),
        }
    }
    let listed = list::read(&fs::read_to_string(&list).map_err(|error| format!("{}: {error}", list.display()))?)?;
    let crates: Vec<Published> = match only {
        None => listed,
        Some(only) => only.split(',').filter_map(|one| chosen(one.trim(), &listed)).collect(),
    };
    if crates.is_empty() {
        return Err("no such crate in the list".into());
    }
    Ok(Options { crates, points, seed, limit, keep, expand })
}

/// A crate of the list, or any by its version.
fn chosen(name: &str, listed: &[Published]) -> Option<Published> {
    list::published(name).or_else(|| listed.iter().find(|one| one.name == name).cloned())
}

fn run(options: &Options) -> Result<bool, String> {
    let folder = workspace().join("target/wild");
    if options.expand {
        let mut messages = expand::Messages::default();
        for one in &options.crates {
            let added = sources::copy(one, &folder.join("expanded")).and_then(|copy| messages.add(one, &copy));
            added.unwrap_or_else(|message| eprintln!("{}: {message}", one.name));
        }
        println!("{messages}");
        return Ok(true);
    }
    sources::copy_library(&folder)?;
    judge::write_support(&folder)?;
    let mut report = Report::default();
    let write = |file: PathBuf, text: String| fs::write(file, text).map_err(|error| error.to_string());
    for one in &options.crates {
        let tried = sources::copy(one, &folder)
            .and_then(|copy| compile::without_refused(one, &copy, options.seed, options.limit));
        match tried {
            Ok(tried) => report.add(one, &tried, judge::run(&tried, options.points)),
            Err(message) => report.fail(one, &message),
        }
        // A run that is interrupted has told something, too.
        write(folder.join("refused.txt"), report.refused())?;
        write(folder.join("table.txt"), report.table() + "\n")?;
    }
    println!("{report}");
    if options.keep {
        write(workspace().join("xtask/wild.table"), report.table() + "\n")?;
    }
    println!("each refusal: {}\n--seed {}", folder.join("refused.txt").display(), options.seed);
    Ok(report.wrong() == 0)
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace").to_path_buf()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        pub struct Line { pub a: f64, b: f64 }
        impl Line {
            pub fn new(a: f64, b: f64) -> Self { Self { a, b } }
            pub fn at(&self, x: f64) -> f64 { self.a * x + self.b }
        }
        fn half(x: f64) -> f64 { 0.5 * x }
        pub fn right(x: &[f64]) -> f64 { x.iter().map(|x| half(*x) * x).sum() }
        pub fn pair(x: f64) -> (f64, f64) { (x.sin(), x.cos()) }
        pub fn tried(x: f64) -> Result<f64, ()> { if x > 0.0 { Ok(x.ln()) } else { Err(()) } }
        pub fn wrong(x: f64) -> f64 { retrograde::prelude::stop_gradient(x) * x }
        pub fn refused(x: f64) -> f64 { refused_inside(x) }
        fn refused_inside(x: f64) -> f64 { let f = |x: f64| -> f64 { return x }; unsafe { f(x) } }
    ";
    const LIST: &str = "
        [fixture 1.0.0] tests
        src/lib.rs Line::at(&Line::new(0.5..2.0, 0.5..2.0), 0.5..2.0)
        src/lib.rs right(&[-1.0..1.0; 4])
        src/lib.rs pair(0.0..1.0)
        src/lib.rs tried(0.5..2.0).unwrap()
        src/lib.rs wrong(0.5..2.0)
        src/lib.rs refused(0.5..2.0)
    ";

    /// What is right, wrong and refused is found to be.
    #[test]
    fn a_crate() {
        let folder = workspace().join("target/wild/test");
        let original = folder.join("original");
        let root = original.join("src/lib.rs");
        fs::create_dir_all(original.join("src")).unwrap();
        fs::write(
            original.join("Cargo.toml"),
            "[package]\nname = \"fixture\"\nversion = \"1.0.0\"\nedition = \"2024\"\n",
        )
        .unwrap();
        fs::write(&root, SOURCE).unwrap();
        sources::copy_library(&folder).unwrap();
        judge::write_support(&folder).unwrap();
        let published = &list::read(LIST).unwrap()[0];
        let copy = sources::prepare(&original, &root, &folder.join("copy"), &folder).unwrap();
        let tried = compile::without_refused(published, &copy, 7, Duration::from_mins(10)).unwrap();
        let judged = judge::run(&tried, 10);
        let mut report = Report::default();
        report.add(published, &tried, judged);
        let table = report.table();
        for function in ["Line::at", "right", "pair", "tried"] {
            assert!(table.contains(&format!("| {function} | works, ")), "{table}");
        }
        assert!(table.contains("| wrong | WRONG: partial derivative 0"), "{table}");
        assert!(table.contains("| refused | refused: `refused_inside`: "), "{table}");
        assert!(table.contains("6 functions of 1 crates: 5 as they are (4 right, 1 wrong,"), "{table}");
    }
}
