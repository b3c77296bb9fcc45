//! Floats of both types. An `f32` rounds as an `f32` does.
//!
//! Values have no static types here, so a literal without a suffix does not know its type until it meets a float that does. Until then it is
//! carried along in both types at once, and so is what is computed from such literals alone.

use super::{Result, Trap, Value, trap};
use crate::form::{BinaryOp, Float, Path, Type, TypeKind, UpdateOp};
use retrograde_rules::{Number, Rule, weigh, weigh_ratio};

/// What the operands of one operation have in common.
#[derive(Clone, Copy, PartialEq)]
enum Precision {
    Open,
    Single,
    Double,
}

fn precision<'v>(operands: impl IntoIterator<Item = &'v Value>) -> Result<Precision> {
    operands.into_iter().try_fold(Precision::Open, |so_far, operand| match (so_far, operand) {
        (Precision::Open | Precision::Double, Value::Float(_)) => Ok(Precision::Double),
        (Precision::Open | Precision::Single, Value::Single(_)) => Ok(Precision::Single),
        (_, Value::Float(_) | Value::Single(_)) => trap("an `f32` meets an `f64`"),
        _ => Ok(so_far),
    })
}

/// Something computed from floats, in the type that they have. An integer among them is an exponent, or half of a comparison of lengths.
fn compute(
    operands: &[Value],
    double: impl Fn(&[f64]) -> f64,
    single: impl Fn(&[f32]) -> Result<f32>,
) -> Result<Value> {
    let doubles = || operands.iter().map(Value::double).collect::<Result<Vec<f64>>>();
    let singles = || operands.iter().map(Value::single).collect::<Result<Vec<f32>>>();
    Ok(match precision(operands)? {
        Precision::Double => Value::Float(double(&doubles()?)),
        Precision::Single => Value::Single(single(&singles()?)?),
        Precision::Open => Value::Open(double(&doubles()?), single(&singles()?)?),
    })
}

/// The value of a function of the table.
pub fn rule(rule: &Rule, operands: &[Value]) -> Result<Value> {
    compute(operands, rule.value, |operands| Ok((in_single(rule)?.value)(operands)))
}

/// The derivative of a function of the table by operand `k`, times `incoming`. Operands that it does not read may be anything.
pub fn derivative(
    rule: &Rule,
    k: usize,
    incoming: Value,
    operands: Vec<Value>,
    result: Option<Value>,
) -> Result<Value> {
    let Some(times) = rule.times.get(k) else { return Ok(Value::Nothing) };
    let arity = operands.len();
    let mut all = operands;
    all.extend([result.unwrap_or(Value::zero()), incoming]);
    let double = |all: &[f64]| times(all[arity + 1], &all[..arity], all[arity]);
    let single = |all: &[f32]| Ok((in_single(rule)?.times[k])(all[arity + 1], &all[..arity], all[arity]));
    compute(&all, double, single)
}

/// A gradient or tangent times a partial derivative, and two numbers of which this is the ratio, if that matters.
pub fn weighed(parts: impl Iterator<Item = Result<Value>>) -> Result<Value> {
    compute(&parts.collect::<Result<Vec<_>>>()?, in_range, |parts| Ok(in_range(parts)))
}

fn in_range<N: Number>(parts: &[N]) -> N {
    match *parts {
        [g, partial, ..] if parts.len() == 2 => weigh(g, partial),
        [g, partial, ..] if partial.is_normal() => weigh(g, partial),
        [g, partial, a, b] => weigh_ratio(g, partial, a, b),
        _ => unreachable!("a gradient and a partial derivative"),
    }
}

fn in_single(rule: &Rule) -> Result<&'static Rule<f32>> {
    rule.single().ok_or_else(|| Trap(format!("`{}` is not known of an `f32`", rule.method)))
}

impl Value {
    /// A zero whose type nothing says.
    pub(super) fn zero() -> Self {
        Value::Open(0.0, 0.0)
    }

    /// A zero of this type.
    pub(super) fn zero_of(float: Float) -> Self {
        match float {
            Float::Single => Value::Single(0.0),
            Float::Double => Value::Float(0.0),
        }
    }

    /// A float whose type is that of what it meets.
    #[allow(clippy::cast_possible_truncation, reason = "which of them is meant is found out later")]
    pub fn open(value: f64) -> Self {
        Value::Open(value, value as f32)
    }

    pub(super) fn is_float(&self) -> bool {
        matches!(self, Value::Float(_) | Value::Single(_) | Value::Open(..))
    }

    fn double(&self) -> Result<f64> {
        match self {
            Value::Float(x) | Value::Open(x, _) => Ok(*x),
            Value::Int(k) => Ok(*k as f64),
            other => trap(format!("an `f64` was expected, found {other:?}")),
        }
    }

    #[allow(clippy::cast_precision_loss, reason = "a small exponent")]
    fn single(&self) -> Result<f32> {
        match self {
            Value::Single(x) | Value::Open(_, x) => Ok(*x),
            Value::Int(k) => Ok(*k as f32),
            other => trap(format!("an `f32` was expected, found {other:?}")),
        }
    }

    /// The number, for a comparison with a tolerance, and the tolerance of its type.
    pub(super) fn measured(&self) -> Option<(f64, f64)> {
        match self {
            Value::Float(x) | Value::Open(x, _) => Some((*x, 1e-6)),
            Value::Single(x) => Some((f64::from(*x), 1e-3)),
            _ => None,
        }
    }

    /// What is left without a type at the end is an `f64`, as in Rust.
    #[must_use]
    pub fn settled(self) -> Self {
        match self {
            Value::Open(x, _) => Value::Float(x),
            Value::Array(elems) => Value::Array(elems.into_iter().map(Value::settled).collect()),
            Value::Struct(fields) => {
                Value::Struct(fields.into_iter().map(|(name, value)| (name, value.settled())).collect())
            }
            Value::Map(entries) => Value::Map(entries.into_iter().map(|(key, value)| (key, value.settled())).collect()),
            other => other,
        }
    }

    /// The same value with floats of the type that is written, where that says which they are.
    pub(super) fn of_type(self, ty: &Type) -> Self {
        let elements = match (&ty.kind, &self) {
            (_, Value::Float(_) | Value::Single(_)) => return self,
            (TypeKind::Path(path), Value::Open(x, _)) if path.is_ident("f64") => return Value::Float(*x),
            (TypeKind::Path(path), Value::Open(_, x)) if path.is_ident("f32") => return Value::Single(*x),
            (TypeKind::Array(elements, _) | TypeKind::Slice(elements), _) => elements,
            _ => match ty.held() {
                Some(elements) => elements,
                None => return self,
            },
        };
        match self {
            Value::Array(elems) => Value::Array(elems.into_iter().map(|elem| elem.of_type(elements)).collect()),
            other => other,
        }
    }

    pub(super) fn negated(&self) -> Option<Self> {
        match self {
            Value::Float(x) => Some(Value::Float(-x)),
            Value::Single(x) => Some(Value::Single(-x)),
            Value::Open(x, y) => Some(Value::Open(-x, -y)),
            _ => None,
        }
    }

    /// A float as another type.
    #[allow(clippy::cast_possible_truncation, reason = "`as` rounds and saturates, here as in Rust")]
    pub(super) fn cast_float(&self, to: &Path) -> Option<Self> {
        let value = match self {
            Value::Float(x) | Value::Open(x, _) => *x,
            Value::Single(x) => f64::from(*x),
            _ => return None,
        };
        Some(match to.as_ident()? {
            "f64" => Value::Float(value),
            "f32" => Value::Single(value as f32),
            _ => Value::Int(value as i64),
        })
    }

    /// A number in the type that another float has.
    #[allow(clippy::cast_possible_truncation, reason = "a gradient is rounded as the value was")]
    pub(super) fn cast_like(self, like: &Self) -> Self {
        match (&self, like) {
            (Value::Float(x), Value::Single(_)) => Value::Single(*x as f32),
            (Value::Single(x), Value::Float(_)) => Value::Float(f64::from(*x)),
            (Value::Open(_, x), Value::Single(_)) => Value::Single(*x),
            (Value::Open(x, _), Value::Float(_)) => Value::Float(*x),
            (Value::Float(x), Value::Open(..)) => Value::open(*x),
            (Value::Single(x), Value::Open(..)) => Value::Open(f64::from(*x), *x),
            _ => self,
        }
    }
}

/// `+`, `<` and their like.
pub fn binary(op: BinaryOp, a: &Value, b: &Value) -> Result<Value> {
    if let (Value::Float(a), Value::Float(b)) = (a, b) {
        return in_double(op, *a, *b);
    }
    let both = [a.clone(), b.clone()];
    let (double, single) = (
        || in_double(op, a.double()?, b.double()?),
        || {
            Ok(match in_double(op, f64::from(a.single()?), f64::from(b.single()?))? {
                // One operation in `f64`, rounded, is what it is in `f32`.
                Value::Float(x) => Value::Float(x).cast_like(&Value::Single(0.0)),
                other => other,
            })
        },
    );
    match precision(&both)? {
        Precision::Double => double(),
        Precision::Single => single(),
        Precision::Open => match (double()?, single()?) {
            (Value::Float(x), Value::Single(y)) => Ok(Value::Open(x, y)),
            (decided, _) => Ok(decided),
        },
    }
}

fn in_double(op: BinaryOp, a: f64, b: f64) -> Result<Value> {
    Ok(match op {
        BinaryOp::Add => Value::Float(a + b),
        BinaryOp::Sub => Value::Float(a - b),
        BinaryOp::Mul => Value::Float(a * b),
        BinaryOp::Div => Value::Float(a / b),
        BinaryOp::Rem => Value::Float(a % b),
        BinaryOp::Lt => Value::Bool(a < b),
        BinaryOp::Le => Value::Bool(a <= b),
        BinaryOp::Gt => Value::Bool(a > b),
        BinaryOp::Ge => Value::Bool(a >= b),
        #[allow(clippy::float_cmp, reason = "the program compares exactly")]
        BinaryOp::Eq => Value::Bool(a == b),
        #[allow(clippy::float_cmp, reason = "the program compares exactly")]
        BinaryOp::Ne => Value::Bool(a != b),
        _ => return trap(format!("{op:?} of floats")),
    })
}

/// `x += d` and its like.
pub fn updated(op: UpdateOp, x: &Value, d: &Value) -> Result<Value> {
    let operator = match op {
        UpdateOp::Add => BinaryOp::Add,
        UpdateOp::Sub => BinaryOp::Sub,
        UpdateOp::Mul => BinaryOp::Mul,
        UpdateOp::Div => BinaryOp::Div,
        UpdateOp::Xor => return trap("floats have no bits to change"),
    };
    let new = binary(operator, x, d)?;
    if op.scales() {
        let lost = |value: &Value| value.measured().is_some_and(|(value, _)| value == 0.0 || !value.is_finite());
        if lost(d) || lost(&new) {
            return trap(format!("{op:?} of {x:?} by {d:?} cannot be undone"));
        }
    }
    Ok(new)
}
