//! Retrograde beside other tools: the problems of GradBench, computed by all of them in one process, one after the other in turns, so
//! that whatever slows the machine down slows all of them. Prints a JSON object a line; `cargo xtask bench` makes a report of them.

mod by_hand;
mod measure;
mod number;
mod outside;
mod programs;
mod tools;

use measure::{Case, Into, Way, What};
use outside::{Outside, outside};
use programs::{Program, Reprojection};
use retrograde::Workspace;
use retrograde_gradbench::modules::{ba, det, gmm, ht, llsq, lse, lstm, ode};
use retrograde_gradbench::samples;
use serde_json::json;
use std::time::Duration;
use tools::{AdTrait, EchidnaBytecode, EchidnaTape, NumDual, ReverseCrate, Tool};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let full = args == ["--full"];
    if !full && !args.is_empty() {
        eprintln!("retrograde-peers [--full]");
        std::process::exit(2);
    }
    let budget = Duration::from_millis(if full { 3000 } else { 400 });
    let cases = cases(full);
    println!("{}", json!({ "begin": { "processor": processor(), "cases": cases.len() } }));
    let outside = outside();
    for case in cases {
        case(&outside, budget);
    }
}

/// The name of the processor, where the system tells.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or("unknown", |(_, name)| name.trim()).to_owned()
}

type Run = Box<dyn FnOnce(&[Outside], Duration)>;

fn cases(full: bool) -> Vec<Run> {
    let mut cases: Vec<Run> = Vec::new();
    let mixtures: &[(usize, usize)] = if full {
        &[(10, 25), (10, 50), (10, 100), (32, 25), (32, 50), (64, 25), (64, 50), (64, 100)]
    } else {
        &[(10, 25), (64, 25)]
    };
    for &(d, k) in mixtures {
        cases.push(Box::new(move |outside, budget| mixture(outside, d, k, 1000, budget)));
    }
    let bundles: &[(u32, u32, usize)] =
        if full { &[(49, 7776, 31843), (138, 19878, 85217), (372, 47423, 204_472)] } else { &[(49, 7776, 31843)] };
    for &(cameras, points, observations) in bundles {
        cases.push(Box::new(move |outside, budget| bundle(outside, cameras, points, observations, budget)));
    }
    let networks: &[(usize, usize)] = if full { &[(2, 1024), (4, 1024), (2, 4096), (4, 4096)] } else { &[(2, 1024)] };
    for &(layers, characters) in networks {
        cases.push(Box::new(move |outside, budget| network(outside, layers, characters, budget)));
    }
    for (corners, on_triangles) in [(544, false), (544, true)] {
        cases.push(Box::new(move |outside, budget| hand(outside, corners, 100, on_triangles, budget)));
    }
    for size in if full { 7..=10 } else { 7..=8 } {
        cases.push(Box::new(move |outside, budget| determinant(outside, size, budget)));
    }
    for n in if full { vec![1000, 10_000, 100_000] } else { vec![1000] } {
        cases.push(Box::new(move |outside, budget| squares(outside, 128.min(n / 8), n, budget)));
    }
    for n in if full { vec![1000, 100_000, 1_000_000] } else { vec![1000, 100_000] } {
        cases.push(Box::new(move |outside, budget| log_sum_exp(outside, n, budget)));
    }
    for (n, steps) in if full { vec![(10, 1000), (100, 1000), (1000, 1000)] } else { vec![(100, 100)] } {
        cases.push(Box::new(move |outside, budget| equation(outside, n, steps, budget)));
    }
    cases
}

fn way<'c, R: 'c>(
    tool: &'static str,
    what: What,
    result: R,
    run: impl FnMut(&mut R) + 'c,
    numbers: impl Fn(&R) -> Vec<f64> + 'c,
) -> Way<'c> {
    Way { tool, what, keeps: tool != REVERSIBLE, run: Box::new(Into { result, run, numbers }) }
}

/// A gradient in a list.
fn gradient<'c>(tool: &'static str, run: impl FnMut(&mut Vec<f64>) + 'c) -> Way<'c> {
    way(tool, What::Gradient, Vec::new(), run, Vec::clone)
}

fn primal<'c, R: Default + 'c>(tool: &'static str, run: impl FnMut(&mut R) + 'c) -> Way<'c> {
    way(tool, What::Primal, R::default(), run, |_| Vec::new())
}

/// The gradients by all tools that compute with numbers of their own. `calls` says where the program is differentiated, all in one run.
fn peers<'c, P: Program>(program: &'c P, calls: &'c [Vec<f64>]) -> Vec<Way<'c>> {
    fn one<'c, T: Tool, P: Program>(program: &'c P, calls: &'c [Vec<f64>], ways: &mut Vec<Way<'c>>) {
        if program.active() > T::INPUTS {
            return;
        }
        let mut prepared = T::prepare(program);
        ways.push(gradient(T::NAME, move |out| {
            out.clear();
            calls.iter().for_each(|x| T::jacobian(&mut prepared, program, x, out));
        }));
    }
    let mut ways = Vec::new();
    one::<EchidnaTape, P>(program, calls, &mut ways);
    one::<EchidnaBytecode, P>(program, calls, &mut ways);
    one::<AdTrait, P>(program, calls, &mut ways);
    one::<ReverseCrate, P>(program, calls, &mut ways);
    one::<NumDual, P>(program, calls, &mut ways);
    ways
}

const REVERSIBLE: &str = "Retrograde, reversible";
const ORDINARY: &str = "Retrograde, ordinary";
const BY_HAND: &str = "by hand";

/// Runs with tapes whose memory is used again.
fn taped<R>(mut run: impl FnMut(&mut R)) -> impl FnMut(&mut R) {
    let mut workspace = Workspace::new();
    move |result| workspace.run(|| run(result))
}

fn mixture(outside: &[Outside], d: usize, k: usize, n: usize, budget: Duration) {
    let problem = &samples::mixture(d, k, n);
    let parts = |g: &gmm::Gradient| [&g.alpha[..], &g.mu.values, &g.q.values, &g.l.values].concat();
    let mut hand = by_hand::gmm::Buffers::default();
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(REVERSIBLE, |value| gmm::objective(problem, value)),
        way(REVERSIBLE, What::Gradient, gmm::Gradient::default(), |g| gmm::reversible_jacobian(problem, g), parts),
        way(ORDINARY, What::Gradient, gmm::Gradient::default(), taped(|g| gmm::ordinary_jacobian(problem, g)), parts),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    ways.extend(peers(problem, &calls));
    let freedom = usize::try_from(problem.prior.m).expect("it is not negative");
    let numbers = [&calls[0], &problem.x, &[problem.prior.gamma][..]];
    ways.extend(outside::ways(outside, "gmm", &[d, k, n, freedom], &numbers));
    // For each component and point: the centred point, its product with the precision matrix, and the square of that.
    let operations = Some((n * k * (4 * d + d * (d - 1))) as f64);
    let (size, scale) = (format!("d={d} k={k} n={n}"), calls[0].len() as f64);
    Case { eval: "gmm", size, scale, operations, ways }.measure(budget);
}

fn bundle(outside: &[Outside], cameras: u32, points: u32, observations: usize, budget: Duration) {
    let problem = &samples::bundle(cameras, points, observations);
    let seen = || {
        problem.observations.iter().zip(&problem.weights).map(|(seen, weight)| {
            (&problem.cameras[seen.camera as usize], &problem.points[seen.point as usize], *weight, &seen.feature)
        })
    };
    let inputs = |(camera, point, weight, feature): (&ba::Camera, &[f64; 3], f64, &[f64; 2])| {
        [&camera[..], point, &[weight], feature].concat()
    };
    let calls: Vec<Vec<f64>> = seen().map(inputs).collect();
    let program = Reprojection(std::array::from_fn(|k| calls[0][k]));
    // The derivatives of the errors of the weights are left out.
    let errors = |jacobian: &ba::Sparse| jacobian.values[..30 * observations].to_vec();
    let mut ways = vec![
        primal(REVERSIBLE, |errors| ba::objective(problem, errors)),
        way(REVERSIBLE, What::Gradient, ba::Sparse::default(), |j| ba::reversible_jacobian(problem, j), errors),
        way(ORDINARY, What::Gradient, ba::Sparse::default(), taped(|j| ba::ordinary_jacobian(problem, j)), errors),
        gradient(BY_HAND, |out| {
            out.clear();
            for (camera, point, weight, feature) in seen() {
                by_hand::ba::rows(camera, point, weight, feature, out);
            }
        }),
    ];
    ways.extend(peers(&program, &calls));
    ways.extend(outside::ways(outside, "ba", &[observations], &[&calls.concat()]));
    let size = format!("{cameras} cameras, {observations} observations");
    Case { eval: "ba", size, scale: observations as f64, operations: None, ways }.measure(budget);
}

fn network(outside: &[Outside], layers: usize, characters: usize, budget: Duration) {
    let problem = &samples::network(layers, characters, 14);
    let mut hand = by_hand::lstm::Buffers::default();
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |value| lstm::objective(problem, value)),
        gradient(ORDINARY, taped(|out| lstm::ordinary_jacobian(problem, out))),
        gradient(REVERSIBLE, |out| lstm::reversible_jacobian(problem, out)),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    ways.extend(peers(problem, &calls));
    let sizes = [layers, characters, problem.bits];
    ways.extend(outside::ways(outside, "lstm", &sizes, &[&calls[0], &problem.state, &problem.sequence]));
    let size = format!("{layers} layers, {characters} characters");
    Case { eval: "lstm", size, scale: (layers * characters) as f64, operations: None, ways }.measure(budget);
}

fn hand(_: &[Outside], corners: u32, points: u32, on_triangles: bool, budget: Duration) {
    let problem = &samples::pose(corners, points, on_triangles);
    let rows = |jacobian: &ht::Jacobian| jacobian.rows().concat();
    let ways = vec![
        primal(ORDINARY, |errors| ht::objective(problem, errors)),
        way(ORDINARY, What::Gradient, ht::Jacobian::default(), |j| ht::jacobian(problem, j), rows),
    ];
    let size = format!("{points} points on {}", if on_triangles { "triangles" } else { "corners" });
    Case { eval: "ht", size, scale: f64::from(points), operations: None, ways }.measure(budget);
}

fn determinant(outside: &[Outside], size: usize, budget: Duration) {
    let problem = &samples::square(size);
    let mut minors = Vec::new();
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(REVERSIBLE, |value| det::primal(problem, value)),
        gradient(REVERSIBLE, |out| det::reversible_gradient(problem, out)),
        gradient(ORDINARY, taped(|out| det::ordinary_gradient(problem, out))),
        gradient(BY_HAND, |out| by_hand::det::gradient(problem, &mut minors, out)),
    ];
    ways.extend(peers(problem, &calls));
    ways.extend(outside::ways(outside, "det", &[size], &[&calls[0]]));
    Case { eval: "det", size: format!("{size} rows"), scale: size as f64, operations: None, ways }.measure(budget);
}

fn squares(outside: &[Outside], coefficients: usize, points: usize, budget: Duration) {
    let problem = &samples::fit(coefficients, points);
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |value| llsq::primal(problem, value)),
        gradient(ORDINARY, taped(|out| llsq::gradient(problem, out))),
        gradient(BY_HAND, |out| by_hand::llsq::gradient(problem, out)),
    ];
    ways.extend(peers(problem, &calls));
    ways.extend(outside::ways(outside, "llsq", &[points], &[&calls[0]]));
    let operations = Some((3 * coefficients * points) as f64);
    let (size, scale) = (format!("{coefficients} coefficients, {points} points"), (coefficients * points) as f64);
    Case { eval: "llsq", size, scale, operations, ways }.measure(budget);
}

fn log_sum_exp(outside: &[Outside], n: usize, budget: Duration) {
    let problem = &samples::numbers(n);
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |value| lse::primal(problem, value)),
        gradient(ORDINARY, taped(|out| lse::gradient(problem, out))),
        gradient(BY_HAND, |out| by_hand::lse::gradient(&problem.x, out)),
    ];
    ways.extend(peers(problem, &calls));
    ways.extend(outside::ways(outside, "lse", &[], &[&calls[0]]));
    let operations = Some(3.0 * n as f64);
    Case { eval: "lse", size: format!("{n} numbers"), scale: n as f64, operations, ways }.measure(budget);
}

fn equation(outside: &[Outside], n: usize, steps: usize, budget: Duration) {
    let problem = &samples::equation(n, steps);
    let mut hand = by_hand::ode::Buffers::default();
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |y| ode::primal(problem, y)),
        gradient(ORDINARY, taped(|out| ode::ordinary_gradient(problem, out))),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    ways.extend(peers(problem, &calls));
    ways.extend(outside::ways(outside, "ode", &[steps], &[&calls[0]]));
    let (size, scale) = (format!("{n} unknowns, {steps} steps"), (n * steps) as f64);
    Case { eval: "ode", size, scale, operations: Some((17 * n * steps) as f64), ways }.measure(budget);
}
