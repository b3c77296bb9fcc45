//! Checks many programs on several threads.

use super::check::{self, Failure, Outcome, Second};
use super::coverage::Coverage;
use super::generate::{self, Case};
use super::shrink::shrink;
use super::{data::Data, print};
use retrograde_compiler::{Program, Tables};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What came of many programs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub programs: u64,
    /// programs that were replaced by others, by reason
    pub discarded: BTreeMap<&'static str, u64>,
    /// seeds of programs that fail, and how
    pub failures: BTreeMap<u64, Failure>,
    pub coverage: Coverage,
    /// what came of second derivatives
    pub second: BTreeMap<Second, u64>,
}

impl Report {
    fn merge(&mut self, other: Report) {
        self.programs += other.programs;
        for (why, count) in other.discarded {
            *self.discarded.entry(why).or_default() += count;
        }
        self.failures.extend(other.failures);
        for (second, count) in other.second {
            *self.second.entry(second).or_default() += count;
        }
        self.coverage.merge(&other.coverage);
    }
}

/// Checked programs recurse: a few levels in the program, each a few in the interpreter.
const STACK: usize = 64 << 20;

/// What to check.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub programs: u64,
    /// the seed of the first; the others follow
    pub seed: u64,
    pub threads: usize,
    /// after so many failures there is no point in going on
    pub enough_failures: u64,
    /// whether to say how far it is, and what fails when it does
    pub progress: bool,
}

/// Checks programs.
pub fn run(plan: &Plan, tables: &Tables) -> Report {
    let Plan { programs, seed, threads, enough_failures, progress } = *plan;
    let next = AtomicU64::new(0);
    let failed = AtomicU64::new(0);
    let started = Instant::now();
    let worker = || {
        let mut report = Report::default();
        while failed.load(Ordering::Relaxed) < enough_failures {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= programs {
                break;
            }
            let seed = seed.wrapping_add(number);
            if let Some(failure) = one(seed, tables, &mut report) {
                failed.fetch_add(1, Ordering::Relaxed);
                if progress {
                    eprintln!("seed {seed}: {}", failure.detail);
                }
                report.failures.insert(seed, failure);
            }
            let done = number + 1;
            if progress && done.is_multiple_of(10_000) {
                eprintln!("{done} programs, {:.0} s", started.elapsed().as_secs_f64());
            }
        }
        report
    };
    quietly(|| {
        std::thread::scope(|scope| {
            let spawn =
                |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker).expect("a thread");
            let workers: Vec<_> = (0..threads).map(spawn).collect();
            let mut report = Report::default();
            for worker in workers {
                report.merge(worker.join().expect("failures are caught, not thrown"));
            }
            report
        })
    })
}

/// Does both on threads of their own.
pub fn beside<A: Send, B: Send>(both: [A; 2], run: impl Fn(A) -> B + Sync) -> Vec<B> {
    let run = &run;
    quietly(|| {
        std::thread::scope(|scope| {
            let spawn = |one| {
                let thread = std::thread::Builder::new().stack_size(STACK);
                thread.spawn_scoped(scope, move || run(one)).expect("a thread")
            };
            let workers = both.map(spawn);
            workers.into_iter().map(|worker| worker.join().expect("failures are caught, not thrown")).collect()
        })
    })
}

/// Checks the program of a seed; how it fails, if it does.
fn one(seed: u64, tables: &Tables, report: &mut Report) -> Option<Failure> {
    for attempt in 0.. {
        let case = generate::case(seed, attempt);
        let outcome = check::check(&case, tables);
        Program::forget_sources();
        match outcome {
            Outcome::Discarded(why) => {
                *report.discarded.entry(why).or_default() += 1;
            }
            Outcome::Passed(second) => {
                *report.second.entry(second).or_default() += 1;
                report.coverage.add(&case.program);
                report.programs += 1;
                return None;
            }
            Outcome::Failed(failure) => {
                report.programs += 1;
                return Some(failure);
            }
        }
    }
    unreachable!("attempts do not run out")
}

/// The program of a seed that was not discarded.
pub fn fit_case(seed: u64, tables: &Tables) -> (Case, Outcome) {
    let mut attempt = 0;
    loop {
        let case = generate::case(seed, attempt);
        let outcome = check::check(&case, tables);
        if !matches!(outcome, Outcome::Discarded(_)) {
            return (case, outcome);
        }
        attempt += 1;
    }
}

/// A failing program made small, as text.
pub fn shrunk(seed: u64, tables: &Tables) -> String {
    quietly(|| {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, || describe(seed, tables)).expect("a thread").join().expect("a description")
        })
    })
}

fn describe(seed: u64, tables: &Tables) -> String {
    let (case, Outcome::Failed(failure)) = fit_case(seed, tables) else { return format!("seed {seed} does not fail") };
    let still_fails =
        |case: &Case| matches!(check::check(case, tables), Outcome::Failed(other) if other.kind == failure.kind);
    let case = shrink(case, still_fails);
    let detail = match check::check(&case, tables) {
        Outcome::Failed(failure) => failure.detail,
        _ => failure.detail,
    };
    format!("seed {seed}: {detail}\n\n{}", show(&case))
}

/// A program and its inputs.
pub fn show(case: &Case) -> String {
    let inputs: Vec<_> = case.inputs.iter().map(Data::to_value).collect();
    format!("{}inputs: {}\n", print::program(&case.program), check::show(&inputs))
}

/// Runs something whose panics are expected and caught, without their messages.
pub fn quietly<T>(run: impl FnOnce() -> T) -> T {
    static QUIET: AtomicBool = AtomicBool::new(false);
    if QUIET.swap(true, Ordering::SeqCst) {
        return run();
    }
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = run();
    std::panic::set_hook(loud);
    QUIET.store(false, Ordering::SeqCst);
    result
}
