//! `cargo xtask random --broken`: programs that break one rule each, all of which must be rejected.
//!
//! A random program that is known to be good gets one [mistake](rules): statements are put in, or its tree is changed. What the
//! language forbids must then be an error with the right words; what only a run can show must stop the run.

mod mutate;
mod rules;
#[cfg(test)]
mod tests;

use super::ast::{Duty, Element, Function, Param, Type, Var};
use super::data::Data;
use super::generate::{self, Case};
use super::rng::Rng;
use super::{print, shrink, walk};
use retrograde_compiler::{Level, Program, Value, Variant};
use rules::{Breaks, RULES, Rule, When};
use std::panic::catch_unwind;

/// What became of a program with a mistake in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// found out, in the right words
    Rejected,
    /// nothing was noticed, or something else was: what was said
    Missed(String),
}

/// How many programs with each mistake were rejected.
#[derive(Debug)]
pub struct Report {
    /// by rule, in the order of the table
    pub rejected: Vec<(&'static str, u64)>,
    /// programs that were not, with what was said of them
    pub missed: Vec<String>,
}

impl Report {
    /// Whether every rule was broken and every mistake found.
    pub fn is_good(&self) -> bool {
        self.missed.is_empty() && self.rejected.iter().all(|(_, count)| *count > 0)
    }
}

/// Checks `programs` programs, one rule after the other.
pub fn run(programs: u64, seed: u64, threads: usize) -> Report {
    let threads = threads.max(1) as u64;
    let share = |thread: u64| {
        let mut report = Report { rejected: RULES.iter().map(|rule| (rule.name, 0)).collect(), missed: Vec::new() };
        for number in (thread..programs).step_by(usize::try_from(threads).expect("few threads")) {
            let k = usize::try_from(number % RULES.len() as u64).expect("few rules");
            let seed = seed.wrapping_add(number);
            let (text, inputs) = broken(seed, &RULES[k]);
            match judge(&text, &inputs, RULES[k].when) {
                Verdict::Rejected => report.rejected[k].1 += 1,
                Verdict::Missed(said) => {
                    report.missed.push(format!("seed {seed}, {}: {said}\n\n{text}", RULES[k].name));
                }
            }
            Program::forget_sources();
        }
        report
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || share(thread))).collect();
        let reports = workers.into_iter().map(|worker| worker.join().expect("mistakes are reported, not thrown"));
        let merge = |mut all: Report, one: Report| {
            all.rejected.iter_mut().zip(one.rejected).for_each(|(all, one)| all.1 += one.1);
            all.missed.extend(one.missed);
            all
        };
        reports.reduce(merge).expect("at least one thread")
    })
}

/// The text of a program that breaks a rule, with the arguments of its last function.
fn broken(seed: u64, rule: &Rule) -> (String, Vec<Value>) {
    for attempt in 0.. {
        let mut case = generate::case(seed, attempt);
        let mut rng = Rng::new(seed ^ attempt << 40);
        let recursive = shrink::calls(case.program.entry(), case.program.functions.len() - 1);
        if case.program.entry().duty == Duty::Ordinary || recursive || !is_good(&case) {
            continue;
        }
        let text = match rule.breaks {
            Breaks::Tree(change) => {
                if !change(&mut case, &mut rng) {
                    continue;
                }
                print::program(&case.program)
            }
            Breaks::Text(texts) => {
                let lines = *rng.pick(texts);
                add_params(&mut case, lines, &mut rng);
                let position = match rule.when {
                    // Wherever it stands, it is a mistake.
                    When::Compile(_) => {
                        let mut count = 1;
                        walk::statements(&case.program.entry().body, &mut |_| count += 1);
                        print::At::Statement(rng.below(count))
                    }
                    // It must be reached.
                    When::Run(_) => print::At::Outermost(rng.below(case.program.entry().body.len() + 1)),
                };
                print::with_lines(&case.program, position, lines)
            }
        };
        return (text, case.inputs.iter().map(Data::to_value).collect());
    }
    unreachable!("the attempts have no end")
}

fn is_good(case: &Case) -> bool {
    let Ok(program) = Program::parse(&print::program(&case.program)) else { return false };
    let inputs = case.inputs.iter().map(Data::to_value).collect();
    program.run(&case.program.entry().name, Variant::FORWARD, Level::Plain, inputs).is_ok()
}

/// What the compiler says of a program; for a mistake that only shows in a run, what the interpreter says, forwards or backwards.
pub fn judge(text: &str, inputs: &[Value], when: When) -> Verdict {
    let said = catch_unwind(|| {
        Program::parse(text).map_err(|found| found.iter().map(ToString::to_string).collect::<Vec<_>>())
    });
    let program = match (said, when) {
        (Err(_), _) => return Verdict::Missed("the compiler panicked".into()),
        (Ok(Err(messages)), When::Compile(words)) if messages.iter().any(|message| message.contains(words)) => {
            return Verdict::Rejected;
        }
        (Ok(Err(messages)), _) => return Verdict::Missed(messages.join("\n")),
        (Ok(Ok(_)), When::Compile(_)) => return Verdict::Missed("accepted".into()),
        (Ok(Ok(program)), When::Run(_)) => program,
    };
    let When::Run(words) = when else { unreachable!("a static mistake is judged above") };
    let name = entry_name(text);
    let there = program.run(name, Variant::FORWARD, Level::Plain, inputs.to_vec());
    match there.and_then(|after| program.run(name, Variant::INVERSE, Level::Plain, after)) {
        Err(trap) if trap.0.contains(words) => Verdict::Rejected,
        Err(trap) => Verdict::Missed(trap.0),
        Ok(_) => Verdict::Missed("accepted".into()),
    }
}

/// The name of the last function of a text.
fn entry_name(text: &str) -> &str {
    let start = text.rfind("pub fn ").map_or(0, |at| at + "pub fn ".len());
    text[start..].split('(').next().unwrap_or_default()
}

/// Gives the last function the parameters that the lines mention. Nothing else in the program touches them.
fn add_params(case: &mut Case, lines: &str, rng: &mut Rng) {
    let words: Vec<&str> = lines.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for (name, ty, passing) in rules::PARAMS {
        if !words.contains(name) {
            continue;
        }
        let function: &mut Function = case.program.functions.last_mut().expect("a program has a function");
        let var = Var { id: function.vars, name: (*name).into(), passing: *passing };
        function.vars += 1;
        function.params.push(Param { var, ty: *ty, passing: *passing });
        let input = match (*ty, passing) {
            (Type::Usize, _) => Data::Int(2),
            // Some of these are their own positions.
            (Type::Slice(Element::Int), _) => Data::Array([0, 2, 1, 3].map(Data::Int).into()),
            (ty, _) => Data::random(rng, ty, 4),
        };
        case.inputs.push(input);
    }
}
