//! Second derivatives in three ways, against differences of gradients and against each other.

use super::super::ast::Duty;
use super::super::data::Data;
use super::super::generate::Case;
use super::super::oracle::Profile;
use super::super::rng::Rng;
use super::{
    Compiled, Failure, INVERSE_TOLERANCE, compare, fail, floats, is_lossless, is_tame, moved, random_like, transposed,
    trapped, without_names,
};
use retrograde_compiler::{Diagnostic, Level, Program, Role, Tables, Value, Variant};
use std::collections::BTreeSet;

/// What came of the second derivatives of a program that passed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Second {
    /// all ways agree with each other and with differences; what loses gradients on its way is not run back through its adjoint
    Agree,
    /// not this program's turn
    NotAsked,
    /// too steep, or too close to a branch, for differences
    Untold,
    /// something in it is differentiated once, not twice
    Refused(String),
}

/// The step of differences of gradients.
const STEP: f64 = 1e-4;

/// Checks the second derivatives of a program whose first ones are right.
pub(super) fn check(
    program: &mut Program,
    tables: &Tables,
    case: &Case,
    inputs: &[Data],
    profile: &Profile,
    rng: &mut Rng,
) -> Result<Second, Failure> {
    if !case.twice {
        return Ok(Second::NotAsked);
    }
    if !is_tame(profile, STEP) {
        return Ok(Second::Untold);
    }
    let function = case.program.entry();
    // What cannot be run back a second time can be run forwards.
    let forward = program.tangents_of_adjoints().map(|()| program.adjoints_of_derivatives(tables).err());
    // What the transform says that it does not do twice is no failure; anything else is.
    let is_refusal = |message: &str| message.contains("once, not twice");
    let unexpected = |mistakes: &[Diagnostic]| mistakes.iter().find(|mistake| !is_refusal(&mistake.message)).cloned();
    let refused = |mistakes: &[Diagnostic]| {
        let messages: BTreeSet<&str> = mistakes.iter().map(|mistake| mistake.message.as_str()).collect();
        Ok(Second::Refused(messages.into_iter().collect::<Vec<_>>().join(", ")))
    };
    let back = match forward {
        Ok(back) => back,
        Err(mistakes) => {
            return unexpected(&mistakes)
                .map_or_else(|| refused(&mistakes), |mistake| Err(fail("not differentiated twice", &mistake.message)));
        }
    };
    if let Some(mistake) = back.as_deref().and_then(unexpected) {
        return Err(fail("not differentiated twice", &mistake.message));
    }
    let compiled = Compiled { program, level: Level::Plain };
    let twice = if function.duty == Duty::Reversible { reversible_twice } else { ordinary_twice };
    match (twice(&compiled, case, inputs, profile, back.is_none(), rng), back) {
        (Ok(()), None) => Ok(Second::Agree),
        (Ok(()), Some(mistakes)) => refused(&mistakes),
        (Err(failure), _) if is_refusal(&failure.detail) => Ok(Second::Refused(without_names(&failure.detail))),
        (Err(failure), _) => Err(failure),
    }
}

/// The tangents of gradients: values and gradients are those of the adjoint, tangents are what differences of its gradients are, and the
/// second derivative is symmetric. The gradients of tangents and of gradients are the same second derivatives.
fn reversible_twice(
    compiled: &Compiled<'_>,
    case: &Case,
    inputs: &[Data],
    profile: &Profile,
    reverse: bool,
    rng: &mut Rng,
) -> Result<(), Failure> {
    const BOTH: Variant = Variant::ADJOINT.with(Role::Tangent);
    let function = case.program.entry();
    let slope = profile.steepest.max(1.0);
    let before: Vec<Value> = inputs.iter().map(Data::to_value).collect();
    let tangents: Vec<Value> = inputs.iter().map(Data::to_tangent).collect();
    let (after, after_tangents) = compiled.run_with(function, Variant::TANGENT, &before, &tangents)?;
    let seeds = random_like(&after_tangents, rng);
    let (values, gradients) = compiled.run_with(function, Variant::ADJOINT, &after, &seeds)?;
    let second = |after_tangents: &[Value]| {
        let seeds = seeds.iter().flat_map(|seed| [seed.clone(), seed.zero_like()]);
        let pairs = after.iter().zip(after_tangents).flat_map(|(value, tangent)| [value.clone(), tangent.clone()]);
        let (pairs, seeds): (Vec<Value>, Vec<Value>) = (pairs.collect(), seeds.collect());
        let args = pairs.chunks(2).zip(seeds.chunks(2)).flat_map(|(pair, seeds)| [pair, seeds].concat()).collect();
        let found = compiled.run(function, BOTH, args)?;
        Ok([0, 1, 2, 3].map(|k| found.iter().skip(k).step_by(4).cloned().collect::<Vec<_>>()))
    };
    let [found_values, found_tangents, found_gradients, bent] = second(&after_tangents)?;
    compare("values of forward over reverse", &found_values, &values, 0.0)?;
    // A partial derivative that is written out rounds in its own way.
    compare("gradients of forward over reverse", &found_gradients, &gradients, profile.tolerance() * slope)?;
    compare("tangents of forward over reverse", &found_tangents, &tangents, INVERSE_TOLERANCE * slope * slope)?;
    bent_as_differences(&bent, inputs, profile, &|before| {
        let after = compiled.run(function, Variant::FORWARD, before).ok()?;
        Some(compiled.run_with(function, Variant::ADJOINT, &after, &seeds).ok()?.1)
    })?;
    let other = random_like(&tangents, rng);
    let (_, other_after) = compiled.run_with(function, Variant::TANGENT, &before, &other)?;
    let [.., other_bent] = second(&other_after)?;
    let steep = slope * slope * slope;
    transposed("symmetry", compiled.level, (&bent, &other), (&other_bent, &tangents), (steep, profile.tolerance()))?;
    if !reverse {
        return Ok(());
    }
    let zeros = |values: &[Value]| values.iter().map(Value::zero_like).collect::<Vec<_>>();
    let again = |variant: Variant, states: [&[Value]; 4]| {
        let args = (0..after.len()).flat_map(|k| states.map(|state| state[k].clone())).collect();
        let found = compiled.run(function, variant.with(Role::Adjoint), args)?;
        Ok([0, 1, 2, 3].map(|k| found.iter().skip(k).step_by(4).cloned().collect::<Vec<_>>()))
    };
    let tolerance = profile.tolerance() * steep;
    let [_, pulled, _, pulled_tangents] = again(Variant::TANGENT, [&after, &zeros(&seeds), &after_tangents, &seeds])?;
    compare("second derivatives of reverse over forward", &pulled, &bent, tolerance)?;
    compare("gradients of reverse over forward", &pulled_tangents, &gradients, tolerance)?;
    if !is_lossless(&case.program) {
        return Ok(());
    }
    // The state after the adjoint, and so the function's before; what comes back belongs to the function's after.
    let [found_values, pulled, found_seeds, pushed] =
        again(Variant::ADJOINT, [&values, &zeros(&gradients), &gradients, &tangents])?;
    compare("values of reverse over reverse", &found_values, &after, INVERSE_TOLERANCE * slope)?;
    compare("gradients of reverse over reverse", &found_seeds, &seeds, INVERSE_TOLERANCE * steep)?;
    compare("tangents of reverse over reverse", &pushed, &after_tangents, tolerance)?;
    let (_, pulled) = compiled.run_with(function, Variant::ADJOINT, &after, &pulled)?;
    compare("second derivatives of reverse over reverse", &pulled, &bent, tolerance * slope)
}

/// The same of an ordinary function.
fn ordinary_twice(
    compiled: &Compiled<'_>,
    case: &Case,
    inputs: &[Data],
    profile: &Profile,
    reverse: bool,
    rng: &mut Rng,
) -> Result<(), Failure> {
    let function = case.program.entry();
    let (program, seed) = (compiled.program, rng.float(0.5, 2.0));
    let args: Vec<Value> = inputs.iter().map(Data::to_value).collect();
    let tangents: Vec<Value> = inputs.iter().map(Data::to_tangent).collect();
    let gradient = |args: Vec<Value>| program.pullback(&function.name, Level::Plain, args, seed);
    let (_, gradients) = gradient(args.clone()).map_err(|trap| trapped("pullback", &trap))?;
    let second = |tangents: &[Value]| {
        let both = program.pullback_tangent(&function.name, args.clone(), tangents.to_vec(), seed);
        let both = both.map_err(|trap| trapped("forward over pullback", &trap))?;
        Ok(both.into_iter().unzip::<_, _, Vec<_>, Vec<_>>())
    };
    let (found, bent) = second(&tangents)?;
    compare("gradients of forward over pullback", &found, &gradients, profile.tolerance() * profile.steepest.max(1.0))?;
    bent_as_differences(&bent, inputs, profile, &|args| Some(gradient(args).ok()?.1))?;
    let other = random_like(&tangents, rng);
    let (_, other_bent) = second(&other)?;
    let steep = profile.steepest.max(1.0).powi(3);
    transposed("symmetry", compiled.level, (&bent, &other), (&other_bent, &tangents), (steep, profile.tolerance()))?;
    if !reverse {
        return Ok(());
    }
    let tolerance = profile.tolerance() * steep;
    let both = program.tangent_pullback(&function.name, args.clone(), tangents.clone(), seed);
    let both = both.map_err(|trap| trapped("reverse over forward", &trap))?;
    let (pulled, pulled_tangents): (Vec<Value>, Vec<Value>) = both.into_iter().unzip();
    compare("second derivatives of reverse over forward", &pulled, &bent, tolerance)?;
    compare("gradients of reverse over forward", &pulled_tangents, &gradients, tolerance)?;
    let pulled = program.pullback_pullback(&function.name, args.clone(), seed, tangents.clone());
    let pulled = pulled.map_err(|trap| trapped("reverse over reverse", &trap))?;
    compare("second derivatives of reverse over reverse", &pulled, &bent, tolerance)
}

/// Compares the tangents of gradients with differences of them.
fn bent_as_differences(
    bent: &[Value],
    inputs: &[Data],
    profile: &Profile,
    gradients: &dyn Fn(Vec<Value>) -> Option<Vec<Value>>,
) -> Result<(), Failure> {
    let moved = |step: f64| Some(floats(&gradients(moved(inputs, step).iter().map(Data::to_value).collect())?));
    let (Some(up), Some(down)) = (moved(STEP), moved(-STEP)) else { return Ok(()) };
    let slope = profile.steepest.max(1.0);
    for ((up, down), bent) in up.iter().zip(&down).zip(&floats(bent)) {
        let difference = (up - down) / (2.0 * STEP);
        if (difference - bent).abs() > 1e-3 * slope.powi(3) * profile.largest.max(1.0) {
            let detail = format!("second derivative: {bent}, but differences of gradients are {difference}");
            return Err(Failure { kind: "second derivative".into(), detail });
        }
    }
    Ok(())
}
