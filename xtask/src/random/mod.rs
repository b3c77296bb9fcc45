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
use driver::Plan;
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
    let tables = Tables::default();
    let Options { programs, seed, threads, .. } = options;
    let report = driver::run(&Plan { programs, seed, threads, enough_failures: 50, progress: true }, &tables);
    println!("{}", report.coverage);
    let discarded: u64 = report.discarded.values().sum();
    println!("{discarded} programs replaced as unfit for a numerical comparison: {:?}", report.discarded);

    let mut by_kind: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (seed, failure) in &report.failures {
        by_kind.entry(&failure.kind).or_default().push(*seed);
    }
    for (kind, seeds) in &by_kind {
        println!("\n{} failures: {kind}\n{}", seeds.len(), driver::shrunk(seeds[0], &tables));
    }
    let (ran, failed) = also_compiled(&options, &tables);
    let missing = if report.programs >= ENOUGH_PROGRAMS { report.coverage.missing() } else { Vec::new() };
    for pair in &missing {
        println!("never written: {pair}");
    }
    println!("{ran} of them compiled and run, {failed} failures");
    println!("{} programs, {} failures", report.programs, report.failures.len());
    if report.failures.is_empty() && failed == 0 && missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks programs that break a rule each.
fn all_rejected(programs: u64, options: &Options) -> ExitCode {
    let report = driver::quietly(|| broken::run(programs, options.seed, options.threads));
    report.missed.iter().take(MOST_SHOWN).for_each(|missed| println!("{missed}"));
    for (rule, count) in &report.rejected {
        println!("{count:>7} rejected: {rule}");
    }
    println!("{programs} programs that break a rule, {} of them not rejected as they should be", report.missed.len());
    if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Compiles some of the programs with rustc: how many, and how many failed.
fn also_compiled(options: &Options, tables: &Tables) -> (usize, usize) {
    let half = options.compiled.div_ceil(2);
    let mut failed = 0;
    for (build, seeds) in [(Build::Checked, 0..half), (Build::Unchecked, half..options.compiled)] {
        let seeds: Vec<u64> = seeds.map(|number| options.seed.wrapping_add(number)).collect();
        let fit = seeds.iter().map(|seed| (*seed, driver::fit_case(*seed, tables)));
        // What fails in the interpreter was reported already.
        let (seeds, cases): (Vec<u64>, Vec<Case>) =
            fit.filter(|(_, (_, outcome))| *outcome == Outcome::Passed).map(|(seed, (case, _))| (seed, case)).unzip();
        if cases.is_empty() {
            continue;
        }
        let failures = match compiled::check(&cases, build) {
            Ok(failures) => failures,
            Err(message) => {
                println!("the crate of programs could not be built or run: {message}");
                return (0, 1);
            }
        };
        failed += failures.len();
        let mut shown = std::collections::BTreeSet::new();
        for (number, failure) in &failures {
            if shown.insert(&failure.kind) {
                let case = compiled::shrunk(&cases[*number], build, failure);
                println!("\nseed {}: {}\n\n{}", seeds[*number], failure.detail, driver::show(&case));
            }
        }
    }
    (usize::try_from(options.compiled).unwrap_or(usize::MAX), failed)
}
