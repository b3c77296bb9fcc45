//! The `retrograde` command: a tour of the library, and a look at what its attributes expand to.

mod expand;
mod report;
mod style;
mod tour;

use retrograde_compiler::passes::After;
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
  expand --pass PASS FILE [NAME]   the form after a pass: parse, check, and then what is derived, such as adjoint or tape, before
                                   and after liveness; `--pass all` shows them one after another

Options:
  -h, --help                       this text
  -V, --version                    the version
";

#[derive(Debug)]
enum Command {
    Help,
    Version,
    Tour,
    Expand { file: PathBuf, name: Option<String>, show: Show },
}

/// What is shown of a function.
#[derive(Debug)]
enum Show {
    /// the Rust that it expands to, with or without the checks of debug builds
    Rust { release: bool },
    /// the form after a pass, or after all of them
    Form { pass: String },
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
    let (mut flags, mut words, mut pass) = (Vec::new(), Vec::new(), None);
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        if text == "--pass" {
            let named = arguments.next().ok_or("`--pass` needs the name of a pass, or `all`")?;
            pass = Some(named.to_string_lossy().into_owned());
            flags.push(text);
        } else if text.starts_with('-') {
            flags.push(text);
        } else {
            words.push(argument);
        }
    }
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
        Some("expand") => &["--release", "--pass"],
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
    let show = match pass {
        Some(_) if asked(&["--release"]) => {
            return Err("`--pass` shows the form, which has all checks: leave out `--release`".into());
        }
        Some(pass) => Show::Form { pass },
        None => Show::Rust { release: asked(&["--release"]) },
    };
    Ok(Command::Expand { file: file.into(), name, show })
}

fn run(command: &Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Help => write!(out, "{HELP}")?,
        Command::Version => writeln!(out, "retrograde {}", env!("CARGO_PKG_VERSION"))?,
        Command::Tour => tour::tour(out, Style::of(&io::stdout()))?,
        Command::Expand { file, name, show } => show_expansion(file, name.as_deref(), show, out)?,
    }
    out.flush()?;
    Ok(())
}

/// Prints what the attributes of a file expand to; every mistake of the functions asked for is reported before giving up.
fn show_expansion(path: &Path, name: Option<&str>, show: &Show, out: &mut dyn Write) -> Result<(), Failure> {
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
        let shown = match show {
            Show::Rust { release } => function.expand(*release).map(|file| prettyplease::unparse(&file)),
            Show::Form { pass } => match function.forms() {
                None => continue,
                Some(Err(found)) => Err(found),
                Some(Ok(forms)) => Ok(chosen(&forms, pass).map_err(Failure::Told)?),
            },
        };
        match shown {
            Ok(text) => write!(out, "{}{text}", if k == 0 { "" } else { "\n" })?,
            Err(found) => mistakes.extend(found),
        }
    }
    if mistakes.is_empty() { Ok(()) } else { Err(told(&mistakes)) }
}

/// The form after the pass that was asked for, or after all.
fn chosen(forms: &[After], pass: &str) -> Result<String, String> {
    if pass == "all" {
        let shown: Vec<String> = forms.iter().map(|after| format!("== {}\n{}", after.pass, after.text)).collect();
        return Ok(shown.concat());
    }
    forms.iter().find(|after| after.pass == pass).map(|after| after.text.clone()).ok_or_else(|| {
        let names: Vec<String> = forms.iter().map(|after| format!("`{}`", after.pass)).collect();
        format!("error: there is no pass `{pass}` here; there are {}", names.join(", "))
    })
}
