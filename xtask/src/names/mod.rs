//! `cargo xtask names`: no name decides anything.
//!
//! The compiler sees no types and knows many names. Every one of them ([`lists`]) is given to a function, a method, a constant, a binding and so
//! on of the user's own ([`programs`]), which means something else. What comes of it ([`judge`]) must be right, or refused.

mod alike;
mod harness;
mod judge;
mod lists;
mod programs;
mod starts;

use crate::rng::Rng;
use alike::{UNKNOWN, Unknown};
use judge::{BATCH, Judge, Verdict};
use programs::{Program, Template};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

const USAGE: &str = "cargo xtask names [--sample N] [--seed S] [--only NAME] [--place TEXT] [--refused] [--unchecked]

  --sample N     so many programs, drawn at random (all)
  --seed S       of the draw (from the clock)
  --only NAME    this name alone
  --place TEXT   only what the name may mean whose description contains this
  --refused      also lists what is refused in rustc's words, or by several errors, because of its name
  --unchecked    without run-time checks, as in release builds";

/// What the command can be told.
struct Options {
    sample: Option<usize>,
    seed: u64,
    only: Option<String>,
    place: String,
    refused: bool,
    unchecked: bool,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self, String> {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mut options =
            Self { sample: None, seed: clock, only: None, place: String::new(), refused: false, unchecked: false };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            match name.as_str() {
                "--refused" => options.refused = true,
                "--unchecked" => options.unchecked = true,
                _ => {}
            }
            if name == "--refused" || name == "--unchecked" {
                continue;
            }
            let value = args.next().ok_or_else(|| format!("`{name}` needs a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number"));
            match name.as_str() {
                "--sample" => options.sample = Some(usize::try_from(number()?).map_err(|e| e.to_string())?),
                "--seed" => options.seed = number()?,
                "--only" => options.only = Some(value.clone()),
                "--place" => options.place.clone_from(value),
                _ => return Err(format!("unknown argument `{name}`")),
            }
        }
        Ok(options)
    }
}

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let report = Options::parse(args).map_err(|message| format!("{message}\n\n{USAGE}")).and_then(|options| {
        let report = run(&options)?;
        report.print(&options);
        Ok(report)
    });
    match report {
        Ok(report) if report.failures.is_empty() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

/// What came of all programs.
#[derive(Default)]
struct Report {
    names: usize,
    places: usize,
    /// programs that are like those with a name that the compiler does not know
    alike: usize,
    counts: BTreeMap<&'static str, usize>,
    failures: Vec<(Program, String)>,
    /// refused in rustc's words, or several times
    refused: Vec<(Program, String)>,
}

fn run(options: &Options) -> Result<Report, String> {
    let names = lists::names();
    let templates: Vec<Template> =
        programs::templates().into_iter().filter(|template| template.place.contains(&options.place)).collect();
    let mut report = Report { names: names.len(), places: templates.len(), ..Report::default() };
    let mut pairs = Vec::new();
    for (k, template) in templates.iter().enumerate() {
        let known = template.names(&names).into_iter().chain(template.is_open().then(|| UNKNOWN.to_string()));
        pairs.extend(known.filter(|name| options.only.as_ref().is_none_or(|only| only == name)).map(|name| (k, name)));
    }
    let mut rng = Rng::new(options.seed);
    if options.sample.is_some() {
        for k in 0..pairs.len() {
            let other = k + rng.below(pairs.len() - k);
            pairs.swap(k, other);
        }
    }
    let mut unknown: BTreeMap<usize, Unknown> = BTreeMap::new();
    let judge = Judge::new(!options.unchecked)?;
    let started = Instant::now();
    let mut batch = Vec::new();
    let (mut compiled, wanted) = (0, options.sample.unwrap_or(usize::MAX));
    let flush = |batch: &mut Vec<Program>, report: &mut Report| -> Result<(), String> {
        let verdicts = judge.judge(batch)?;
        for (program, verdict) in batch.drain(..).zip(verdicts) {
            report.add(program, verdict);
        }
        eprintln!("{:?}, {} like unknown names, {:.0} s", report.counts, report.alike, started.elapsed().as_secs_f64());
        Ok(())
    };
    for (k, name) in pairs {
        if compiled == wanted {
            break;
        }
        let program = templates[k].with(&name);
        if !name.is_empty() && name != UNKNOWN {
            let unknown = unknown.entry(k).or_insert_with(|| Unknown::new(&templates[k]));
            let alike = unknown.is_like(&program);
            proc_macro2::extra::invalidate_current_thread_spans();
            if alike {
                report.alike += 1;
                continue;
            }
        }
        compiled += 1;
        batch.push(program);
        if batch.len() == BATCH {
            flush(&mut batch, &mut report)?;
        }
    }
    flush(&mut batch, &mut report)?;
    report.compare(&templates, &judge)?;
    Ok(report)
}

impl Report {
    /// Tells what is refused in other words than ours because of its name from what would be refused whatever its name.
    fn compare(&mut self, templates: &[Template], judge: &Judge) -> Result<(), String> {
        let places: BTreeSet<&str> = self.refused.iter().map(|(program, _)| &*program.place).collect();
        let open = templates.iter().filter(|template| template.is_open() && places.contains(&*template.place));
        let unknown: Vec<Program> = open.map(|template| template.with(UNKNOWN)).collect();
        let mut always = BTreeSet::new();
        for batch in unknown.chunks(BATCH) {
            let verdicts = batch.iter().zip(judge.judge(batch)?);
            always
                .extend(verdicts.filter(|(_, verdict)| verdict.is_refusal()).map(|(program, _)| program.place.clone()));
        }
        let before = self.refused.len();
        self.refused.retain(|(program, _)| !always.contains(&program.place));
        println!(
            "of {before} refused by rustc or several times, {} are because of their names, the others whatever their names",
            self.refused.len()
        );
        Ok(())
    }

    fn add(&mut self, program: Program, verdict: Verdict) {
        let what = match verdict {
            Verdict::NoRust => "no Rust",
            Verdict::Right => "right",
            Verdict::Refused(_) => "refused",
            Verdict::Loud(_) => "stopped by a check",
            Verdict::Explained(why) => why,
            Verdict::Foreign(text) => {
                self.refused.push((program, text));
                "refused by rustc"
            }
            Verdict::Several(texts) => {
                self.refused.push((program, texts.join("\n    ")));
                "refused several times"
            }
            Verdict::Wrong(text) => {
                eprintln!("WRONG `{}` as {}: {text}", program.name, program.place);
                self.failures.push((program, format!("WRONG: {text}")));
                "WRONG"
            }
            Verdict::Panic(text) => {
                eprintln!("PANIC `{}` as {}: {text}", program.name, program.place);
                self.failures.push((program, format!("PANIC: {text}")));
                "PANIC"
            }
        };
        *self.counts.entry(what).or_default() += 1;
    }

    fn print(&self, options: &Options) {
        // The same failure of several names is shown with the shortest program.
        let mut failures: BTreeMap<&str, Vec<&(Program, String)>> = BTreeMap::new();
        self.failures.iter().for_each(|failure| failures.entry(&failure.0.place).or_default().push(failure));
        for (place, mut failed) in failures {
            failed.sort_by_key(|(program, _)| program.text.len());
            let names: Vec<&str> = failed.iter().map(|(program, _)| &*program.name).collect();
            println!("\n{place}: {}\n{}\n{}", names.join(", "), failed[0].1, failed[0].0.text);
        }
        if options.refused {
            let mut refused: BTreeMap<(&str, String), Vec<&str>> = BTreeMap::new();
            for (program, text) in &self.refused {
                let text = if program.name.is_empty() { text.clone() } else { text.replace(&program.name, "NAME") };
                refused.entry((&program.place, text)).or_default().push(&program.name);
            }
            for ((place, text), names) in refused {
                println!("\n{place}: {}\n    {text}", names.join(", "));
            }
        }
        println!(
            "\n{} names, {} meanings, {} programs like those of an unknown name",
            self.names, self.places, self.alike
        );
        for (what, count) in &self.counts {
            println!("{count:8} {what}");
        }
        println!("seed {}", options.seed);
    }
}
