//! What a compiled program must print: the interpreter's results, bit by bit.

use crate::random::ast::{Conversion, Duty, Function, Stmt, Type};
use crate::random::check::{Failure, random_like};
use crate::random::data::Data;
use crate::random::generate::Case;
use crate::random::rng::Rng;
use crate::random::{print, walk};
use retrograde_compiler::{Level, Program, Trap, Value, Variant};

/// One call of a compiled program, or one after the other.
#[derive(Clone, Debug)]
pub struct Run {
    /// what the run is called
    pub what: &'static str,
    /// the names of the functions called, on the companion
    pub calls: &'static [&'static str],
    /// the values that go in
    pub values: Vec<Value>,
    /// the gradients or tangents that go in
    pub shadows: Option<Vec<Value>>,
    /// the values that come out, for their shape: stacks and maps grow
    pub after: Vec<Value>,
    /// the shadows that come out
    pub shadows_after: Vec<Value>,
    /// what comes out: values, then shadows
    pub expected: Vec<Leaf>,
    /// the largest of the numbers
    pub scale: f64,
    /// whether some gradients have the digits of an `f32`
    pub rounded: bool,
}

/// A number that comes out.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    pub bits: u64,
    /// whether it must agree to the last bit
    pub exact: bool,
}

/// All calls of a program.
pub fn runs(case: &Case, level: Level) -> Result<Vec<Run>, Failure> {
    let text = print::program(&case.program);
    let program = Program::parse(&text).map_err(|diagnostics| {
        let detail = diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        Failure { kind: "rejected".into(), detail }
    })?;
    let runner = Runner { case, program, level, rng: Rng::new(text.len() as u64) };
    let runs = match case.program.entry().duty {
        Duty::Reversible => runner.reversible(),
        Duty::Ordinary => runner.ordinary(),
    };
    let mut runs = runs.map_err(|trap| Failure { kind: "trapped".into(), detail: trap.to_string() })?;
    let rounded = case.program.functions.iter().any(is_rounded);
    runs.iter_mut().for_each(|run| run.rounded = rounded);
    Ok(runs)
}

struct Runner<'a> {
    case: &'a Case,
    program: Program,
    level: Level,
    rng: Rng,
}

impl Runner<'_> {
    fn reversible(mut self) -> Result<Vec<Run>, Trap> {
        let before: Vec<Value> = self.case.inputs.iter().map(Data::to_value).collect();
        let name = &self.case.program.entry().name;
        let after = self.program.run(name, Variant::FORWARD, self.level, before.clone())?;
        let calls = [
            ("forward", &[Variant::FORWARD][..], &before, false),
            ("inverse", &[Variant::INVERSE], &after, false),
            ("adjoint", &[Variant::ADJOINT], &after, true),
            ("inverse_adjoint", &[Variant::INVERSE_ADJOINT], &before, true),
            ("tangent", &[Variant::TANGENT], &before, true),
            ("inverse_tangent", &[Variant::INVERSE_TANGENT], &after, true),
            // That both ends agree is checked in the interpreter.
            ("adjoint_and_back", &[Variant::ADJOINT, Variant::INVERSE_ADJOINT], &after, true),
            ("back_and_adjoint", &[Variant::INVERSE_ADJOINT, Variant::ADJOINT], &before, true),
        ];
        let mut runs = Vec::new();
        // Without a float there is no gradient, and nothing to tell how many of them travel together.
        let active = self.case.program.entry().params.iter().any(|param| param.ty.has_gradient());
        for (what, variants, values, shaded) in calls.into_iter().filter(|call| active || !call.3) {
            let shape: Vec<Value> = values.iter().map(Value::zero_like).collect();
            let shadows = shaded.then(|| random_like(&shape, &mut self.rng));
            let mut found = match &shadows {
                Some(shadows) => values.iter().zip(shadows).flat_map(|(v, s)| [v.clone(), s.clone()]).collect(),
                None => values.clone(),
            };
            for variant in variants {
                found = self.program.run(name, *variant, self.level, found)?;
            }
            let step = if shaded { 2 } else { 1 };
            let after: Vec<Value> = found.iter().step_by(step).cloned().collect();
            let shadows_after: Vec<Value> =
                if shaded { found.into_iter().skip(1).step_by(2).collect() } else { Vec::new() };
            let mut expected = Vec::new();
            after.iter().for_each(|value| leaves(value, true, &mut expected));
            after.iter().zip(&self.case.program.entry().params).for_each(|(value, param)| {
                expected.extend(length(param.ty, value).map(|bits| Leaf { bits, exact: true }));
            });
            shadows_after.iter().for_each(|shadow| leaves(shadow, false, &mut expected));
            let run = Run::new(what, values.clone(), shadows, expected);
            runs.push(Run { calls: names(variants), after, shadows_after, ..run });
        }
        Ok(runs)
    }

    fn ordinary(mut self) -> Result<Vec<Run>, Trap> {
        let values: Vec<Value> = self.case.inputs.iter().map(Data::to_value).collect();
        let shape: Vec<Value> = self.case.inputs.iter().map(Data::to_tangent).collect();
        let name = &self.case.program.entry().name;
        let mut runs = Vec::new();
        let mut plain = Vec::new();
        leaves(&self.program.value(name, values.clone())?, true, &mut plain);
        runs.push(Run::new("forward", values.clone(), None, plain));
        let (value, gradients) = self.program.pullback(name, self.level, values.clone(), 1.0)?;
        let mut expected = Vec::new();
        leaves(&value, true, &mut expected);
        gradients.iter().for_each(|gradient| leaves(gradient, false, &mut expected));
        runs.push(Run::new("value_and_gradient", values.clone(), None, expected));
        let tangents = random_like(&shape, &mut self.rng);
        let (value, tangent) = self.program.jvp(name, self.level, values.clone(), tangents.clone())?;
        let mut expected = Vec::new();
        leaves(&value, true, &mut expected);
        leaves(&tangent, false, &mut expected);
        runs.push(Run::new("tangent", values, Some(tangents), expected));
        Ok(runs)
    }
}

impl Run {
    fn new(what: &'static str, values: Vec<Value>, shadows: Option<Vec<Value>>, expected: Vec<Leaf>) -> Self {
        let size = |leaf: &Leaf| if leaf.exact { 0.0 } else { f64::from_bits(leaf.bits).abs() };
        let scale = expected.iter().map(size).fold(1.0, f64::max);
        let (after, shadows_after) = (values.clone(), shadows.clone().unwrap_or_default());
        Self { what, calls: &[], values, shadows, after, shadows_after, expected, scale, rounded: false }
    }
}

/// How long a stack or a map is: that is for the run to decide.
fn length(ty: Type, value: &Value) -> Option<u64> {
    match (ty, value) {
        (Type::Stack(_), Value::Array(items)) => Some(items.len() as u64),
        (Type::Map(_), Value::Map(entries)) => Some(entries.len() as u64),
        _ => None,
    }
}

/// Whether a function has a local that is an `f32`.
fn is_rounded(function: &Function) -> bool {
    let mut found = false;
    walk::statements(&function.body, &mut |stmt| {
        found |= matches!(stmt, Stmt::Converted { conversion: Conversion::Double, .. });
    });
    found
}

/// The names of variants on the companion.
fn names(variants: &[Variant]) -> &'static [&'static str] {
    match variants {
        [Variant::INVERSE] => &["inverse"],
        [Variant::ADJOINT] => &["adjoint"],
        [Variant::INVERSE_ADJOINT] => &["inverse_adjoint"],
        [Variant::TANGENT] => &["tangent"],
        [Variant::INVERSE_TANGENT] => &["inverse_tangent"],
        [Variant::ADJOINT, _] => &["adjoint", "inverse_adjoint"],
        [Variant::INVERSE_ADJOINT, _] => &["inverse_adjoint", "adjoint"],
        _ => &[],
    }
}

fn leaves(value: &Value, exact: bool, into: &mut Vec<Leaf>) {
    match value {
        Value::Float(value) | Value::Open(value, _) => into.push(Leaf { bits: value.to_bits(), exact }),
        Value::Single(value) => into.push(Leaf { bits: u64::from(value.to_bits()), exact }),
        Value::Int(value) => into.push(Leaf { bits: value.cast_unsigned(), exact: true }),
        Value::Bool(value) => into.push(Leaf { bits: u64::from(*value), exact: true }),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, exact, into)),
        Value::Struct(fields) => fields.iter().for_each(|(_, field)| leaves(field, exact, into)),
        Value::Map(entries) if exact => entries.iter().for_each(|(key, entry)| {
            leaves(key, exact, into);
            leaves(entry, exact, into);
        }),
        Value::Map(entries) => entries.iter().for_each(|(_, entry)| leaves(entry, exact, into)),
        Value::Function(_) | Value::Nothing => {}
    }
}
