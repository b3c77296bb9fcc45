//! What must hold for every program: the inverse undoes it, gradients and tangents are each other's transposes and agree with an
//! independent evaluation, and values are restored, before and after the optimising passes.

mod second;

pub use second::Second;

use super::ast::{self, Duty, Element, Function, StackOp, Stmt, Type};
use super::data::Data;
use super::generate::Case;
use super::oracle::{Inverter, Oracle, Profile, Stop};
use super::rng::Rng;
use super::{print, walk};
use retrograde_compiler::{Level, Program, Tables, Trap, Value, Variant};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a check failed. Two failures are of one kind if this is equal.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// which check, and for messages which message, without the names in it
    pub kind: String,
    /// what was found
    pub detail: String,
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Passed(Second),
    /// unfit for a numerical comparison, and why
    Discarded(&'static str),
    Failed(Failure),
}

impl From<Failure> for Outcome {
    fn from(failure: Failure) -> Self {
        Outcome::Failed(failure)
    }
}

const INVERSE_TOLERANCE: f64 = 1e-9;
const GRADIENT_TOLERANCE: f64 = 1e-10;

/// The same where gradients and tangents of an `f32` are rounded to its digits, each on its own way.
const ROUNDED_TOLERANCE: f64 = 1e-6;

impl Profile {
    /// How far derivatives that are carried along on different ways may be from each other.
    fn tolerance(&self) -> f64 {
        if self.rounded { ROUNDED_TOLERANCE } else { GRADIENT_TOLERANCE }
    }
}

/// Checks a program; a panic of the compiler is a failure too.
pub fn check(case: &Case, tables: &Tables) -> Outcome {
    check_twice(case, tables, tables)
}

/// The same with sign tables for first derivatives, and others for those that are run back a second time.
pub fn check_twice(case: &Case, tables: &Tables, again: &Tables) -> Outcome {
    match catch_unwind(AssertUnwindSafe(|| check_or_panic(case, tables, again))) {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(failure)) => Outcome::Failed(failure),
        Err(payload) => {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
            fail("panic", message).into()
        }
    }
}

fn fail(kind: &str, message: &str) -> Failure {
    Failure { kind: format!("{kind}: {}", without_names(message)), detail: format!("{kind}: {message}") }
}

/// A message without what it quotes and counts, so that the same mistake reads the same in a smaller program.
fn without_names(message: &str) -> String {
    let unquoted: String = message.split('`').step_by(2).collect();
    unquoted.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, '-' | '.')).take(80).collect()
}

fn check_or_panic(case: &Case, tables: &Tables, again: &Tables) -> Result<Outcome, Failure> {
    let text = print::program(&case.program);
    let mut program = Program::parse_with(&text, tables).map_err(|diagnostics| {
        let messages: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
        Failure { kind: format!("rejected: {}", without_names(&messages[0])), detail: messages.join("\n") }
    })?;
    let compiled = Compiled { program: &program, level: Level::Plain };
    let mut rng = Rng::new(text.len() as u64);
    let inputs = with_random_tangents(&case.inputs, &mut rng);
    let mut oracle = Oracle::new(&case.program, &compiled);
    let (after, value) = match oracle.run(inputs.clone()) {
        Ok(result) => result,
        Err(Stop::Unfit(why)) => return Ok(Outcome::Discarded(why)),
        // A float flag may be NaN, or so close to its threshold that rounding alone decides the postcondition.
        Err(Stop::Invalid(why)) => {
            return oracle
                .profile
                .unfit()
                .map_or_else(|| Err(fail("invalid", &why)), |why| Ok(Outcome::Discarded(why)));
        }
        Err(Stop::Left(left)) => return Err(fail("invalid", &format!("{left:?}"))),
        Err(Stop::WrongInverse(why)) => return Err(fail("wrong inverse of a callee", &why)),
    };
    let profile = oracle.profile;
    if let Some(why) = profile.unfit() {
        return Ok(Outcome::Discarded(why));
    }
    // Rarely needed, since the tangents of the evaluation are independent already.
    if text.len().is_multiple_of(8) {
        against_differences(case, &compiled, &inputs, &after, value.map(|value| value.tangent), &profile)?;
    }
    let function = case.program.entry();
    for level in [Level::Plain, Level::Optimised] {
        let compiled = Compiled { program: &program, level };
        match (function.duty, value) {
            (Duty::Reversible, _) => reversible(&compiled, case, &inputs, &after, &profile, &mut rng)?,
            (Duty::Ordinary, Some(value)) => {
                ordinary(&compiled, function, &inputs, (value.value, value.tangent), &profile, &mut rng)?;
            }
            (Duty::Ordinary, None) => unreachable!("an ordinary function returns something"),
        }
    }
    second::check(&mut program, again, case, &inputs, &profile, &mut rng).map(Outcome::Passed)
}

/// Whether differences tell anything.
fn is_tame(profile: &Profile, step: f64) -> bool {
    let slope = profile.steepest.max(1.0);
    !profile.rounded && profile.margin >= 100.0 * step * slope && slope <= 30.0 && profile.largest <= 100.0
}

/// The inputs a step further in the direction of their tangents.
fn moved(inputs: &[Data], step: f64) -> Vec<Data> {
    let mut inputs = inputs.to_vec();
    inputs.iter_mut().for_each(|input| input.floats(&mut |dual| dual.value += step * dual.tangent));
    inputs
}

/// The evaluation's own tangents against central differences, loosely: the derivatives of the elementary functions are its own too.
fn against_differences(
    case: &Case,
    inverter: &Compiled<'_>,
    inputs: &[Data],
    after: &[Data],
    tangent: Option<f64>,
    profile: &Profile,
) -> Result<(), Failure> {
    const STEP: f64 = 1e-5;
    let slope = profile.steepest.max(1.0);
    if !is_tame(profile, STEP) {
        return Ok(());
    }
    let moved = |step: f64| {
        let (after, value) = Oracle::new(&case.program, inverter).run(moved(inputs, step)).ok()?;
        let mut floats = floats(&after.iter().map(Data::to_value).collect::<Vec<_>>());
        floats.extend(value.map(|value| value.value));
        Some(floats)
    };
    let (Some(up), Some(down)) = (moved(STEP), moved(-STEP)) else { return Ok(()) };
    let mut tangents = floats(&after.iter().map(Data::to_tangent).collect::<Vec<_>>());
    tangents.extend(tangent);
    for ((up, down), tangent) in up.iter().zip(&down).zip(&tangents) {
        let difference = (up - down) / (2.0 * STEP);
        if (difference - tangent).abs() > 1e-4 * slope * slope * profile.largest.max(1.0) {
            let detail = format!("finite differences: {difference} instead of {tangent}");
            return Err(Failure { kind: "finite differences".into(), detail });
        }
    }
    Ok(())
}

/// The compiler's program at one level.
struct Compiled<'a> {
    program: &'a Program,
    level: Level,
}

impl Compiled<'_> {
    fn run(&self, function: &Function, variant: Variant, args: Vec<Value>) -> Result<Vec<Value>, Failure> {
        self.program
            .run(&function.name, variant, self.level, args)
            .map_err(|trap| trapped(&format!("{variant:?}"), &trap))
    }

    /// Runs a variant with shadows: values and shadows apart.
    fn run_with(
        &self,
        function: &Function,
        variant: Variant,
        values: &[Value],
        shadows: &[Value],
    ) -> Result<(Vec<Value>, Vec<Value>), Failure> {
        let args = values.iter().zip(shadows).flat_map(|(value, shadow)| [value.clone(), shadow.clone()]).collect();
        let after = self.run(function, variant, args)?;
        let mut parts = (Vec::new(), Vec::new());
        for (i, value) in after.into_iter().enumerate() {
            if i % 2 == 0 { parts.0.push(value) } else { parts.1.push(value) }
        }
        Ok(parts)
    }
}

fn trapped(what: &str, trap: &Trap) -> Failure {
    fail(&format!("{what} trapped"), &trap.to_string())
}

impl Inverter for Compiled<'_> {
    fn invert(&self, function: &Function, args: &[Data]) -> Result<Vec<Data>, String> {
        let values: Vec<Value> = args.iter().map(Data::to_value).collect();
        let tangents: Vec<Value> = args.iter().map(Data::to_tangent).collect();
        let (values, tangents) =
            self.run_with(function, Variant::INVERSE_TANGENT, &values, &tangents).map_err(|failure| failure.detail)?;
        let mut before = args.to_vec();
        for (data, (value, tangent)) in before.iter_mut().zip(values.iter().zip(&tangents)) {
            data.take(value, tangent);
        }
        Ok(before)
    }
}

fn with_random_tangents(inputs: &[Data], rng: &mut Rng) -> Vec<Data> {
    let mut inputs = inputs.to_vec();
    for input in &mut inputs {
        input.floats(&mut |dual| dual.tangent = rng.float(-1.0, 1.0));
    }
    inputs
}

fn reversible(
    compiled: &Compiled<'_>,
    case: &Case,
    inputs: &[Data],
    after: &[Data],
    profile: &Profile,
    rng: &mut Rng,
) -> Result<(), Failure> {
    let (function, lossless) = (case.program.entry(), is_lossless(&case.program));
    let level = compiled.level;
    let before: Vec<Value> = inputs.iter().map(Data::to_value).collect();
    let after_expected: Vec<Value> = after.iter().map(Data::to_value).collect();
    let tangents: Vec<Value> = inputs.iter().map(Data::to_tangent).collect();
    let tangents_expected: Vec<Value> = after.iter().map(Data::to_tangent).collect();
    let scale = profile.largest.max(1.0);
    let slope = profile.steepest.max(1.0);
    let close = |what: &str, found: &[Value], expected: &[Value], tolerance: f64| {
        compare(&format!("{what} ({level:?})"), found, expected, tolerance)
    };

    let outputs = compiled.run(function, Variant::FORWARD, before.clone())?;
    // Not exactly: what is run backwards inside is undone by subtraction, and what is computed again is not.
    close("forward", &outputs, &after_expected, 1e-12 * scale)?;
    let back = compiled.run(function, Variant::INVERSE, outputs.clone())?;
    close("inverse", &back, &before, INVERSE_TOLERANCE * scale)?;

    let (values, tangents_after) = compiled.run_with(function, Variant::TANGENT, &before, &tangents)?;
    close("values of tangent", &values, &outputs, 0.0)?;
    close("tangent", &tangents_after, &tangents_expected, profile.tolerance() * slope)?;
    let (values, back) = compiled.run_with(function, Variant::INVERSE_TANGENT, &values, &tangents_after)?;
    close("values of inverse tangent", &values, &before, INVERSE_TOLERANCE * scale)?;
    close("inverse tangent", &back, &tangents, profile.tolerance().max(INVERSE_TOLERANCE) * slope * slope)?;

    let seeds = random_like(&tangents_expected, rng);
    let there = Way { variant: Variant::ADJOINT, from: &outputs, to: &before, lossless };
    let gradients = there.and_back(compiled, function, &seeds, profile)?;
    transposed("dot product", level, (&seeds, &tangents_after), (&gradients, &tangents), (slope, profile.tolerance()))?;
    let seeds_before = random_like(&tangents, rng);
    let there = Way { variant: Variant::INVERSE_ADJOINT, from: &before, to: &outputs, lossless };
    let gradients_after = there.and_back(compiled, function, &seeds_before, profile)?;
    transposed(
        "inverse dot product",
        level,
        (&seeds_before, &tangents),
        (&gradients_after, &tangents_after),
        (slope, profile.tolerance()),
    )?;

    if let Some(k) = one_of(floats(&tangents).len(), rng) {
        let unit = unit_like(&tangents, k);
        let (_, column) = compiled.run_with(function, Variant::TANGENT, &before, &unit)?;
        transposed("component", level, (&seeds, &column), (&gradients, &unit), (slope, profile.tolerance()))?;
    }
    Ok(())
}

/// Gradients on their way along a function, from its values at one end to those at the other.
struct Way<'a> {
    variant: Variant,
    from: &'a [Value],
    to: &'a [Value],
    /// whether gradients come back as they were
    lossless: bool,
}

/// Whether the gradients of a program come back. What a value leaves behind that goes onto a stack, and a copy or an entry that comes
/// to be, does not depend on anything: a gradient that it is given is lost.
fn is_lossless(program: &ast::Program) -> bool {
    let mut balance = (0, 0);
    for function in &program.functions {
        walk::statements(&function.body, &mut |stmt| match stmt {
            Stmt::Stack { op, stack, .. } if stack.ty == Type::Stack(Element::Float) => {
                balance.0 += if matches!(op, StackOp::Push | StackOp::CopyPush) { 1 } else { -1 };
            }
            Stmt::Map { insert, map, .. } if map.ty == Type::Map(Element::Float) => {
                balance.1 += if *insert { 1 } else { -1 };
            }
            _ => {}
        });
    }
    balance == (0, 0)
}

impl Way<'_> {
    /// The gradients at the other end. The adjoint of the inverse is the inverse of the adjoint, so that takes values and gradients
    /// back to where they began.
    fn and_back(
        &self,
        compiled: &Compiled<'_>,
        function: &Function,
        seeds: &[Value],
        profile: &Profile,
    ) -> Result<Vec<Value>, Failure> {
        let Way { variant, from, to, lossless } = *self;
        let (scale, slope) = (profile.largest.max(1.0), profile.steepest.max(1.0));
        let close = |what: &str, variant: Variant, found: &[Value], expected: &[Value], tolerance: f64| {
            compare(&format!("{what} of {variant:?} ({:?})", compiled.level), found, expected, tolerance)
        };
        let (values, gradients) = compiled.run_with(function, variant, from, seeds)?;
        close("values", variant, &values, to, INVERSE_TOLERANCE * scale)?;
        let opposite = variant.opposite();
        let (values, back) = compiled.run_with(function, opposite, to, &gradients)?;
        close("values", opposite, &values, from, INVERSE_TOLERANCE * scale)?;
        // There and back again: rounding grows by the slopes of both ways, and that of the values bends them.
        let steep = floats(&gradients).iter().fold(slope, |most, g| most.max(g.abs()));
        if lossless {
            let tolerance = profile.tolerance().max(INVERSE_TOLERANCE);
            close("gradients", opposite, &back, seeds, tolerance * scale * slope * steep)?;
        }
        Ok(gradients)
    }
}

/// Whether the adjoint of a program's inverse undoes the adjoint; nothing else is checked.
#[cfg(test)]
pub fn adjoint_is_undone(case: &Case, tables: &Tables) -> Result<(), Failure> {
    let good = Tables::default();
    let parse = |tables| Program::parse_with(&print::program(&case.program), tables).expect("a valid program");
    let (program, correct) = (parse(tables), parse(&good));
    let function = case.program.entry();
    let compiled = Compiled { program: &program, level: Level::Plain };
    let inverter = Compiled { program: &correct, level: Level::Plain };
    let mut oracle = Oracle::new(&case.program, &inverter);
    let Ok((after, None)) = oracle.run(case.inputs.clone()) else { return Ok(()) };
    if oracle.profile.unfit().is_some() {
        return Ok(());
    }
    let before: Vec<Value> = case.inputs.iter().map(Data::to_value).collect();
    let outputs: Vec<Value> = after.iter().map(Data::to_value).collect();
    let shape: Vec<Value> = outputs.iter().map(Value::zero_like).collect();
    let seeds = random_like(&shape, &mut Rng::new(1));
    let there = Way { variant: Variant::ADJOINT, from: &outputs, to: &before, lossless: is_lossless(&case.program) };
    there.and_back(&compiled, function, &seeds, &oracle.profile).map(drop)
}

fn ordinary(
    compiled: &Compiled<'_>,
    function: &Function,
    inputs: &[Data],
    (value, tangent): (f64, f64),
    profile: &Profile,
    rng: &mut Rng,
) -> Result<(), Failure> {
    let (level, tolerance) = (compiled.level, profile.tolerance());
    let args: Vec<Value> = inputs.iter().map(Data::to_value).collect();
    let tangents: Vec<Value> = inputs.iter().map(Data::to_tangent).collect();
    let expected = [Value::Float(value)];
    let what = |what: &str| format!("{what} ({level:?})");

    let found = compiled.program.value(&function.name, args.clone()).map_err(|trap| trapped("value", &trap))?;
    compare(&what("value"), &[found], &expected, 0.0)?;
    let jvp = |tangents: &[Value]| {
        compiled
            .program
            .jvp(&function.name, level, args.clone(), tangents.to_vec())
            .map_err(|trap| trapped("jvp", &trap))
    };
    let (found, found_tangent) = jvp(&tangents)?;
    compare(&what("value of jvp"), &[found], &expected, 0.0)?;
    compare(
        &what("jvp"),
        std::slice::from_ref(&found_tangent),
        &[Value::Float(tangent)],
        tolerance * tangent.abs().max(1.0),
    )?;

    let seed = rng.float(0.5, 2.0);
    let (found, gradients) = compiled
        .program
        .pullback(&function.name, level, args.clone(), seed)
        .map_err(|trap| trapped("pullback", &trap))?;
    compare(&what("value of pullback"), &[found], &expected, 0.0)?;
    let fused =
        compiled.program.fused(&function.name, args.clone(), seed).map_err(|trap| trapped("terms at once", &trap))?;
    let seed = [Value::Float(seed)];
    if let Some((found, gradients)) = fused {
        compare(&what("value of terms at once"), &[found], &expected, 0.0)?;
        let pushed = std::slice::from_ref(&found_tangent);
        transposed("dot product of terms at once", level, (&seed, pushed), (&gradients, &tangents), (1.0, tolerance))?;
    }
    transposed("dot product", level, (&seed, &[found_tangent]), (&gradients, &tangents), (1.0, tolerance))?;
    if let Some(k) = one_of(floats(&tangents).len(), rng) {
        let unit = unit_like(&tangents, k);
        let (_, column) = jvp(&unit)?;
        transposed("component", level, (&seed, &[column]), (&gradients, &unit), (1.0, tolerance))?;
    }
    Ok(())
}

/// Now and then one of `0..count`, if there is one. The directions above are random, so that hardly anything is left to find.
fn one_of(count: usize, rng: &mut Rng) -> Option<usize> {
    if count == 0 || !rng.chance(25) { None } else { Some(rng.below(count)) }
}

/// Equal in shape and integers, and in floats up to `tolerance`; a tolerance of zero asks for the same bits.
fn compare(what: &str, found: &[Value], expected: &[Value], tolerance: f64) -> Result<(), Failure> {
    let all = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| close(a, b, tolerance));
    if all {
        return Ok(());
    }
    Err(Failure { kind: what.into(), detail: format!("{what}: found {}, expected {}", show(found), show(expected)) })
}

fn close(a: &Value, b: &Value, tolerance: f64) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) if tolerance == 0.0 => a.to_bits() == b.to_bits(),
        (Value::Float(a), Value::Float(b)) => (a - b).abs() <= tolerance,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b, tolerance))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && close(a, b, tolerance))
        }
        (Value::Struct(a), Value::Struct(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((n, a), (m, b))| n == m && close(a, b, tolerance))
        }
        _ => a == b,
    }
}

/// `<a, b> = <c, d>`, up to rounding relative to the sizes of the terms.
fn transposed(
    what: &str,
    level: Level,
    (a, b): (&[Value], &[Value]),
    (c, d): (&[Value], &[Value]),
    (slope, tolerance): (f64, f64),
) -> Result<(), Failure> {
    let (left, size_left) = dot(a, b);
    let (right, size_right) = dot(c, d);
    // A NaN must fail.
    if (left - right).abs() <= tolerance * size_left.max(size_right).max(slope) {
        return Ok(());
    }
    let kind = format!("{what} ({level:?})");
    let detail = format!("{kind}: {left} = {} · {}, but {right} = {} · {}", show(a), show(b), show(c), show(d));
    Err(Failure { kind, detail })
}

fn dot(a: &[Value], b: &[Value]) -> (f64, f64) {
    let (a, b) = (floats(a), floats(b));
    assert_eq!(a.len(), b.len(), "shadows of one shape");
    a.iter().zip(&b).fold((0.0, 0.0), |(sum, size), (a, b)| (sum + a * b, size + (a * b).abs()))
}

fn floats(values: &[Value]) -> Vec<f64> {
    fn collect(value: &Value, into: &mut Vec<f64>) {
        match value {
            Value::Float(value) | Value::Open(value, _) => into.push(*value),
            Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
            Value::Struct(fields) => fields.iter().for_each(|(_, field)| collect(field, into)),
            Value::Map(entries) => entries.iter().for_each(|(_, entry)| collect(entry, into)),
            Value::Single(value) => into.push(f64::from(*value)),
            Value::Int(_) | Value::Bool(_) | Value::Function(_) | Value::Nothing => {}
        }
    }
    let mut all = Vec::new();
    values.iter().for_each(|value| collect(value, &mut all));
    all
}

fn map(values: &[Value], change: &mut impl FnMut() -> f64) -> Vec<Value> {
    fn one(value: &Value, change: &mut impl FnMut() -> f64) -> Value {
        match value {
            Value::Float(_) => Value::Float(change()),
            Value::Array(items) => Value::Array(items.iter().map(|item| one(item, change)).collect()),
            Value::Struct(fields) => {
                Value::Struct(fields.iter().map(|(name, field)| (name.clone(), one(field, change))).collect())
            }
            Value::Map(entries) => {
                Value::Map(entries.iter().map(|(key, entry)| (key.clone(), one(entry, change))).collect())
            }
            other => other.clone(),
        }
    }
    values.iter().map(|value| one(value, change)).collect()
}

/// Random floats in the shape of `values`.
pub fn random_like(values: &[Value], rng: &mut Rng) -> Vec<Value> {
    map(values, &mut || rng.float(-1.0, 1.0))
}

fn unit_like(values: &[Value], k: usize) -> Vec<Value> {
    let mut position = 0;
    map(values, &mut || {
        position += 1;
        if position == k + 1 { 1.0 } else { 0.0 }
    })
}

/// Values as one would write them.
pub fn show(values: &[Value]) -> String {
    let items: Vec<String> = values.iter().map(show_one).collect();
    format!("({})", items.join(", "))
}

fn show_one(value: &Value) -> String {
    match value {
        Value::Float(value) | Value::Open(value, _) => format!("{value:?}"),
        Value::Single(value) => format!("{value:?}_f32"),
        Value::Int(value) => value.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(show_one).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Struct(fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(name, field)| format!("{name}: {}", show_one(field))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Map(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|(key, entry)| format!("{}: {}", show_one(key), show_one(entry))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Function(function) => format!("{function:?}"),
        Value::Nothing => "()".into(),
    }
}
