//! The `retrograde` command: a tour of the library, and a look at what its attributes expand to.

mod expand;
mod report;
mod style;
mod tour;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use style::Style;

const HELP: &str = "\
Functions that run backwards, and their derivatives on the way.

Usage: retrograde <command>

Commands:
  tour                             a function, its inverse, its gradient and a mistake, shown and run
  expand [--release] FILE [NAME]   what #[reversible], #[differentiable], #[derivative], #[pullback] and #[primitive] make of
                                   the functions in FILE, or of the one called NAME; --release leaves out the checks of
                                   debug builds

Options:
  -h, --help                       this text
  -V, --version                    the version
";

#[derive(Debug)]
enum Command {
    Help,
    Version,
    Tour,
    Expand { file: PathBuf, name: Option<String>, release: bool },
}

/// Why the command did not do what it was asked.
enum Failure {
    /// what the user should read
    Told(String),
    /// the output could not be written
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

fn main() -> ExitCode {
    let command = match parse(std::env::args_os().skip(1)) {
        Ok(command) => command,
        Err(message) => {
            eprintln!("error: {message}\n\nTry `retrograde --help`.");
            return ExitCode::from(2);
        }
    };
    match run(&command, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            eprintln!("error: cannot write: {error}");
            ExitCode::FAILURE
        }
        Err(Failure::Told(message)) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let (flags, mut words): (Vec<_>, Vec<_>) =
        arguments.partition(|argument| argument.to_string_lossy().starts_with('-'));
    let flags: Vec<String> = flags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
    let asked = |names: &[&str]| flags.iter().any(|flag| names.contains(&flag.as_str()));
    if asked(&["-h", "--help"]) {
        return Ok(Command::Help);
    }
    if asked(&["-V", "--version"]) {
        return Ok(Command::Version);
    }
    if words.is_empty() {
        return Err("no command given; there are `tour` and `expand`".into());
    }
    let command = words.remove(0);
    let known: &[&str] = match command.to_str() {
        Some("tour") => &[],
        Some("expand") => &["--release"],
        _ => return Err(format!("unknown command `{}`; there are `tour` and `expand`", command.display())),
    };
    if let Some(flag) = flags.iter().find(|flag| !known.contains(&flag.as_str())) {
        return Err(format!("unknown option `{flag}` of `{}`", command.display()));
    }
    let most = if command == "tour" { 0 } else { 2 };
    if let Some(extra) = words.get(most) {
        return Err(format!("unexpected argument `{}`", extra.display()));
    }
    if command == "tour" {
        return Ok(Command::Tour);
    }
    let mut words = words.into_iter();
    let file = words.next().ok_or("`expand` needs a file: `retrograde expand FILE [NAME]`")?;
    let name = words.next().map(|name| name.to_string_lossy().into_owned());
    Ok(Command::Expand { file: file.into(), name, release: asked(&["--release"]) })
}

fn run(command: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Help => write!(out, "{HELP}")?,
        Command::Version => writeln!(out, "retrograde {}", env!("CARGO_PKG_VERSION"))?,
        Command::Tour => tour::tour(out, Style::of(&io::stdout()))?,
        Command::Expand { file, name, release } => show_expansion(file, name.as_deref(), *release, out)?,
    }
    out.flush()?;
    Ok(())
}

/// Prints what the attributes of a file expand to; every mistake of the functions asked for is reported before giving up.
fn show_expansion(path: &Path, name: Option<&str>, release: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let shown = path.display().to_string();
    let source = std::fs::read_to_string(path)
        .map_err(|error| Failure::Told(format!("error: cannot read `{shown}`: {error}")))?;
    let style = Style::of(&io::stderr());
    let told = |diagnostics: &[retrograde_compiler::Diagnostic]| {
        let reports = diagnostics.iter().map(|diagnostic| report::report(diagnostic, &shown, &source, style));
        Failure::Told(reports.collect::<Vec<_>>().join("\n"))
    };
    let mut functions = expand::functions(&source).map_err(|diagnostic| told(&[diagnostic]))?;
    if let Some(name) = name {
        functions.retain(|function| function.name() == name);
    }
    if functions.is_empty() {
        let called = name.map(|name| format!(" called `{name}`")).unwrap_or_default();
        let message = format!("error: `{shown}` has no function{called} with an attribute of Retrograde");
        return Err(Failure::Told(message));
    }
    let mut mistakes = Vec::new();
    for (k, function) in functions.iter().enumerate() {
        match function.expand(release) {
            Ok(file) => {
                let gap = if k == 0 { "" } else { "\n" };
                write!(out, "{gap}{}", prettyplease::unparse(&file))?;
            }
            Err(found) => mistakes.extend(found),
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(told(&mistakes)) }
}
