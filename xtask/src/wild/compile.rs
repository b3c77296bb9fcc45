//! Attributes for functions, and away again where rustc does not take them.

use super::functions::{self, Item, Kind};
use super::judge;
use super::list::{Call, Published};
use super::sources::Copy;
use crate::fuzz::corpus::source_files;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A crate that compiles, and what became of its functions.
pub struct Tried {
    pub items: Vec<Item>,
    pub trials: Vec<Trial>,
    /// the program that compares
    pub program: Option<PathBuf>,
}

/// A function that is tried.
#[derive(Clone, Debug)]
pub struct Trial {
    pub call: Call,
    /// it, and what it needs
    pub reached: Vec<usize>,
    /// why it is not compared with differences
    pub not_judged: Option<String>,
}

impl Trial {
    /// What rustc said first about the function or about what it needs, if it is refused.
    pub fn refusal<'i>(&self, items: &'i [Item]) -> Option<&'i Item> {
        let own = &items[*self.reached.first()?];
        let is_refused = self.reached.iter().any(|&k| {
            let item = &items[k];
            item.refused.is_some() && (std::ptr::eq(item, own) || is_around(item, own))
        });
        let all = self.reached.iter().map(|&k| &items[k]).filter(|item| item.refused.is_some());
        is_refused.then(|| all.min_by_key(|item| item.refused.as_ref().map(|(round, _)| *round)))?
    }
}

/// Whether a method has what an attribute on all methods gives.
fn is_around(methods: &Item, item: &Item) -> bool {
    matches!(methods.kind, Kind::Methods)
        && item.attribute.is_empty()
        && methods.owner == item.owner
        && methods.file == item.file
}

/// As often rustc is asked what it does not take.
const MOST_ROUNDS: usize = 40;

/// The sources of a crate, and what is tried of it.
pub struct Found {
    originals: BTreeMap<PathBuf, String>,
    pub items: Vec<Item>,
    pub trials: Vec<Trial>,
}

/// Looks for what is tried of a crate, and what it needs.
pub fn found(published: &Published, copy: &Copy) -> Result<Found, String> {
    let mut originals: BTreeMap<PathBuf, String> = BTreeMap::new();
    for file in source_files(copy.root.parent().ok_or("no folder")?) {
        let text = fs::read_to_string(&file).map_err(|error| error.to_string())?;
        originals.insert(file, without_tests(&text));
    }
    let mut items: Vec<Item> = originals.iter().flat_map(|(file, text)| functions::of_file(file, text)).collect();
    proc_macro2::extra::invalidate_current_thread_spans();
    let trials = trials(published, &copy.folder, &items)?;
    for &at in trials.iter().flat_map(|trial| &trial.reached) {
        items[at].wanted = true;
    }
    Ok(Found { originals, items, trials })
}

/// Compiles a crate whose functions have attributes, all but those that are refused.
pub fn without_refused(published: &Published, copy: &Copy, seed: u64, limit: Duration) -> Result<Tried, String> {
    let until = Instant::now() + limit;
    let Found { originals, mut items, mut trials } = found(published, copy)?;
    if trials.is_empty() {
        return Ok(Tried { items, trials, program: None });
    }
    for round in 0..MOST_ROUNDS {
        write(&originals, &items, &trials, seed)?;
        let mistakes = match cargo(&copy.folder, &["check", "--lib"], until)? {
            Ok(_) => cargo(&copy.folder, &["test", "--lib", "--no-run"], until)?,
            mistakes => mistakes,
        };
        match mistakes {
            Ok(program) => return Ok(Tried { items, trials, program }),
            Err(errors) => {
                let mut blamed = 0;
                for error in &errors {
                    blamed += usize::from(blame(error, round, &mut items, &mut trials, &originals));
                }
                if blamed == 0 {
                    let message = errors.first().map_or_else(String::new, |error| error.message.clone());
                    return Err(format!("an error outside of all functions: {message}"));
                }
            }
        }
    }
    Err("rustc finds something else each time".into())
}

/// What is tried of a crate.
fn trials(published: &Published, folder: &Path, items: &[Item]) -> Result<Vec<Trial>, String> {
    if published.calls.is_empty() {
        let any = |(k, item): (usize, &Item)| {
            let args = functions::any_call(item).filter(|_| !item.is_nested)?;
            let file = item.file.strip_prefix(folder).ok()?.display().to_string();
            let call = Call { file, owner: None, name: item.name.clone(), args, unwrapped: false };
            Some(Trial { call, reached: functions::reached(items, k), not_judged: None })
        };
        return Ok(items.iter().enumerate().filter_map(any).collect());
    }
    let one = |call: &Call| {
        let is_it = |item: &Item| {
            let is_owner = call.owner.is_none() || item.owner == call.owner || item.of_trait == call.owner;
            matches!(item.kind, Kind::Function(_))
                && item.name == call.name
                && is_owner
                && item.file == folder.join(&call.file)
        };
        let at = items.iter().position(is_it).ok_or_else(|| format!("there is no `{}` in {}", call.name, call.file))?;
        Ok(Trial { call: call.clone(), reached: functions::reached(items, at), not_judged: None })
    };
    published.calls.iter().map(one).collect()
}

/// A source file whose own tests are never compiled, on the same lines.
fn without_tests(text: &str) -> String {
    const NEVER: [(&str, &str); 4] = [
        ("#[cfg(test)]", "#[cfg(any())]"),
        ("#[test]", "#[cfg(any())]"),
        ("cfg(all(test,", "cfg(all(any(),"),
        ("cfg_attr(test,", "cfg_attr(any(),"),
    ];
    NEVER.iter().fold(text.to_string(), |text, (old, new)| text.replace(old, new))
}

/// What rustc does not take.
#[derive(Debug)]
struct Mistake {
    message: String,
    /// what rustc shows of it
    shown: String,
    /// files and lines that it is about
    places: Vec<(PathBuf, usize)>,
}

/// Takes the attribute from what a mistake is in; whether there is any.
fn blame(
    mistake: &Mistake,
    round: usize,
    items: &mut [Item],
    trials: &mut [Trial],
    originals: &BTreeMap<PathBuf, String>,
) -> bool {
    let mut any = false;
    let mut refuse = |item: &mut Item| {
        if item.wanted && item.refused.is_none() {
            item.refused = Some((round, mistake.message.clone()));
            item.shown.clone_from(&mistake.shown);
            any = true;
        }
    };
    // A module and a function in it that have one name: the companion of the function has it, too.
    if mistake.message.starts_with("E0255") || mistake.message.starts_with("E0428") {
        let name = mistake.message.split('`').nth(1).unwrap_or_default();
        items.iter_mut().filter(|item| item.name == name).for_each(&mut refuse);
    }
    for (file, line) in &mistake.places {
        let is_there = |item: &&mut Item| item.file == *file && (item.lines.0..=item.lines.1).contains(line);
        items.iter_mut().filter(is_there).filter(|item| !item.attribute.is_empty()).for_each(&mut refuse);
    }
    // A trait has derivatives of its methods everywhere or nowhere.
    let refused: Vec<String> = items
        .iter()
        .filter(|item| matches!(item.kind, Kind::Methods) && item.refused.is_some())
        .filter_map(|item| item.of_trait.clone())
        .collect();
    let is_of = |item: &&mut Item| item.of_trait.as_ref().is_some_and(|name| refused.contains(name));
    items.iter_mut().filter(is_of).filter(|item| !item.attribute.is_empty()).for_each(&mut refuse);
    for (file, line) in &mistake.places {
        // In what compares.
        if *line > originals.get(file).map_or(usize::MAX, |text| text.lines().count())
            && let Some(trial) = judge::trial_at(file, *line).and_then(|k| trials.get_mut(k))
        {
            any |= trial.not_judged.is_none();
            trial.not_judged.get_or_insert(mistake.message.clone());
        }
    }
    any
}

/// Writes the sources with attributes.
fn write(originals: &BTreeMap<PathBuf, String>, items: &[Item], trials: &[Trial], seed: u64) -> Result<(), String> {
    for (file, text) in originals {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        let mut own: Vec<&Item> =
            items.iter().filter(|one| one.file == *file && one.wanted && one.refused.is_none()).collect();
        own.sort_by_key(|item| std::cmp::Reverse(item.at));
        for item in own {
            let (line, column) = item.at;
            let at = lines[line - 1].char_indices().nth(column).map_or(0, |(at, _)| at);
            lines[line - 1].insert_str(at, &item.attribute);
        }
        let mut text = lines.join("\n");
        text.push('\n');
        text.push_str(&judge::module(file, items, trials, seed));
        fs::write(file, text).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Runs cargo on a crate: its program, if it makes one, or the mistakes.
///
/// All crates share a folder for what is built, so that what they depend on is built once. What they depend on is hardly optimised: it is
/// compiled for many and measured by none.
fn cargo(folder: &Path, words: &[&str], until: Instant) -> Result<Result<Option<PathBuf>, Vec<Mistake>>, String> {
    let left = until.saturating_duration_since(Instant::now()).as_secs();
    if left == 0 {
        return Err("it takes too long to compile".into());
    }
    let output = Command::new("timeout")
        .args([&left.to_string(), "cargo"])
        .args(words)
        .args(["--release", "--message-format=json", "--quiet", "--target-dir"])
        .arg(super::workspace().join("target/wild/target"))
        .args(["--config", "profile.release.package.'*'.opt-level=1"])
        .args(["--config", "profile.release.package.retrograde.opt-level=3"])
        .env("RUSTFLAGS", "--cap-lints allow -C debuginfo=0 --cfg retrograde_wild")
        .current_dir(folder)
        .output()
        .map_err(|error| error.to_string())?;
    let (mut program, mut mistakes) = (None, Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if let Some(executable) = message["executable"].as_str() {
            program = Some(executable.into());
        }
        let said = &message["message"];
        if message["reason"] == "compiler-message" && said["level"] == "error" {
            mistakes.extend(mistake(said, folder));
        }
    }
    if output.status.success() {
        return Ok(Ok(program));
    }
    if output.status.code() == Some(124) {
        return Err("it takes too long to compile".into());
    }
    if mistakes.is_empty() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().take(12).collect::<Vec<_>>().join("\n"));
    }
    Ok(Err(mistakes))
}

fn mistake(said: &Value, folder: &Path) -> Option<Mistake> {
    let code = said["code"]["code"].as_str().map(|code| format!("{code}: ")).unwrap_or_default();
    let message = format!("{code}{}", said["message"].as_str()?);
    let mut places = Vec::new();
    for span in said["spans"].as_array()? {
        // Where something was declared is not where it is wrong.
        if span["is_primary"] == false && said["spans"].as_array().is_some_and(|all| all.len() > 1) {
            continue;
        }
        let mut span = span;
        loop {
            if let (Some(file), Some(line)) = (span["file_name"].as_str(), span["line_start"].as_u64()) {
                let file = folder.join(file);
                places.push((file, usize::try_from(line).unwrap_or(0)));
            }
            span = &span["expansion"]["span"];
            if span.is_null() {
                break;
            }
        }
    }
    let shown = said["rendered"].as_str().unwrap_or_default().to_string();
    (!places.is_empty()).then_some(Mistake { message, shown, places })
}
