//! Dynamic values.

use super::{Callable, Result, Trap, floats, trap};
use crate::form::{BinaryOp, Expr, Literal, LiteralKind, Path, Type, TypeKind, UpdateOp};
use std::rc::Rc;

/// A value of the interpreter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// an `f64`
    Float(f64),
    /// an `f32`
    Single(f32),
    /// a float whose type nothing has said yet, in both
    Open(f64, f32),
    /// an integer of any type
    Int(i64),
    /// a truth value
    Bool(bool),
    /// an array, slice or vector
    Array(Vec<Value>),
    /// a struct with its fields, or an enum with the variant that it holds as its only field
    Struct(Vec<(Rc<str>, Value)>),
    /// a map: keys and values
    Map(Vec<(Value, Value)>),
    /// a function
    Function(Rc<Callable>),
    /// the gradient of something that has none
    Nothing,
}

impl Value {
    pub(super) fn literal(literal: &Literal) -> Result<Self> {
        fn number<T: std::str::FromStr>(digits: &str) -> Result<T> {
            digits.parse().map_err(|_| Trap("a number was expected".into()))
        }
        let float = |digits: &str, suffix: &str| {
            Ok(match suffix {
                "f32" => Value::Single(number(digits)?),
                "f64" => Value::Float(number(digits)?),
                _ => Value::Open(number(digits)?, number(digits)?),
            })
        };
        match &literal.kind {
            LiteralKind::Int { digits, suffix } if suffix.starts_with('f') => float(digits, suffix),
            LiteralKind::Int { .. } => {
                literal.integer().map(Value::Int).ok_or_else(|| Trap("an integer was expected".into()))
            }
            LiteralKind::Float { digits, suffix } => float(digits, suffix),
            LiteralKind::Bool(value) => Ok(Value::Bool(*value)),
            LiteralKind::Text | LiteralKind::Other => trap("a literal that is not a number"),
        }
    }

    /// A zero gradient of the same shape.
    #[must_use]
    pub fn zero_like(&self) -> Self {
        match self {
            Value::Float(_) => Value::Float(0.0),
            Value::Single(_) => Value::Single(0.0),
            Value::Open(..) => Value::zero(),
            Value::Int(_) | Value::Bool(_) | Value::Function(_) | Value::Nothing => Value::Nothing,
            Value::Map(entries) => {
                Value::Map(entries.iter().map(|(key, value)| (key.clone(), value.zero_like())).collect())
            }
            Value::Array(elems) => Value::Array(elems.iter().map(Value::zero_like).collect()),
            Value::Struct(fields) => {
                Value::Struct(fields.iter().map(|(name, value)| (name.clone(), value.zero_like())).collect())
            }
        }
    }

    /// Values of an enum have the one variant that they hold as a field.
    pub(super) fn held_by(self, path: &Path) -> Self {
        match Expr::variant(path) {
            Some(variant) => Value::Struct(vec![(variant, self)]),
            None => self,
        }
    }

    /// The default of its type.
    pub(super) fn default_like(&self) -> Self {
        match self {
            Value::Float(_) => Value::Float(0.0),
            Value::Single(_) => Value::Single(0.0),
            Value::Open(..) => Value::zero(),
            Value::Int(_) => Value::Int(0),
            Value::Bool(_) => Value::Bool(false),
            Value::Array(elems) => Value::Array(elems.iter().map(Value::default_like).collect()),
            Value::Struct(fields) => {
                Value::Struct(fields.iter().map(|(name, value)| (name.clone(), value.default_like())).collect())
            }
            Value::Map(_) => Value::Map(Vec::new()),
            Value::Function(_) | Value::Nothing => self.clone(),
        }
    }

    /// Puts an entry into a map, and gives back what the key had before.
    pub(super) fn insert(&mut self, key: &Self, value: Self) -> Result<Option<Self>> {
        let Value::Map(entries) = self else { return self.no_map() };
        let before = entries.iter().position(|(other, _)| other == key).map(|k| entries.remove(k).1);
        // In the order of the keys, as far as they have one, so that equal maps are equal values.
        let after = |other: &Value| matches!((other, key), (Value::Int(other), Value::Int(key)) if other > key);
        let at = entries.iter().position(|(other, _)| after(other)).unwrap_or(entries.len());
        entries.insert(at, (key.clone(), value));
        Ok(before)
    }

    /// Takes an entry out of a map.
    pub(super) fn remove(&mut self, key: &Self) -> Result<Option<Self>> {
        let Value::Map(entries) = self else { return self.no_map() };
        Ok(entries.iter().position(|(other, _)| other == key).map(|k| entries.remove(k).1))
    }

    /// The gradient of something that has none takes everything.
    fn no_map(&self) -> Result<Option<Self>> {
        match self {
            Value::Nothing => Ok(None),
            other => trap(format!("a map was expected, found {other:?}")),
        }
    }

    /// Equal, up to what rounding leaves of a restored float, relative to the larger of the two and one.
    pub(super) fn close_to(&self, other: &Self) -> bool {
        if let (Some((a, rounding)), Some((b, other))) = (self.measured(), other.measured()) {
            return (a - b).abs() <= rounding.max(other) * a.abs().max(b.abs()).max(1.0);
        }
        match (self, other) {
            (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.close_to(b)),
            (Value::Struct(a), Value::Struct(b)) => a.iter().zip(b).all(|((_, a), (_, b))| a.close_to(b)),
            (Value::Map(a), Value::Map(b)) => {
                let same = |(key, value): &(Self, Self)| b.iter().any(|(k, v)| k == key && v.close_to(value));
                a.len() == b.len() && a.iter().all(same)
            }
            (a, b) => a == b,
        }
    }

    pub(super) fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Value::Struct(fields) => fields.iter().find(|(field, _)| &**field == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub(super) fn field_mut(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Value::Struct(fields) => fields.iter_mut().find(|(field, _)| &**field == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Whether it is a key that an integer finds.
    fn is_index(&self, k: usize) -> bool {
        matches!(self, Value::Int(key) if usize::try_from(*key) == Ok(k))
    }

    pub(super) fn element(&self, k: usize) -> Option<&Self> {
        match self {
            Value::Array(elems) => elems.get(k),
            Value::Map(entries) => entries.iter().find(|(key, _)| key.is_index(k)).map(|(_, value)| value),
            _ => None,
        }
    }

    pub(super) fn element_mut(&mut self, k: usize) -> Option<&mut Self> {
        match self {
            Value::Array(elems) => elems.get_mut(k),
            Value::Map(entries) => entries.iter_mut().find(|(key, _)| key.is_index(k)).map(|(_, value)| value),
            _ => None,
        }
    }

    /// `self += amount` or its relatives; a gradient of nothing swallows what is added to it.
    pub(super) fn update(&mut self, op: UpdateOp, amount: &Self) -> Result<()> {
        match (&mut *self, amount) {
            (Value::Nothing, _) | (_, Value::Nothing) => Ok(()),
            (x, d) if x.is_float() && d.is_float() => {
                *x = floats::updated(op, x, d)?;
                Ok(())
            }
            (Value::Int(_), Value::Int(0)) if op.scales() => trap("a factor or divisor of zero"),
            (Value::Int(k), Value::Int(d)) if op == UpdateOp::Div && k.checked_rem(*d) != Some(0) => {
                trap("a division with remainder")
            }
            (Value::Int(k), Value::Int(d)) => {
                let new = match op {
                    UpdateOp::Add => k.checked_add(*d),
                    UpdateOp::Sub => k.checked_sub(*d),
                    UpdateOp::Xor => Some(*k ^ d),
                    UpdateOp::Mul => k.checked_mul(*d),
                    UpdateOp::Div => k.checked_div(*d),
                };
                *k = new.ok_or_else(|| Trap("integer overflow".into()))?;
                Ok(())
            }
            (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
                a.iter_mut().zip(b).try_for_each(|(a, b)| a.update(op, b))
            }
            (Value::Struct(a), Value::Struct(b)) => b.iter().try_for_each(|(name, b)| {
                match a.iter_mut().find(|(field, _)| field == name) {
                    Some((_, a)) => a.update(op, b),
                    // the gradient of another variant
                    None => {
                        let mut sum = b.zero_like();
                        sum.update(op, b)?;
                        a.push((name.clone(), sum));
                        Ok(())
                    }
                }
            }),
            // a place that was not there yet
            (Value::Struct(a), b) if a.is_empty() => {
                *self = b.zero_like();
                self.update(op, b)
            }
            (Value::Map(a), Value::Map(b)) if a.len() == b.len() => a.iter_mut().try_for_each(|(key, a)| {
                let other = b.iter().find(|(other, _)| other == key);
                other.map_or_else(|| trap(format!("no entry of {key:?}")), |(_, b)| a.update(op, b))
            }),
            (a, b) => trap(format!("{op:?} of {b:?} to {a:?}")),
        }
    }

    pub(super) fn binary(&self, op: BinaryOp, other: &Self) -> Result<Self> {
        match (self, other) {
            (a, b) if a.is_float() && b.is_float() => floats::binary(op, a, b),
            (Value::Int(a), Value::Int(b)) => integer_binary(op, *a, *b),
            (Value::Bool(a), Value::Bool(b)) => match op {
                BinaryOp::Eq => Ok(Value::Bool(a == b)),
                BinaryOp::Ne | BinaryOp::BitXor => Ok(Value::Bool(a != b)),
                BinaryOp::BitAnd => Ok(Value::Bool(a & b)),
                BinaryOp::BitOr => Ok(Value::Bool(a | b)),
                _ => trap(format!("{op:?} of truth values")),
            },
            // The gradient of an integer, whatever it meets.
            (Value::Nothing, _) | (_, Value::Nothing) if !op.is_logical() => Ok(Value::Nothing),
            (a, b) => trap(format!("{op:?} of {a:?} and {b:?}")),
        }
    }

    pub(super) fn cast(&self, ty: &Type) -> Result<Self> {
        let TypeKind::Path(path) = &ty.kind else { return trap("a cast to an unknown type") };
        let float = ["f32", "f64"].iter().find(|name| path.is_ident(name));
        if let Some(cast) = self.cast_float(path) {
            return Ok(cast);
        }
        match (self, float) {
            #[allow(clippy::cast_precision_loss, reason = "`as` rounds, here as in Rust")]
            (Value::Int(k), Some(&"f32")) => Ok(Value::Single(*k as f32)),
            (Value::Int(k), Some(_)) => Ok(Value::Float(*k as f64)),
            (Value::Int(k), None) => Ok(Value::Int(*k)),
            (Value::Bool(b), _) => Ok(Value::Int(i64::from(*b))),
            (other, _) => trap(format!("a cast of {other:?}")),
        }
    }
}

fn integer_binary(op: BinaryOp, a: i64, b: i64) -> Result<Value> {
    let checked = |value: Option<i64>| value.map(Value::Int).ok_or_else(|| Trap("integer overflow".into()));
    let bits = u32::try_from(b).unwrap_or(u32::MAX);
    match op {
        BinaryOp::Add => checked(a.checked_add(b)),
        BinaryOp::Sub => checked(a.checked_sub(b)),
        BinaryOp::Mul => checked(a.checked_mul(b)),
        BinaryOp::Div => checked(a.checked_div(b)),
        BinaryOp::Rem => checked(a.checked_rem(b)),
        BinaryOp::Shl => checked(a.checked_shl(bits)),
        BinaryOp::Shr => checked(a.checked_shr(bits)),
        BinaryOp::BitXor => Ok(Value::Int(a ^ b)),
        BinaryOp::BitAnd => Ok(Value::Int(a & b)),
        BinaryOp::BitOr => Ok(Value::Int(a | b)),
        BinaryOp::Eq => Ok(Value::Bool(a == b)),
        BinaryOp::Ne => Ok(Value::Bool(a != b)),
        BinaryOp::Lt => Ok(Value::Bool(a < b)),
        BinaryOp::Le => Ok(Value::Bool(a <= b)),
        BinaryOp::Gt => Ok(Value::Bool(a > b)),
        BinaryOp::Ge => Ok(Value::Bool(a >= b)),
        BinaryOp::And | BinaryOp::Or => trap("truth values were expected"),
    }
}
