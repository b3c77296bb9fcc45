//! Inputs and results of programs, with floats that carry a tangent.

use super::ast::{FunctionValue, Type};
use super::rng::Rng;
use retrograde_compiler::Value;
use std::rc::Rc;

/// A float and its tangent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual {
    pub value: f64,
    pub tangent: f64,
}

impl Dual {
    /// A number that does not vary.
    pub fn constant(value: f64) -> Self {
        Self { value, tangent: 0.0 }
    }
}

/// A value of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Float(Dual),
    Int(i64),
    Bool(bool),
    /// an array, a slice or a stack
    Array(Vec<Data>),
    /// keys in order, each with its value
    Map(Vec<(i64, Data)>),
    Struct(Vec<(&'static str, Data)>),
    Function(Rc<Passed>),
}

/// A function as a value: where it is in the program, and in the compiler's terms.
#[derive(Debug, PartialEq)]
pub struct Passed {
    pub tree: FunctionValue,
    pub value: Value,
}

/// How many numbers a stack has to begin with: pops of several levels may be waiting for their undoing.
const DEEP: usize = 6;

impl Data {
    /// A random value of type `ty`; slices have `len` elements.
    pub fn random(rng: &mut Rng, ty: Type, len: usize) -> Self {
        match ty {
            Type::Float => Data::Float(Dual::constant(random_float(rng))),
            Type::Int => Data::Int(rng.between(-4, 5)),
            Type::Usize => Data::Int(i64::try_from(rng.below(len + 1)).expect("a short length")),
            Type::Bool => Data::Bool(rng.chance(50)),
            Type::Record(record) => {
                Data::Struct(record.fields().iter().map(|(name, ty)| (*name, Self::random(rng, *ty, len))).collect())
            }
            Type::Array(element, n) => Data::Array((0..n).map(|_| Self::random(rng, element.ty(), len)).collect()),
            Type::Slice(element) => Data::Array((0..len).map(|_| Self::random(rng, element.ty(), len)).collect()),
            Type::Stack(element) => Data::Array((0..DEEP).map(|_| Self::random(rng, element.ty(), len)).collect()),
            Type::Map(element) => {
                let keys = (-4..5).filter(|_| rng.chance(30)).collect::<Vec<i64>>().into_iter();
                Data::Map(keys.map(|key| (key, Self::random(rng, element.ty(), len))).collect())
            }
            Type::Function(_)
            | Type::List
            | Type::Pair
            | Type::Perhaps
            | Type::Outcome
            | Type::Closure(_)
            | Type::Stepper => {
                unreachable!("no parameter of a function that is run")
            }
        }
    }

    /// What a place holds that something was moved out of.
    pub fn default_like(&self) -> Self {
        match self {
            Data::Float(_) => Data::Float(Dual::constant(0.0)),
            Data::Int(_) => Data::Int(0),
            other => other.clone(),
        }
    }

    /// The same value in the compiler's terms.
    pub fn to_value(&self) -> Value {
        self.convert(&|dual| Value::Float(dual.value), &|value| value)
    }

    /// The tangents alone, in the compiler's terms: integers have none.
    pub fn to_tangent(&self) -> Value {
        self.convert(&|dual| Value::Float(dual.tangent), &|_| Value::Nothing)
    }

    fn convert(&self, float: &impl Fn(Dual) -> Value, other: &impl Fn(Value) -> Value) -> Value {
        match self {
            Data::Float(dual) => float(*dual),
            Data::Int(value) => other(Value::Int(*value)),
            Data::Bool(value) => other(Value::Bool(*value)),
            Data::Function(passed) => other(passed.value.clone()),
            Data::Array(items) => Value::Array(items.iter().map(|item| item.convert(float, other)).collect()),
            Data::Map(entries) => {
                Value::Map(entries.iter().map(|(key, item)| (Value::Int(*key), item.convert(float, other))).collect())
            }
            Data::Struct(fields) => {
                Value::Struct(fields.iter().map(|(name, item)| ((*name).into(), item.convert(float, other))).collect())
            }
        }
    }

    /// A number from the compiler's terms.
    fn from_value(value: &Value, tangent: &Value) -> Self {
        match (value, tangent) {
            (Value::Float(value), Value::Float(tangent)) => Data::Float(Dual { value: *value, tangent: *tangent }),
            (Value::Int(value), _) => Data::Int(*value),
            other => unreachable!("no number: {other:?}"),
        }
    }

    /// Overwrites value and tangents with the compiler's; the shape stays, but for the length of a stack or map.
    pub fn take(&mut self, value: &Value, tangent: &Value) {
        match (self, value, tangent) {
            (Data::Float(dual), Value::Float(value), Value::Float(tangent)) => {
                *dual = Dual { value: *value, tangent: *tangent };
            }
            (Data::Int(own), Value::Int(value), _) => *own = *value,
            (Data::Bool(own), Value::Bool(value), _) => *own = *value,
            (Data::Array(items), Value::Array(values), Value::Array(tangents)) if items.len() != values.len() => {
                *items = values.iter().zip(tangents).map(|(value, tangent)| Self::from_value(value, tangent)).collect();
            }
            (Data::Map(entries), Value::Map(values), Value::Map(tangents)) => {
                let both = values.iter().zip(tangents);
                let entry = |((key, value), (_, tangent)): (&(Value, Value), &(Value, Value))| match key {
                    Value::Int(key) => (*key, Self::from_value(value, tangent)),
                    other => unreachable!("{other:?} is no key"),
                };
                *entries = both.map(entry).collect();
            }
            (Data::Function(_), _, _) => {}
            (Data::Array(items), Value::Array(values), Value::Array(tangents)) => {
                for (item, (value, tangent)) in items.iter_mut().zip(values.iter().zip(tangents)) {
                    item.take(value, tangent);
                }
            }
            (Data::Struct(fields), Value::Struct(values), Value::Struct(tangents)) => {
                for ((_, field), ((_, value), (_, tangent))) in fields.iter_mut().zip(values.iter().zip(tangents)) {
                    field.take(value, tangent);
                }
            }
            (own, value, tangent) => unreachable!("{own:?} cannot take {value:?} with tangent {tangent:?}"),
        }
    }

    /// Shows `visit` every float, in order.
    pub fn floats(&mut self, visit: &mut impl FnMut(&mut Dual)) {
        match self {
            Data::Float(dual) => visit(dual),
            Data::Int(_) | Data::Bool(_) | Data::Function(_) => {}
            Data::Array(items) => items.iter_mut().for_each(|item| item.floats(visit)),
            Data::Map(entries) => entries.iter_mut().for_each(|(_, item)| item.floats(visit)),
            Data::Struct(fields) => fields.iter_mut().for_each(|(_, field)| field.floats(visit)),
        }
    }
}

/// Mostly anything, now and then a number that is special to some operation.
fn random_float(rng: &mut Rng) -> f64 {
    if rng.chance(8) { *rng.pick(&[0.0, 1.0, -1.0]) } else { rng.float(-2.0, 2.0) }
}
