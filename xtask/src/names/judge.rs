//! Programs through rustc, in batches: what is no Rust without our attributes does not count, what is refused is told apart by whose words
//! say so, and the rest is run.

use super::harness;
use super::lists::source_files;
use super::programs::Program;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// rustc refuses it without our attributes too
    NoRust,
    Right,
    /// one error, in our words
    Refused(String),
    /// in those words of rustc's that the guide explains
    Explained(&'static str),
    /// one error, in other words of rustc's
    Foreign(String),
    /// more than one error
    Several(Vec<String>),
    /// a panic of a check, which says what is wrong
    Loud(String),
    Wrong(String),
    Panic(String),
}

impl Verdict {
    /// Whether it is refused, in whosever words.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Verdict::Refused(_) | Verdict::Explained(_) | Verdict::Foreign(_) | Verdict::Several(_))
    }
}

/// Programs that are compiled at once: rustc's memory grows with them.
pub const BATCH: usize = 250;

pub struct Judge {
    folder: PathBuf,
    ours: Vec<String>,
    profile: &'static str,
}

/// An error of rustc.
#[derive(Clone, Debug)]
struct Refusal {
    number: usize,
    /// its line and column
    place: (u64, u64),
    code: Option<String>,
    text: String,
}

impl Judge {
    pub fn new(checked: bool) -> Result<Self, String> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_path_buf();
        let folder = workspace.join("target").join("names");
        let library = workspace.join("crates").join("retrograde");
        let made = fs::create_dir_all(&folder)
            .and_then(|()| fs::write(folder.join("Cargo.toml"), harness::manifest(&library)))
            .and_then(|()| fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")));
        made.map_err(|e| format!("{}: {e}", folder.display()))?;
        let profile = if checked { "dev" } else { "unchecked" };
        let judge = Self { profile, ours: our_words(&library.join("src")), folder };
        judge.write("whole", &[], |_| String::new())?;
        judge.write("plain", &[], |_| String::new())?;
        Ok(judge)
    }

    /// What comes of each program.
    pub fn judge(&self, programs: &[Program]) -> Result<Vec<Verdict>, String> {
        let mut verdicts = vec![Verdict::Right; programs.len()];
        let mut left: Vec<usize> = (0..programs.len()).collect();
        while !left.is_empty() {
            self.write("plain", &left, |number| harness::plain(&programs[number]))?;
            let errors = self.compile("plain", "check")?;
            if errors.is_empty() {
                break;
            }
            for error in errors {
                verdicts[error.number] = Verdict::NoRust;
            }
            left.retain(|number| verdicts[*number] == Verdict::Right);
        }
        while !left.is_empty() {
            self.write("whole", &left, |number| harness::module(&programs[number]))?;
            let errors = self.compile("whole", "build")?;
            if errors.is_empty() {
                break;
            }
            let mut by_program: BTreeMap<usize, Vec<Refusal>> = BTreeMap::new();
            errors.into_iter().for_each(|error| by_program.entry(error.number).or_default().push(error));
            for (number, mut errors) in by_program {
                // Where derivatives are missing, their callers are in error too. What one token is to blame for is one error.
                let callers = harness::callers(&programs[number]);
                if errors.iter().any(|error| error.place.0 < callers) {
                    errors.retain(|error| error.place.0 < callers);
                }
                errors.sort_by_key(|error| error.place);
                errors.dedup_by_key(|error| error.place);
                // The same mistake at each use is one mistake.
                let mut said = BTreeSet::new();
                errors.retain(|error| said.insert(error.text.clone()));
                verdicts[number] = self.refused(&errors);
            }
            left.retain(|number| verdicts[*number] == Verdict::Right);
        }
        if !left.is_empty() {
            self.run(&left, &mut verdicts)?;
        }
        Ok(verdicts)
    }

    fn refused(&self, errors: &[Refusal]) -> Verdict {
        let say = |error: &Refusal| match &error.code {
            Some(code) if !self.is_ours(error) => format!("{code}: {}", error.text),
            _ => error.text.clone(),
        };
        if let Some(panic) = errors.iter().find(|error| error.text.contains("panicked")) {
            return Verdict::Panic(panic.text.clone());
        }
        // Next to an explained one, others are what follows from it.
        if let Some(why) = errors.iter().find_map(explained) {
            return Verdict::Explained(why);
        }
        match errors {
            [error] if self.is_ours(error) => Verdict::Refused(say(error)),
            [error] => Verdict::Foreign(say(error)),
            several => Verdict::Several(several.iter().map(say).collect()),
        }
    }

    /// Whether an error is one of ours: without a code it is a `compile_error!`, unless rustc's parser or resolver says it; else it has the words of a
    /// trait of ours.
    fn is_ours(&self, error: &Refusal) -> bool {
        const RUSTC: [&str; 6] =
            ["cannot find", "expected ", "unexpected", "no rules expected", "leading", "unexpected end"];
        match &error.code {
            None => !RUSTC.iter().any(|start| error.text.starts_with(start)),
            Some(_) => self.ours.iter().any(|part| error.text.contains(part)),
        }
    }

    fn run(&self, left: &[usize], verdicts: &mut [Verdict]) -> Result<(), String> {
        let output = self.cargo("whole", "run").output().map_err(|e| format!("cargo: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut said = BTreeMap::new();
        for line in text.lines() {
            let mut words = line.splitn(3, ' ');
            let number: Option<usize> = words.next().and_then(|word| word.parse().ok());
            if let (Some(number), Some(word)) = (number, words.next()) {
                said.insert(number, (word.to_string(), words.next().unwrap_or_default().to_string()));
            }
        }
        for number in left {
            verdicts[*number] = match said.get(number) {
                Some((word, _)) if word == "right" => Verdict::Right,
                Some((word, what)) if word == "wrong" => Verdict::Wrong(what.clone()),
                Some((_, what)) if LOUD.iter().any(|words| what.contains(words)) => Verdict::Loud(what.clone()),
                Some((_, what)) => Verdict::Panic(what.clone()),
                None => Verdict::Panic("the program ended before".to_string()),
            };
        }
        Ok(())
    }

    fn write(&self, bin: &str, numbers: &[usize], module: impl Fn(usize) -> String) -> Result<(), String> {
        let folder = self.folder.join(bin);
        let write = || -> std::io::Result<()> {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("main.rs"), harness::main(numbers, bin == "whole"))?;
            for number in numbers {
                fs::write(folder.join(format!("p{number}.rs")), module(*number))?;
            }
            Ok(())
        };
        write().map_err(|e| format!("{}: {e}", folder.display()))
    }

    fn cargo(&self, bin: &str, task: &str) -> Command {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(&self.folder).args([task, "--quiet", "--offline", "--bin", bin, "--profile", self.profile]);
        command.arg("--target-dir").arg(self.folder.join("target"));
        command
    }

    /// What rustc refuses.
    fn compile(&self, bin: &str, task: &str) -> Result<Vec<Refusal>, String> {
        let output = self.cargo(bin, task).arg("--message-format=json").output().map_err(|e| format!("cargo: {e}"))?;
        let mut errors = Vec::new();
        let mut lost = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Ok(Value::Object(entry)) = serde_json::from_str::<Value>(line) else { continue };
            let message = &entry.get("message").cloned().unwrap_or_default();
            if entry.get("reason").and_then(Value::as_str) != Some("compiler-message") || message["level"] != "error" {
                continue;
            }
            let mut text = message["message"].as_str().unwrap_or_default().to_string();
            if text.contains("panicked") {
                let said = message["children"][0]["message"].as_str().unwrap_or_default();
                text = format!("{text}: {said}");
            }
            let spans = message["spans"].as_array().cloned().unwrap_or_default();
            let primary = spans.iter().find(|span| span["is_primary"] == true);
            match primary.or(spans.first()).and_then(module_of) {
                Some((number, place)) => {
                    let code = message["code"]["code"].as_str().map(str::to_string);
                    errors.push(Refusal { number, place, code, text });
                }
                None if text.starts_with("aborting") || text.starts_with("could not compile") => {}
                None => lost.push(text),
            }
        }
        match (output.status.success(), errors.is_empty()) {
            (true, _) => Ok(Vec::new()),
            (false, false) => Ok(errors),
            (false, true) => Err(format!("{}\n{}", lost.join("\n"), String::from_utf8_lossy(&output.stderr))),
        }
    }
}

/// Panics of checks that tell the user what is wrong.
const LOUD: [&str; 2] = ["a derivative takes this copy for the value itself", "and would come back as NaN"];

/// What stable Rust has no other words for: a derivative that is not there, a function in capitals, a method that two traits have.
fn explained(error: &Refusal) -> Option<&'static str> {
    const DERIVATIVES: [&str; 6] = ["pullback", "taped", "tangent", "inverse", "adjoint", "jvp"];
    let mut names = error.text.split('`').skip(1).step_by(2);
    match error.code.as_deref()? {
        "E0599" | "E0425" if names.clone().any(|name| DERIVATIVES.iter().any(|derived| name.ends_with(derived))) => {
            Some("refused: no derivative (E0599, E0425)")
        }
        "E0433" => Some("refused: no derivative (E0433)"),
        "E0425" | "E0423" if names.next().is_some_and(|name| name.starts_with(char::is_uppercase)) => {
            Some("refused: a binding in capitals (E0425, E0423)")
        }
        "E0532" | "E0164" => Some("refused: a function in capitals (E0532, E0164)"),
        "E0034" => Some("refused: a method of two traits (E0034)"),
        _ => None,
    }
}

/// The module that a place is in, also where it is the expansion of a macro.
fn module_of(span: &Value) -> Option<(usize, (u64, u64))> {
    let name = span["file_name"].as_str()?.rsplit('/').next()?;
    let number = name.strip_prefix('p').and_then(|name| name.strip_suffix(".rs")?.parse().ok());
    let place = (span["line_start"].as_u64()?, span["column_start"].as_u64()?);
    number
        .map(|number| (number, place))
        .or_else(|| span["expansion"]["span"].is_object().then(|| module_of(&span["expansion"]["span"]))?)
}

/// The messages of the traits of the library, as far as they are fixed.
fn our_words(library: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for file in source_files(library) {
        let text = fs::read_to_string(file).unwrap_or_default();
        for part in text.split("on_unimplemented(").skip(1) {
            let Some((_, message)) = part.split_once("message = \"") else { continue };
            let end = message.find("\",").or(message.find("\"\n")).unwrap_or(message.len());
            let longest = message[..end].split(['{', '}']).step_by(2).max_by_key(|piece| piece.len());
            found.extend(longest.map(|piece| piece.trim_matches('`').to_string()).filter(|piece| piece.len() > 8));
        }
    }
    found
}
