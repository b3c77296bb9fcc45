//! `cargo xtask random`: the proof by random programs.
//!
//! A generator writes program text from its own small tree ([`generate`], [`mod@print`]). The text goes through the real parser and all
//! transforms, and what comes out is run in the compiler's interpreter and compared with an independent evaluation of the tree ([`oracle`],
//! [`check`]). A program that fails is made small ([`shrink`]).

mod ast;
mod broken;
mod check;
mod closed;
mod compiled;
mod coverage;
mod data;
mod driver;
mod generate;
mod idioms;
mod options;
mod oracle;
mod print;
mod shrink;
#[cfg(test)]
mod tests;
mod walk;

use crate::rng;
use check::Outcome;
use compiled::Build;
use coverage::Coverage;
use driver::{Plan, Report};
use generate::Case;
use options::Options;
use retrograde_compiler::Tables;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// From this many programs on, every construct must have been written inside every other.
const ENOUGH_PROGRAMS: u64 = 10_000;

/// So many programs that are not rejected are printed.
const MOST_SHOWN: usize = 10;

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    if args.iter().any(|arg| arg == "--help") {
        println!("{}", options::USAGE);
        return ExitCode::SUCCESS;
    }
    let options = match Options::parse(args) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}\n\n{}", options::USAGE);
            return ExitCode::from(2);
        }
    };
    if let Some(programs) = options.broken {
        return all_rejected(programs, &options);
    }
    let mut coverage = Coverage::default();
    let mut lines = Vec::new();
    let (mut programs, mut failures) = (0, 0);
    for number in 0..options.runs {
        let seed = options.first(number);
        println!("run {} of {}: --seed {seed}", number + 1, options.runs);
        let (report, compiled) = run(&options, seed);
        programs += report.programs;
        failures += report.failures.len() + compiled.failures;
        lines.push(format!(
            "--seed {seed}: {} programs, {} failures; {} of them compiled and run, {} failures",
            report.programs,
            report.failures.len(),
            compiled.programs,
            compiled.failures
        ));
        println!("{}", lines[lines.len() - 1]);
        coverage.merge(&report.coverage);
    }
    println!("{coverage}");
    let missing = if programs >= ENOUGH_PROGRAMS { coverage.missing() } else { Vec::new() };
    for pair in &missing {
        println!("never written: {pair}");
    }
    lines.iter().for_each(|line| println!("{line}"));
    println!("{failures} failures in all");
    if failures == 0 && missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks programs from a seed on.
fn run(options: &Options, seed: u64) -> (Report, AlsoCompiled) {
    let tables = Tables::default();
    let Options { programs, threads, .. } = *options;
    let report = driver::run(&Plan { programs, seed, threads, enough_failures: 50, progress: true }, &tables);
    let discarded: u64 = report.discarded.values().sum();
    println!("{discarded} programs replaced as unfit for a numerical comparison: {:?}", report.discarded);
    println!("second derivatives, by the number of programs: {:?}", report.second);

    let mut by_kind: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (seed, failure) in &report.failures {
        by_kind.entry(&failure.kind).or_default().push(*seed);
    }
    for (kind, seeds) in &by_kind {
        println!("\n{} failures: {kind}\n{}", seeds.len(), driver::shrunk(seeds[0], &tables));
    }
    let half = options.compiled.div_ceil(2);
    let builds = [(Build::Checked, seed, half), (Build::Unchecked, seed.wrapping_add(half), options.compiled - half)];
    let both = driver::beside(builds, |(build, seed, count)| also_compiled(build, seed, count, &tables));
    let compiled = both.into_iter().fold(AlsoCompiled::default(), |sum, one| AlsoCompiled {
        programs: sum.programs + one.programs,
        failures: sum.failures + one.failures,
    });
    (report, compiled)
}

/// Checks programs that break a rule each.
fn all_rejected(programs: u64, options: &Options) -> ExitCode {
    let seed = options.first(0);
    println!("--seed {seed}");
    let report = driver::quietly(|| broken::run(programs, seed, options.threads));
    report.missed.iter().take(MOST_SHOWN).for_each(|missed| println!("{missed}"));
    for (rule, count) in &report.rejected {
        println!("{count:>7} rejected: {rule}");
    }
    println!("{programs} programs that break a rule, {} of them not rejected as they should be", report.missed.len());
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What came of programs that were compiled.
#[derive(Clone, Copy, Debug, Default)]
struct AlsoCompiled {
    programs: usize,
    failures: usize,
}

/// Compiles some of the programs with rustc and runs them.
fn also_compiled(build: Build, seed: u64, count: u64, tables: &Tables) -> AlsoCompiled {
    let seeds = (0..count).map(|number| seed.wrapping_add(number));
    let fit = seeds.map(|seed| (seed, driver::fit_case(seed, tables)));
    // What fails in the interpreter was reported already.
    let (seeds, cases): (Vec<u64>, Vec<Case>) = fit
        .filter(|(_, (_, outcome))| matches!(outcome, Outcome::Passed(_)))
        .map(|(seed, (case, _))| (seed, case))
        .unzip();
    let failures = match compiled::check(&cases, build) {
        Ok(failures) => failures,
        Err(message) => {
            println!("the crate of programs could not be built or run: {message}");
            return AlsoCompiled { programs: 0, failures: 1 };
        }
    };
    let mut shown = std::collections::BTreeSet::new();
    for (number, failure) in &failures {
        println!("seed {} ({build:?}): {}", seeds[*number], failure.detail);
        if shown.insert(&failure.kind) {
            let case = compiled::shrunk(&cases[*number], build, failure);
            println!("made small:\n\n{}", driver::show(&case));
        }
    }
    AlsoCompiled { programs: cases.len(), failures: failures.len() }
}
