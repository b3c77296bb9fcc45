//! The problems of GradBench.

use crate::limits::Context;
use crate::measure::{Case, What};
use crate::outside;
use crate::programs::{Program, Reprojection};
use crate::ways::{BY_HAND, ORDINARY, REVERSIBLE, after, gradient, inverse, peers, primal, taped, way};
use crate::{Task, by_hand, task};
use retrograde_gradbench::modules::{ba, det, gmm, ht, llsq, lse, lstm, ode};
use retrograde_gradbench::samples;
use std::mem::size_of_val;

/// All of them, or those that take a few minutes.
pub fn tasks(full: bool) -> Vec<Task> {
    let mut tasks = Vec::new();
    let mixtures: &[(usize, usize)] = if full {
        &[(10, 25), (10, 50), (10, 100), (32, 25), (32, 50), (64, 25), (64, 50), (64, 100)]
    } else {
        &[(10, 25), (64, 25)]
    };
    for &(d, k) in mixtures {
        tasks.push(task("gmm", move |context| mixture(context, "gmm", d, k, 1000)));
    }
    // The paper on NiLang has all of these but for the second.
    let bundles: &[(u32, u32, usize)] = if full {
        &[
            (49, 7776, 31843),
            (138, 19878, 85217),
            (372, 47423, 204_472),
            (93, 61203, 287_451),
            (1197, 126_327, 563_734),
            (245, 198_739, 1_091_386),
            (1544, 942_409, 4_750_193),
            (4585, 1_324_582, 9_125_125),
        ]
    } else {
        &[(49, 7776, 31843)]
    };
    for &(cameras, points, observations) in bundles {
        tasks.push(task("ba", move |context| bundle(context, cameras, points, observations)));
    }
    let networks: &[(usize, usize)] = if full { &[(2, 1024), (4, 1024), (2, 4096), (4, 4096)] } else { &[(2, 1024)] };
    for &(layers, characters) in networks {
        tasks.push(task("lstm", move |context| network(context, layers, characters)));
    }
    for (corners, on_triangles) in [(544, false), (544, true)] {
        tasks.push(task("ht", move |context| hand(context, corners, 100, on_triangles)));
    }
    for size in if full { 7..=10 } else { 7..=8 } {
        tasks.push(task("det", move |context| determinant(context, size)));
    }
    for n in if full { vec![1000, 10_000, 100_000] } else { vec![1000] } {
        tasks.push(task("llsq", move |context| squares(context, 128.min(n / 8), n)));
    }
    for n in if full { vec![1000, 100_000, 1_000_000] } else { vec![1000, 100_000] } {
        tasks.push(task("lse", move |context| log_sum_exp(context, n)));
    }
    for (n, steps) in if full { vec![(10, 1000), (100, 1000), (1000, 1000)] } else { vec![(100, 100)] } {
        tasks.push(task("ode", move |context| equation(context, n, steps)));
    }
    tasks
}

/// Also at the sizes of the paper on NiLang, as a problem of its own.
pub fn mixture(context: &Context, eval: &'static str, d: usize, k: usize, n: usize) {
    let problem = &samples::mixture(d, k, n);
    let parts = |g: &gmm::Gradient| [&g.alpha[..], &g.mu.values, &g.q.values, &g.l.values].concat();
    let mut hand = by_hand::gmm::Buffers::default();
    let calls = [problem.inputs()];
    let size = format!("d={d} k={k} n={n}");
    // For each component and point: the centred point, its product with the precision matrix, and the square of that.
    let operations = (n * k * (4 * d + d * (d - 1))) as f64;
    let constant = gmm::constant(d, k, n, problem.prior);
    let mut ways = vec![
        way(REVERSIBLE, What::Primal, 0.0, |value| gmm::objective(problem, value), |value| vec![value - constant]),
        inverse(0.0, |value| gmm::inverse(problem, value)),
        way(REVERSIBLE, What::Gradient, gmm::Gradient::default(), |g| gmm::reversible_jacobian(problem, g), parts),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    let choice = context.choice(eval, &size, operations);
    if choice.takes(ORDINARY) {
        let run = taped(|g| gmm::ordinary_jacobian(problem, g));
        ways.push(way(ORDINARY, What::Gradient, gmm::Gradient::default(), run, parts));
    }
    let freedom = usize::try_from(problem.prior.m).expect("it is not negative");
    let numbers = [&calls[0], &problem.x, &[problem.prior.gamma][..]];
    ways.extend(peers(&choice, problem, &calls));
    ways.extend(outside::ways(&choice, "gmm", &[d, k, n, freedom], &numbers));
    let (scale, input_bytes) = (calls[0].len() as f64, Some(size_of_val(&calls[0][..]) + size_of_val(&problem.x[..])));
    Case { eval, size, scale, operations: Some(operations), input_bytes, ways }.measure(context, operations);
}

/// Up to how many observations other tools take part.
const OBSERVATIONS: usize = 210_000;

/// Up to how many there is room for one Jacobian more.
const ORDINARY_OBSERVATIONS: usize = 2_000_000;

fn bundle(context: &Context, cameras: u32, points: u32, observations: usize) {
    let problem = &samples::bundle(cameras, points, observations);
    let seen = || {
        problem.observations.iter().zip(&problem.weights).map(|(seen, weight)| {
            (&problem.cameras[seen.camera as usize], &problem.points[seen.point as usize], *weight, &seen.feature)
        })
    };
    let inputs = |(camera, point, weight, feature): (&ba::Camera, &[f64; 3], f64, &[f64; 2])| {
        [&camera[..], point, &[weight], feature].concat()
    };
    let size = format!("{cameras} cameras, {observations} observations");
    let others = observations <= OBSERVATIONS;
    let calls: Vec<Vec<f64>> = seen().take(if others { observations } else { 1 }).map(inputs).collect();
    let program = Reprojection(std::array::from_fn(|k| calls[0][k]));
    // The derivatives of the errors of the weights are left out.
    let errors = |jacobian: &ba::Sparse| jacobian.values[..30 * observations].to_vec();
    let mut ways = vec![
        primal(REVERSIBLE, |errors| ba::objective(problem, errors)),
        inverse(
            {
                let mut errors = ba::Errors::default();
                ba::objective(problem, &mut errors);
                errors
            },
            |errors| ba::inverse(problem, errors),
        ),
        way(REVERSIBLE, What::Gradient, ba::Sparse::default(), |j| ba::reversible_jacobian(problem, j), errors),
        gradient(BY_HAND, |out| {
            out.clear();
            out.reserve(30 * observations);
            for (camera, point, weight, feature) in seen() {
                by_hand::ba::rows(camera, point, weight, feature, out);
            }
        }),
    ];
    let scale = observations as f64;
    let choice = context.choice("ba", &size, scale);
    if observations <= ORDINARY_OBSERVATIONS {
        let run = taped(|j| ba::ordinary_jacobian(problem, j));
        ways.push(way(ORDINARY, What::Gradient, ba::Sparse::default(), run, errors));
    } else {
        choice.leave_out(ORDINARY, "there is no room for one Jacobian more");
    }
    if others {
        ways.extend(peers(&choice, &program, &calls));
        let numbers = calls.concat();
        ways.extend(outside::ways(&choice, "ba", &[observations], &[&numbers]));
    } else {
        choice.leave_out("other tools", "each observation takes as long as among fewer");
    }
    let inputs = [
        size_of_val(&problem.cameras[..]),
        size_of_val(&problem.points[..]),
        size_of_val(&problem.observations[..]),
        size_of_val(&problem.weights[..]),
    ];
    let input_bytes = Some(inputs.iter().sum());
    Case { eval: "ba", size, scale, operations: None, input_bytes, ways }.measure(context, scale);
}

fn network(context: &Context, layers: usize, characters: usize) {
    let problem = &samples::network(layers, characters, 14);
    let mut hand = by_hand::lstm::Buffers::default();
    let calls = [problem.inputs()];
    let steps = || lstm::Steps::new(problem);
    let value = |s: &lstm::Steps| vec![s.value];
    let mut ways = vec![
        primal(ORDINARY, |value| lstm::objective(problem, value)),
        gradient(ORDINARY, taped(|out| lstm::ordinary_jacobian(problem, out))),
        after(What::Primal, steps(), |s| *s = steps(), |s| s.call(problem), value),
        gradient(REVERSIBLE, |out| lstm::reversible_jacobian(problem, out)),
        after(What::Inverse, steps(), |s| s.call(problem), |s| s.undo(problem), value),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    let (size, scale) = (format!("{layers} layers, {characters} characters"), (layers * characters) as f64);
    let choice = context.choice("lstm", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    let sizes = [layers, characters, problem.bits];
    ways.extend(outside::ways(&choice, "lstm", &sizes, &[&calls[0], &problem.state, &problem.sequence]));
    Case { eval: "lstm", size, scale, operations: None, input_bytes: None, ways }.measure(context, scale);
}

fn hand(context: &Context, corners: u32, points: u32, on_triangles: bool) {
    let problem = &samples::pose(corners, points, on_triangles);
    let rows = |jacobian: &ht::Jacobian| jacobian.rows().concat();
    let mut hand = by_hand::ht::Buffers::default();
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |errors| ht::objective(problem, errors)),
        way(ORDINARY, What::Gradient, ht::Jacobian::default(), |j| ht::jacobian(problem, j), rows),
        gradient(BY_HAND, |out| hand.jacobian(problem, out)),
    ];
    let size = format!("{points} points on {}", if on_triangles { "triangles" } else { "corners" });
    let scale = f64::from(points);
    let choice = context.choice("ht", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    let (sizes, numbers) = flat(problem);
    ways.extend(outside::ways(&choice, "ht", &sizes, &[&numbers]));
    Case { eval: "ht", size, scale, operations: None, input_bytes: None, ways }.measure(context, scale);
}

/// A pose for a tool that is told everything in numbers.
fn flat(pose: &ht::Pose) -> (Vec<usize>, Vec<f64>) {
    let hand = &pose.hand;
    let mut sizes = vec![hand.parents.len(), hand.base_positions.len(), hand.points.len(), pose.us.len()];
    // One more than the number of the parent, and zero where there is none.
    sizes.extend(hand.parents.iter().map(|parent| parent.map_or(0, |parent| parent + 1)));
    sizes.extend(hand.correspondences.iter().map(|k| *k as usize));
    sizes.extend(hand.triangles.as_flattened().iter().map(|k| *k as usize));
    let numbers = [
        &pose.theta[..],
        pose.us.as_flattened(),
        hand.base_relatives.as_flattened().as_flattened(),
        hand.inverse_base_absolutes.as_flattened().as_flattened(),
        hand.base_positions.as_flattened(),
        &hand.weights,
        hand.points.as_flattened(),
        &[if hand.is_mirrored { -1.0 } else { 1.0 }],
    ];
    (sizes, numbers.concat())
}

fn determinant(context: &Context, size: usize) {
    let problem = &samples::square(size);
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |value| det::primal(problem, value)),
        primal(REVERSIBLE, |value| det::reversible_primal(problem, value)),
        inverse(0.0, |value| det::inverse(problem, value)),
        gradient(REVERSIBLE, |out| det::reversible_gradient(problem, out)),
        gradient(ORDINARY, taped(|out| det::ordinary_gradient(problem, out))),
        gradient(BY_HAND, |out| by_hand::det::gradient(problem, out)),
    ];
    let rows = format!("{size} rows");
    // As many products as there are permutations.
    let work = (1..=size).product::<usize>() as f64;
    let choice = context.choice("det", &rows, work);
    ways.extend(peers(&choice, problem, &calls));
    ways.extend(outside::ways(&choice, "det", &[size], &[&calls[0]]));
    Case { eval: "det", size: rows, scale: size as f64, operations: None, input_bytes: None, ways }
        .measure(context, work);
}

fn squares(context: &Context, coefficients: usize, points: usize) {
    let problem = &samples::fit(coefficients, points);
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |value| llsq::primal(problem, value)),
        gradient(ORDINARY, taped(|out| llsq::gradient(problem, out))),
        gradient(BY_HAND, |out| by_hand::llsq::gradient(problem, out)),
    ];
    let operations = Some((3 * coefficients * points) as f64);
    let (size, scale) = (format!("{coefficients} coefficients, {points} points"), (coefficients * points) as f64);
    let choice = context.choice("llsq", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    ways.extend(outside::ways(&choice, "llsq", &[points], &[&calls[0]]));
    Case { eval: "llsq", size, scale, operations, input_bytes: None, ways }.measure(context, scale);
}

fn log_sum_exp(context: &Context, n: usize) {
    let problem = &samples::numbers(n);
    let calls = [problem.inputs()];
    let mut ways = vec![
        primal(ORDINARY, |value| lse::primal(problem, value)),
        gradient(ORDINARY, taped(|out| lse::gradient(problem, out))),
        gradient(BY_HAND, |out| by_hand::lse::gradient(&problem.x, out)),
    ];
    let (size, scale) = (format!("{n} numbers"), n as f64);
    let choice = context.choice("lse", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    ways.extend(outside::ways(&choice, "lse", &[], &[&calls[0]]));
    Case { eval: "lse", size, scale, operations: Some(3.0 * scale), input_bytes: None, ways }.measure(context, scale);
}

fn equation(context: &Context, n: usize, steps: usize) {
    let problem = &samples::equation(n, steps);
    let mut hand = by_hand::ode::Buffers::default();
    let calls = [problem.inputs()];
    let reversible = || ode::Steps::new(problem);
    let last = |s: &ode::Steps| s.unknowns()[n - 1..].to_vec();
    let mut ways = vec![
        way(ORDINARY, What::Primal, Vec::new(), |y| ode::primal(problem, y), |y| y[n - 1..].to_vec()),
        gradient(ORDINARY, taped(|out| ode::ordinary_gradient(problem, out))),
        after(What::Primal, reversible(), |s| *s = reversible(), ode::Steps::call, last),
        after(What::Inverse, reversible(), ode::Steps::call, ode::Steps::undo, last),
        gradient(BY_HAND, |out| hand.gradient(problem, out)),
    ];
    let (size, scale) = (format!("{n} unknowns, {steps} steps"), (n * steps) as f64);
    let choice = context.choice("ode", &size, scale);
    ways.extend(peers(&choice, problem, &calls));
    ways.extend(outside::ways(&choice, "ode", &[steps], &[&calls[0]]));
    Case { eval: "ode", size, scale, operations: Some(17.0 * scale), input_bytes: None, ways }.measure(context, scale);
}
