//! What the derivatives cost beside the functions themselves, for problems of the sizes that `GradBench` has.
//!
//! All versions of a problem take turns in one process and on one thread, and the shortest time of each counts.

use crate::modules::{ba, det, gmm, ht, llsq, lse, lstm, ode};
use crate::samples;
use retrograde::Workspace;
use std::hint::black_box;
use std::io::{Result, Write};
use std::time::{Duration, Instant};

/// However slow it is, each version is run this often.
const LEAST_RUNS: usize = 3;

/// A problem of one size.
struct Case {
    name: String,
    /// What the gradient may take, as a multiple of the fastest way to compute the function.
    target: f64,
    primal: Run,
    gradient: Run,
    /// Other ways to the same gradient.
    others: Vec<(&'static str, Run)>,
}

type Run = Box<dyn FnMut()>;

/// A computation with its result and its memory, to be run again and again.
fn run<P: 'static, R: Default + 'static>(problem: &std::rc::Rc<P>, compute: fn(&P, &mut R)) -> Run {
    let (problem, mut result, mut workspace) = (problem.clone(), R::default(), Workspace::new());
    Box::new(move || workspace.run(|| compute(black_box(&*problem), black_box(&mut result))))
}

/// One case: `case!(name, target, problem, primal, gradient; "another" = gradient, ...)`.
macro_rules! case {
    ($name:expr, $target:expr, $problem:expr, $primal:path, $gradient:path $(; $($other:literal = $way:path),+)?) => {{
        let problem = std::rc::Rc::new($problem);
        Case {
            name: $name,
            target: $target,
            primal: run(&problem, $primal),
            gradient: run(&problem, $gradient),
            others: vec![$($(($other, run(&problem, $way)),)+)?],
        }
    }};
}

/// Measures every module, each version for about `budget`, and writes a line for each size.
///
/// # Errors
///
/// If a line cannot be written.
pub fn measure(budget: Duration, mut out: impl Write) -> Result<()> {
    writeln!(out, "{:24} {:>12} {:>12} {:>7} {:>7}", "", "function", "gradient", "ratio", "target")?;
    for make in cases() {
        let Case { name, target, mut primal, mut gradient, mut others } = make();
        let mut runs: Vec<&mut Run> = vec![&mut primal, &mut gradient];
        runs.extend(others.iter_mut().map(|(_, run)| run));
        let times = shortest(&mut runs, budget);
        let (primal, gradient) = (times[0], times[1]);
        write!(out, "{name:24} {:>12} {:>12} {:>7.2} {target:>7.1}", text(primal), text(gradient), gradient / primal)?;
        for ((way, _), time) in others.iter().zip(&times[2..]) {
            write!(out, "   {way} {}", text(*time))?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

/// The shortest time of each in seconds.
fn shortest(runs: &mut [&mut Run], budget: Duration) -> Vec<f64> {
    let mut times = vec![f64::INFINITY; runs.len()];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < LEAST_RUNS || start.elapsed() < budget * u32::try_from(runs.len()).unwrap_or(u32::MAX) {
        for (run, shortest) in runs.iter_mut().zip(&mut times) {
            let start = Instant::now();
            run();
            *shortest = shortest.min(start.elapsed().as_secs_f64());
        }
        rounds += 1;
    }
    times
}

fn text(seconds: f64) -> String {
    if seconds < 1e-3 { format!("{:.1} us", seconds * 1e6) } else { format!("{:.2} ms", seconds * 1e3) }
}

/// Made one after the other, as some take much memory.
fn cases() -> Vec<Box<dyn FnOnce() -> Case>> {
    let mut cases: Vec<Box<dyn FnOnce() -> Case>> = Vec::new();
    for (d, k) in [(10, 25), (10, 100), (32, 25), (64, 25), (64, 100)] {
        cases.push(Box::new(move || {
            let name = format!("gmm d = {d}, k = {k}");
            case!(name, 3.4, samples::mixture(d, k, 1000), gmm::objective, gmm::jacobian; "ordinary" = gmm::ordinary_jacobian)
        }));
    }
    for (n, m, p) in [(49, 7776, 31843), (161, 48126, 182_072)] {
        cases.push(Box::new(move || {
            let name = format!("ba {p}");
            case!(name, 4.5, samples::bundle(n, m, p), ba::objective, ba::jacobian; "ordinary" = ba::ordinary_jacobian)
        }));
    }
    for (layers, characters) in [(2, 1024), (4, 1024), (2, 4096), (4, 4096)] {
        cases.push(Box::new(move || {
            let name = format!("lstm l = {layers}, c = {characters}");
            let network = samples::network(layers, characters, 14);
            case!(name, 2.6, network, lstm::objective, lstm::jacobian; "reversible" = lstm::reversible_jacobian)
        }));
    }
    for (corners, points) in [(544, 200), (10000, 1600)] {
        cases.push(Box::new(move || {
            let name = format!("ht {corners}, {points}");
            case!(name, 8.0, samples::pose(corners, points, true), ht::objective, ht::jacobian)
        }));
    }
    for size in 7..=9 {
        cases.push(Box::new(move || {
            let name = format!("det {size}");
            case!(name, 3.0, samples::square(size), det::primal, det::gradient; "ordinary" = det::ordinary_gradient)
        }));
    }
    for n in [128, 1024, 4096] {
        cases.push(Box::new(move || {
            case!(format!("llsq n = {n}"), 1.9, samples::fit(128, n), llsq::primal, llsq::gradient)
        }));
    }
    for n in [2500, 40000, 640_000] {
        cases.push(Box::new(move || {
            case!(format!("lse n = {n}"), 1.2, samples::numbers(n), lse::primal, lse::gradient)
        }));
    }
    for (n, s) in [(1000, 10), (1000, 100), (10000, 10), (100_000, 10)] {
        cases.push(Box::new(move || {
            let name = format!("ode n = {n}, s = {s}");
            case!(name, 2.4, samples::equation(n, s), ode::primal, ode::gradient; "reversible" = ode::reversible_gradient)
        }));
    }
    cases
}
